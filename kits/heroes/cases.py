#!/usr/bin/env python3
"""Writes the table that every heroes kit checks its geometry and paths against.

    cases.py          a sample of the recorded tables, as cases.json into each kit
    cases.py FILE     all recorded lines, into FILE; run a kit's tests with HEROES_CASES=FILE

The recorded tables are those that the engine itself is tested with (`games/heroes/tests/golden`).
"""

import gzip
import json
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
GOLDEN = HERE.parents[1] / "games/heroes/tests/golden"

# The recorded impacts are those of offensive abilities of these ranges, linear and lobbing, with an area of 1.
# What an ability does follows from its kind alone, so any name will do.
SHAPES = {
    (1, False): "GUARDIAN_ATTACK",
    (1, True): "GUARDIAN_DODGE",
    (4, False): "BLASTER_ATTACK",
    (4, True): "HEALER_ATTACK",
    (7, False): "SENTRY_ATTACK",
    (7, True): "BLASTER_BOMB",
    (10000, False): "SENTRY_RAY",
    (10000, True): "SENTRY_DODGE",
}


def read(name):
    with gzip.open(GOLDEN / name, "rt") as lines:
        return [json.loads(line) for line in lines]


def rows(board, key):
    size = board["columnNum"]
    flags = "".join("#" if cell.get(key) else "." for cell in board["cells"])
    return [flags[start : start + size] for start in range(0, len(flags), size)]


def ability(name, kind, reach, lobbing, area):
    numbers = {"range": reach, "cost": 15, "cooldown": 1, "area": area, "power": 30}
    return {"name": name, "kind": kind, **numbers, "lobbing": lobbing, "piercing": False}


def start(name):
    """The line that a bot hears first on this map, with the abilities of the table."""
    board = json.loads((GOLDEN / name).read_text())["map"]
    abilities = [ability(made, "offensive", *shape, 1) for shape, made in SHAPES.items()]
    abilities += [
        ability("HEALER_HEAL", "defensive", 4, True, 0),
        ability("GUARDIAN_FORTIFY", "fortify", 4, True, 1),
        ability("BLASTER_DODGE", "dodge", 4, True, 0),
        # A map may have names that the rule document does not have.
        ability("SHADOW_SLASH", "offensive", 1, False, 1),
    ]
    numbers = {"max_hp": 250, "move_cost": 4, "respawn_time": 5}
    config = {
        "ruleset": "document",
        "constants": {"max_ap": 100, "max_turns": 100, "max_score": 200, "kill_score": 10, "objective_score": 1, "move_phases": 6},
        "walls": rows(board, "isWall"),
        "respawn": [rows(board, "isInFirstRespawnZone"), rows(board, "isInSecondRespawnZone")],
        "objective": rows(board, "isInObjectiveZone"),
        "heroes": [
            {"name": "BLASTER", "abilities": ["BLASTER_ATTACK", "BLASTER_DODGE", "BLASTER_BOMB"], **numbers},
            {"name": "HEALER", "abilities": ["HEALER_ATTACK", "HEALER_HEAL"], **numbers},
            {"name": "SHADOW", "abilities": ["SHADOW_SLASH"], **numbers},
        ],
        "abilities": abilities,
    }
    return {"type": "start", "protocol": 1, "game": "heroes", "ruleset": "document", "seat": 0, "config": config}


def cell(at):
    return at and {"row": at[0], "column": at[1]}


def hero(number, name, hp, at, path, respawn, cooldowns):
    cells = {"cell": cell(at), "path": [cell(step) for step in path]}
    return {"id": number, "class": name, "hp": hp, **cells, "respawn": respawn, "cooldowns": cooldowns}


def cast(team, caster, name, start, end, targets):
    return {"team": team, "caster": caster, "ability": name, "from": cell(start), "to": cell(end), "targets": targets}


def scene(board):
    """A moment of a match on the first map, with something of everything: dead and unseen heroes, casts half seen."""
    heroes = [
        [hero(0, "BLASTER", 120, [0, 0], [[1, 0], [0, 0]], 0, [0, 3, 0]), hero(2, "HEALER", 0, None, [], 2, [0, 1])],
        [
            hero(1, "BLASTER", None, [0, 4], [[0, 4]], 0, None),
            hero(3, "HEALER", None, None, [], 0, None),
            hero(5, "BLASTER", 0, None, [], 4, None),
            hero(7, "SHADOW", None, None, [], 0, None),
        ],
    ]
    casts = [
        cast(0, 0, "BLASTER_BOMB", [0, 0], [0, 4], [1]),
        cast(1, None, "HEALER_ATTACK", None, [0, 0], [0]),
    ]
    seen = ["#" * 9] + ["." * 9] * 8
    numbers = {"turn": 7, "phase": "move", "move_phase": 2, "scores": [12, 30], "ap": [64, None]}
    return {**view(board, [], []), **numbers, "heroes": heroes, "vision": [seen, None], "casts": casts}


