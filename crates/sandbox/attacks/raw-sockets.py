# wall: system call filter
# expect: held
# Sends packets of its own making.
import socket, sys
for args in ((socket.AF_INET, socket.SOCK_RAW, 1), (socket.AF_INET, socket.SOCK_RAW, 255), (socket.AF_PACKET, socket.SOCK_RAW, 3),
             (socket.AF_PACKET, socket.SOCK_DGRAM, 3), (socket.AF_INET6, socket.SOCK_RAW, 58)):
    try: socket.socket(*args)
    except OSError: continue
    sys.exit(42)
