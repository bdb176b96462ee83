"""Matches as pictures, from what a spectator sees. As text they are drawn by the engine, as in `meydan match --show`; the page draws them
better: `Match` shows it in a notebook."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

#: Pixels of a cell, and of a picture of a graph.
CELL, GRAPH = 16, 480

PAPER, INK, STONE = (245, 243, 238), (40, 40, 48), (120, 118, 112)
SIDES = [(214, 69, 65), (52, 120, 196), (72, 160, 88), (222, 158, 48)]
GOLD, HUNTER = (240, 190, 40), (120, 50, 140)

Picture = NDArray[np.uint8]


def picture(game: str, config: dict[str, Any], view: dict[str, Any]) -> Picture:
    """A match as an array of height × width × 3 bytes."""
    draw = {"labyrinth": _labyrinth, "jungle": _jungle, "heroes": _heroes, "gotham": _gotham, "galaxy": _galaxy}[game]
    return draw(config, view)


def _grid(rows: list[list[str]], colours: dict[str, tuple[int, int, int]]) -> Picture:
    cells = np.array([[colours.get(letter, PAPER) for letter in row] for row in rows], np.uint8)
    return cells.repeat(CELL, 0).repeat(CELL, 1)


def _disc(picture: Picture, x: float, y: float, radius: float, colour: tuple[int, int, int]) -> None:
    height, width, _ = picture.shape
    top, bottom = max(int(y - radius), 0), min(int(y + radius) + 2, height)
    left, right = max(int(x - radius), 0), min(int(x + radius) + 2, width)
    rows, cols = np.mgrid[top:bottom, left:right]
    picture[top:bottom, left:right][(rows - y) ** 2 + (cols - x) ** 2 <= radius**2] = colour


def _line(picture: Picture, a: tuple[float, float], b: tuple[float, float], colour: tuple[int, int, int]) -> None:
    steps = int(max(abs(a[0] - b[0]), abs(a[1] - b[1]))) + 1
    xs, ys = np.linspace(a[0], b[0], steps).astype(int), np.linspace(a[1], b[1], steps).astype(int)
    picture[ys.clip(0, picture.shape[0] - 1), xs.clip(0, picture.shape[1] - 1)] = colour


def _labyrinth(config: dict[str, Any], view: dict[str, Any]) -> Picture:
    rows, cols = config["rows"], config["cols"]
    # Cells lie on odd places, walls between them.
    board = [[" "] * (2 * cols + 1) for _ in range(2 * rows + 1)]
    for row in range(0, 2 * rows + 1, 2):
        for col in range(0, 2 * cols + 1):
            board[row][col] = "+" if col % 2 == 0 else ("-" if row in (0, 2 * rows) else " ")
    for row in range(1, 2 * rows, 2):
        board[row][0] = board[row][2 * cols] = "|"
        for col in range(1, 2 * cols, 2):
            board[row][col] = "."
    for walls, under, right in ((config["walls"], "-", "|"), (view["walls"], "=", "H")):
        for wall in walls:
            row, col = 2 * wall["row"] + 1, 2 * wall["col"] + 1
            if wall["dir"] == "h":
                board[row + 1][col] = under
            else:
                board[row][col + 1] = right

    def put(cell: list[int], letter: str) -> None:
        board[2 * cell[0] + 1][2 * cell[1] + 1] = letter

    put(config["core"], "C")
    for box in view["boxes"]:
        put(box, "?")
    for number, runner in enumerate(view["runners"]):
        if runner["status"] == "on":
            put(runner["at"], chr(ord("0") + number % 10))
    for hunter in view["hunters"]:
        put(hunter, "X")
    colours = {"+": STONE, "-": INK, "|": INK, "=": SIDES[3], "H": SIDES[3], "C": GOLD, "?": SIDES[2], "X": HUNTER}
    colours.update({str(number): SIDES[number % 4] for number in range(10)})
    return _grid(board, colours)


def _jungle(config: dict[str, Any], view: dict[str, Any]) -> Picture:
    rows = [["." if letter == "D" else letter for letter in row] for row in config["map"]]
    colours = {"#": STONE, "~": (120, 160, 200), "S": (255, 226, 226), ",": (230, 225, 215), "*": GOLD}
    for diamond in view["diamonds"]:
        if diamond["owner"] is None:
            at = diamond["position"]
            rows[at["y"]][at["x"]] = "*"
    for number, team in enumerate(view["teams"]):
        for unit in team["units"]:
            if unit["position"]:
                letter = chr(ord("a") + number)
                letter = letter.upper() if unit["diamond"] is not None else letter
                rows[unit["position"]["y"]][unit["position"]["x"]] = letter
                colour = SIDES[number % 4]
                colours[letter] = colour if letter.islower() else tuple(c // 2 + 60 for c in colour)
    return _grid(rows, colours)


def _heroes(config: dict[str, Any], view: dict[str, Any]) -> Picture:
    rows = [list(row) for row in config["walls"]]
    for letter, cells in (("o", config["objective"]), ("1", config["respawn"][0]), ("2", config["respawn"][1])):
        for row, line in enumerate(cells):
            for col, mark in enumerate(line):
                if mark == "#" and rows[row][col] == ".":
                    rows[row][col] = letter
    for team, heroes in enumerate(view["heroes"]):
        for slot, hero in enumerate(heroes):
            if hero["cell"]:
                rows[hero["cell"]["row"]][hero["cell"]["column"]] = "abcd"[slot] if team == 0 else "ABCD"[slot]
    colours = {"#": STONE, "o": (252, 240, 190), "1": (255, 226, 226), "2": (222, 232, 250)}
    colours.update({letter: SIDES[0] for letter in "abcd"} | {letter: SIDES[1] for letter in "ABCD"})
    return _grid(rows, colours)


def _graph(
    places: list[tuple[float, float]], edges: list[tuple[int, int]], colours: list[tuple[int, int, int]], sizes: list[float]
) -> Picture:
    picture = np.full((GRAPH, GRAPH, 3), PAPER, np.uint8)
    spots = np.asarray(places, float)
    low, high = spots.min(0), spots.max(0)
    spots = 24 + (spots - low) / np.maximum(high - low, 1e-9) * (GRAPH - 48)
    for a, b in edges:
        _line(picture, tuple(spots[a]), tuple(spots[b]), (200, 196, 188))
    for (x, y), colour, size in zip(spots, colours, sizes):
        _disc(picture, x, y, size, colour)
    return picture


def _galaxy(config: dict[str, Any], view: dict[str, Any]) -> Picture:
    chart = config["map"]
    count = chart["planets"]
    places = chart.get("positions") or [(np.cos(i * 6.283 / count), np.sin(i * 6.283 / count)) for i in range(count)]
    colours = [(190, 188, 180) if owner is None else SIDES[owner % 4] for owner in view["owners"]]
    sizes = [5 + min(troops, 40) ** 0.5 * 2 for troops in view["troops"]]
    return _graph(places, chart["edges"], colours, sizes)


def _gotham(config: dict[str, Any], view: dict[str, Any]) -> Picture:
    index = {node["id"]: i for i, node in enumerate(config["nodes"])}
    colours: list[tuple[int, int, int]] = [(190, 188, 180)] * len(index)
    sizes = [3.0] * len(index)
    for unit in view["overview"]["units"]:
        if not unit["dead"]:
            colours[index[unit["node"]]] = SIDES[0 if unit["team"] == "first" else 1]
            sizes[index[unit["node"]]] = 8.0 if unit["kind"] in ("police", "batman") else 5.0
    edges = [(index[path["from"]], index[path["to"]]) for path in config["paths"]]
    return _graph([(node["x"], node["y"]) for node in config["nodes"]], edges, colours, sizes)
