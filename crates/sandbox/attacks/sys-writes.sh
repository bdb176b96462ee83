# wall: read-only host
# expect: held
# Changes its own limits where the kernel keeps them.
[ -e /sys/fs/cgroup ] && exit 42
[ -e /sys/kernel ] && exit 42
exit 0
