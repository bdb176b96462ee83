# wall: system call filter
# expect: held
# Opens kinds of sockets that few have read the code of.
import socket, sys
for family in range(3, 46):
    if family in (socket.AF_INET6, socket.AF_NETLINK): continue
    for kind in (1, 2, 3, 5):
        try: socket.socket(family, kind)
        except OSError: continue
        sys.exit(42)
try: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 9)
except OSError: sys.exit(0)
sys.exit(42)
