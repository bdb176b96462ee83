"""Your bot: change this file."""

from collections import deque
from typing import List, NamedTuple, Optional

from labyrinth import Action, Cell, Direction, Game, Status, Wall
from meydan import log

# How many positions one search may look at; the time for a turn is plenty for that.
POSITIONS = 1000


class Plan(NamedTuple):
    """What a search has found: plans compare by whether they reach the core, then by how good that is."""

    reaches: bool
    rounds: int
    first: Optional[Action]

    def better_than(self, other: "Plan") -> bool:
        """Sooner at the core, or safe for longer."""
        if self.reaches != other.reaches:
            return self.reaches
        return self.rounds < other.rounds if self.reaches else self.rounds > other.rounds


class Bot:
    """Looks for the shortest way to the Light Core on which no hunter catches it, and puts up a wall if there is none."""

    def __init__(self, game: Game):
        log(f"seat {game.seat}: the core is at {game.core}")

    def turn(self, game: Game) -> Action:
        """Decides what the runner `game.me` does."""
        if game.must_push:
            return self.push(game)
        me = game.runners[game.me].at
        best = self.search(game, me, game.hunters, 0)
        if not best.reaches:
            for wall in self.walls(game):
                ahead = game.with_wall(wall)
                hunters = ahead.hunters_after(game.hunters, self.runners(game, me), me)
                if hunters is not None:
                    plan = self.search(ahead, me, hunters, 1)._replace(first=Action.wall(wall))
                    best = plan if plan.better_than(best) else best
        return best.first or Action.stay()

    def search(self, game: Game, at: Cell, hunters: List[Cell], later: int) -> Plan:
        """The shortest safe way to the core from a position so many rounds ahead; without one, the way that is safe longest.

        Hunters always do the same, so their steps can be told in advance. The other runners are taken to wait."""
        best = Plan(False, later, None)
        seen = {(at, tuple(hunters), min(later, 2))}
        queue = deque([(at, tuple(hunters), later, None)])
        while queue and len(seen) < POSITIONS:
            cell, hunters, later, begun = queue.popleft()
            best = Plan(False, later, begun)
            steps = [(Action.move(way), to) for way, to in game.neighbours(cell, later)]
            for action, to in steps + [(Action.stay(), cell)]:
                first = begun or action
                if to == game.core:
                    return Plan(True, later + 1, first)
                if to in hunters:
                    continue
                after = game.hunters_after(list(hunters), self.runners(game, to), to, later)
                if after is None:
                    continue
                # After two rounds no wall of today stands any more, so positions from then on are alike.
                position = (to, tuple(after), min(later + 1, 2))
                if position not in seen:
                    seen.add(position)
                    queue.append((to, tuple(after), later + 1, first))
        return best

    def runners(self, game: Game, mine: Cell) -> List[Cell]:
        """The cells of the runners on the board, with yours moved to the cell `mine`."""
        cells = [mine if number == game.me else runner.at for number, runner in enumerate(game.runners)]
        return [cell for cell, runner in zip(cells, game.runners) if runner.status == Status.ON]

    def walls(self, game: Game) -> List[Wall]:
        """Walls worth a thought: beside the runner and beside the hunter that is nearest to it."""
        me = game.runners[game.me].at
        near = [me] + sorted(game.hunters, key=me.distance)[:1]
        walls = [Wall.between(cell, way.step(cell)) for cell in near for way in Direction]
        return [wall for wall in walls if game.can_wall(wall)]

    def push(self, game: Game) -> Action:
        """Sends the nearest hunter one step away, as far as that gets it."""
        me = game.runners[game.me].at
        pushes = [(hunter, to) for hunter, at in enumerate(game.hunters) for _, to in game.neighbours(at)]
        hunter, to = min(pushes, key=lambda push: (me.distance(game.hunters[push[0]]), -me.distance(push[1])))
        return Action.push(hunter, to)
