# wall: read-only host
# expect: held
# needs: make
# A build file that does more than build.
cd /tmp
printf 'all:\n\techo x > /usr/bin/meydan-attack\n\tcat /etc/shadow\n' > Makefile
make -s -k 2>/dev/null && exit 42
exit 0
