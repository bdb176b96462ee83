# wall: control groups
# expect: clock
# time: 2
# Fifty processes that only burn processor time. Twenty-nine are let in, and they share one core.
import os
for _ in range(50):
    try:
        if os.fork() == 0:
            while True: pass
    except OSError: break
while True: pass
