"""A client of galaxy that ends every turn at once. Its server calls it on a port of its own. The words after it: `idle` never ends a
turn and notes every call, `lazy` puts one troop and never ends a turn, `slow` logs in late, `early` is ready before it listens, `wrong` names a
planet that is not there."""
import http.server, json, os, sys, threading, time, urllib.parse, urllib.request
def ask(path, fields=None, token=''):
    data = urllib.parse.urlencode(fields).encode() if fields else None
    request = urllib.request.Request('http://127.0.0.1:12345' + path, data, {'x-access-token': token})
    return json.load(urllib.request.urlopen(request))
if 'slow' in sys.argv: time.sleep(1)
me = ask('/login', {'token': 'secret'})
print('player', me['player_id'], flush=True)
def play():
    if 'idle' in sys.argv: return
    if 'lazy' in sys.argv:
        for node in range(200):
            try: return ask('/put_one_troop', {'node_id': node}, me['token'])
            except Exception: pass
        return
    try:
        if 'wrong' in sys.argv: ask('/put_one_troop', {'node_id': 60000}, me['token'])
    except Exception: pass
    try:
        while True: ask('/next_state', token=me['token'])
    except Exception: pass
class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_): pass
    def do_GET(self):
        if 'idle' in sys.argv: open('called-' + self.path[1:], 'a').write('.')
        self.send_response(200); self.send_header('Content-Length', '0'); self.end_headers()
        if self.path in ('/init', '/turn'): threading.Thread(target=play).start()
        if self.path == '/kill': threading.Timer(0.05, lambda: os._exit(0)).start()
if 'early' in sys.argv: ask('/ready', token=me['token'])
server = http.server.ThreadingHTTPServer(('127.0.0.1', me['port']), Handler)
ask('/ready', token=me['token'])
server.serve_forever()
