# wall: own processes
# expect: held
# Kills every process there is.
import os, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
try: os.kill(-1, signal.SIGTERM)
except OSError: pass
try: os.kill(1, signal.SIGKILL)
except OSError: pass
