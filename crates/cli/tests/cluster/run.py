#!/usr/bin/env python3
"""Two arenas on one PostgreSQL, one NATS and one bucket with three workers on machines of their own, under load, while things are killed, stopped,
restarted, cut off, filled up and delivered twice.

    make test-cluster                 (SEED=7 SECONDS=90 choose another schedule; every fault comes once in any case)
    SIEGE=0 make test-cluster         (only how much quicker more workers are; NATS=0 does everything without NATS)

A worker's machine is a network namespace with a disk of its own; it needs root, like the walls. One arena's clock is ahead and one worker's is behind.
Every match must end exactly once and be the same when it is played again, no submission may be lost, nothing may be made twice, and
both arenas must compute the same standing from the table. What was done and what was found is printed as a table, then how much quicker more workers are and
whether the simulation, fed with what tasks were measured to cost, tells how long they took (within 20 %).
"""

import datetime, http.cookiejar, json, os, random, shutil, signal, socket, statistics, subprocess, sys, tempfile, time, urllib.error, urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
MEYDAN = Path(os.environ.get("MEYDAN", ROOT / "target/debug/meydan"))
SEED, SECONDS = int(os.environ.get("SEED", 17)), int(os.environ.get("SECONDS", 75))
BUCKET = "s3://meydan"
WORKERS = 4
# How many matches of house bots are played for each measure.
MEASURED = int(os.environ.get("MEASURED", 24))
# Other runs on this machine have networks of their own.
NET = 20 + os.getpid() % 50 * 4
PASSWORD = "meydan-demo"


