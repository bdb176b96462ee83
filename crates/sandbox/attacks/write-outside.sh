# wall: read-only host
# expect: held
# Writes everywhere but where it may.
for place in / /usr /usr/bin /usr/local /usr/lib /etc /dev /attack /proc /proc/self /bin; do
    if (echo x > $place/meydan-attack) 2>/dev/null; then echo $place; exit 42; fi
done
exit 0
