# wall: read-only host
# expect: held
# Links a program of root's into a folder of its own.
import os, sys
for target in ('/usr/bin/su', '/etc/passwd', '/attack/hard-links.py', '/proc/1/environ'):
    try: os.link(target, '/tmp/x')
    except OSError: continue
    sys.exit(42)
