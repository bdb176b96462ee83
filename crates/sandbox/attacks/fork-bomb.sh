# wall: control groups
# expect: clock, exit 2
# time: 1
# Processes that start processes, without end.
bomb() { bomb | bomb & }
bomb
while :; do sleep 1; done
