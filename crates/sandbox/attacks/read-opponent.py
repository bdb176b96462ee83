# wall: own processes
# expect: held
# Reads environment, command line, files and memory of the other bot and the referee.
import os, sys
for name in ('VICTIM_PID', 'REFEREE_PID', 'KEEPER_PID'):
    for file in ('environ', 'cmdline', 'mem', 'maps', 'status', 'stat', 'io', 'fd/0', 'root/etc/hosts', 'cwd/.'):
        if os.path.exists(f'/proc/{os.environ[name]}/{file}'): sys.exit(42)
