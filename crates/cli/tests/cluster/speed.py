"""How much quicker more workers are, what a match costs, and whether the simulation tells how long they take."""

import datetime, json, os, statistics, subprocess, sys, time, urllib.error

from audit import drain
from parts import MEYDAN, PASSWORD, Person, Worker, allow, skew, spent

# How many matches of house bots are played for each measure.
MEASURED = int(os.environ.get("MEASURED", 40))
# By how much the simulation may be off, and how often a measure is taken: other programs may disturb one.
OFF, TIMES = 20, 3
# Matches of house bots alone, each once.
ONLY_HOUSE = (
    "SELECT seq FROM matches JOIN contests ON contests.id = contest WHERE slug = 'demo' AND kind = 'ranked' AND shadow = 0 AND matches.state = 'over' "
    "AND NOT EXISTS (SELECT 1 FROM match_seats WHERE match = matches.id AND version IS NOT NULL)"
)


class Did:
    """What workers did, by their logs: when each match and each check began and ended, how long it took, and the moments between two tasks of a worker."""

    def __init__(self, logs):
        self.begun, self.ended, self.took, self.between = {}, {}, {"a match": [], "a check": []}, []
        for log, since in logs:
            last = None
            for said, at, fields in lines(log, since):
                for kind in self.took:
                    if said == f"{kind} begins":
                        self.begun[kind, fields["id"]] = at
                        self.between += [(at - last) * 1000] if last else []
                    if said == f"{kind} is done with":
                        self.ended[kind, fields["id"]] = last = at
                        self.took[kind].append(fields["took_ms"])
        self.first, self.last = min(self.begun.values()), max(self.ended.values())

    def waits(self, kind):
        """How long each waited: matches from the beginning on, checks from the end of their match on."""
        since = lambda task: self.first if kind == "a match" else self.ended.get(("a match", task))
        return [at - since(task) for (of, task), at in self.begun.items() if of == kind and since(task)]


def lines(log, since):
    """What a worker has said from this place in its log on, and when, in seconds."""
    with open(log.name) as said:
        said.seek(since)
        for line in said:
            try:
                line = json.loads(line)
                yield line["fields"]["message"], datetime.datetime.fromisoformat(line["timestamp"]).timestamp(), line["fields"]
            except (ValueError, KeyError):
                continue


class Track:
    """One arena without hands, and workers of one hand each on machines of their own, who play the same matches of house bots again and again."""

    def __init__(self, folder, postgres, bucket, arenas, workers, token):
        self.folder, self.postgres, self.bucket, self.arena, self.workers = folder, postgres, bucket, arenas[0], workers
        # The ladder has to play some first, and may in haste; then what it has begun is brought to its end.
        end = time.monotonic() + 300
        if postgres.count(ONLY_HOUSE) < MEASURED:
            postgres.ask("UPDATE contests SET state = 'open' WHERE slug = 'demo'")
            allow(postgres, "{ranking,hourly}", 1000)
            while postgres.count(ONLY_HOUSE) < MEASURED and time.monotonic() < end:
                time.sleep(1)
            postgres.ask("UPDATE contests SET state = 'closed' WHERE slug = 'demo'")
        drain(postgres)
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
        self.admin.ask(self.arena, "/desk/pause", {"paused": False})
        self.wait(f"SELECT 1 {again} AND state IN ('queued', 'running')", 900, "playing")
        self.wait("SELECT 1 FROM jobs WHERE state IN ('queued', 'running')", 900, "checking")
        # The database counts what it writes a moment later.
        time.sleep(1.5)
        each = [(after - earlier) / played for earlier, after in zip(before, self.costs())]
        for worker in self.workers[:count]:
            worker.kill()
        return Measure(count, played, Did([(worker.log, place) for worker, place in zip(self.workers, places)]), each)


