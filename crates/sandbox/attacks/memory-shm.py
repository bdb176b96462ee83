# wall: limits
# expect: held
# Files in shared memory until something gives.
import sys
try:
    for n in range(64):
        with open(f'/dev/shm/{n}', 'wb') as f: f.write(bytes(1 << 20))
except OSError: sys.exit(0)
sys.exit(42)
