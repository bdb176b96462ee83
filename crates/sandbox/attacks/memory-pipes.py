# wall: limits
# expect: held, memory
# Pipes full of bytes that nobody reads.
import fcntl, os, sys
pipes = []
try:
    while len(pipes) < 2000:
        r, w = os.pipe()
        pipes.append(w)
        os.set_blocking(w, False)
        try: fcntl.fcntl(w, 1031, 1 << 20)
        except OSError: pass
        try:
            while True: os.write(w, bytes(4096))
        except BlockingIOError: pass
except OSError: sys.exit(0)
sys.exit(42)
