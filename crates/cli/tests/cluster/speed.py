"""How much quicker more workers are, what a match costs, and whether the simulation tells how long they take."""

import datetime, json, os, statistics, subprocess, sys, time, urllib.error

from parts import MEYDAN, PASSWORD, Person, Worker, allow, skew, spent

# How many matches of house bots are played for each measure.
MEASURED = int(os.environ.get("MEASURED", 24))
# By how much the simulation may be off, and how often a measure is taken: other programs may disturb one.
OFF, TIMES = 20, 3
# Matches of house bots alone, each once.
ONLY_HOUSE = (
    "SELECT seq FROM matches JOIN contests ON contests.id = contest WHERE slug = 'demo' AND kind = 'ranked' AND shadow = 0 AND matches.state = 'over' "
    "AND NOT EXISTS (SELECT 1 FROM match_seats WHERE match = matches.id AND version IS NOT NULL)"
)


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


class Track:
    """One arena without hands, and workers of one hand each on machines of their own, who play the same matches of house bots again and again."""

    def __init__(self, folder, postgres, bucket, arenas, workers, token):
        self.folder, self.postgres, self.bucket, self.arena, self.workers = folder, postgres, bucket, arenas[0], workers
        # Where there was no siege, the ladder has to play some first, and may in haste.
        end = time.monotonic() + 300 * (os.environ.get("SIEGE") == "0")
        allow(postgres, "{ranking,hourly}", 1000)
        while postgres.count(ONLY_HOUSE) < MEASURED and time.monotonic() < end:
            time.sleep(1)
        for worker in workers:
            worker.kill()
            worker.env = {name: value for name, value in worker.env.items() if name not in skew(1)}
        for arena in arenas:
            arena.stop()
        # Nothing else is made meanwhile: the ladder rests.
        allow(postgres, "{ranking,hourly}", 1)
        postgres.ask("UPDATE contests SET state = 'closed' WHERE slug <> 'demo'")
        postgres.ask("UPDATE contests SET state = 'open' WHERE slug = 'demo'")
        self.arena.begin(0)
        self.arena.wait()
        self.admin = Person()
        self.admin.ask(self.arena, "/signin", {"name": "organiser", "password": PASSWORD})
        workers.append(Worker(3, folder, self.arena, token))
        workers[-1].kill()

    def wait(self, sql, seconds, what):
        end = time.monotonic() + seconds
        while self.postgres.count(sql):
            if time.monotonic() > end:
                sys.exit(f"{what} takes longer than {seconds} s; the logs are in {self.folder}")
            time.sleep(0.2)

    def prepare(self):
        """Lets the matches wait in a queue that stands still; gives the place in the table from which on they are."""
        for earlier in self.admin.ask(self.arena, "/contests/demo/rejudges"):
            if earlier["state"] == "open":
                self.admin.ask(self.arena, f"/rejudges/{earlier['id']}/drop", {})
        self.postgres.ask("DELETE FROM settings WHERE key = 'paused'")
        self.postgres.ask("INSERT INTO settings (key, value) VALUES ('paused', '1')")
        before = int(self.postgres.ask("SELECT MAX(seq) FROM matches")[0][0])
        for (seq,) in self.postgres.ask(f"{ONLY_HOUSE} ORDER BY seq DESC LIMIT {MEASURED}"):
            matches = {"kind": "ranked", "before": int(seq) + 1, "limit": 1}
            try:
                self.admin.ask(self.arena, "/contests/demo/rejudges", {"matches": matches, "reason": "speed"})
            except urllib.error.HTTPError as error:
                # One that was rejudged before is not the last word on itself.
                if error.code != 409:
                    raise
        return f"FROM matches WHERE seq > {before} AND shadow = 1"

    def costs(self):
        """What was written, kept and worked until now: rows, bytes of the database's journal, bytes in the bucket, seconds of the arena's processor."""
        rows = "SELECT tup_inserted + tup_updated + tup_deleted, pg_current_wal_lsn() - '0/0' FROM pg_stat_database WHERE datname = current_database()"
        rows, journal = map(int, self.postgres.ask(rows)[0])
        return rows, journal, self.bucket.size(), spent(self.arena.process)

    def measure(self, count):
        """Plays the matches with so many workers."""
        again, places = self.prepare(), []
        played = self.postgres.count(f"SELECT 1 {again}")
        self.postgres.ask("UPDATE workers SET state = 'gone'")
        for worker in self.workers[:count]:
            worker.log.flush()
            places.append(os.path.getsize(worker.log.name))
            worker.works_for(self.arena)
        self.wait(f"SELECT 1 WHERE (SELECT COUNT(*) FROM workers WHERE state = 'ready') < {count}", 120, "coming to work")
        time.sleep(2)
        before = self.costs()
        self.postgres.ask("DELETE FROM settings WHERE key = 'paused'")
        self.wait(f"SELECT 1 {again} AND state IN ('queued', 'running')", 900, "playing")
        self.wait("SELECT 1 FROM jobs WHERE state IN ('queued', 'running')", 900, "checking")
        # The database counts what it writes a moment later.
        time.sleep(1.5)
        each = [(after - earlier) / played for earlier, after in zip(before, self.costs())]
        for worker in self.workers[:count]:
            worker.kill()
        first, last = map(int, self.postgres.ask(f"SELECT MIN(started), MAX(ended) {again}")[0])
        end = int(self.postgres.ask(f"SELECT MAX(ended) FROM jobs WHERE subject IN (SELECT id {again})")[0][0])
        cost, between = {"a match": [], "a check": []}, []
        for worker, place in zip(self.workers, places):
            mine, gaps = tasks(worker.log, place)
            between += gaps
            for kind in cost:
                cost[kind] += mine[kind]
        return Measure(count, played, played / (last - first) * 1000, (end - first) / 1000, cost, between, each)


