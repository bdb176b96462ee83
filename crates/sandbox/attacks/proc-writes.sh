# wall: read-only host
# expect: held
# Changes settings of the kernel.
for file in sys/kernel/core_pattern sys/kernel/hostname sys/vm/drop_caches sys/kernel/sysrq sysrq-trigger sys/net/ipv4/ip_forward 1/oom_score_adj; do
    (echo 0 > /proc/$file) 2>/dev/null && exit 42
done
exit 0
