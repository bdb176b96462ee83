# wall: control groups
# expect: held, memory, clock, output
# needs: gcc
# A source file that includes a device without end.
printf '#include "/dev/zero"\nint main(void) {}\n' > /tmp/x.c
timeout 20 gcc -o /tmp/x /tmp/x.c 2>/dev/null && exit 42
exit 0
