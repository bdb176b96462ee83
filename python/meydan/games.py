"""Which games there are, and their maps."""

from __future__ import annotations

import json
import os
from typing import Any, Sequence, Union

from meydan import _native, checks

#: A map: the name of one that comes with Meydan, a file, or a file's bytes.
Map = Union[str, "os.PathLike[str]", bytes]


def games() -> list[dict[str, Any]]:
    """The games with their sides, maps, rulesets and house bots."""
    return json.loads(_native.games())


def map_file(game: str, name: str) -> bytes:
    """The bytes of a map that comes with Meydan."""
    return bytes(_native.map_file(game, name))


def make_map(game: str, seed: int, **knobs: Any) -> bytes:
    """A new map as a file's bytes, by the generator of `meydan map`.

    >>> import meydan
    >>> meydan.make_map("labyrinth", 7, rows=4, cols=5, walls=3)[:4]
    b'4 5\\n'
    """
    return bytes(_native.make_map(game, checks.seed(seed), checks.knobs(knobs)))


def card(game: str) -> dict[str, Any]:
    """What `games` says of one game."""
    cards = games()
    for found in cards:
        if found["name"] == game:
            return found
    raise ValueError(f"there is no game `{game}`; the games are {', '.join(c['name'] for c in cards)}")


def read_maps(game: str, maps: Map | Sequence[Map] | None) -> list[bytes]:
    """The bytes of one map or several; of the game's first one where none is given."""
    if maps is None:
        return [map_file(game, card(game)["maps"][0])]
    if isinstance(maps, (str, bytes, os.PathLike)):
        maps = [maps]
    return [_read_map(game, one) for one in maps]


def _read_map(game: str, one: Map) -> bytes:
    if isinstance(one, bytes):
        return one
    if isinstance(one, str) and one in card(game)["maps"]:
        return map_file(game, one)
    try:
        with open(one, "rb") as file:
            return file.read()
    except FileNotFoundError:
        known = ", ".join(card(game)["maps"])
        raise ValueError(f"`{one}` is neither a map of {game} nor a file; the maps are {known}") from None