def port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Postgres:
    """PostgreSQL in a folder of its own."""

    def __init__(self, folder):
        bins = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        self.bin, self.data, self.port = bins[-1], folder / "postgres", port()
        self.run = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        self.url = f"postgres://meydan@127.0.0.1:{self.port}/postgres"
        self.data.mkdir()
        if self.run:
            shutil.chown(self.data, "postgres")
        self.call("initdb", "-D", self.data, "-U", "meydan", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync")
        self.start()

    def call(self, program, *args):
        done = subprocess.run([*self.run, self.bin / program, *map(str, args)], cwd="/", stdout=subprocess.DEVNULL)
        done.check_returncode()

    def start(self):
        options = f"-c listen_addresses=127.0.0.1 -c port={self.port} -c unix_socket_directories= -c max_connections=100"
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
    """NATS with JetStream in a folder of its own; its wire is spoken where something is to be done to it."""

    def __init__(self, folder):
        server = shutil.which("nats-server", path=f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin")
        if not server:
            sys.exit("nats-server is not installed; `make test-cluster` installs it")
        self.store, self.port = folder / "nats", port()
        self.url = f"nats://127.0.0.1:{self.port}"
        self.log = open(folder / "nats.log", "ab")
        self.command = [server, "--jetstream", "--store_dir", self.store, "--addr", "127.0.0.1", "--port", str(self.port)]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.command, stdout=self.log, stderr=self.log)
        for _ in range(100):
            try:
                return socket.create_connection(("127.0.0.1", self.port), 1).close()
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
        with socket.create_connection(("127.0.0.1", self.port), 5) as link:
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
        """How many offers nobody has answered for good, after a while."""
        place = postgres.ask("SELECT value FROM settings WHERE key = 'broker'")[0][0]
        for _ in range(100):
            told = self.say([(f"$JS.API.STREAM.INFO.MEYDAN_{place}_OFFERS", "here", "")], answer=True)
            if told["state"]["messages"] == 0:
                return 0
            time.sleep(1)
        return told["state"]["messages"]


class Arena:
    """One arena. It can be killed and begun again in the same place."""

    def __init__(self, name, folder, database, nats, env, hands, ahead=0):
        self.name, self.data, self.port, self.env = name, folder / name, port(), env | skew(ahead)
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = open(folder / f"{name}.log", "ab")
        self.place = ["--data", self.data, "--database", database, "--store", BUCKET] + (["--nats", nats.url] if nats else [])
        self.names = [word for number in range(WORKERS) for word in ("--name", gateway(number))]
        self.begin(hands)

    def begin(self, hands):
        self.command = [
            MEYDAN, "arena", "--listen", f"0.0.0.0:{self.port}", *self.place, *self.names, "--workers", str(hands),
            "--demo", "--log", "json",
        ]  # fmt: skip
        self.start()

    def worker_token(self, label):
        command = [MEYDAN, "arena", "worker-token", label, *self.place]
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


def sh(*command, check=True):
    return subprocess.run([str(word) for word in command], check=check, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


class Worker:
    """A worker on a machine of its own: a network that can be cut, and a small disk."""

    def __init__(self, number, folder, arena, token, ahead=0):
        self.number, self.net, self.link = number, f"meydan-{NET + number}", f"mw{NET + number}"
        self.data, self.ahead = folder / f"worker-{number}", ahead
        self.log = open(folder / f"worker-{number}.log", "ab")
        self.env = os.environ | {"MEYDAN_WORKER_TOKEN": token} | skew(ahead)
        self.data.mkdir()
        sh("mount", "-t", "tmpfs", "-o", "size=192m", "tmpfs", self.data)
        inner, machine = f"{self.link}i", f"10.77.{NET + number}.2/24"
        sh("ip", "netns", "add", self.net)
        sh("ip", "link", "add", self.link, "type", "veth", "peer", "name", inner, "netns", self.net)
        sh("ip", "addr", "add", f"{gateway(number)}/24", "dev", self.link)
        sh("ip", "link", "set", self.link, "up")
        sh("ip", "-n", self.net, "addr", "add", machine, "dev", inner)
        sh("ip", "-n", self.net, "link", "set", inner, "up")
        sh("ip", "-n", self.net, "link", "set", "lo", "up")
        self.process = None
        self.works_for(arena)

    def works_for(self, arena, hands=1):
        self.command = [
            "ip", "netns", "exec", self.net, MEYDAN, "worker", "--arena", f"http://{gateway(self.number)}:{arena.port}",
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

    def cut(self, seconds):
        sh("ip", "link", "set", self.link, "down")
        time.sleep(seconds)
        sh("ip", "link", "set", self.link, "up")

    def slow(self, seconds):
        sh("tc", "qdisc", "add", "dev", self.link, "root", "tbf", "rate", "256kbit", "burst", "16kb", "latency", "400ms")
        time.sleep(seconds)
        sh("tc", "qdisc", "del", "dev", self.link, "root", check=False)

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
        sh("ip", "link", "del", self.link, check=False)
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


def kit():
    """The starter kit that is submitted, as an archive."""
    import io, zipfile

    out, folder = io.BytesIO(), ROOT / "kits/jungle/python"
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                archive.write(file, file.relative_to(folder))
    return out.getvalue()


def main():
    folder = Path(tempfile.mkdtemp(prefix="meydan-cluster-"))
    folder.chmod(0o755)
    chance, done = random.Random(SEED), {}
    postgres, nats = Postgres(folder), Nats(folder) if os.environ.get("NATS") != "0" else None
    s3 = port()
    moto = subprocess.Popen(
        [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(s3)],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    env = os.environ | {
        "AWS_ENDPOINT": f"http://127.0.0.1:{s3}", "AWS_ALLOW_HTTP": "true", "AWS_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "meydan", "AWS_SECRET_ACCESS_KEY": "meydan", "MEYDAN_TEST_S3": BUCKET,
    }  # fmt: skip
    try:
        for _ in range(100):
            try:
                put = urllib.request.Request(f"http://127.0.0.1:{s3}/meydan", method="PUT")
                urllib.request.urlopen(put, timeout=5)
                break
            except OSError:
                time.sleep(0.2)
        test = os.environ.get("CARGO")
        if test:
            subprocess.run([test, "test", "--workspace", "--locked", "--test", "s3"], env=env, cwd=ROOT, check=True)
        # One has a worker in its own process, too; the clock of the other is ahead.
        arenas = [Arena("one", folder, postgres.url, nats, env, 1)]
        # The contest for show is made by the first, once.
        arenas[0].wait()
        arenas.append(Arena("two", folder, postgres.url, nats, env, 0, ahead=9))
        arenas[1].wait()
        token = arenas[0].worker_token("cluster")
        workers = [Worker(number, folder, arenas[number % 2], token, ahead=-3600 * (number == 2)) for number in range(3)]
        if skew(9):
            done["one arena's clock is 9 s ahead, one worker's an hour behind"] = 1
        wrong = []
        if os.environ.get("SIEGE") != "0":
            found = siege(chance, done, postgres, nats, moto, arenas, workers)
            wrong = show(done, found)
        throughput(folder, postgres, arenas, workers, token)
    finally:
        for worker in locals().get("workers", []):
            worker.remove()
        for process in [moto] + ([nats.process] if nats else []) + [arena.process for arena in locals().get("arenas", [])]:
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()
        postgres.stop("immediate")
    if wrong:
        sys.exit(f"something is wrong; the logs are in {folder}")
    shutil.rmtree(folder, ignore_errors=True)


def show(done, found):
    """Prints what was done and what was found, and gives what is wrong."""
    wrong = [name for name, (seen, wanted) in found.items() if seen != wanted]
    print(f"\nseed {SEED}, {SECONDS} s")
    for name, times in sorted(done.items()):
        print(f"  done   {name:62} {times:>6}")
    for name, (seen, wanted) in found.items():
        print(f"  {'WRONG' if name in wrong else 'found':6} {name:62} {seen:>6}" + ("" if seen == wanted else f"  not {wanted}"))
    return wrong


def drain(postgres):
    """Waits until nothing is to be done, for a moment."""
    end = time.monotonic() + 300
    while time.monotonic() < end and postgres.count("SELECT 1 FROM jobs WHERE state IN ('queued', 'running')"):
        time.sleep(0.3)


def close(organiser, arena, slug):
    """Closes a contest. Something may change in it at that moment; then it is to be looked at again."""
    for _ in range(20):
        try:
            return organiser.ask(arena, f"/contests/{slug}/state", {"to": "closed"})
        except urllib.error.HTTPError as error:
            if error.code != 409:
                raise
            time.sleep(0.5)
    sys.exit(f"{slug} cannot be closed")


def siege(chance, done, postgres, nats, moto, arenas, workers):
    def did(what):
        done[what] = done.get(what, 0) + 1

    one, two = arenas
    organiser, contestant = Person(), Person()
    # Who signs in at one arena is known at the other.
    organiser.ask(one, "/signin", {"name": "organiser", "password": PASSWORD})
    contestant.ask(two, "/signin", {"name": "contestant", "password": PASSWORD})
    known = sum(person.ask(arena, "/me") is not None for person in (organiser, contestant) for arena in arenas)
    team = postgres.ask("SELECT team FROM members LIMIT 1")[0][0]
    # Five wrong passwords a minute are borne, at both arenas together.
    refused = 0
    for number in range(8):
        try:
            Person().ask(arenas[number % 2], "/signin", {"name": "nobody", "password": "wrong wrong wrong"})
        except urllib.error.HTTPError as error:
            refused += error.code == 429
    sent, archive, end, kept, drained = 0, kit(), time.monotonic() + SECONDS, set(), 0
    deeds = [
        "kill -9 an arena", "PostgreSQL restarted", "PostgreSQL killed", "the bucket is silent for 6 s", "an arena stands still past its leases",
        "kill -9 a worker", "a worker's network is cut for 8 s", "a worker's network is cut past its leases", "a worker's network is slow for 8 s",
        "a worker's disk is full for 8 s", "a worker drains and comes back",
    ]  # fmt: skip
    if nats:
        deeds += ["NATS restarted", "NATS killed, and its disk lost", "NATS is away for 20 s", "every job is offered again"]
    plan = []
    while len(plan) < 50:
        plan += chance.sample(deeds, len(deeds))
    to_come = set(deeds)
    next_deed = time.monotonic() + 8
    while time.monotonic() < end or to_come:
        arena = chance.choice(arenas)
        try:
            match chance.randrange(3):
                case 0 if sent < 4:
                    contestant.ask(arena, f"/teams/{team}/versions?note=again", archive, kind="application/zip")
                    sent += 1
                    did("versions sent and taken")
                case 1:
                    game = contestant.ask(arena, f"/teams/{team}/casual", {"opponents": [{"house": "random"}]})
                    kept.add(game["id"])
                    did("casual matches asked for and taken")
                case _:
                    reason = {"matches": {"kind": "ranked", "limit": 10}, "reason": "load"}
                    organiser.ask(arena, "/contests/demo/rejudges", reason)
                    did("sets of matches to be played again")
        except (OSError, ValueError):
            did("wishes refused, or lost with their arena")
        time.sleep(0.7)
        if time.monotonic() < next_deed:
            continue
        deed = plan.pop(0)
        to_come.discard(deed)
        did(deed)
        victim, worker = chance.choice(arenas), chance.choice(workers)
        if deed == "kill -9 a worker":
            worker.kill()
            time.sleep(chance.uniform(0.1, 2))
            worker.start()
        elif deed == "a worker's network is cut for 8 s":
            worker.cut(8)
        elif deed == "a worker's network is cut past its leases":
            worker.cut(40)
            end += 40
        elif deed == "a worker's network is slow for 8 s":
            worker.slow(8)
        elif deed == "a worker's disk is full for 8 s":
            worker.fill(8)
        elif deed == "a worker drains and comes back":
            drained += worker.drain() != 0
            worker.start()
        elif deed == "kill -9 an arena":
            victim.kill()
            time.sleep(chance.uniform(0.1, 2))
            victim.start()
            victim.wait()
        elif deed == "PostgreSQL restarted":
            postgres.stop("fast")
            time.sleep(chance.uniform(0.1, 3))
            postgres.start()
        elif deed == "PostgreSQL killed":
            postgres.stop("immediate")
            postgres.start()
        elif deed == "NATS restarted":
            nats.process.terminate()
            nats.process.wait()
            nats.start()
        elif deed == "NATS killed, and its disk lost":
            nats.lose()
        elif deed == "NATS is away for 20 s":
            nats.kill()
            time.sleep(20)
            nats.start()
        elif deed == "every job is offered again":
            done["offers delivered again"] = done.get("offers delivered again", 0) + nats.repeat(postgres)
        elif deed == "the bucket is silent for 6 s":
            moto.send_signal(signal.SIGSTOP)
            time.sleep(6)
            moto.send_signal(signal.SIGCONT)
        else:
            victim.process.send_signal(signal.SIGSTOP)
            time.sleep(35)
            victim.process.send_signal(signal.SIGCONT)
            end += 35
        next_deed = time.monotonic() + chance.uniform(4, 9)
    # What waits is played; then nothing new is made.
    drain(postgres)
    for slug in ("demo", "demo-rounds"):
        close(organiser, one, slug)
    drain(postgres)
    standing = lambda arena: organiser.ask(arena, "/contests/demo/standing")
    before = [standing(arena) for arena in arenas]
    for arena in arenas:
        arena.stop()
        arena.start()
        arena.wait()
    after = [standing(arena) for arena in arenas]
    over = [row[0] for row in postgres.ask("SELECT id FROM matches WHERE state = 'over' AND kind <> 'validation'")]
    records = 0
    for number, game in enumerate(over):
        records += organiser.ask(arenas[number % 2], f"/matches/{game}/trace", raw=True) != b""
    rows = lambda sql: postgres.count(sql)
    ask = lambda sql: int(postgres.ask(sql)[0][0])
    over_all = rows("SELECT 1 FROM matches WHERE state = 'over'")
    left = {"offers that nobody has answered for good": (nats.left(postgres), 0)} if nats else {}
    return left | {
        "people known at both arenas, of 2": (known, 4),
        "wrong passwords beyond the five a minute that are borne, of 8": (refused, 3),
        "matches over": (over_all, over_all),
        "matches that were begun more than once": (rows("SELECT 1 FROM matches WHERE attempt > 1"),) * 2,
        "matches without an end": (rows("SELECT 1 FROM matches WHERE state IN ('queued', 'running')"), 0),
        "casual matches that were taken and are lost": (
            len(kept - {row[0] for row in postgres.ask("SELECT id FROM matches WHERE state IN ('over', 'void')")}), 0,
        ),
        "matches that ended twice": (
            rows("SELECT subject FROM jobs WHERE kind = 'match' AND state = 'done' GROUP BY subject HAVING COUNT(*) > 1"), 0,
        ),
        "matches over without a finished job": (
            rows("SELECT 1 FROM matches WHERE state = 'over' AND NOT EXISTS (SELECT 1 FROM jobs WHERE subject = matches.id AND kind = 'match' AND state = 'done')"), 0,
        ),
        "matches over with a seat without a rank": (
            rows("SELECT 1 FROM match_seats JOIN matches ON matches.id = match WHERE state = 'over' AND rank IS NULL"), 0,
        ),
        "matches that are another one when played again": (rows("SELECT 1 FROM matches WHERE checked = 'differs'"), 0),
        "matches over that were not played again": (rows("SELECT 1 FROM matches WHERE state = 'over' AND checked <> 'same'"), 0),
        "matches void because of us": (rows("SELECT 1 FROM matches WHERE state = 'void'"), 0),
        "results that the arena refused": (rows("SELECT 1 FROM audit WHERE what = 'result refused'"), 0),
        "workers that did not drain": (drained, 0),
        "workers that never did anything, of 4": (
            4 - rows("SELECT DISTINCT worker FROM jobs WHERE state = 'done'"), 0,
        ),
        "records checked by whoever played the match": (
            rows("SELECT 1 FROM jobs AS played JOIN jobs AS checked ON checked.subject = played.subject WHERE played.kind = 'match' AND checked.kind = 'verify' "
                 "AND played.state = 'done' AND checked.state = 'done' AND played.worker = checked.worker"),
        ) * 2,
        "jobs given up": (rows("SELECT 1 FROM jobs WHERE state = 'dead'"), 0),
        "teams that a round has twice": (
            rows("SELECT round, team FROM match_seats JOIN matches ON matches.id = match WHERE round IS NOT NULL AND shadow = 0 AND team IS NOT NULL GROUP BY round, team HAVING COUNT(*) > 1"), 0,
        ),
        "versions taken that are not there": (sent - ask("SELECT COUNT(*) FROM versions WHERE note = 'again'"), 0),
        "versions that are not ready": (rows("SELECT 1 FROM versions WHERE state <> 'ready'"), 0),
        "records that can be had": (records, len(over)),
        "standings that are not the same at both, or after a restart": (
            sum(other["rows"] != before[0]["rows"] for other in before + after), 0,
        ),
    }  # fmt: skip


def tasks(log, since):
    """What a worker did after this place in its log: how long its matches and its checks took, and the moments between two tasks, in ms."""
    took, between, last = {"a match": [], "a check": []}, [], None
    with open(log.name) as lines:
        lines.seek(since)
        for line in lines:
            try:
                line = json.loads(line)
                said, at = line["fields"]["message"], datetime.datetime.fromisoformat(line["timestamp"])
            except (ValueError, KeyError):
                continue
            if said.endswith(" begins") and last:
                between.append((at - last).total_seconds() * 1000)
            for kind in took:
                if said == f"{kind} is done with":
                    took[kind].append(line["fields"]["took_ms"])
                    last = at
    return took, between


def throughput(folder, postgres, arenas, workers, token):
    """Prints how long so many workers of one hand each take for the same matches of house bots, played again beside what they gave."""
    only_house = (
        "SELECT seq FROM matches JOIN contests ON contests.id = contest WHERE slug = 'demo' AND kind = 'ranked' AND shadow = 0 AND matches.state = 'over' "
        "AND NOT EXISTS (SELECT 1 FROM match_seats WHERE match = matches.id AND version IS NOT NULL)"
    )
    # Where there was no siege, the ladder has to play some first.
    end = time.monotonic() + 300
    while os.environ.get("SIEGE") == "0" and postgres.count(only_house) < MEASURED and time.monotonic() < end:
        time.sleep(1)
    for worker in workers:
        worker.kill()
    for arena in arenas:
        arena.stop()
    one = arenas[0]
    # Nothing else is made meanwhile: the ladder rests.
    postgres.ask("UPDATE contests SET settings = regexp_replace(settings, '\"hourly\":[0-9]+', '\"hourly\":1')")
    postgres.ask("UPDATE contests SET state = 'closed' WHERE slug <> 'demo'")
    postgres.ask("UPDATE contests SET state = 'open' WHERE slug = 'demo'")
    one.begin(0)
    one.wait()
    admin = Person()
    admin.ask(one, "/signin", {"name": "organiser", "password": PASSWORD})
    workers.append(Worker(3, folder, one, token))
    workers[-1].kill()

    def put_away():
        for earlier in admin.ask(one, "/contests/demo/rejudges"):
            if earlier["state"] == "open":
                admin.ask(one, f"/rejudges/{earlier['id']}/drop", {})

    def wait(sql, seconds, what):
        end = time.monotonic() + seconds
        while postgres.count(sql):
            if time.monotonic() > end:
                sys.exit(f"{what} takes longer than {seconds} s; the logs are in {folder}")
            time.sleep(0.1)

    print(f"{os.cpu_count()} cores for everything, load {os.getloadavg()[0]:.1f}")
    single, wrong = None, 0
    for count in (1, 2, 4):
        put_away()
        postgres.ask("DELETE FROM settings WHERE key = 'paused'")
        postgres.ask("INSERT INTO settings (key, value) VALUES ('paused', '1')")
        before = int(postgres.ask("SELECT MAX(seq) FROM matches")[0][0])
        for (seq,) in postgres.ask(f"{only_house} ORDER BY seq DESC LIMIT {MEASURED}"):
            matches = {"kind": "ranked", "before": int(seq) + 1, "limit": 1}
            try:
                admin.ask(one, "/contests/demo/rejudges", {"matches": matches, "reason": "speed"})
            except urllib.error.HTTPError as error:
                # One that was rejudged before is not the last word on itself.
                if error.code != 409:
                    raise
        again = f"FROM matches WHERE seq > {before} AND shadow = 1"
        played = postgres.count(f"SELECT 1 {again}")
        postgres.ask("UPDATE workers SET state = 'gone'")
        places = []
        for worker in workers[:count]:
            worker.log.flush()
            places.append(os.path.getsize(worker.log.name))
            worker.works_for(one)
        wait(f"SELECT 1 WHERE (SELECT COUNT(*) FROM workers WHERE state = 'ready') < {count}", 120, "coming to work")
        postgres.ask("DELETE FROM settings WHERE key = 'paused'")
        wait(f"SELECT 1 {again} AND state IN ('queued', 'running')", 900, "playing")
        wait("SELECT 1 FROM jobs WHERE state IN ('queued', 'running')", 900, "checking")
        for worker in workers[:count]:
            worker.kill()
        first, last = map(int, postgres.ask(f"SELECT MIN(started), MAX(ended) {again}")[0])
        end = int(postgres.ask(f"SELECT MAX(ended) FROM jobs WHERE subject IN (SELECT id {again})")[0][0])
        rate, took = played / (last - first) * 1000, (end - first) / 1000
        single = single or rate
        cost, between = {"a match": [], "a check": []}, []
        for worker, place in zip(workers, places):
            mine, gaps = tasks(worker.log, place)
            between += gaps
            for kind in cost:
                cost[kind] += mine[kind]
        match, check, gap = statistics.mean(cost["a match"]), statistics.mean(cost["a check"]), statistics.median(between)
        print(f"  speed  {count} workers: {rate:.2f} matches/s, {rate / single:.2f} times one; {match:.0f} ms a match, {check:.0f} ms a check, {gap:.0f} ms of queue between two tasks")
        # The simulation is fed with what the workers say that their tasks took; how long all of it takes it must find by itself.
        costs = ["--match-ms", f"{match}", "--verify-ms", f"{max(check, 1)}", "--between-ms", f"{max(gap, 1)}"]
        command = [MEYDAN, "simulate", "--backlog", str(played), "--workers", str(count), "--hands", "1", "--json", *costs]
        told = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["took_s"]
        off = abs(told / took - 1) * 100
        wrong += off > 20
        print(f"  told   {count} workers: {played} matches and checks in {told:.1f} s by simulation, in {took:.1f} s in truth, {off:.0f} % off{'' if off <= 20 else ' WRONG'}")
    if wrong:
        print("  the simulation is off by more than 20 %: other programs on this machine disturb a measure; run it again on a quiet one")


main()