class Measure:
    """What came of it."""

    def __init__(self, count, played, rate, took, cost, between, each):
        self.count, self.played, self.rate, self.took = count, played, rate, took
        self.match, self.check = statistics.mean(cost["a match"]), statistics.mean(cost["a check"])
        self.spread = statistics.pstdev(cost["a match"]) / self.match
        self.between = statistics.median(between)
        self.rows, self.journal, self.bytes, self.processor = each

    def told(self):
        """How many seconds the simulation says that it takes. It is fed with what workers say that their tasks took; how long all of it takes it must find by itself."""
        costs = ["--match-ms", self.match, "--verify-ms", max(self.check, 1), "--between-ms", max(self.between, 1), "--spread", self.spread]
        command = [MEYDAN, "simulate", "--backlog", self.played, "--workers", self.count, "--hands", 1, "--json", *costs]
        runs = [subprocess.run([*map(str, command), "--seed", str(seed)], stdout=subprocess.PIPE, check=True).stdout for seed in range(1, 10)]
        return statistics.mean(json.loads(run)["took_s"] for run in runs)


def throughput(folder, postgres, bucket, arenas, workers, token):
    """Prints how long one, two and four workers take, and gives what is wrong."""
    track, single, wrong = Track(folder, postgres, bucket, arenas, workers, token), None, []
    print(f"\n{os.cpu_count()} cores for everything, load {os.getloadavg()[0]:.1f}")
    for count in (1, 2, 4):
        for time_left in reversed(range(TIMES)):
            it = track.measure(count)
            told = it.told()
            off = abs(told / it.took - 1) * 100
            again = off > OFF and time_left
            rate = f"{it.rate:.2f} matches/s" + (f", {it.rate / single:.2f} times one" if single else "")
            print(f"  speed  {count} workers: {rate}; {it.match:.0f} ms a match, {it.check:.0f} ms a check, {it.between:.0f} ms of queue between two tasks")
            print(f"  told   {count} workers: {it.played} matches and checks in {told:.1f} s by simulation, in {it.took:.1f} s in truth, {off:.0f} % off{', measured again' if again else ''}", flush=True)
            if not again:
                break
        single = single or it.rate
        if off > OFF:
            wrong.append(f"the simulation is {off:.0f} % off with {count} workers")
            print(f"  WRONG  {wrong[-1]}")
        print(
            f"  cost   {count} workers: a match with its check costs {2 * it.between:.0f} ms of queue, {it.rows:.0f} rows and {it.journal / 1024:.0f} KB of journal in the "
            f"database, {it.bytes / 1024:.1f} KB in the bucket, {it.processor * 1000:.0f} ms of the arena's processor"
        )
    print(f"  borne  {writes(postgres):.0f} writes a second by this PostgreSQL on this machine, each a transaction of its own")
    return wrong


def writes(postgres):
    """How many transactions a second of one row each the database bears, by its own measure."""
    postgres.ask("CREATE TABLE IF NOT EXISTS borne AS SELECT n, 0 AS count FROM generate_series(1, 1000) AS n")
    script = postgres.data.parent / "borne.sql"
    script.write_text("\\set n random(1, 1000)\nUPDATE borne SET count = count + 1 WHERE n = :n;\n")
    command = [postgres.bin / "pgbench", "-n", "-f", script, "-c", "8", "-T", "5", postgres.url]
    told = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True).stdout
    return float(next(line for line in told.splitlines() if line.startswith("tps")).split()[2])
