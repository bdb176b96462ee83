"""The jungle as a bot sees it: one `Tick` after another, under the names of the rule document."""

import traceback
from collections import deque
from dataclasses import dataclass
from enum import Enum
from typing import Any, Dict, List, NamedTuple, Optional

from meydan import Match, log


class Position(NamedTuple):
    """A tile: `x` to the right, `y` down."""

    x: int
    y: int

    def distance(self, other: "Position") -> int:
        """Steps to another tile if there were no walls."""
        return abs(self.x - other.x) + abs(self.y - other.y)

    def neighbours(self) -> List["Position"]:
        """The four tiles beside this one: above, below, left, right. They may be off the map."""
        return [Position(self.x + x, self.y + y) for x, y in ((0, -1), (0, 1), (-1, 0), (1, 0))]


class TileType(Enum):
    """What a tile is."""

    EMPTY = "EMPTY"
    WALL = "WALL"
    SPAWN = "SPAWN"


class ActionType(Enum):
    """What a unit can do."""

    SPAWN = "spawn"
    MOVE = "move"
    SUMMON = "summon"
    DROP = "drop"
    VINE = "vine"
    ATTACK = "attack"
    NONE = "none"


class Action(NamedTuple):
    """One order for one unit. `target` is needed by all but SUMMON and NONE."""

    unit_id: str
    action: ActionType
    target: Optional[Position] = None

    def wire(self) -> Any:
        """The order as the match reads it."""
        deed: Any = self.action.value
        if self.target is not None and self.action not in (ActionType.SUMMON, ActionType.NONE):
            deed = {deed: {"x": self.target.x, "y": self.target.y}}
        # A unit or target that makes no sense is an error for this order alone; the match says which.
        return {"unit": int(self.unit_id) if str(self.unit_id).isdigit() else 0, "do": deed}


@dataclass
class Diamond:
    """A diamond. While it is carried, `owner_id` is its carrier and `position` the carrier's."""

    id: str
    position: Position
    summon_level: int
    points: int
    owner_id: Optional[str]


@dataclass
class Map:
    """The tiles, `tiles[x][y]`, and the diamonds."""

    tiles: List[List[TileType]]
    diamonds: List[Diamond]


@dataclass
class LastState:
    """What befell a unit in the last tick."""

    position_before: Optional[Position]
    position_before_dying: Optional[Position]
    was_attacked_by: Optional[str]
    was_vined_by: Optional[str]
    has_summoned: bool


@dataclass
class Unit:
    """A unit; without a `position` it is not on the map and must be spawned."""

    id: str
    team_id: str
    position: Optional[Position]
    path: List[Position]
    has_diamond: bool
    diamond_id: Optional[str]
    has_spawned: bool
    is_summoning: bool
    last_state: LastState


@dataclass
class Team:
    """A team. `errors` say what was wrong with your last orders; those of others are hidden."""

    id: str
    name: str
    score: int
    units: List[Unit]
    errors: List[str]
    is_dead: bool


@dataclass
class GameConfig:
    """Numbers of the rules."""

    points_per_diamond: int = 1
    maximum_diamond_summon_level: int = 5
    initial_diamond_summon_level: int = 1
    maximum_unit_per_position: int = 1
    warm_up_period: int = 0


