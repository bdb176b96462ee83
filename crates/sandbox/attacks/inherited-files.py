# wall: keeper
# expect: held
# Looks for files that the referee forgot to close.
import os, sys
for fd in map(int, os.listdir('/proc/self/fd')):
    try: target = os.readlink(f'/proc/self/fd/{fd}')
    except OSError: continue
    if fd > 2 and not target.startswith(('/proc/', '/attack/')): sys.exit(f'{fd} is {target}')
