# wall: limits
# expect: held
# Temporary files until the disk is full.
import sys
try:
    for n in range(64):
        with open(f'/tmp/{n}', 'wb') as f: f.write(bytes(1 << 20))
except OSError: sys.exit(0)
sys.exit(42)
