# wall: own network
# expect: held
# Connects to a server of the host, and to the machines behind it.
import os, socket, sys
port = int(os.environ['HOST_PORT'])
for address in ('127.0.0.1', '10.0.0.1', '192.168.0.1', '172.17.0.1', '169.254.169.254', '1.1.1.1'):
    for number in (port, 22, 80):
        s = socket.socket()
        s.settimeout(0.2)
        if s.connect_ex((address, number)) == 0: sys.exit(42)
