# wall: no privilege
# expect: held
# Asks to be root.
import os, sys
for call in (lambda: os.setuid(0), lambda: os.setresuid(0, 0, 0), lambda: os.setgid(0), lambda: os.setgroups([0])):
    try: call()
    except OSError: continue
    sys.exit(42)
