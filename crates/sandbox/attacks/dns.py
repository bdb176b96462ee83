# wall: own network
# expect: held
# Asks for names, and tells them by asking.
import socket, sys
for name in ('example.com', 'secret.example.com'):
    try: socket.getaddrinfo(name, 80)
    except OSError: continue
    sys.exit(42)
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
for server in ('8.8.8.8', '1.1.1.1', '192.168.0.1'):
    try: s.sendto(b'x' * 20, (server, 53))
    except OSError: continue
    sys.exit(42)
