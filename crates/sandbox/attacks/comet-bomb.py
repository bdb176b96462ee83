# wall: control groups
# expect: clock
# time: 1
# Children that fork the next and die, faster than anybody can count.
import os, signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(8):
    try: child = os.fork() == 0
    except OSError: continue
    if child:
        os.setsid()
        while True:
            try:
                if os.fork(): os._exit(0)
            except OSError: pass
signal.pause()
