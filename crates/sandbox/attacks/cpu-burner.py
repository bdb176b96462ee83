# wall: limits
# expect: cpu
# cpu: 1
# More processor time than there is, in a process that never ends.
while True: pass
