#!/usr/bin/env python3
"""Arenas and workers are exchanged one by one for those of another version, and back, on one PostgreSQL, one NATS and one bucket, while people ask for matches
and send versions: nobody is kept waiting, no match is lost and none ends twice.

    make test-upgrade                 (both versions are the program as it is here, on tables that are a step further than it knows)
    make test-upgrade FROM=REVISION   (from the program of an earlier revision, which is built first, to the one that is here; STEP=0 leaves the tables to them)

Whoever asks is passed on to the other arena where one does not answer, as a balancer would.
"""

import os, shutil, sys, tempfile, time
from pathlib import Path

from audit import audit, show
from parts import MEYDAN, PASSWORD, Arena, Bucket, Nats, Person, Postgres, Worker, end
from people import People

OLD = Path(os.environ.get("OLD") or MEYDAN)
# For how long programs of both versions work side by side, each time.
SECONDS = int(os.environ.get("SECONDS", 12))
# What a newer program does to the tables when it starts.
STEP = """CREATE TABLE later (job TEXT PRIMARY KEY REFERENCES jobs (id), note TEXT NOT NULL);
CREATE INDEX later_jobs ON jobs (priority);
INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9000, 'later', TRUE, '\\x00', 0)"""


def main():
    folder = Path(tempfile.mkdtemp(prefix="meydan-upgrade-"))
    folder.chmod(0o755)
    done = {}
    postgres, nats, bucket = Postgres(folder), Nats(folder), Bucket()
    arenas, workers, wrong = [], [], []
    try:
        for name in ("one", "two"):
            arenas.append(Arena(name, folder, postgres.url, nats.url_from(None), bucket.env, 0, program=OLD))
            arenas[-1].wait()
        token = arenas[0].worker_token("upgrade")
        workers += [Worker(number, folder, arenas[number], token, program=OLD, walls=True) for number in range(2)]
        organiser, contestant = Person(), Person()
        organiser.ask(arenas[0], "/signin", {"name": "organiser", "password": PASSWORD})
        contestant.ask(arenas[1], "/signin", {"name": "contestant", "password": PASSWORD})
        team = postgres.ask("SELECT team FROM members LIMIT 1")[0][0]
        people = People(postgres, arenas, organiser, contestant, team)
        people.start()
        played = exchange(done, postgres, arenas, workers)
        people.stop()
        for line in people.unanswered + people.refused:
            print(f"  {line}")
        done["questions asked"], done["questions passed on to the other arena"] = people.asked, people.passed_on
        done["casual matches asked for and taken"], done["versions sent and taken"] = len(people.matches), len(people.versions)
        told, found = audit(postgres, nats, organiser, arenas, people)
        done |= told
        found |= played | {
            "questions that no arena answered": (len(people.unanswered), 0),
            "questions that were answered with an error": (len(people.refused), 0),
            "versions sent": (len(people.versions) > 0, True),
        }  # fmt: skip
        title = "from this program to itself" if OLD == MEYDAN else f"from {OLD} to {MEYDAN}"
        wrong = show(f"{title}, {SECONDS} s side by side each time", done, found)
    finally:
        end([bucket.process, nats.process] + [arena.process for arena in arenas], workers, postgres)
    if wrong:
        sys.exit(f"something is wrong; the logs are in {folder}")
    shutil.rmtree(folder, ignore_errors=True)


def exchange(done, postgres, arenas, workers):
    """Exchanges everything, and back; gives what was found of what was done meanwhile."""
    one, two = arenas
    played, drained = {}, 0

    def side_by_side(what):
        """Lets everybody work for a while, and counts what was done."""
        finished = "SELECT 1 FROM jobs WHERE state = 'done' AND kind = 'match'"
        before, until = postgres.count(finished), time.monotonic() + SECONDS
        # On a slow machine it takes longer until something was done.
        while time.monotonic() < until or (postgres.count(finished) == before and time.monotonic() < until + 120):
            time.sleep(0.5)
        done[f"matches played with {what}"] = postgres.count(finished) - before
        played[f"matches were played with {what}"] = (postgres.count(finished) > before, True)

    def replace(arena, program):
        arena.stop()
        arena.program = program
        arena.begin(0)
        arena.wait()

    side_by_side("the old version alone")
    if os.environ.get("STEP") != "0":
        postgres.ask(f"BEGIN; {STEP}; COMMIT")
        done["the tables are brought forward by a step that no program here knows"] = 1
    replace(one, MEYDAN)
    side_by_side("one arena of the new version")
    # An old one that is killed meanwhile comes back: its tables may be newer than it is.
    two.kill()
    two.start()
    two.wait()
    done["kill -9 of the old arena beside the new one"] = 1
    side_by_side("the old arena back beside the new one")
    replace(two, MEYDAN)
    for worker in workers:
        drained += worker.drain() != 0
        worker.program = MEYDAN
        worker.works_for(arenas[worker.number])
        side_by_side(f"worker {worker.number + 1} of the new version")
    replace(one, OLD)
    side_by_side("one arena gone back to the old version")
    replace(one, MEYDAN)
    return played | {
        "workers that did not drain": (drained, 0),
        "workers that never did anything, of 2": (2 - postgres.count("SELECT DISTINCT worker FROM jobs WHERE state = 'done'"), 0),
    }  # fmt: skip


main()
