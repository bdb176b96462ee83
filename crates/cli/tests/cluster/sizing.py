#!/usr/bin/env python3
"""What a core is good for: how many matches of each game a worker plays in an hour, and what it takes to build and to check.

    make sizing                       (MATCHES=20 GAMES="jungle heroes" choose otherwise)

One arena, and one worker with one hand. For each game the starter kit in Python is sent again and again: each version is built behind walls, plays its first match
against the weakest house bot (alone in a game that is played alone), and the record is played again. Every task is measured by the clock and by the processor time of the
worker and all that it started. Processor time says what a core is good for, on a machine that has other things to do as well; the clock says what a hand does in an
hour, if it has cores enough. Bots that think longer cost more: feed `meydan simulate` with what yours take.
"""

import json, os, shutil, signal, statistics, subprocess, sys, tempfile, time, urllib.request
from pathlib import Path

from parts import MEYDAN, PASSWORD, Person, kit, port, spent

MATCHES = int(os.environ.get("MATCHES", 8))


class Arena:
    def __init__(self, folder):
        number = port()
        self.url = f"http://127.0.0.1:{number}"
        self.place = ["--data", folder / "arena"]
        command = [MEYDAN, "arena", "--listen", f"127.0.0.1:{number}", *self.place, "--workers", "0", "--demo", "--log", "json"]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=open(folder / "arena.log", "wb"))
        for _ in range(300):
            try:
                return urllib.request.urlopen(f"{self.url}/healthz", timeout=2).close()
            except OSError:
                time.sleep(0.2)
        sys.exit(f"the arena does not answer; its log is in {folder}")


class Worker:
    """A worker with one hand, so that its tasks come one after another."""

    def __init__(self, folder, arena):
        made = subprocess.run([MEYDAN, "arena", "worker-token", "sizing", *arena.place], stdout=subprocess.PIPE, text=True, check=True)
        env = os.environ | {"MEYDAN_WORKER_TOKEN": made.stdout.strip()}
        command = [MEYDAN, "worker", "--arena", arena.url, "--data", folder / "worker", "--hands", "1", "--log", "json"]
        self.log = folder / "worker.log"
        self.process = subprocess.Popen(command, env=env, stdout=open(self.log, "wb"), stderr=subprocess.STDOUT)
        self.read, self.begun = 0, None

    def tasks(self):
        """The tasks that have ended since this was asked last: what was done, to what, and the seconds by the clock and by the processor."""
        with open(self.log) as lines:
            lines.seek(self.read)
            while (line := lines.readline()).endswith("\n"):
                self.read = lines.tell()
                try:
                    fields = json.loads(line)["fields"]
                except (ValueError, KeyError):
                    continue
                said = fields.get("message", "")
                if said.endswith(" begins"):
                    self.begun = spent(self.process)
                elif said.endswith(" is done with") and self.begun is not None:
                    # A bot's processor time is known when it was waited for, which is done by now.
                    yield said.removesuffix(" is done with"), fields["id"], fields["took_ms"] / 1000, spent(self.process) - self.begun


def measure(game, arena, worker, organiser, contestant):
    """What building, playing and checking took in a game, each by the clock and by the processor."""
    slug = f"sizing-{game}"
    settings = {"submissions": {"hourly": 1000}, "ranking": {"kind": "none"}}
    organiser.ask(arena, "/contests", {"slug": slug, "title": slug, "about": "", "game": game, "settings": settings})
    organiser.ask(arena, f"/contests/{slug}/state", {"to": "open"})
    team = contestant.ask(arena, f"/contests/{slug}/teams", {"name": slug})["team"]["id"]
    took = {"a build": [], "a match": [], "a check": []}
    for number in range(MATCHES + 1):
        contestant.ask(arena, f"/teams/{team}/versions?note=sizing", kit(game), kind="application/zip")
        seen, end = set(), time.monotonic() + 600
        while seen != set(took):
            if time.monotonic() > end or worker.process.poll() is not None:
                sys.exit(f"{game}: a version is not built, played and checked; the worker's log is {worker.log}")
            for kind, _, clock, processor in worker.tasks():
                seen.add(kind)
                # The first brings things into memory that stay there.
                if number:
                    took[kind].append((clock, processor))
            time.sleep(0.02)
    return took


def main():
    folder = Path(tempfile.mkdtemp(prefix="meydan-sizing-"))
    arena = worker = None
    games = os.environ.get("GAMES", "").split() or sorted(path.parent.name for path in (Path(__file__).parents[4] / "kits").glob("*/python"))
    try:
        arena = Arena(folder)
        organiser, contestant = Person(), Person()
        organiser.ask(arena, "/signin", {"name": "organiser", "password": PASSWORD})
        contestant.ask(arena, "/signin", {"name": "contestant", "password": PASSWORD})
        for slug in ("demo", "demo-rounds"):
            organiser.ask(arena, f"/contests/{slug}/state", {"to": "closed"})
        worker = Worker(folder, arena)
        # What the demonstration brings along is done first.
        quiet = time.monotonic()
        while time.monotonic() < quiet + 5:
            if list(worker.tasks()):
                quiet = time.monotonic()
            time.sleep(0.1)
        print(f"{MATCHES} matches of each game, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before it began")
        print("| game | matches per hour and core | per hour and hand | a match: processor, clock (least to most) | a build | a check | arena, per match |")
        print("|---|---|---|---|---|---|---|")
        for game in games:
            before = spent(arena.process)
            took = measure(game, arena, worker, organiser, contestant)
            mean = {kind: [statistics.mean(column) for column in zip(*rows)] for kind, rows in took.items()}
            clock, processor = mean["a match"]
            clocks = sorted(row[0] for row in took["a match"])
            served = (spent(arena.process) - before) / (MATCHES + 1)
            print(
                f"| {game} | {3600 / processor:.0f} | {3600 / clock:.0f} | {processor:.2f} s, {clock:.2f} s ({clocks[0]:.2f} to {clocks[-1]:.2f}) "
                f"| {mean['a build'][1]:.2f} s | {mean['a check'][1]:.2f} s | {served:.2f} s |",
                flush=True,
            )
    finally:
        for one in (worker, arena):
            if one:
                one.process.send_signal(signal.SIGTERM)
                one.process.wait(60)
    shutil.rmtree(folder, ignore_errors=True)


main()
