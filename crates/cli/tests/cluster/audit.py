"""What must hold when everything is over, whatever was done meanwhile."""

import time

from fit import compare


def show(title, done, found):
    """Prints what was done and what was found, and gives what is wrong."""
    wrong = [name for name, (seen, wanted) in found.items() if seen != wanted]
    print(f"\n{title}")
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


def audit(postgres, nats, organiser, arenas, people):
    """How much there was, and what is found when everything is over, each with what it should be. `people` know which matches and versions were taken."""
    # What waits is played; then nothing new is made.
    drain(postgres)
    for slug in ("demo", "demo-rounds"):
        organiser.ask(arenas[0], f"/contests/{slug}/state", {"to": "closed"})
    drain(postgres)
    # Nothing of a standing is kept anywhere: who computes it has the table of matches alone.
    contests = ("demo", "demo-rounds")
    standing = lambda arena: [organiser.ask(arena, f"/contests/{slug}/standing")["rows"] for slug in contests]
    standings = [standing(arena) for arena in arenas]
    for arena in arenas:
        arena.stop()
        arena.start()
        arena.wait()
    standings += [standing(arena) for arena in arenas]
    compared = [compare(postgres, slug, rows) for slug, rows in zip(contests, standings[0])]
    over = [row[0] for row in postgres.ask("SELECT id FROM matches WHERE state = 'over' AND kind <> 'validation'")]
    records = 0
    for number, game in enumerate(over):
        records += organiser.ask(arenas[number % len(arenas)], f"/matches/{game}/trace", raw=True) != b""
    rows = lambda sql: postgres.count(sql)
    ids = lambda sql: {row[0] for row in postgres.ask(sql)}
    over_all = rows("SELECT 1 FROM matches WHERE state = 'over'")
    left = {"offers that nobody has answered for good": (nats.left(postgres), 0)} if nats else {}
    told = {
        "matches over": over_all,
        "matches that were begun more than once": rows("SELECT 1 FROM matches WHERE attempt > 1"),
        "records checked by whoever played the match": rows(
            "SELECT 1 FROM jobs AS played JOIN jobs AS checked ON checked.subject = played.subject WHERE played.kind = 'match' AND checked.kind = 'verify' "
            "AND played.state = 'done' AND checked.state = 'done' AND played.worker = checked.worker"
        ),
        "ratings computed once more": sum(computed for computed, _ in compared),
    }
    return told, left | {
        "matches over, at least": (min(over_all, 20), 20),
        "matches without an end": (rows("SELECT 1 FROM matches WHERE state IN ('queued', 'running')"), 0),
        "casual matches that were taken and are lost": (
            len(people.matches - ids("SELECT id FROM matches WHERE state IN ('over', 'void')")), 0,
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
        "jobs given up": (rows("SELECT 1 FROM jobs WHERE state = 'dead'"), 0),
        "teams that a round has twice": (
            rows("SELECT round, team FROM match_seats JOIN matches ON matches.id = match WHERE round IS NOT NULL AND shadow = 0 AND team IS NOT NULL GROUP BY round, team HAVING COUNT(*) > 1"), 0,
        ),
        "versions taken that are not there": (len(people.versions - ids("SELECT id FROM versions")), 0),
        "versions that are not ready": (rows("SELECT 1 FROM versions WHERE state <> 'ready'"), 0),
        "records that can be had": (records, len(over)),
        "standings that are not the same at both, or after a restart": (
            sum(other != standings[0] for other in standings), 0,
        ),
        "figures of standings that the table of matches does not give": (
            sum(wrong for _, wrong in compared), 0,
        ),
        "ratings there were to compute": (any(computed for computed, _ in compared), True),
    }  # fmt: skip
