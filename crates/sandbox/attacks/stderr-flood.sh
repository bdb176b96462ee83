# wall: limits
# expect: output
# Complaints without end.
exec yes >&2
