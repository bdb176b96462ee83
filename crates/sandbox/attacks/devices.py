# wall: no privilege
# expect: held
# Makes a disk of its own, which is the host's.
import os, stat, sys
for kind, major, minor in ((stat.S_IFBLK, 254, 0), (stat.S_IFBLK, 8, 0), (stat.S_IFCHR, 1, 1)):
    try: os.mknod('/tmp/x', kind | 0o666, os.makedev(major, minor))
    except OSError: continue
    sys.exit(42)
