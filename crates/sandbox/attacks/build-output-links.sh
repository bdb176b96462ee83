# wall: read-only host
# expect: held
# A build whose output is links to what the host has.
cd /tmp
ln -s /etc/shadow bot
ln -s "$HOST_FILE" data
cat bot data >/dev/null 2>&1 && exit 42
exit 0
