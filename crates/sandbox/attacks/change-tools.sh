# wall: read-only host
# expect: held
# Changes a program that other bots use.
for file in /usr/bin/python3 /usr/bin/env /bin/sh; do
    (echo x >> $file) 2>/dev/null && exit 42
    (mv $file /tmp/x) 2>/dev/null && exit 42
    (chmod 777 $file) 2>/dev/null && exit 42
done
exit 0
