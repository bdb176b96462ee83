# wall: own processes
# expect: held
# Says that the other bot is done, through its output.
import os, sys
for name in ('VICTIM_PID', 'REFEREE_PID', 'KEEPER_PID'):
    for fd in range(16):
        try: f = open(f'/proc/{os.environ[name]}/fd/{fd}', 'w')
        except OSError: continue
        f.write('{"done":true}')
        sys.exit(42)
