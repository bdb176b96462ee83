# wall: control groups
# expect: memory
# Memory without end, a little in each of many children.
import os, time
for _ in range(25):
    if os.fork() == 0:
        x = bytearray(b'x') * (12 << 20)
        time.sleep(60)
time.sleep(60)
