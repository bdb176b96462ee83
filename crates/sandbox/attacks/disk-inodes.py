# wall: control groups
# expect: held, memory
# time: 60
# A million empty files.
import sys
try:
    for n in range(1000000): open(f'/tmp/{n}', 'w').close()
except OSError: sys.exit(0)
sys.exit(42)
