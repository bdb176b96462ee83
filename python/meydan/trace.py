"""Recorded matches: read, verified, as a dataset."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Iterable, Iterator, Union

import numpy as np
from numpy.typing import NDArray

from meydan import _native

#: A trace: a file or its bytes.
Source = Union[str, "os.PathLike[str]", bytes]


@dataclass
class Trace:
    """The record of a match: what was set up, then every input, with a hash of the state per window."""

    #: What the match was played with: game, rules, config, seed, entrants.
    header: dict[str, Any]
    #: Acts, closes with their hashes, times, faults, in order.
    entries: list[dict[str, Any]]
    #: How it ended; nothing if the record was cut.
    end: dict[str, Any] | None
    #: The file's bytes.
    data: bytes = field(repr=False)

    @property
    def game(self) -> str:
        """The game's name."""
        return self.header["game"]

    @property
    def seed(self) -> int:
        """What fixed all chance."""
        return self.header["seed"]

    def hashes(self) -> list[str]:
        """The hash of the state after every window."""
        return [entry["close"] for entry in self.entries if "close" in entry]

    def verify(self) -> dict[str, Any]:
        """Plays it again and compares every hash, as `meydan verify` does."""
        return json.loads(_native.verify(self.data))

    def acts(self, seat: int | None = None) -> Iterator[tuple[int, int, dict[str, Any], Any]]:
        """Every act with what its seat saw before it: window, seat, view, act."""
        for window, who, view, act in _native.replay(self.data, seat):
            yield window, who, json.loads(view), json.loads(act)

    def _repr_html_(self) -> str:
        from meydan.notebook import show

        return show(self)


def load(source: Source) -> Trace:
    """Reads a trace that `meydan match --out`, the arena or `meydan.play` wrote."""
    data = source if isinstance(source, bytes) else Path(source).read_bytes()
    header, entries, end = _native.read_trace(data)
    return Trace(json.loads(header), [json.loads(e) for e in entries], end and json.loads(end), data)


@dataclass
class Episode:
    """One seat's way through a recorded match, in the form of Minari's episodes: one more observation than acts."""

    game: str
    seat: int
    seed: int
    #: `planes` and `values`, each with one entry per act and one for the end.
    observations: dict[str, NDArray[Any]]
    #: The acts as JSON values, as the native protocol has them.
    actions: list[Any]
    rewards: NDArray[np.float32]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    infos: dict[str, Any]


def dataset(
    sources: Source | Iterable[Source],
    *,
    seats: Iterable[int] | None = None,
    reward: str | tuple[float, float] = "result",
    pad: dict[str, int] | None = None,
) -> Iterator[Episode]:
    """Recorded matches as an offline dataset: one episode for each seat of each trace.

    A source is a trace, or a folder, whose `*.trace` files are taken in order: an arena's data folder is one. Observations
    are those of `meydan.Vector`; rewards too. Traces that were cut end with a truncation.
    """
    from meydan.replay import episodes

    if isinstance(sources, (str, bytes, os.PathLike)):
        sources = [sources]
    for source in sources:
        if not isinstance(source, bytes) and Path(source).is_dir():
            found: list[Source] = sorted(Path(source).rglob("*.trace"))
        else:
            found = [source]
        for one in found:
            yield from episodes(load(one), seats, reward, pad)
