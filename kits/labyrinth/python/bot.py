"""Your bot: change this file."""

from collections import deque

from labyrinth import Action, Game, Status
from meydan import log

# How many positions are looked at in one turn; a second is plenty for them.
POSITIONS = 3000


class Bot:
    """Looks for the shortest way to the Light Core on which no hunter catches it."""

    def __init__(self, game: Game):
        log(f"seat {game.seat}: the core is at {game.core}")

    def turn(self, game: Game) -> Action:
        """Decides what the runner `game.me` does."""
        return self.push(game) if game.must_push else self.safe_step(game)

    def safe_step(self, game: Game) -> Action:
        """The first step of the shortest safe way to the core; without one, of the way that is safe longest.

        Hunters always do the same, so their steps can be told in advance. The other runners are taken to wait."""
        seen = {(game.runners[game.me].at, tuple(game.hunters))}
        queue = deque((cell, hunters, None) for cell, hunters in seen)
        best = None
        while queue and len(seen) < POSITIONS:
            cell, hunters, best = queue.popleft()
            steps = [(Action.move(way), to) for way, to in game.neighbours(cell)]
            for action, to in steps + [(Action.stay(), cell)]:
                first = best or action
                if to == game.core:
                    return first
                if to in hunters:
                    continue
                runners = [
                    to if number == game.me else runner.at
                    for number, runner in enumerate(game.runners)
                    if runner.status == Status.ON
                ]
                after = game.hunters_after(list(hunters), runners, to)
                if after is not None and (to, tuple(after)) not in seen:
                    seen.add((to, tuple(after)))
                    queue.append((to, tuple(after), first))
        return best or Action.stay()

    def push(self, game: Game) -> Action:
        """Sends the nearest hunter one step away, as far as that gets it."""
        me = game.runners[game.me].at
        pushes = [(hunter, to) for hunter, at in enumerate(game.hunters) for _, to in game.neighbours(at)]
        hunter, to = min(pushes, key=lambda push: (me.distance(game.hunters[push[0]]), -me.distance(push[1])))
        return Action.push(hunter, to)
