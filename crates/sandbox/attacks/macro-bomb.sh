# wall: control groups
# expect: held, memory, clock
# needs: gcc
# time: 10
# A page of macros that unfolds to terabytes.
{ echo '#define A0 0,0,0,0,0,0,0,0'
  for n in 1 2 3 4 5 6 7 8 9; do p=A$((n - 1)); echo "#define A$n $p,$p,$p,$p,$p,$p,$p,$p"; done
  echo 'int a[] = { A9 };'; } > /tmp/x.c
gcc -c -o /tmp/x.o /tmp/x.c 2>/dev/null && exit 42
exit 0
