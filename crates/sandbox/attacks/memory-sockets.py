# wall: limits
# expect: held, memory
# Sockets full of bytes that nobody reads.
import socket, sys
pairs = []
try:
    while len(pairs) < 2000:
        a, b = socket.socketpair()
        pairs.append((a, b))
        a.setblocking(False)
        try:
            while True: a.send(bytes(65536))
        except BlockingIOError: pass
except OSError: sys.exit(0)
sys.exit(42)
