"""The world of `heroes` as your team knows it, and the orders you give in it. There is no need to change this file."""

from __future__ import annotations

import traceback
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple, Union

import geometry
from meydan import Match, log


class _OpenEnum(Enum):
    """Names that a map may add to: one that is not listed here becomes a member when it is first read."""

    @classmethod
    def _missing_(cls, value: object) -> Optional["_OpenEnum"]:
        if not isinstance(value, str):
            return None
        member = object.__new__(cls)
        member._name_ = member._value_ = value
        cls._value2member_map_[value] = member
        return member


class HeroName(_OpenEnum):
    """The class of a hero. A map may have others than those of the document: `HeroName("SHADOW")`."""

    SENTRY = "SENTRY"
    BLASTER = "BLASTER"
    HEALER = "HEALER"
    GUARDIAN = "GUARDIAN"


class AbilityName(_OpenEnum):
    """The name of an ability. A map may have others than those of the document: `AbilityName("SHADOW_SLASH")`."""

    SENTRY_ATTACK = "SENTRY_ATTACK"
    SENTRY_DODGE = "SENTRY_DODGE"
    SENTRY_RAY = "SENTRY_RAY"
    BLASTER_ATTACK = "BLASTER_ATTACK"
    BLASTER_DODGE = "BLASTER_DODGE"
    BLASTER_BOMB = "BLASTER_BOMB"
    HEALER_ATTACK = "HEALER_ATTACK"
    HEALER_DODGE = "HEALER_DODGE"
    HEALER_HEAL = "HEALER_HEAL"
    GUARDIAN_ATTACK = "GUARDIAN_ATTACK"
    GUARDIAN_DODGE = "GUARDIAN_DODGE"
    GUARDIAN_FORTIFY = "GUARDIAN_FORTIFY"


class AbilityType(Enum):
    """What an ability is for."""

    DEFENSIVE = "DEFENSIVE"
    DODGE = "DODGE"
    OFFENSIVE = "OFFENSIVE"


class Phase(Enum):
    """What may be ordered now."""

    PICK = "PICK"
    MOVE = "MOVE"
    ACTION = "ACTION"


class Direction(Enum):
    """A way to step."""

    UP = "UP"
    DOWN = "DOWN"
    LEFT = "LEFT"
    RIGHT = "RIGHT"


@dataclass
class Cell:
    """A cell of the map. Two cells are equal if they have the same row and column."""

    row: int
    column: int
    is_wall: bool = field(default=False, compare=False)
    is_in_my_respawn_zone: bool = field(default=False, compare=False)
    is_in_opp_respawn_zone: bool = field(default=False, compare=False)
    is_in_objective_zone: bool = field(default=False, compare=False)
    #: Whether one of your heroes sees this cell now.
    is_in_vision: bool = field(default=False, compare=False, repr=False)

    def __hash__(self) -> int:
        return hash((self.row, self.column))


#: The cell of a hero that is dead or that you do not see.
NO_CELL = Cell(-1, -1)


@dataclass
class Map:
    """The map."""

    row_num: int
    column_num: int
    #: All cells: `cells[row][column]`.
    cells: List[List[Cell]]
    my_respawn_zone: List[Cell]
    opp_respawn_zone: List[Cell]
    objective_zone: List[Cell]

    def is_in_map(self, row: int, column: int) -> bool:
        """Whether these coordinates are on the map."""
        return 0 <= row < self.row_num and 0 <= column < self.column_num

    def get_cell(self, row: int, column: int) -> Optional[Cell]:
        """The cell at these coordinates; `None` outside the map."""
        return self.cells[row][column] if self.is_in_map(row, column) else None


@dataclass
class AbilityConstants:
    """What the map says about an ability."""

    name: AbilityName
    type: AbilityType
    range: int
    ap_cost: int
    cooldown: int
    area_of_effect: int
    power: int
    #: Lobbing abilities fly over everything; the others stop at walls and heroes.
    is_lobbing: bool


@dataclass
class Ability(AbilityConstants):
    """An ability of one hero."""

    #: Turns until the ability is ready again; -1 for an enemy's.
    rem_cooldown: int

    def is_ready(self) -> bool:
        """Whether it can be used in this turn. Never true for an enemy's."""
        return self.rem_cooldown == 0


@dataclass
class HeroConstants:
    """What the map says about a class of heroes."""

    name: HeroName
    ability_names: List[AbilityName]
    max_hp: int
    move_ap_cost: int
    respawn_time: int


