#!/usr/bin/env python3
"""Two arenas on one PostgreSQL, one NATS and one bucket with three workers on machines of their own, under load, while things are killed, stopped,
restarted, cut off, filled up, set wrong and delivered twice.

    make test-cluster                 (SEED=7 SECONDS=600 choose another schedule; every deed comes once in any case)
    PLAN=1 make test-cluster          (prints the schedule and does nothing)
    SIEGE=0 make test-cluster         (only measures; NATS=0 does everything without NATS, SPEED=0 measures nothing, SHORT=1 does the deeds of a moment alone)
    DEEDS="is cut from" make test-cluster   (does the deeds alone in whose names this is)

A worker's machine is a network namespace with a disk of its own, and PostgreSQL, NATS and the bucket are in another one, with a cable for each arena to each of
them; it needs root, like the walls. One arena's clock is ahead and one worker's is behind.
Every match must end exactly once and be the same when it is played again, no submission may be lost, nothing may be made twice, and
both arenas must compute the same standings from the table. What was done and what was found is printed as a table, then how much quicker more workers are and
whether the simulation, fed with what tasks were measured to cost, tells how long they took and waited, how many waited, and what was written (within 20 %).
"""

import os, shutil, subprocess, sys, tempfile, time, urllib.error
from pathlib import Path

from audit import audit, show
from deeds import Culprit, schedule
from links import Rack
from parts import PASSWORD, ROOT, Arena, Bucket, Nats, Person, Postgres, Worker, end, skew
from people import People
from speed import throughput


def asked(name):
    """Whether a part of it is asked for: 0 and 1 say so, left out it is done."""
    return os.environ.get(name) != "0"


SEED, SECONDS, SHORT = int(os.environ.get("SEED", 17)), int(os.environ.get("SECONDS", 0)), os.environ.get("SHORT") == "1"


def main():
    only = os.environ.get("DEEDS", "")
    plan = schedule(SEED, SECONDS, 3, nats=asked("NATS"), clocks=bool(skew(1)), short=SHORT, only=only)
    if os.environ.get("PLAN") == "1":
        return print(f"seed {SEED}", *plan, sep="\n  ")
    folder = Path(tempfile.mkdtemp(prefix="meydan-cluster-"))
    folder.chmod(0o755)
    rack = Rack(2)
    postgres, nats, bucket = Postgres(folder, rack), Nats(folder, rack) if asked("NATS") else None, Bucket(rack)
    place = lambda arena: (postgres.url_from(arena), nats and nats.url_from(arena), bucket.env_from(arena))
    arenas, workers, wrong = [], [], []
    try:
        test = os.environ.get("CARGO")
        if test:
            subprocess.run([test, "test", "--workspace", "--locked", "--test", "s3"], env=bucket.env, cwd=ROOT, check=True)
        # One has a worker in its own process, too; the clock of the other is ahead.
        arenas.append(Arena("one", folder, *place(0), 1))
        # The contest for show is made by the first, once.
        arenas[0].wait()
        arenas.append(Arena("two", folder, *place(1), 0, ahead=9))
        arenas[1].wait()
        token = arenas[0].worker_token("cluster")
        for number in range(3):
            # A program with a false clock was seen to stand still while it asked for its tool chains, so that worker has no walls and asks for none.
            skewed = number == 2
            workers.append(Worker(number, folder, arenas[number % 2], token, ahead=-3600 * skewed, walls=not skewed))
        if asked("SIEGE"):
            done, found = siege(plan, rack, postgres, nats, bucket.process, arenas, workers)
            wrong += show(f"seed {SEED}, {len(plan)} deeds", done, found)
        if asked("SPEED"):
            wrong += throughput(folder, postgres, bucket, arenas, workers, token)
    finally:
        end([bucket.process] + ([nats.process] if nats else []) + [arena.process for arena in arenas], workers, postgres, rack)
    if wrong:
        sys.exit(f"something is wrong; the logs are in {folder}")
    shutil.rmtree(folder, ignore_errors=True)


def siege(plan, rack, postgres, nats, moto, arenas, workers):
    """Does what is planned while people go on asking; gives what was done and what was found."""
    organiser, contestant = Person(), Person()
    # Who signs in at one arena is known at the other.
    organiser.ask(arenas[0], "/signin", {"name": "organiser", "password": PASSWORD})
    contestant.ask(arenas[1], "/signin", {"name": "contestant", "password": PASSWORD})
    known = sum(person.ask(arena, "/me") is not None for person in (organiser, contestant) for arena in arenas)
    team = postgres.ask("SELECT team FROM members LIMIT 1")[0][0]
    done, let_in = {}, refusals(arenas[0])
    if skew(9):
        done["one arena's clock is 9 s ahead, one worker's an hour behind"] = 1
    limited = guesses(arenas)
    people, culprit = People(postgres, arenas, organiser, contestant, team, SEED), Culprit(rack, postgres, nats, moto, arenas, workers)
    begun = time.monotonic()
    people.start()
    for step in plan:
        time.sleep(step.rest)
        print(f"  {time.monotonic() - begun:6.1f} s  {step}", flush=True)
        culprit.do(step)
        done[step.deed] = done.get(step.deed, 0) + 1
    time.sleep(3)
    people.stop()
    done |= {
        "seconds under load": round(time.monotonic() - begun),
        "questions asked": people.asked,
        "questions passed on to the other arena": people.passed_on,
        "questions that both arenas left unanswered or answered with an error": len(people.unanswered) + len(people.refused),
        "casual matches asked for and taken": len(people.matches),
        "sets of matches to be played again": people.rejudged,
        "versions sent and taken": len(people.versions),
        "offers delivered again": culprit.repeated,
    }
    idle = "SELECT 1 FROM workers WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE state = 'done' AND jobs.worker = workers.id)"
    told, found = audit(postgres, nats, organiser, arenas, people)
    return done | told, found | {
        "people known at both arenas, of 2": (known, 4),
        "wrong passwords are borne at both together as often as at one": (limited in range(5, 11), True),
        "arenas that began and should not have": (let_in, 0),
        "workers that did not drain": (culprit.undrained, 0),
        "arenas that did not say what is away": (culprit.silent, 0),
        "arenas that did not find what was back within two minutes": (culprit.lost, 0),
        "workers that never did anything, of 4": (postgres.count(idle), 0),
    }  # fmt: skip


def refusals(arena):
    """How many arenas begin that should not: with a wrong clock, or a store of their own."""
    let_in = not arena.refuses("give the same --store", store=arena.data / "of-its-own")
    for ahead in (20, -20) if skew(20) else ():
        let_in += not arena.refuses("clock is not that of the database", ahead=ahead)
    return let_in


def guesses(arenas):
    """After how many wrong passwords somebody is refused unread. Five a minute are borne, at both arenas together; a minute may begin among them."""
    for number in range(20):
        try:
            Person().ask(arenas[number % 2], "/signin", {"name": "nobody", "password": "wrong wrong wrong"})
        except urllib.error.HTTPError as error:
            if error.code == 429:
                return number
    return None


main()
