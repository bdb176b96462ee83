# wall: limits
# expect: held
# One file that says it has a terabyte.
import os, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try: os.truncate(os.open('/tmp/x', os.O_CREAT | os.O_RDWR), 1 << 40)
except OSError: sys.exit(0)
sys.exit(42)