@dataclass
class Hero(HeroConstants):
    """A hero."""

    id: int
    #: 0 while dead; -1 for a living enemy whose health you may not know.
    current_hp: int
    #: `NO_CELL` while dead and for an enemy you do not see.
    current_cell: Cell
    #: The cells since the turn began; of an enemy those you saw.
    recent_path: List[Cell]
    #: Turns until the hero appears again; 0 while alive.
    rem_respawn_time: int
    abilities: List[Ability]

    def get_ability(self, name: AbilityName) -> Optional[Ability]:
        """The ability of that name, if it has it."""
        return next((ability for ability in self.abilities if ability.name == name), None)

    @property
    def defensive_abilities(self) -> List[Ability]:
        """The abilities for own heroes."""
        return self._abilities(AbilityType.DEFENSIVE)

    @property
    def dodge_abilities(self) -> List[Ability]:
        """The abilities that carry the hero away."""
        return self._abilities(AbilityType.DODGE)

    @property
    def offensive_abilities(self) -> List[Ability]:
        """The abilities against enemies."""
        return self._abilities(AbilityType.OFFENSIVE)

    def _abilities(self, kind: AbilityType) -> List[Ability]:
        return [ability for ability in self.abilities if ability.type == kind]


@dataclass
class CastAbility:
    """An ability that was used in the last action phase, as far as you saw it."""

    #: -1 if you did not see who used it.
    caster_id: int
    target_hero_ids: List[int]
    #: `NO_CELL` if you did not see it; so is `end_cell`.
    start_cell: Cell
    end_cell: Cell
    ability_name: AbilityName


