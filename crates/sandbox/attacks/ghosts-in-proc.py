# wall: own processes
# expect: held
# Guesses process numbers, in case only the listing hides them.
import os, sys
for pid in range(2, 70000):
    if pid != os.getpid() and os.path.exists(f'/proc/{pid}/stat') and not os.path.exists(f'/proc/{os.getpid()}/task/{pid}'):
        sys.exit(42)
