"""The labyrinth as a bot sees it: the board, who stands where, and what a runner can do."""

import traceback
from collections import deque
from copy import copy
from dataclasses import dataclass
from enum import Enum
from typing import Any, Dict, List, NamedTuple, Optional, Tuple

from meydan import Match, log


class Cell(NamedTuple):
    """A cell of the board; `Cell(0, 0)` is top left."""

    row: int
    col: int

    def distance(self, other: "Cell") -> int:
        """Steps to another cell if there were no walls."""
        return abs(self.row - other.row) + abs(self.col - other.col)


class Direction(Enum):
    """A way to step."""

    UP = "up"
    DOWN = "down"
    LEFT = "left"
    RIGHT = "right"

    def step(self, cell: Cell) -> Cell:
        """The next cell this way; it may be off the board."""
        rows, cols = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}[self.value]
        return Cell(cell.row + rows, cell.col + cols)


class Wall(NamedTuple):
    """A wall between two cells: "h" lies under `cell`, "v" right of it."""

    cell: Cell
    dir: str

    @staticmethod
    def between(a: Cell, b: Cell) -> "Wall":
        """The wall that would part two neighbouring cells."""
        return Wall(min(a, b), "h" if a.col == b.col else "v")


class Status(Enum):
    """How a runner fares."""

    ON = "on"
    ARRIVED = "arrived"
    CAUGHT = "caught"


@dataclass(frozen=True)
class Runner:
    """A runner: where it is, how it fares, and how many walls it may still put up."""

    at: Cell
    status: Status
    walls: int


class Action:
    """What a runner does with its turn."""

    def __init__(self, act: Any):
        self._act = act

    def wire(self) -> Any:
        """The action as the match reads it."""
        return self._act

    @staticmethod
    def move(direction: Direction) -> "Action":
        """One step."""
        return Action({"move": direction.value})

    @staticmethod
    def wall(wall: Wall) -> "Action":
        """A temporary wall: it stands for the hunters' phases of this round and the next."""
        return Action({"wall": {"row": wall.cell.row, "col": wall.cell.col, "dir": wall.dir}})

    @staticmethod
    def stay() -> "Action":
        """Nothing."""
        return Action("stay")

    @staticmethod
    def push(hunter: int, to: Cell) -> "Action":
        """Puts a hunter on one of its open neighbour cells; only when a box gave you a push."""
        return Action({"push": {"hunter": hunter, "to": list(to)}})


