# wall: empty environment
# expect: held
# Looks for secrets of the referee in its own environment.
names=$(env | cut -d= -f1 | grep -vE '^(PATH|HOME|TMPDIR|LANG|PWD|VICTIM_PID|REFEREE_PID|KEEPER_PID|HOST_[A-Z]*)$')
[ -z "$names" ] || exit 42