@dataclass
class Tick:
    """The game as it is now."""

    tick: int
    total_tick: int
    map: Map
    game_config: GameConfig
    team_play_orderings: Dict[int, List[str]]
    team_id: str
    teams: List[Team]

    def my_team(self) -> Team:
        """Your team."""
        return next(team for team in self.teams if team.id == self.team_id)

    def foes(self) -> List[Unit]:
        """The units of the other teams that are on the map."""
        others = (team for team in self.teams if team.id != self.team_id)
        return [unit for team in others for unit in team.units if unit.position is not None]

    def tile_at(self, position: Position) -> TileType:
        """What the tile is; WALL off the map."""
        inside = 0 <= position.x < len(self.map.tiles) and 0 <= position.y < len(self.map.tiles[0])
        return self.map.tiles[position.x][position.y] if inside else TileType.WALL

    def unit_at(self, position: Position) -> Optional[Unit]:
        """The unit that stands there."""
        units = (unit for team in self.teams for unit in team.units)
        return next((unit for unit in units if unit.position == position), None)

    def diamond(self, diamond_id: Optional[str]) -> Optional[Diamond]:
        """The diamond of that id."""
        return next((diamond for diamond in self.map.diamonds if diamond.id == diamond_id), None)

    def loose_diamonds(self) -> List[Diamond]:
        """The diamonds that nobody carries."""
        return [diamond for diamond in self.map.diamonds if diamond.owner_id is None]

    def spawn_tiles(self) -> List[Position]:
        """Where units may come to life."""
        every = (Position(x, y) for x, column in enumerate(self.map.tiles) for y in range(len(column)))
        return [position for position in every if self.tile_at(position) == TileType.SPAWN]

    def distances(self, to: Position) -> Dict[Position, int]:
        """How many steps a unit needs to get to a tile from everywhere, around walls and through other units. Nobody can
        step from the floor onto a spawn tile."""
        found = {to: 0}
        queue = deque([to])
        while queue:
            at = queue.popleft()
            for beside in at.neighbours():
                tile = self.tile_at(beside)
                entered = tile == TileType.EMPTY and self.tile_at(at) == TileType.SPAWN
                if beside not in found and tile != TileType.WALL and not entered:
                    found[beside] = found[at] + 1
                    queue.append(beside)
        return found


class Game:
    """Makes ticks out of what the match says."""

    def __init__(self, start: dict):
        config = start["config"]
        kinds = {"S": TileType.SPAWN, "#": TileType.WALL, "~": TileType.WALL}
        self._tiles = [[kinds.get(tile, TileType.EMPTY) for tile in column] for column in zip(*config["map"])]
        self._names = [team["name"] for team in config["teams"]]
        self._diamonds = config["diamond_ids"]
        self._ticks = config["ticks"]
        self._seat = start["seat"]

    def tick(self, view: dict) -> Tick:
        """The game as a view tells it."""
        diamonds = [
            Diamond(name, _position(d["position"]), d["level"], d["points"], _text(d["owner"]))
            for name, d in zip(self._diamonds, view["diamonds"])
        ]
        teams = [
            Team(str(team), name, t["score"], [self._unit(team, unit) for unit in t["units"]], t["errors"], t["left"])
            for team, (name, t) in enumerate(zip(self._names, view["teams"]))
        ]
        orders = {view["tick"] + ahead: [str(team) for team in order] for ahead, order in enumerate(view["orders"])}
        board = Map(self._tiles, diamonds)
        return Tick(view["tick"], self._ticks, board, GameConfig(), orders, str(self._seat), teams)

    def _unit(self, team: int, unit: dict) -> Unit:
        at = _position(unit["position"])
        held = None if unit["diamond"] is None else self._diamonds[unit["diamond"]]
        last = LastState(at, _position(unit["died_at"]), _text(unit["attacked_by"]), _text(unit["vined_by"]), False)
        path = [Position(step["x"], step["y"]) for step in unit["path"]]
        return Unit(
            str(unit["unit"]), str(team), at, path, held is not None, held, at is not None, unit["summoning"], last
        )


def _position(at: Optional[dict]) -> Any:
    return None if at is None else Position(at["x"], at["y"])


def _text(number: Optional[int]) -> Optional[str]:
    return None if number is None else str(number)


def play(make_bot) -> None:
    """Plays one match: `make_bot()` makes the bot, its `turn(tick)` is asked for a list of actions."""
    match = Match.open()
    game = bot = None
    while True:
        message = match.receive()
        if message is None or message["type"] == "end":
            return
        if message["type"] == "start":
            game = Game(message)
            bot = make_bot()
        elif message["type"] == "turn":
            for error in message.get("errors", []):
                log(error)
            try:
                actions = [action.wire() for action in bot.turn(game.tick(message["view"]))]
            except Exception as error:
                if type(error).__name__ == "BdbQuit":  # whoever leaves the debugger leaves the match
                    raise
                log(traceback.format_exc())
                actions = []
            match.act(message["window"], {"orders": actions})