class Measure:
    """What came of it. `figures` are those that the simulation tells, too."""

    def __init__(self, count, played, did, each):
        self.count, self.played = count, played
        self.match, self.check = statistics.mean(did.took["a match"]), statistics.mean(did.took["a check"])
        self.spread = statistics.pstdev(did.took["a match"]) / self.match
        self.between = statistics.median(did.between)
        self.rows, self.journal, self.bytes, self.processor = each
        self.took = did.last - did.first
        matches, checks = did.waits("a match"), did.waits("a check")
        self.rate = played / (max(at for (kind, _), at in did.ended.items() if kind == "a match") - did.first)
        self.figures = {
            "seconds for all": self.took,
            "matches in an hour": played / self.took * 3600,
            "wait of a match, s": statistics.mean(matches),
            "wait of a check, s": statistics.mean(checks),
            "tasks that wait": sum(matches + checks) / self.took,
            "database writes/s": played * self.rows / self.took,
            "KB/s": played * self.bytes / 1024 / self.took,
        }

    def told(self, single):
        """What the simulation says of it. It is fed with how long tasks took their workers, and with what a match cost where one worker played alone (`single`); how long all of
        it takes, who waits how long, and what is written in a second it must find by itself."""
        costs = {
            "match-ms": self.match, "verify-ms": max(self.check, 1), "between-ms": max(self.between, 1), "spread": self.spread,
            "match-writes": single.rows, "match-kb": single.bytes / 1024,
        }  # fmt: skip
        command = [MEYDAN, "simulate", "--backlog", self.played, "--workers", self.count, "--hands", 1, "--json"]
        command += [word for cost, value in costs.items() for word in (f"--{cost}", value)]
        runs = [subprocess.run([*map(str, command), "--seed", str(seed)], stdout=subprocess.PIPE, check=True).stdout for seed in range(1, 10)]
        runs = [json.loads(run) for run in runs]
        wait = lambda run, kind: next(wait["mean_s"] for wait in run["waits"] if wait["kind"] == kind)
        figures = {
            "seconds for all": lambda run: run["took_s"],
            "matches in an hour": lambda run: run["matches_per_hour"],
            "wait of a match, s": lambda run: wait(run, "ranked"),
            "wait of a check, s": lambda run: wait(run, "verify"),
            "tasks that wait": lambda run: run["queue_mean"],
            "database writes/s": lambda run: run["database_writes_per_s"],
            "KB/s": lambda run: run["kb_per_s"],
        }
        return {name: statistics.mean(map(figure, runs)) for name, figure in figures.items()}

    def compare(self, single):
        """Each figure as the simulation tells it, as it was, and by how many per cent it is off."""
        told = self.told(single)
        return [(name, told[name], truth, abs(told[name] / truth - 1) * 100) for name, truth in self.figures.items()]


def throughput(folder, postgres, bucket, arenas, workers, token):
    """Prints how long one, two and four workers take, and gives what is wrong."""
    track, single, wrong = Track(folder, postgres, bucket, arenas, workers, token), None, []
    print(f"\n{os.cpu_count()} cores for everything, load {os.getloadavg()[0]:.1f}")
    for count in (1, 2, 4):
        for time_left in reversed(range(TIMES)):
            it = track.measure(count)
            compared = it.compare(single or it)
            off = [(name, off) for name, _, _, off in compared if off > OFF]
            again = off and time_left
            rate = f"{it.rate:.2f} matches/s" + (f", {it.rate / single.rate:.2f} times one" if single else "")
            print(f"  speed  {count} workers: {rate}; {it.match:.0f} ms a match, {it.check:.0f} ms a check, {it.between:.0f} ms of queue between two tasks")
            for name, told, truth, by in compared:
                print(f"  told   {count} workers: {name:20} {told:9.2f} by simulation {truth:9.2f} in truth {by:4.0f} % off{', all is measured again' if by > OFF and again else ''}", flush=True)
            if not again:
                break
        single = single or it
        for name, by in off:
            wrong.append(f"the simulation is {by:.0f} % off with {count} workers: {name}")
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
