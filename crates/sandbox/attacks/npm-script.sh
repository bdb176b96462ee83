# wall: read-only host
# expect: held, memory
# needs: npm
# memory: 1024
# A Node package that runs a program when it is installed.
cd /tmp
cat > package.json <<'END'
{"name": "x", "version": "1.0.0", "scripts": {"preinstall": "cat $HOST_FILE /etc/shadow > /tmp/found || true; echo x > /usr/meydan-attack || true"}}
END
npm install --offline --no-audit --no-fund >/dev/null 2>&1
[ -s /tmp/found ] && exit 42
exit 0
