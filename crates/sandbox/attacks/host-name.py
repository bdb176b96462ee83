# wall: own processes
# expect: held
# Reads and changes the name of the host.
import socket, sys
if socket.gethostname() != 'jail': sys.exit(42)
try: socket.sethostname('mine')
except OSError: sys.exit(0)
sys.exit(42)
