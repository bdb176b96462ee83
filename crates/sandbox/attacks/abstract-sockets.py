# wall: own network
# expect: held
# Connects to sockets of the host and of the other bot that have no file.
import os, socket, sys
for name in (os.environ['HOST_SOCKET'], 'meydan-victim'):
    if socket.socket(socket.AF_UNIX).connect_ex('\0' + name) == 0: sys.exit(42)
listed = open('/proc/net/unix').read()
if os.environ['HOST_SOCKET'] in listed or 'meydan-victim' in listed: sys.exit(42)
