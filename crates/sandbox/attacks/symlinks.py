# wall: read-only host
# expect: held
# Reaches through links to what it cannot reach.
import os, sys
for n, target in enumerate(['/proc/1/root', '/proc/self/root/../root', os.environ['HOST_FILE'], '/../../../root']):
    os.symlink(target, f'/tmp/{n}')
    if os.path.exists(f'/tmp/{n}'): sys.exit(42)
