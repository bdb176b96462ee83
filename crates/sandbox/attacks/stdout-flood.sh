# wall: limits
# expect: output
# Output without end.
exec yes
