"""People who go on asking for something, whatever happens to the arenas."""

import random, subprocess, threading, urllib.error

from parts import allow, kit

# People ask for nothing while so many tasks wait, so that everything comes to an end on a slow machine, too.
WAITING = 20


class People(threading.Thread):
    """Whoever asks is passed on to the other arena where one does not answer, as a balancer would."""

    def __init__(self, postgres, arenas, organiser, contestant, team, seed=0):
        super().__init__(daemon=True)
        self.postgres, self.arenas, self.organiser, self.contestant, self.team = postgres, arenas, organiser, contestant, team
        self.chance = random.Random(seed)
        # The matches and versions that were taken.
        self.matches, self.versions = set(), set()
        self.asked, self.rejudged, self.passed_on, self.unanswered, self.refused = 0, 0, 0, [], []
        self.over = threading.Event()
        # Nobody is kept from asking, so that something waits all the time.
        allow(postgres, "{casual,hourly}", 10000)
        allow(postgres, "{casual,at_once}", 100)

    def run(self):
        archive, turn = kit(), 0
        while not self.over.wait(self.chance.uniform(0.1, 0.4)):
            turn += 1
            if turn % 40 == 5 and len(self.versions) < 6:
                version = self.ask(self.contestant, f"/teams/{self.team}/versions?note=again", archive, "application/zip")
                if version:
                    self.versions.add(version["id"])
            elif turn % 3 == 0 and turn % 30 != 3 or self.is_much_to_do():
                self.ask(self.contestant, "/me")
            elif turn % 30 == 3:
                reason = {"matches": {"kind": "ranked", "limit": 6}, "reason": "load"}
                self.rejudged += bool(self.ask(self.organiser, "/contests/demo/rejudges", reason))
            else:
                game = self.ask(self.contestant, f"/teams/{self.team}/casual", {"opponents": [{"house": "random"}]})
                if game:
                    self.matches.add(game["id"])

    def is_much_to_do(self):
        try:
            return self.postgres.count("SELECT 1 FROM jobs WHERE state = 'queued'") > WAITING
        except subprocess.CalledProcessError:
            return False

    def ask(self, person, path, body=None, kind="application/json"):
        """What one of the arenas answers. What is refused for a good reason is answered, too."""
        self.asked += 1
        for arena in self.arenas if self.asked % 2 else self.arenas[::-1]:
            try:
                return person.ask(arena, path, body, kind=kind)
            except urllib.error.HTTPError as error:
                # What it needs is away; a balancer asks the other one.
                if error.code == 503:
                    self.passed_on += 1
                    why = error
                    continue
                # Too many at once or in an hour, or nothing that could be played again yet.
                if error.code not in (400, 409, 429):
                    self.refused.append(f"{path}: {error.code} {error.read()[:200]!r}")
                return None
            except (OSError, ValueError) as error:
                self.passed_on += 1
                why = error
        self.unanswered.append(f"{path}: {why}")

    def stop(self):
        self.over.set()
        self.join()