class World:
    """All that your team knows now, and the orders you give.

    Where a method takes cells, each one is a `Cell` or a row and a column: `is_in_vision(a, b)`, `is_in_vision(a, 3, 7)`,
    `is_in_vision(2, 2, 3, 7)`. Where it takes a hero, its id will do, and for an ability its name.
    """

    map: Map
    my_heroes: List[Hero]
    opp_heroes: List[Hero]
    #: The abilities used in the previous turn; the enemy's as far as you saw them.
    my_cast_abilities: List[CastAbility]
    opp_cast_abilities: List[CastAbility]
    hero_constants: List[HeroConstants]
    ability_constants: List[AbilityConstants]
    #: Action points your team has left in this turn.
    ap: int
    my_score: int
    opp_score: int
    #: 0 to 3 are the picks; the first turn is 4.
    current_turn: int
    current_phase: Phase
    #: From 0 in the move phases, else -1.
    move_phase_num: int
    max_score: int
    max_ap: int
    max_turns: int
    kill_score: int
    objective_zone_score: int

    def __init__(self, start: Dict[str, Any], match: Match) -> None:
        config = start["config"]
        self._me: int = start["seat"]
        self._match, self._window = match, 0
        self.map = _map(config, self._me)
        self.ability_constants = [_ability_constants(entry) for entry in config["abilities"]]
        self.hero_constants = [_hero_constants(entry) for entry in config["heroes"]]
        numbers = config["constants"]
        self.max_ap, self.max_score, self.max_turns = numbers["max_ap"], numbers["max_score"], numbers["max_turns"]
        self.kill_score, self.objective_zone_score = numbers["kill_score"], numbers["objective_score"]
        self.ap, self.my_score, self.opp_score, self.current_turn = self.max_ap, 0, 0, 0
        self.current_phase, self.move_phase_num = Phase.PICK, -1
        self.my_heroes, self.opp_heroes = [], []
        self.my_cast_abilities, self.opp_cast_abilities = [], []

    def pick_hero(self, hero_name: HeroName) -> None:
        """Takes a hero of this class; of several picks in one phase the last one counts."""
        self._send({"pick": {"class": hero_name.value}})

    def move_hero(self, hero: Union[Hero, int], direction: Direction) -> None:
        """One step in this direction."""
        self._send({"move": {"hero": _id(hero), "direction": direction.value.lower()}})

    def cast_ability(
        self, hero: Union[Hero, int], ability: Union[AbilityConstants, AbilityName], *cell: Union[Cell, int]
    ) -> None:
        """Uses an ability on a cell."""
        (target,) = _places(cell, 1)
        order = {"hero": _id(hero), "ability": _name(ability).value, "row": target.row, "column": target.column}
        self._send({"cast": order})

    def get_hero(self, hero_id: int) -> Optional[Hero]:
        """The hero with that id, own or enemy."""
        return next((hero for hero in self.my_heroes + self.opp_heroes if hero.id == hero_id), None)

    def get_my_hero(self, *cell: Union[Cell, int]) -> Optional[Hero]:
        """Your hero on this cell."""
        return _standing(self.my_heroes, _places(cell, 1)[0])

    def get_opp_hero(self, *cell: Union[Cell, int]) -> Optional[Hero]:
        """The enemy hero on this cell, if you see it."""
        return _standing(self.opp_heroes, _places(cell, 1)[0])

    @property
    def my_dead_heroes(self) -> List[Hero]:
        """Your heroes that wait for their next life."""
        return [hero for hero in self.my_heroes if hero.current_hp == 0]

    @property
    def opp_dead_heroes(self) -> List[Hero]:
        """The enemy's heroes that wait for their next life."""
        return [hero for hero in self.opp_heroes if hero.current_hp == 0]

    def get_path_move_directions(self, *cells: Union[Cell, int], blocked: Iterable[Cell] = ()) -> List[Direction]:
        """A shortest way over free cells from the first cell to the second. Heroes are ignored; `blocked` cells count as
        walls. Empty if there is no way or nowhere to go."""
        start, target = _places(cells, 2)
        if not (self._holds(start) and self._holds(target)):
            return []
        ways = list(Direction)
        return [ways[step] for step in geometry.shortest_path(self.map, start, target, blocked)]

    def manhattan_distance(self, *cells: Union[Cell, int]) -> int:
        """Side steps between two cells, walls ignored; -1 if one of them is outside the map."""
        a, b = _places(cells, 2)
        return geometry.distance(a, b) if self._holds(a) and self._holds(b) else -1

    def is_in_vision(self, *cells: Union[Cell, int]) -> bool:
        """Whether the second cell can be seen from the first."""
        a, b = _places(cells, 2)
        return self._holds(a) and self._holds(b) and geometry.sees(self.map, a, b)

    def get_impact_cell(self, ability: Union[AbilityConstants, AbilityName], *cells: Union[Cell, int]) -> Cell:
        """Where an ability acts that is used on the first cell and aimed at the second: at the end of its range, or, if
        it is linear, before the first wall or on the first hero that you see."""
        start, target = _places(cells, 2)
        constants = self._constants(ability)
        if not (self._holds(start) and self._holds(target)):
            return NO_CELL
        impact = self.map.cells[start.row][start.column]
        if start == target or (impact.is_wall and not constants.is_lobbing):
            return impact
        stops = {hero.current_cell for hero in self._targets_of(constants)}
        for cell in geometry.ray(self.map, start, target, constants.is_lobbing):
            if geometry.distance(start, cell) > constants.range:
                break
            impact = cell
            if not constants.is_lobbing and cell in stops:
                break
        return impact

    def get_ability_targets(self, ability: Union[AbilityConstants, AbilityName], *cells: Union[Cell, int]) -> List[Hero]:
        """The heroes that an ability used on the first cell and aimed at the second would reach, of those you see."""
        constants = self._constants(ability)
        impact = self.get_impact_cell(ability, *cells)
        if impact == NO_CELL:
            return []
        reached = [
            hero
            for hero in self._targets_of(constants)
            if hero.current_cell != NO_CELL
            and geometry.distance(impact, hero.current_cell) <= constants.area_of_effect
        ]
        return sorted(reached, key=lambda hero: (hero.current_cell.row, hero.current_cell.column))

    def _send(self, act: Any) -> None:
        self._match.act(self._window, act)

    def _holds(self, cell: Cell) -> bool:
        return self.map.is_in_map(cell.row, cell.column)

    def _constants(self, ability: Union[AbilityConstants, AbilityName]) -> AbilityConstants:
        name = _name(ability)
        return next(constants for constants in self.ability_constants if constants.name == name)

    def _targets_of(self, ability: AbilityConstants) -> List[Hero]:
        return self.my_heroes if ability.type == AbilityType.DEFENSIVE else self.opp_heroes

    def note(self, note: Any) -> None:
        """Keeps something beside this phase, for the viewer. The other team never sees it."""
        self._match.note(self._window, note)

    def update(self, window: int, view: Dict[str, Any]) -> None:
        """Takes in a fresh view. The kit does this before it calls your AI."""
        self._window = window
        me, opp = self._me, 1 - self._me
        self.current_turn = view["turn"]
        self.current_phase = Phase.PICK if view["phase"] == "init" else Phase[view["phase"].upper()]
        self.move_phase_num = -1 if view["move_phase"] is None else view["move_phase"]
        self.ap, self.my_score, self.opp_score = view["ap"][me], view["scores"][me], view["scores"][opp]
        for cells, flags in zip(self.map.cells, view["vision"][me]):
            for cell, flag in zip(cells, flags):
                cell.is_in_vision = flag == "#"
        self.my_heroes = [self._hero(entry) for entry in view["heroes"][me]]
        self.opp_heroes = [self._hero(entry) for entry in view["heroes"][opp]]
        self.my_cast_abilities = [self._cast(entry) for entry in view["casts"] if entry["team"] == me]
        self.opp_cast_abilities = [self._cast(entry) for entry in view["casts"] if entry["team"] == opp]

    def _hero(self, entry: Dict[str, Any]) -> Hero:
        constants = next(known for known in self.hero_constants if known.name.value == entry["class"])
        cooldowns = entry["cooldowns"] or [-1] * len(constants.ability_names)
        return Hero(
            **vars(constants),
            id=entry["id"],
            current_hp=-1 if entry["hp"] is None else entry["hp"],
            current_cell=self._cell(entry["cell"]),
            recent_path=[self._cell(cell) for cell in entry["path"]],
            rem_respawn_time=entry["respawn"],
            abilities=[
                Ability(**vars(self._constants(name)), rem_cooldown=rest)
                for name, rest in zip(constants.ability_names, cooldowns)
            ],
        )

    def _cast(self, entry: Dict[str, Any]) -> CastAbility:
        return CastAbility(
            caster_id=-1 if entry["caster"] is None else entry["caster"],
            target_hero_ids=entry["targets"],
            start_cell=self._cell(entry["from"]),
            end_cell=self._cell(entry["to"]),
            ability_name=AbilityName(entry["ability"]),
        )

    def _cell(self, entry: Optional[Dict[str, int]]) -> Cell:
        return NO_CELL if entry is None else self.map.cells[entry["row"]][entry["column"]]


