# wall: no privilege
# expect: held
# Becomes root through programs that may.
for program in su mount umount passwd newgrp chfn; do
    file=$(command -v $program) || continue
    [ "$(id -u)" = 0 ] && exit 42
done
cp /bin/sh /tmp/sh && chmod 4755 /tmp/sh
[ "$(/tmp/sh -p -c 'id -u')" = 0 ] && exit 42
su -c true </dev/null >/dev/null 2>&1 && exit 42
exit 0
