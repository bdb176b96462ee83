# wall: read-only host
# expect: held
# Reads what every host has and no bot needs.
for file in /etc/shadow /etc/ssh/sshd_config /root /home /var/log /var/lib /boot /run /sys/class /proc/1/root/etc; do
    if cat $file >/dev/null 2>&1 || ls $file >/dev/null 2>&1; then echo $file; exit 42; fi
done
