"""Matches with Python functions as bots."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Mapping, Sequence, Union

from meydan import _native, checks
from meydan.games import Map, card, read_maps
from meydan.trace import Trace, load

#: A bot: `house:NAME`, or a function of the view, the seat and the window's number. It answers with an act as the native
#: protocol has it, with a list of acts, or with nothing. After a single act in a live window it is asked again.
Player = Union[str, Callable[[dict[str, Any], int, int], Any]]


@dataclass
class Match:
    """How a match went."""

    game: str
    ruleset: str
    map: str
    seed: int
    #: Why it ended.
    outcome: str
    #: Seat, side, name, rank and score of everybody.
    standings: list[dict[str, Any]]
    #: What bots did wrong.
    faults: list[dict[str, Any]]
    windows: int
    final_hash: str
    #: The record, as `meydan match --out` would have written it.
    trace: Trace = field(repr=False)

    def save(self, path: str | Path) -> None:
        """Writes the record to a file that `meydan view` and `meydan verify` read."""
        Path(path).write_bytes(self.trace.data)

    def _repr_html_(self) -> str:
        return self.trace._repr_html_()


def play(
    game: str,
    players: Sequence[Player],
    *,
    map: Map | None = None,
    seed: int = 0,
    ruleset: str = "",
    options: Mapping[str, Any] | None = None,
) -> Match:
    """Plays one match under the referee, without clocks. The seed is a whole number from 0 to 2**64 - 1.

    >>> import meydan
    >>> match = meydan.play("labyrinth", [lambda view, seat, window: "stay"], map="first-steps", seed=3)
    >>> match.trace.verify()["ok"]
    True
    """
    data = read_maps(game, map)[0]
    name = map if isinstance(map, str) else (card(game)["maps"][0] if map is None else "")
    report, trace = _native.play(
        game, list(players), data, name, ruleset, checks.knobs(options), checks.seed(seed)
    )
    return Match(trace=load(bytes(trace)), **json.loads(report))
