#!/bin/sh
# Runs a command with a NATS of the moment with JetStream, whose address it finds in MEYDAN_TEST_NATS:
#   crates/nats/tests/nats.sh cargo test --workspace --test nats
# Where there is no nats-server, or it does not start, that is said and the command runs without.
set -eu

[ -z "${MEYDAN_TEST_NATS:-}" ] || exec "$@"

without() {
    echo "NATS is NOT tested: $1" >&2
    shift
    exec "$@"
}

server=$(command -v nats-server || true)
[ -n "$server" ] || for place in /usr/sbin/nats-server /usr/local/sbin/nats-server; do [ ! -x "$place" ] || server=$place; done
[ -n "$server" ] || without "nats-server is not installed" "$@"

folder=$(mktemp -d)
"$server" --jetstream --store_dir "$folder/store" --addr 127.0.0.1 --port -1 --ports_file_dir "$folder" >"$folder/log" 2>&1 &
nats=$!
end() {
    kill $nats 2>/dev/null || true
    wait $nats 2>/dev/null || true
    rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM

port=
for _ in $(seq 100); do
    port=$(sed -n 's|.*"nats://127.0.0.1:\([0-9]*\)".*|\1|p' "$folder"/*.ports 2>/dev/null | head -n 1 || true)
    [ -z "$port" ] || break
    kill -0 $nats 2>/dev/null || break
    sleep 0.1
done
if [ -z "$port" ]; then
    cat "$folder/log" >&2
    end
    trap - EXIT
    without "it does not start" "$@"
fi

MEYDAN_TEST_NATS="nats://127.0.0.1:$port" "$@"