class Game:
    """All that is known about the match. Nothing is hidden but the draws to come."""

    seat: int
    rows: int
    cols: int
    core: Cell
    max_rounds: int
    seats: int
    round: int
    me: int
    must_push: bool
    runners: List[Runner]
    hunters: List[Cell]
    fixed_walls: List[Wall]
    temporary_walls: Dict[Wall, int]
    boxes: List[Cell]
    arrived: int
    needed: int
    errors: List[str]

    def __init__(self, start: dict):
        config = start["config"]
        self.seat = start["seat"]
        self.rows, self.cols = config["rows"], config["cols"]
        self.core = Cell(*config["core"])
        self.max_rounds = config["max_rounds"]
        self.seats = config["seats"]
        self.fixed_walls = [_wall(wall) for wall in config["walls"]]
        self._fixed = set(self.fixed_walls)
        self.errors = []

    def update(self, view: dict, errors: List[str]) -> None:
        """Takes in a fresh view."""
        self.round = view["round"]
        self.must_push = view["push"] is not None
        self.me = view["push"] if self.must_push else view["turn"]
        self.runners = [Runner(Cell(*r["at"]), Status(r["status"]), r["walls"]) for r in view["runners"]]
        self.hunters = [Cell(*hunter) for hunter in view["hunters"]]
        self.temporary_walls = {_wall(wall): wall["life"] for wall in view["walls"]}
        self.boxes = [Cell(*box) for box in view["boxes"]]
        self.arrived, self.needed = view["arrived"], view["needed"]
        self.errors = errors

    def inside(self, cell: Cell) -> bool:
        """Whether the cell is on the board."""
        return 0 <= cell.row < self.rows and 0 <= cell.col < self.cols

    def has_wall(self, wall: Wall, later: int = 0) -> bool:
        """Whether a wall stands there, so many rounds from now: temporary walls go when their life is used up."""
        return wall in self._fixed or self.temporary_walls.get(wall, 0) > later

    def is_open(self, cell: Cell, direction: Direction, later: int = 0) -> bool:
        """Whether one can step that way: inside the board and no wall between."""
        to = direction.step(cell)
        return self.inside(to) and not self.has_wall(Wall.between(cell, to), later)

    def neighbours(self, cell: Cell, later: int = 0) -> List[Tuple[Direction, Cell]]:
        """The open ways from a cell, in the order up, down, left, right."""
        return [(way, way.step(cell)) for way in Direction if self.is_open(cell, way, later)]

    def distances(self, to: Cell) -> Dict[Cell, int]:
        """How many steps every cell is from `to`, around the walls that stand now."""
        found = {to: 0}
        queue = deque([to])
        while queue:
            cell = queue.popleft()
            for _, beside in self.neighbours(cell):
                if beside not in found:
                    found[beside] = found[cell] + 1
                    queue.append(beside)
        return found

    def can_wall(self, wall: Wall) -> bool:
        """Whether your runner may put up that wall: it has one left, nothing stands there, and it cuts nothing off."""
        other = (Direction.DOWN if wall.dir == "h" else Direction.RIGHT).step(wall.cell)
        if self.runners[self.me].walls == 0 or not (self.inside(wall.cell) and self.inside(other)):
            return False
        return not self.has_wall(wall) and len(self.with_wall(wall).distances(self.core)) == self.rows * self.cols

    def with_wall(self, wall: Wall) -> "Game":
        """The same game with one more temporary wall, to think ahead."""
        game = copy(self)
        game.temporary_walls = {**self.temporary_walls, wall: 2}
        return game

    def hunters_after(
        self, hunters: List[Cell], runners: List[Cell], mine: Cell, later: int = 0
    ) -> Optional[List[Cell]]:
        """Where the hunters stand after their phase, with runners on these cells (in the order of their numbers, yours
        among them); `None` if they catch the one on the cell `mine`."""
        for _ in range(2):
            hunters = [self._chase(hunter, runners, later) for hunter in hunters]
            if mine in hunters:
                return None
            runners = [runner for runner in runners if runner not in hunters]
        return hunters

    def _chase(self, hunter: Cell, runners: List[Cell], later: int) -> Cell:
        """One step of a hunter: across if that closes in and is open, else along the column, else none."""
        prey = min(runners, key=hunter.distance)
        ways = []
        if prey.col != hunter.col:
            ways.append(Direction.RIGHT if prey.col > hunter.col else Direction.LEFT)
        if prey.row != hunter.row:
            ways.append(Direction.DOWN if prey.row > hunter.row else Direction.UP)
        return next((way.step(hunter) for way in ways if self.is_open(hunter, way, later)), hunter)


def _wall(wall: dict) -> Wall:
    return Wall(Cell(wall["row"], wall["col"]), wall["dir"])


def play(make_bot) -> None:
    """Plays one match: `make_bot(game)` makes the bot, its `turn(game)` is asked for an action."""
    match = Match.open()
    game = bot = None
    while True:
        message = match.receive()
        if message is None or message["type"] == "end":
            return
        if message["type"] == "start":
            game = Game(message)
            bot = make_bot(game)
        elif message["type"] == "turn" or message.get("next") == "more":
            if "view" in message:
                game.update(message["view"], message.get("errors", []))
            try:
                match.act(message["window"], bot.turn(game).wire())
            except Exception as error:
                if type(error).__name__ == "BdbQuit":  # whoever leaves the debugger leaves the match
                    raise
                log(traceback.format_exc())
                match.done(message["window"])
