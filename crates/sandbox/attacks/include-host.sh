# wall: read-only host
# expect: held
# needs: gcc
# Source files that include what they should not see.
for file in /etc/shadow /root/.bashrc "$HOST_FILE"; do
    printf '#include "%s"\n' $file > /tmp/x.c
    gcc -E /tmp/x.c 2>&1 | grep -q 'No such file\|Permission denied' || exit 42
    printf '__asm__(".incbin \\"%s\\"");int main(void) { return 0; }\n' $file > /tmp/y.c
    gcc -o /tmp/y /tmp/y.c 2>/dev/null && exit 42
done
exit 0
