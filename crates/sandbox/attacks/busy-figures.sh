# wall: own processes
# expect: held
# Reads from the kernel how busy the other seats are.
for file in loadavg schedstat interrupts diskstats vmstat pressure/cpu timer_list locks keys; do
    [ -z "$(cat /proc/$file 2>/dev/null)" ] || exit 42
done
exit 0
