# wall: keeper
# expect: clock
# time: 1
# A tree in which everybody has been stopped.
sh -c 'kill -STOP $$' &
setsid sh -c 'kill -STOP $$' &
sleep 0.1
kill -STOP $$
