# wall: no privilege
# expect: held
# Goes before everybody else at the processor.
import os, sys
for call in (lambda: os.nice(-5), lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(50)),
             lambda: os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))):
    try: call()
    except OSError: continue
    sys.exit(42)
