# wall: own network
# expect: held
# Connects to the port on which the other bot listens.
import socket, sys
if socket.socket().connect_ex(('127.0.0.1', 9000)) == 0: sys.exit(42)
s = socket.socket()
s.bind(('127.0.0.1', 9000))
s.listen()