def view(board, own, enemies):
    """What a bot sees with heroes on these cells: its own have even ids, the others odd ones."""

    heroes = [
        [hero(2 * i, "BLASTER", 250, at, [at], 0, [0, 0, 0]) for i, at in enumerate(own)],
        [hero(2 * i + 1, "BLASTER", None, at, [at], 0, None) for i, at in enumerate(enemies)],
    ]
    dark = ["." * len(row) for row in board["config"]["walls"]]
    numbers = {"turn": 4, "phase": "action", "move_phase": None, "over": False, "scores": [0, 0]}
    return {"team": 0, **numbers, "ap": [100, None], "heroes": heroes, "vision": [dark, None], "casts": []}


class Table:
    def __init__(self):
        self.names, self.maps, self.sights, self.impacts, self.paths = [], [], [], [], []

    def map(self, name):
        if name not in self.names:
            self.names.append(name)
            self.maps.append(start(name))
        return self.names.index(name)

    def sight(self, line):
        self.sights.append({"map": self.map(line["map"]), "from": line["from"], "visible": line["visible"]})

    def path(self, line):
        self.paths.append({"map": self.map(line["map"]), **{key: line[key] for key in ("from", "to", "blocked", "path")}})

    def impact(self, line):
        number = self.map(line["map"])
        shots = [
            {
                "ability": SHAPES[shot["range"], shot["lobbing"]],
                "cell": shot["impact"],
                "targets": [2 * index + 1 for index in shot["targetsAoe1"]],
            }
            for shot in line["impacts"]
        ]
        seen = view(self.maps[number], [], line["enemies"])
        self.impacts.append(
            {"map": number, "from": line["from"], "to": line["to"], "sees": line["los"], "view": seen, "shots": shots}
        )

    def rest(self):
        """What the recordings do not hold: walls as ends, and abilities for own heroes. All on one small map."""
        name = "maps/p01_open9.map"
        number = self.map(name)
        walls = self.maps[number]["config"]["walls"]
        wall = next([r, c] for r, row in enumerate(walls) for c, x in enumerate(row) if x == "#")
        self.sights.append({"map": number, "from": wall, "visible": ["0" * len(row) for row in walls]})
        for ends in ((wall, [0, 0]), ([0, 0], wall)):
            self.paths.append({"map": number, "from": ends[0], "to": ends[1], "blocked": [], "path": []})
        # Two own heroes and one enemy in a row. A lobbed ability for own heroes flies over the first and over walls.
        own, enemies = [[0, 0], [0, 3], [1, 3]], [[0, 2]]
        shots = [
            {"ability": "HEALER_HEAL", "cell": [0, 3], "targets": [2]},
            {"ability": "GUARDIAN_FORTIFY", "cell": [0, 3], "targets": [2, 4]},
            {"ability": "BLASTER_ATTACK", "cell": [0, 2], "targets": [1]},
            {"ability": "HEALER_ATTACK", "cell": [0, 3], "targets": [1]},
        ]
        seen = view(self.maps[number], own, enemies)
        self.impacts.append({"map": number, "from": [0, 0], "to": [0, 3], "sees": True, "view": seen, "shots": shots})

    def text(self):
        parts = {
            "maps": self.maps,
            "scenes": [scene(self.maps[0])],
            "sights": self.sights,
            "impacts": self.impacts,
            "paths": self.paths,
        }
        lines = [
            f'"{key}": [\n' + ",\n".join(json.dumps(row, separators=(",", ":")) for row in part) + "\n]"
            for key, part in parts.items()
        ]
        return "{\n" + ",\n".join(lines) + "\n}\n"


def sample(lines, maps, each):
    return [line for name in maps for line in pick([line for line in lines if line["map"] == f"maps/{name}.map"], each)]


def pick(lines, count):
    """Evenly spread ones."""
    return lines[:: max(1, len(lines) // count)][:count]


def main():
    geometry, paths = read("geometry.jsonl.gz"), read("paths.jsonl.gz")
    sights = [line for line in geometry if line["kind"] == "los"]
    pairs = [line for line in geometry if line["kind"] == "pair"]
    everything = len(sys.argv) > 1
    if not everything:
        sights = sample(sights, ["p01_open9", "p09_dots"], 8)
        crowded = [line for line in pairs if line["enemies"]]
        pairs = sample(crowded, ["p01_open9", "p09_dots"], 12)
        paths = sample(paths, ["p02_corridor"], 24)
    table = Table()
    for line in sights:
        table.sight(line)
    for line in pairs:
        table.impact(line)
    for line in paths:
        table.path(line)
    table.rest()
    if everything:
        Path(sys.argv[1]).write_text(table.text())
        return
    for kit in HERE.glob("*/meydan.toml"):
        (kit.parent / "cases.json").write_text(table.text())


if __name__ == "__main__":
    main()
