"""How much quicker more workers are, and whether the simulation tells it."""

import datetime, json, os, statistics, subprocess, sys, time, urllib.error

from parts import MEYDAN, PASSWORD, Person, Worker

# How many matches of house bots are played for each measure.
MEASURED = int(os.environ.get("MEASURED", 24))


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
