# wall: no privilege
# expect: held
# Looks into the first process of its jail, which comes from outside.
import os, sys
for file in ('mem', 'environ', 'fd/10', 'exe', 'root', 'cwd'):
    try: (os.readlink if file in ('exe', 'root', 'cwd', 'fd/10') else lambda f: open(f, 'rb').read(1))('/proc/1/' + file)
    except OSError: continue
    sys.exit(42)
