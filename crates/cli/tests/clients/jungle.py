"""A client of jungle that never moves. The word after it is its team's name, and one of the name `mute` never answers; a second word, a port, is where its server is."""
import base64, json, os, socket, struct, sys
name, port = sys.argv[1], int((sys.argv[2:] or ['8765'])[0])
line = socket.create_connection(('127.0.0.1', port))
key = base64.b64encode(os.urandom(16)).decode()
line.sendall(('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ' + key + '\r\nSec-WebSocket-Version: 13\r\n\r\n').encode())
stream = line.makefile('rb')
while stream.readline() != b'\r\n': pass
def say(message):
    data = json.dumps(message).encode()
    head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else bytes([0x81, 0xfe]) + struct.pack('>H', len(data))
    line.sendall(head + b'\0\0\0\0' + data)
def hear():
    head = stream.read(2)
    if len(head) < 2 or head[0] & 15 == 8: return None
    length = head[1] & 127
    if length == 126: length = struct.unpack('>H', stream.read(2))[0]
    elif length == 127: length = struct.unpack('>Q', stream.read(8))[0]
    return head[0] & 15, stream.read(length)
token = os.environ.get('TOKEN')
say({'type': 'REGISTER', 'token': token} if token else {'type': 'REGISTER', 'teamName': name})
while True:
    heard = hear()
    if heard is None: break
    if heard[0] != 1: continue
    tick = json.loads(heard[1])
    if tick.get('tick') == 0: print('team', tick.get('teamId'), 'as', name, flush=True)
    if name == 'mute': continue
    say({'type': 'COMMAND', 'tick': tick.get('tick'), 'actions': []})
