# wall: limits
# expect: held, memory, signal 25, clock
# needs: gcc
# time: 10
# A program of which most is nothing, but a lot of it.
printf 'char a[1L << 34] = {1};int main(void) { return 0; }\n' > /tmp/x.c
gcc -mcmodel=large -o /tmp/x /tmp/x.c 2>/dev/null && exit 42
exit 0