def _places(given: Tuple[Union[Cell, int], ...], count: int) -> List[Cell]:
    """Reads cells that are given as objects or as two numbers each."""
    places = []
    rest = list(given)
    while rest:
        first = rest.pop(0)
        if isinstance(first, Cell):
            places.append(first)
        elif rest and not isinstance(rest[0], Cell):
            places.append(Cell(first, rest.pop(0)))
        else:
            raise TypeError(f"row `{first}` has no column: give a cell, or its row and its column")
    if len(places) != count:
        raise TypeError(f"{len(places)} cells given, {count} wanted: give each as a cell, or as its row and its column")
    return places


def _id(hero: Union[Hero, int]) -> int:
    return hero.id if isinstance(hero, Hero) else hero


def _name(ability: Union[AbilityConstants, AbilityName]) -> AbilityName:
    return ability if isinstance(ability, AbilityName) else ability.name


def _standing(heroes: List[Hero], cell: Cell) -> Optional[Hero]:
    return next((hero for hero in heroes if hero.current_cell == cell != NO_CELL), None)


def _map(config: Dict[str, Any], me: int) -> Map:
    # In this order they are the flags of a cell.
    sets = [config["walls"], config["respawn"][me], config["respawn"][1 - me], config["objective"]]
    rows, columns = len(sets[0]), len(sets[0][0])
    cells = [
        [Cell(row, column, *(flags[row][column] == "#" for flags in sets)) for column in range(columns)]
        for row in range(rows)
    ]
    every = [cell for line in cells for cell in line]
    return Map(
        row_num=rows,
        column_num=columns,
        cells=cells,
        my_respawn_zone=[cell for cell in every if cell.is_in_my_respawn_zone],
        opp_respawn_zone=[cell for cell in every if cell.is_in_opp_respawn_zone],
        objective_zone=[cell for cell in every if cell.is_in_objective_zone],
    )


def _ability_constants(entry: Dict[str, Any]) -> AbilityConstants:
    # For the client a fortify is a defensive ability.
    kind = "DEFENSIVE" if entry["kind"] == "fortify" else entry["kind"].upper()
    return AbilityConstants(
        name=AbilityName(entry["name"]),
        type=AbilityType(kind),
        range=entry["range"],
        ap_cost=entry["cost"],
        cooldown=entry["cooldown"],
        area_of_effect=entry["area"],
        power=entry["power"],
        is_lobbing=entry["lobbing"],
    )


def _hero_constants(entry: Dict[str, Any]) -> HeroConstants:
    return HeroConstants(
        name=HeroName(entry["name"]),
        ability_names=[AbilityName(name) for name in entry["abilities"]],
        max_hp=entry["max_hp"],
        move_ap_cost=entry["move_cost"],
        respawn_time=entry["respawn_time"],
    )


def play(make_ai: Callable[[], Any]) -> None:
    """Plays one match with the AI that `make_ai()` makes."""
    match = Match.open()
    ai = make_ai()
    world = None
    while True:
        message = match.receive()
        if message is None or message["type"] == "end":
            return
        if message["type"] == "start":
            world = World(message, match)
        elif message["type"] == "turn":
            for error in message.get("errors", []):
                log(f"refused: {error}")
            world.update(message["window"], message["view"])
            turns = {"init": ai.preprocess, "pick": ai.pick, "move": ai.move, "action": ai.action}
            try:
                turns[message["view"]["phase"]](world)
            except Exception as error:
                if type(error).__name__ == "BdbQuit":  # whoever leaves the debugger leaves the match
                    raise
                log(traceback.format_exc())
            match.done(message["window"])
