# wall: limits
# expect: clock
# time: 1
# A start that never comes to its end.
exec sleep 600
