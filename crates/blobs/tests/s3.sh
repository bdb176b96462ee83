#!/bin/sh
# Runs a command with a server of S3 of the moment (moto), whose bucket it finds in MEYDAN_TEST_S3:
#   PYTHON=target/cluster/bin/python crates/blobs/tests/s3.sh cargo test --workspace --test s3
# Where moto is not there, or does not start, that is said and the command runs without.
set -eu

[ -z "${MEYDAN_TEST_S3:-}" ] || exec "$@"

without() {
    echo "S3 is NOT tested: $1" >&2
    shift
    exec "$@"
}

python=${PYTHON:-python3}
"$python" -c 'import moto.server' 2>/dev/null || without "moto is not installed" "$@"
command -v curl >/dev/null || without "curl is not installed" "$@"

port=$("$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
"$python" -m moto.server -H 127.0.0.1 -p "$port" >/dev/null 2>&1 &
moto=$!
trap 'kill $moto 2>/dev/null || true' EXIT
trap 'exit 130' INT TERM
curl --silent --fail --retry 60 --retry-delay 1 --retry-all-errors -X PUT "http://127.0.0.1:$port/meydan" >/dev/null ||
    { kill $moto 2>/dev/null || true; trap - EXIT; without "moto does not start" "$@"; }

AWS_ENDPOINT="http://127.0.0.1:$port" AWS_ALLOW_HTTP=true AWS_REGION=us-east-1 AWS_ACCESS_KEY_ID=meydan \
    AWS_SECRET_ACCESS_KEY=meydan GOOGLE_BASE_URL="http://127.0.0.1:$port" GOOGLE_BEARER_TOKEN=meydan \
    MEYDAN_TEST_S3=s3://meydan "$@"
