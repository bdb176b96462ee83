# wall: own processes
# expect: held
# Kills and stops the other bot, the referee, and everything it can name.
import os, signal, sys
for name in ('VICTIM_PID', 'REFEREE_PID', 'KEEPER_PID'):
    for number in (signal.SIGKILL, signal.SIGSTOP):
        try: os.kill(int(os.environ[name]), number)
        except ProcessLookupError: continue
        sys.exit(42)
for group in ('VICTIM_PID', 'REFEREE_PID'):
    try: os.killpg(int(os.environ[group]), signal.SIGKILL)
    except OSError: continue
    sys.exit(42)
