"""What a cluster is made of: PostgreSQL, NATS, a bucket, arenas, and workers on machines of their own. A worker's machine is a network namespace with a
disk of its own, and so is the one with PostgreSQL, NATS and the bucket, where they are on a rack; it needs root, like the walls."""

import http.cookiejar, io, json, os, re, shutil, signal, socket, subprocess, sys, time, urllib.error, urllib.parse, urllib.request, zipfile
from pathlib import Path

from links import NET, Link, network, sh

ROOT = Path(__file__).resolve().parents[4]
MEYDAN = Path(os.environ.get("MEYDAN", ROOT / "target/debug/meydan"))
BUCKET = "s3://meydan"
WORKERS = 4
PASSWORD = "meydan-demo"
TICKS = os.sysconf("SC_CLK_TCK")


def port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def spent(process):
    """The seconds of processor time that a program has used, with all that it started and that has ended."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / TICKS


class Postgres:
    """PostgreSQL in a folder of its own, on this machine or on a rack."""

    def __init__(self, folder, rack=None):
        bins = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        self.bin, self.data, self.port, self.rack = bins[-1], folder / "postgres", port(), rack
        self.run = (rack.enter if rack else []) + (["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else [])
        self.url = self.url_from(None)
        self.data.mkdir()
        if os.getuid() == 0:
            shutil.chown(self.data, "postgres")
        self.call("initdb", "-D", self.data, "-U", "meydan", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        if rack:
            with open(self.data / "pg_hba.conf", "a") as rules:
                rules.write("host all all samenet trust\n")
        self.start()

    def url_from(self, arena):
        """Its address, as one of the arenas has it."""
        host = self.rack.host("PostgreSQL", arena) if self.rack else "127.0.0.1"
        return f"postgres://meydan@{host}:{self.port}/postgres"

    def call(self, program, *args):
        done = subprocess.run([*self.run, self.bin / program, *map(str, args)], cwd="/", stdout=subprocess.DEVNULL)
        done.check_returncode()

    def start(self):
        options = f"-c listen_addresses={'*' if self.rack else '127.0.0.1'} -c port={self.port} -c unix_socket_directories= -c max_connections=100"
        self.call("pg_ctl", "-D", self.data, "-l", self.data / "log", "-w", "start", "-o", options)

    def stop(self, how):
        self.call("pg_ctl", "-D", self.data, "-m", how, "-w", "stop")

    def ask(self, sql):
        done = subprocess.run(["psql", "-At", "-F", "|", self.url, "-c", sql], capture_output=True, text=True)
        done.check_returncode()
        return [line.split("|") for line in done.stdout.splitlines()]

    def count(self, sql):
        return int(self.ask(f"SELECT COUNT(*) FROM ({sql}) AS found")[0][0])


class Nats:
    """NATS with JetStream in a folder of its own, on this machine or on a rack; its wire is spoken where something is to be done to it."""

    def __init__(self, folder, rack=None):
        server = shutil.which("nats-server", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
        if not server:
            sys.exit("nats-server is not installed; `make test-cluster` installs it")
        self.store, self.port, self.rack = folder / "nats", port(), rack
        self.host = rack.host() if rack else "127.0.0.1"
        self.log = open(folder / "nats.log", "ab")
        self.command = [
            *(rack.enter if rack else []), server, "--jetstream", "--store_dir", self.store,
            "--addr", "0.0.0.0" if rack else "127.0.0.1", "--port", str(self.port),
        ]  # fmt: skip
        self.start()

    def url_from(self, arena):
        """Its address, as one of the arenas has it."""
        return f"nats://{self.rack.host('NATS', arena) if self.rack else self.host}:{self.port}"

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log)
        for _ in range(100):
            try:
                return socket.create_connection((self.host, self.port), 1).close()
            except OSError:
                time.sleep(0.1)
        sys.exit(f"NATS does not start; its log is {self.log.name}")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def lose(self):
        """Everything that it has kept is gone."""
        self.kill()
        shutil.rmtree(self.store, ignore_errors=True)
        self.start()

    def say(self, lines, answer=False):
        """Says something in NATS's own words, and hears at most one message."""
        with socket.create_connection((self.host, self.port), 5) as link:
            out, into = link.makefile("wb"), link.makefile("rb")
            into.readline()
            out.write(b'CONNECT {"verbose":false}\r\n' + (b"SUB here 1\r\n" if answer else b""))
            for subject, reply, body in lines:
                body = body.encode()
                out.write(f"PUB {subject} {reply} {len(body)}\r\n".encode() + body + b"\r\n")
            out.write(b"PING\r\n")
            out.flush()
            while answer or not into.readline().startswith(b"PONG"):
                line = into.readline().split() if answer else [b""]
                if not line:
                    raise OSError("NATS has gone")
                if line[0] == b"MSG":
                    return json.loads(into.read(int(line[-1])))

    def repeat(self, postgres):
        """Offers every job once more, whatever has become of it, and says how often."""
        place = postgres.ask("SELECT value FROM settings WHERE key = 'broker'")[0][0]
        jobs = postgres.ask("SELECT id, kind, attempt FROM jobs ORDER BY created DESC LIMIT 60")
        lines = []
        for job, kind, attempt in jobs:
            for number in {int(attempt), max(int(attempt) - 1, 0)}:
                body = json.dumps({"job": job, "attempt": number, "kind": kind, "priority": 0})
                lines += [(f"meydan.{place}.offer.{lane}.{kind}.{job}.{number}", "", body) for lane in ("final", "casual")]
        self.say(lines + [(f"meydan.{place}.bell", "", "")])
        return len(lines)

    def left(self, postgres):
        """How many offers are still to be delivered or answered, after a while. NATS that is killed may keep one that was answered: nobody gets it, and it goes after an hour."""
        place = postgres.ask("SELECT value FROM settings WHERE key = 'broker'")[0][0]
        for _ in range(100):
            left = 0
            for lane in ("final", "entry", "ranked", "casual", "later"):
                told = self.say([(f"$JS.API.CONSUMER.INFO.MEYDAN_{place}_OFFERS.{lane}", "here", "")], answer=True)
                left += told["num_pending"] + told["num_ack_pending"]
            if left == 0:
                break
            time.sleep(1)
        return left


