# wall: keeper
# expect: held
# Many daemons, each waiting for the end of the match to start more.
import os, signal, time
for _ in range(10):
    if os.fork() == 0:
        os.setsid()
        for number in (1, 2, 15): signal.signal(number, lambda *_: os.fork())
        time.sleep(600)
time.sleep(0.2)
