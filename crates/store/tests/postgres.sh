#!/bin/sh
# Runs a command with a PostgreSQL of the moment, whose address it finds in MEYDAN_TEST_POSTGRES:
#   crates/store/tests/postgres.sh cargo test --workspace --test contract
# Where there is no PostgreSQL, or it does not start, that is said and the command runs without.
set -eu

[ -z "${MEYDAN_TEST_POSTGRES:-}" ] || exec "$@"

without() {
    echo "PostgreSQL is NOT tested: $1" >&2
    shift
    exec "$@"
}

programs=$(find /usr/lib/postgresql -maxdepth 2 -name bin 2>/dev/null | sort -V | tail -n 1)
[ -n "$programs" ] || programs=$(dirname "$(command -v initdb || true)")
[ -x "$programs/initdb" ] || without "it is not installed" "$@"

# It refuses to run as root; Debian's package brings a user for it.
as=
if [ "$(id -u)" = 0 ]; then
    id postgres >/dev/null 2>&1 || without "root cannot run it, and there is no user postgres" "$@"
    as="runuser -u postgres --"
fi

# In target, unless that user cannot go there.
target=${CARGO_TARGET_DIR:-$(dirname "$0")/../../../target}
mkdir -p "$target"
folder=$(mktemp -d "$(cd "$target" && pwd)/postgres.XXXXXX")
[ -z "$as" ] || chown postgres "$folder"
if ! (cd / && $as test -w "$folder"); then
    rmdir "$folder"
    folder=$(mktemp -d)
    [ -z "$as" ] || chown postgres "$folder"
fi

end() {
    (cd / && $as "$programs/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1) || true
    rm -rf "$folder"
}
trap end EXIT
trap 'exit 130' INT TERM

password=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
begin() {
    cd /
    echo "$password" | $as tee "$folder/password" >/dev/null
    $as "$programs/initdb" -D "$folder/data" -U meydan --auth=scram-sha-256 --pwfile="$folder/password" -E UTF8 --locale=C.UTF-8 --no-sync
    $as "$programs/pg_ctl" -D "$folder/data" -l "$folder/log" -w -t 60 start \
        -o "-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories= -c fsync=off -c max_connections=300"
}
if ! (begin) >"$folder.said" 2>&1; then
    cat "$folder.said" "$folder/log" >&2 || true
    rm -f "$folder.said"
    end
    trap - EXIT
    without "it does not start" "$@"
fi
rm -f "$folder.said"

MEYDAN_TEST_POSTGRES="postgres://meydan:$password@127.0.0.1:$port/postgres" "$@"
