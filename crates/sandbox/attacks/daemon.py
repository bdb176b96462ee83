# wall: keeper
# expect: held
# A daemon in a session of its own, which its parents leave behind.
import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        for fd in range(3): os.close(fd)
        time.sleep(600)
    os._exit(0)
os.wait()
