"""AI-programming games as environments: the environment is the match engine.

Everything here needs numpy and nothing else. `meydan.gym` (Gymnasium) and `meydan.zoo` (PettingZoo) are imported when they
are asked for.
"""

from __future__ import annotations

from meydan._native import State
from meydan.bots import export
from meydan.games import games, make_map, map_file
from meydan.match import Match, play
from meydan.trace import Episode, Trace, dataset, load
from meydan.vector import Vector

__all__ = [
    "Episode",
    "Match",
    "State",
    "Trace",
    "Vector",
    "dataset",
    "export",
    "games",
    "load",
    "make_map",
    "map_file",
    "play",
]
