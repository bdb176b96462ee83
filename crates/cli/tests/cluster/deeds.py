"""What is done to a cluster: a schedule that follows from a seed alone, and each deed."""

import random, signal, sys, time
from dataclasses import dataclass

# Every deed, with the seconds that it lasts.
DEEDS = {
    "kill -9 an arena": 2,
    "an arena stands still past its leases": 35,
    "kill -9 a worker": 2,
    "kill -9 all workers": 2,
    "a worker's network is cut for 8 s": 8,
    "a worker's network is silent past its leases": 40,
    "a worker's network is slow for 8 s": 8,
    "a worker's disk is full for 8 s": 8,
    "a worker drains and comes back": 3,
    "PostgreSQL restarted": 3,
    "PostgreSQL killed": 1,
    "the bucket is silent for 6 s": 6,
    "an arena is cut from PostgreSQL without a word for 40 s": 45,
    "an arena is cut from the bucket without a word for 40 s": 45,
    "an arena's way to PostgreSQL is slow for 8 s": 8,
}
WITH_NATS = {
    "an arena is cut from NATS without a word for 20 s": 22,
    "NATS restarted": 1,
    "NATS killed, and its disk lost": 1,
    "NATS is away for 20 s": 20,
    "every job is offered again": 1,
}
WITH_CLOCKS = {"a clock goes wrong: an arena is a minute ahead for 12 s": 12}
# What a short run has: the deeds that last a moment.
SHORT = ["kill -9 a worker", "kill -9 an arena", "PostgreSQL restarted", "NATS killed, and its disk lost", "every job is offered again", "a worker's disk is full for 8 s"]


@dataclass
class Step:
    """A deed, after a while, to one of the arenas and one of the workers."""

    rest: float
    deed: str
    arena: int
    worker: int
    pause: float

    def __str__(self):
        whom = f"worker {self.worker + 1}" if "a worker" in self.deed else f"arena {self.arena + 1}" if "an arena" in self.deed and "clock" not in self.deed else ""
        return f"after {self.rest:.1f} s: {self.deed}" + (f" ({whom})" if whom else "")


def schedule(seed, seconds, workers, nats=True, clocks=True, short=False, only=""):
    """What is done when: every deed once, and again until it lasts for so many seconds. The same seed gives the same schedule. With `only`, the deeds alone in whose
    names that is."""
    chance, steps, lasts = random.Random(seed), [], 0
    deeds = DEEDS | (WITH_NATS if nats else {}) | (WITH_CLOCKS if clocks else {})
    if short:
        deeds = {deed: lasts for deed, lasts in deeds.items() if deed in SHORT}
    deeds = {deed: lasts for deed, lasts in deeds.items() if only in deed}
    if not deeds:
        sys.exit(f"there is no deed with `{only}` in its name")
    while len(steps) < len(deeds) or lasts < seconds:
        for deed in chance.sample(sorted(deeds), len(deeds)):
            rest = chance.uniform(2, 4) if short else chance.uniform(4, 9)
            steps.append(Step(rest, deed, chance.randrange(2), chance.randrange(workers), chance.uniform(0.1, 2)))
            lasts += rest + deeds[deed]
            if len(steps) >= len(deeds) and lasts >= seconds:
                break
    return steps


class Culprit:
    """Who does it, and what did not go as it should."""

    def __init__(self, rack, postgres, nats, moto, arenas, workers):
        self.rack, self.postgres, self.nats, self.moto, self.arenas, self.workers = rack, postgres, nats, moto, arenas, workers
        # Workers that did not drain, arenas that did not say what is away, those that did not find it when it was back, and offers that were made again.
        self.undrained, self.silent, self.lost, self.repeated = 0, 0, 0, 0

    def cut(self, step, service, seconds, says):
        """Cuts one arena off from a service without a word. `says` tells whether it says that the service is there."""
        arena = self.arenas[step.arena]
        with self.rack.link(service, step.arena).silent():
            time.sleep(seconds)
            self.silent += says(arena)
        end = time.monotonic() + 120
        while not says(arena):
            if time.monotonic() > end:
                self.lost += 1
                break
            time.sleep(0.5)

    def do(self, step):
        arena, worker = self.arenas[step.arena], self.workers[step.worker]
        match step.deed:
            case "kill -9 a worker":
                worker.kill()
                time.sleep(step.pause)
                worker.start()
            case "kill -9 all workers":
                for each in self.workers:
                    each.kill()
                time.sleep(step.pause)
                for each in self.workers:
                    each.start()
            case "a worker's network is cut for 8 s":
                worker.link.cut(8)
            case "a worker's network is silent past its leases":
                with worker.link.silent():
                    time.sleep(40)
            case "a worker's network is slow for 8 s":
                worker.link.slow(8)
            case "a worker's disk is full for 8 s":
                worker.fill(8)
            case "a worker drains and comes back":
                self.undrained += worker.drain() != 0
                worker.start()
            case "kill -9 an arena":
                arena.kill()
                time.sleep(step.pause)
                arena.start()
                arena.wait()
            case "an arena stands still past its leases":
                arena.process.send_signal(signal.SIGSTOP)
                time.sleep(35)
                arena.process.send_signal(signal.SIGCONT)
            case "PostgreSQL restarted":
                self.postgres.stop("fast")
                self.silent += sum(arena.readiness() != 503 for arena in self.arenas)
                time.sleep(step.pause)
                self.postgres.start()
            case "PostgreSQL killed":
                self.postgres.stop("immediate")
                self.postgres.start()
            case "the bucket is silent for 6 s":
                self.moto.send_signal(signal.SIGSTOP)
                time.sleep(6)
                self.moto.send_signal(signal.SIGCONT)
            case "an arena is cut from PostgreSQL without a word for 40 s":
                self.cut(step, "PostgreSQL", 40, lambda arena: arena.readiness() == 200)
            case "an arena is cut from the bucket without a word for 40 s":
                self.cut(step, "the bucket", 40, lambda arena: arena.readiness() == 200)
            case "an arena is cut from NATS without a word for 20 s":
                self.cut(step, "NATS", 20, lambda arena: arena.metric("meydan_broker") == 1)
            case "an arena's way to PostgreSQL is slow for 8 s":
                self.rack.link("PostgreSQL", step.arena).slow(8)
            case "NATS restarted":
                self.nats.process.terminate()
                self.nats.process.wait()
                self.nats.start()
            case "NATS killed, and its disk lost":
                self.nats.lose()
            case "NATS is away for 20 s":
                self.nats.kill()
                time.sleep(20)
                self.nats.start()
            case "every job is offered again":
                self.repeated += self.nats.repeat(self.postgres)
            case _:
                skewed = self.arenas[1]
                skewed.set_clock(60)
                time.sleep(12)
                skewed.set_clock(skewed.ahead)
