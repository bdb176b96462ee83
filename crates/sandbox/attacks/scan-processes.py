# wall: own processes
# expect: held
# Looks for any process that is not its own.
import os, sys
own = {os.getpid(), 1}
seen = {int(n) for n in os.listdir('/proc') if n.isdigit()}
sys.exit(42 if seen - own else 0)