class Bucket:
    """A bucket of S3 of the moment, on this machine or on a rack; `env` says where it is."""

    def __init__(self, rack=None):
        self.port, self.rack = port(), rack
        enter, host = (rack.enter, "0.0.0.0") if rack else ([], "127.0.0.1")
        command = [*enter, sys.executable, "-m", "moto.server", "-H", host, "-p", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.env = self.env_from(None)
        for _ in range(100):
            try:
                put = urllib.request.Request(f"{self.env['AWS_ENDPOINT']}/meydan", method="PUT")
                return urllib.request.urlopen(put, timeout=5).close()
            except OSError:
                time.sleep(0.2)
        sys.exit("the bucket does not answer; is moto installed? `make test-cluster` installs it")

    def env_from(self, arena):
        """The variables by which one of the arenas finds it."""
        host = self.rack.host("the bucket", arena) if self.rack else "127.0.0.1"
        return os.environ | {
            "AWS_ENDPOINT": f"http://{host}:{self.port}", "AWS_ALLOW_HTTP": "true", "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "meydan", "AWS_SECRET_ACCESS_KEY": "meydan", "MEYDAN_TEST_S3": BUCKET,
        }  # fmt: skip

    def size(self):
        """How many bytes are in it."""
        bytes, more = 0, ""
        while True:
            with urllib.request.urlopen(f"{self.env['AWS_ENDPOINT']}/meydan?list-type=2{more}", timeout=30) as answer:
                text = answer.read().decode()
            bytes += sum(map(int, re.findall(r"<Size>(\d+)</Size>", text)))
            token = re.search(r"<NextContinuationToken>(.+?)</NextContinuationToken>", text)
            if not token:
                return bytes
            more = f"&continuation-token={urllib.parse.quote(token[1])}"


class Arena:
    """One arena. It can be killed and begun again in the same place."""

    def __init__(self, name, folder, database, nats, env, hands, ahead=0, program=MEYDAN):
        self.name, self.data, self.port, self.program = name, folder / name, port(), program
        # Read again and again, so that the clock can be set while it runs.
        self.clock, self.ahead, self.database, self.true_env = folder / f"{name}.clock", ahead, database, env
        self.set_clock(ahead)
        self.env = env | {name: value for name, value in skew(ahead).items() if name != "FAKETIME"}
        if ahead:
            self.env |= {"FAKETIME_TIMESTAMP_FILE": str(self.clock), "FAKETIME_NO_CACHE": "1"}
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = open(folder / f"{name}.log", "ab")
        self.place = ["--data", self.data, "--database", database, "--store", BUCKET] + (["--nats", nats] if nats else [])
        self.names = [word for number in range(WORKERS) for word in ("--name", gateway(number))]
        self.begin(hands)

    def begin(self, hands):
        self.command = [
            self.program, "arena", "--listen", f"0.0.0.0:{self.port}", *self.place, *self.names, "--workers", str(hands),
            "--demo", "--log", "json",
        ]  # fmt: skip
        self.start()

    def refuses(self, said, ahead=0, store=BUCKET):
        """Whether another arena on this database, begun otherwise, ends at once and says this."""
        place = ["--data", f"{self.data}-refused", "--database", self.database, "--store", store]
        command = [self.program, "arena", "--listen", "127.0.0.1:0", *place, "--workers", "0"]
        try:
            ended = subprocess.run(command, env=self.true_env | skew(ahead), capture_output=True, text=True, timeout=60)
        except subprocess.TimeoutExpired:
            return False
        return ended.returncode != 0 and said in ended.stderr

    def worker_token(self, label):
        command = [self.program, "arena", "worker-token", label, *self.place]
        return subprocess.run(command, env=self.env, stdout=subprocess.PIPE, text=True, check=True).stdout.strip()

    def start(self):
        self.process = subprocess.Popen(self.command, env=self.env, stdout=self.log, stderr=self.log)

    def wait(self, seconds=90):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                return urllib.request.urlopen(f"{self.url}/healthz", timeout=2).read()
            except OSError:
                if self.process.poll() is not None:
                    sys.exit(f"{self.name} has ended; its log is {self.log.name}")
                time.sleep(0.3)
        sys.exit(f"{self.name} does not answer; its log is {self.log.name}")

    def readiness(self):
        """What it answers to a balancer, which does not wait for long."""
        try:
            return urllib.request.urlopen(f"{self.url}/readyz", timeout=10).status
        except urllib.error.HTTPError as error:
            return error.code
        except OSError:
            return 0

    def metric(self, name):
        """A number that it tells Prometheus."""
        try:
            with urllib.request.urlopen(f"{self.url}/metrics", timeout=10) as answer:
                found = re.search(rf"^{name} (\S+)$", answer.read().decode(), re.MULTILINE)
        except OSError:
            return None
        return found and float(found[1])

    def set_clock(self, ahead):
        """How many seconds its clock is ahead, where it can be set at all."""
        self.clock.write_text(f"{ahead:+d}s\n")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


def gateway(number):
    """Where a worker's machine finds the arenas."""
    return f"10.77.{NET + number}.1"


def skew(ahead):
    """The variables of a program whose clock is ahead by so many seconds."""
    library = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    if ahead == 0 or not library:
        return {}
    return {"LD_PRELOAD": str(library[0]), "FAKETIME": f"{ahead:+d}s", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}


class Worker:
    """A worker on a machine of its own: a network that can be cut, and a small disk."""

    def __init__(self, number, folder, arena, token, ahead=0, program=MEYDAN, walls=False):
        self.program, net = program, f"meydan-{NET + number}"
        # The one hides the machine's control groups, without which nothing of strangers is built or played.
        self.enter = ["nsenter", f"--net=/run/netns/{net}"] if walls else ["ip", "netns", "exec", net]
        self.number, self.net = number, net
        self.data, self.ahead = folder / f"worker-{number}", ahead
        self.log = open(folder / f"worker-{number}.log", "ab")
        self.env = os.environ | {"MEYDAN_WORKER_TOKEN": token} | skew(ahead)
        self.data.mkdir()
        sh("mount", "-t", "tmpfs", "-o", "size=192m", "tmpfs", self.data)
        network(net)
        self.link = Link(net, f"mw{NET + number}", gateway(number), f"10.77.{NET + number}.2", 24)
        self.process = None
        self.works_for(arena)

    def works_for(self, arena, hands=1):
        self.command = [
            *self.enter, self.program, "worker", "--arena", f"http://{gateway(self.number)}:{arena.port}",
            "--data", self.data, "--name", self.net, "--hands", str(hands), "--log", "json",
        ]  # fmt: skip
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, env=self.env, stdout=self.log, stderr=self.log)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def drain(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(120)
        return self.process.returncode

    def fill(self, seconds):
        ballast = self.data / "ballast"
        with open(ballast, "wb") as out:
            try:
                while True:
                    out.write(b"x" * (1 << 20))
                    out.flush()
            except OSError:
                pass
        time.sleep(seconds)
        ballast.unlink()

    def remove(self):
        if self.process and self.process.poll() is None:
            self.kill()
        self.link.remove()
        sh("ip", "netns", "del", self.net, check=False)
        sh("umount", "-l", self.data, check=False)


class Person:
    """Somebody with a browser. The cookie is good at every arena."""

    def __init__(self):
        self.jar = http.cookiejar.CookieJar()
        self.browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))

    def ask(self, arena, path, body=None, raw=False, kind="application/json"):
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(f"{arena.url}/api/v1{path}", data, {"content-type": kind})
        with self.browser.open(request, timeout=15) as answer:
            text = answer.read()
        return text if raw else json.loads(text) if text else None


def allow(postgres, setting, value):
    """Sets a number among the settings of the contest for show."""
    postgres.ask(f"UPDATE contests SET settings = jsonb_set(settings::jsonb, '{setting}', '{value}')::text WHERE slug = 'demo'")


def kit(game="jungle"):
    """A starter kit as an archive."""
    out, folder = io.BytesIO(), ROOT / "kits" / game / "python"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                archive.write(file, file.relative_to(folder))
    return out.getvalue()


def end(processes, workers, postgres, rack=None):
    """Ends everything, whatever it is doing."""
    for worker in workers:
        worker.remove()
    for process in processes:
        process.send_signal(signal.SIGCONT)
        process.kill()
        process.wait()
    postgres.stop("immediate")
    if rack:
        rack.remove()
