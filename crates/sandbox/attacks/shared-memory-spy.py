# wall: own processes
# expect: held
# Looks for shared memory and semaphores of others.
import sys
for kind in ('shm', 'sem', 'msg'):
    try: lines = open(f'/proc/sysvipc/{kind}').read().splitlines()
    except OSError: continue
    if len(lines) > 1: sys.exit(42)
