#!/usr/bin/env python3
"""Two arenas on one PostgreSQL and one bucket with three workers on machines of their own, under load, while things are killed, stopped,
restarted, cut off and filled up.

    make test-cluster                 (SEED=7 SECONDS=90 choose another schedule)

A worker's machine is a network namespace with a disk of its own; it needs root, like the walls. One arena's clock is ahead and one worker's is behind.
Every match must end exactly once and be the same when it is played again, no submission may be lost, nothing may be made twice, and
both arenas must compute the same standing from the table. What was done and what was found is printed as a table, then how much quicker more workers are.
"""

import http.cookiejar, json, os, random, shutil, signal, socket, subprocess, sys, tempfile, time, urllib.error, urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
MEYDAN = Path(os.environ.get("MEYDAN", ROOT / "target/debug/meydan"))
SEED, SECONDS = int(os.environ.get("SEED", 17)), int(os.environ.get("SECONDS", 75))
BUCKET = "s3://meydan"
WORKERS = 4
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


class Arena:
    """One arena. It can be killed and begun again in the same place."""

    def __init__(self, name, folder, database, env, hands, ahead=0):
        self.name, self.data, self.port, self.env = name, folder / name, port(), env | skew(ahead)
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = open(folder / f"{name}.log", "ab")
        self.place = ["--data", self.data, "--database", database, "--store", BUCKET]
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
    postgres = Postgres(folder)
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
        arenas = [Arena("one", folder, postgres.url, env, 1)]
        # The contest for show is made by the first, once.
        arenas[0].wait()
        arenas.append(Arena("two", folder, postgres.url, env, 0, ahead=9))
        arenas[1].wait()
        token = arenas[0].worker_token("cluster")
        workers = [Worker(number, folder, arenas[number % 2], token, ahead=-3600 * (number == 2)) for number in range(3)]
        found = siege(chance, done, postgres, moto, arenas, workers)
        wrong = show(done, found)
        throughput(folder, postgres, arenas, workers, token)
    finally:
        for worker in locals().get("workers", []):
            worker.remove()
        for process in [moto] + [arena.process for arena in locals().get("arenas", [])]:
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


def siege(chance, done, postgres, moto, arenas, workers):
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
    plan = []
    while len(plan) < 50:
        plan += chance.sample(deeds, len(deeds))
    next_deed = time.monotonic() + 8
    while time.monotonic() < end:
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
    return {
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


def throughput(folder, postgres, arenas, workers, token):
    """Prints how long so many workers of one hand each take for the same matches of house bots, played again beside what they gave."""
    for worker in workers:
        worker.kill()
    for arena in arenas:
        arena.stop()
    one = arenas[0]
    one.begin(0)
    one.wait()
    admin = Person()
    admin.ask(one, "/signin", {"name": "organiser", "password": PASSWORD})
    # Nothing is played again in a contest that is closed.
    admin.ask(one, "/contests/demo/state", {"to": "open"})
    workers.append(Worker(3, folder, one, token))
    workers[-1].kill()
    print(f"{os.cpu_count()} cores for everything")
    single = None
    for count in (1, 2, 4):
        before = int(postgres.ask("SELECT MAX(seq) FROM matches")[0][0])
        for earlier in admin.ask(one, "/contests/demo/rejudges"):
            if earlier["state"] == "open":
                admin.ask(one, f"/rejudges/{earlier['id']}/drop", {})
        admin.ask(one, "/contests/demo/rejudges", {"matches": {"kind": "ranked", "limit": 12}, "reason": "speed"})
        again = f"FROM matches WHERE seq > {before} AND shadow = 1"
        made = postgres.count(f"SELECT 1 {again}")
        for worker in workers[:count]:
            worker.works_for(one)
        while postgres.count(f"SELECT 1 {again} AND state IN ('queued', 'running')"):
            time.sleep(0.2)
        first, last = map(int, postgres.ask(f"SELECT MIN(started), MAX(ended) {again}")[0])
        # The ladder goes on meanwhile.
        rows = postgres.ask(f"SELECT COUNT(*), SUM(ended - started) FROM matches WHERE started >= {first} AND ended <= {last}")
        played, busy = map(int, rows[0])
        for worker in workers[:count]:
            worker.kill()
        took = (last - first) / 1000
        rate = played / took
        single = single or rate
        # What a hand does between two matches: asking for the next, saying what came of the last, and playing records again.
        between = max((took * count - busy / 1000) / played, 0.001)
        print(f"  speed  {count} workers: {rate:.1f} matches/s, {rate / single:.2f} times one; {busy / played:.0f} ms in a match, {between * 1000:.0f} ms between two")
        # The simulation, fed with what tasks cost with so many workers on these cores, must tell how long all of them took together.
        costs = ["--match-ms", f"{busy / played}", "--verify-ms", f"{between * 900}", "--between-ms", f"{between * 50}"]
        command = [MEYDAN, "simulate", "--backlog", str(played), "--workers", str(count), "--hands", "1", "--json", *costs]
        told = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["took_s"]
        off = abs(told / took - 1) * 100
        print(f"  told   {count} workers: {played} matches in {told:.1f} s by simulation, in {took:.1f} s in truth, {off:.0f} % off{'' if off <= 20 else ' WRONG'}")


main()
