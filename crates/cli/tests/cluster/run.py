#!/usr/bin/env python3
"""Two arenas on one PostgreSQL, one NATS and one bucket with three workers on machines of their own, under load, while things are killed, stopped,
restarted, cut off, filled up, set wrong and delivered twice.

    make test-cluster                 (SEED=7 SECONDS=90 choose another schedule; every fault comes once in any case)
    SIEGE=0 make test-cluster         (only how much quicker more workers are; NATS=0 does everything without NATS)

A worker's machine is a network namespace with a disk of its own; it needs root, like the walls. One arena's clock is ahead and one worker's is behind.
Every match must end exactly once and be the same when it is played again, no submission may be lost, nothing may be made twice, and
both arenas must compute the same standing from the table. What was done and what was found is printed as a table, then how much quicker more workers are and
whether the simulation, fed with what tasks were measured to cost, tells how long they took (within 20 %).
"""

import os, random, shutil, signal, subprocess, sys, tempfile, time, urllib.error
from pathlib import Path

from audit import audit, show
from parts import PASSWORD, ROOT, Arena, Bucket, Nats, Person, Postgres, Worker, end, kit, skew
from speed import throughput

SEED, SECONDS = int(os.environ.get("SEED", 17)), int(os.environ.get("SECONDS", 75))


def main():
    folder = Path(tempfile.mkdtemp(prefix="meydan-cluster-"))
    folder.chmod(0o755)
    chance, done = random.Random(SEED), {}
    postgres, nats, bucket = Postgres(folder), Nats(folder) if os.environ.get("NATS") != "0" else None, Bucket()
    arenas, workers, wrong = [], [], []
    try:
        test = os.environ.get("CARGO")
        if test:
            subprocess.run([test, "test", "--workspace", "--locked", "--test", "s3"], env=bucket.env, cwd=ROOT, check=True)
        # One has a worker in its own process, too; the clock of the other is ahead.
        arenas.append(Arena("one", folder, postgres.url, nats, bucket.env, 1))
        # The contest for show is made by the first, once.
        arenas[0].wait()
        arenas.append(Arena("two", folder, postgres.url, nats, bucket.env, 0, ahead=9))
        arenas[1].wait()
        token = arenas[0].worker_token("cluster")
        for number in range(3):
            workers.append(Worker(number, folder, arenas[number % 2], token, ahead=-3600 * (number == 2)))
        if skew(9):
            done["one arena's clock is 9 s ahead, one worker's an hour behind"] = 1
        if os.environ.get("SIEGE") != "0":
            found = siege(chance, done, postgres, nats, bucket.process, arenas, workers)
            wrong = show(f"seed {SEED}, {SECONDS} s", done, found)
        throughput(folder, postgres, arenas, workers, token)
    finally:
        end([bucket.process] + ([nats.process] if nats else []) + [arena.process for arena in arenas], workers, postgres)
    if wrong:
        sys.exit(f"something is wrong; the logs are in {folder}")
    shutil.rmtree(folder, ignore_errors=True)


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
    let_in = 0
    if skew(20):
        let_in += not one.refuses("clock is not that of the database", ahead=20)
        let_in += not one.refuses("clock is not that of the database", ahead=-20)
        did("an arena is begun whose clock is 20 s ahead, and one whose clock is behind")
    let_in += not one.refuses("give the same --store", store=one.data / "of-its-own")
    did("an arena is begun with a store of its own")
    sent, archive, end, kept, drained, silent = 0, kit(), time.monotonic() + SECONDS, set(), 0, 0
    deeds = [
        "kill -9 an arena", "PostgreSQL restarted", "PostgreSQL killed", "the bucket is silent for 6 s", "an arena stands still past its leases",
        "kill -9 a worker", "a worker's network is cut for 8 s", "a worker's network is cut past its leases", "a worker's network is slow for 8 s",
        "a worker's disk is full for 8 s", "a worker drains and comes back",
    ]  # fmt: skip
    if nats:
        deeds += ["NATS restarted", "NATS killed, and its disk lost", "NATS is away for 20 s", "every job is offered again"]
    if skew(1):
        deeds += ["a clock goes wrong: an arena is a minute ahead for 12 s"]
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
            silent += sum(arena.readiness() != 503 for arena in arenas)
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
        elif deed.startswith("a clock goes wrong"):
            two.set_clock(60)
            time.sleep(12)
            two.set_clock(two.ahead)
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
    return audit(postgres, nats, organiser, arenas, kept, sent) | {
        "people known at both arenas, of 2": (known, 4),
        "wrong passwords beyond the five a minute that are borne, of 8": (refused, 3),
        "arenas that began and should not have": (let_in, 0),
        "workers that did not drain": (drained, 0),
        "arenas that did not say that PostgreSQL is away": (silent, 0),
        "workers that never did anything, of 4": (
            4 - postgres.count("SELECT DISTINCT worker FROM jobs WHERE state = 'done'"), 0,
        ),
    }  # fmt: skip


main()
