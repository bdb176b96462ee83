# wall: own network
# expect: held
# Looks for a network, and makes one.
import fcntl, socket, struct, sys
if [name for _, name in socket.if_nameindex()] != ['lo']: sys.exit(42)
s = socket.socket()
for request in (0x8914, 0x8916, 0x890B):
    try: fcntl.ioctl(s, request, struct.pack('16sH22s', b'lo', 0, b''))
    except OSError: continue
    sys.exit(42)
