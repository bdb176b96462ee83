# wall: own network
# expect: held
# A Python package whose set-up calls home and looks around.
import os, socket, subprocess, sys
os.chdir('/tmp')
open('setup.py', 'w').write('''
import os, socket, sys
if socket.socket().connect_ex(('1.1.1.1', 80)) == 0 or os.path.exists(os.environ['HOST_FILE']): sys.exit(42)
''')
sys.exit(subprocess.run([sys.executable, 'setup.py', 'install']).returncode)
