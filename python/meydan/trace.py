"""Recorded matches: read, verified, as a dataset."""

from __future__ import annotations

import json
import os
import tarfile
import urllib.request
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
        """Plays it again and compares every hash, as `meydan verify --unsigned` does."""
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
    """One seat's way through a recorded match, in the form of Minari's episodes: one more observation than actions."""

    game: str
    seat: int
    seed: int
    #: `planes` and `values`, each with one entry per step and one for the end.
    observations: dict[str, NDArray[Any]]
    #: What was chosen, as `meydan.Vector` takes it: one number per step, or one per step and head. −1 where no choice stands
    #: for what the bot did.
    actions: NDArray[np.int64]
    #: What was done in each step: acts as JSON values of the native protocol.
    acts: list[list[Any]]
    rewards: NDArray[np.float32]
    terminations: NDArray[np.bool_]
    truncations: NDArray[np.bool_]
    infos: dict[str, Any]
    #: How many numbers each head has.
    heads: list[int]

    def known(self) -> NDArray[np.bool_]:
        """In which steps there is a choice for what was done."""
        return (self.actions.reshape(len(self.actions), -1) >= 0).all(-1)


def dataset(
    sources: Source | Iterable[Source],
    *,
    seats: Iterable[int] | None = None,
    reward: str | tuple[float, float] = "result",
    pad: dict[str, int] | None = None,
    key: str | None = None,
) -> Iterator[Episode]:
    """Recorded matches as an offline dataset: one episode for each seat of each trace.

    Args:
        sources: a trace; a folder, whose `*.trace` files are taken in order; an arena's export (`export.tar`); the address of
            one, `https://…/api/v1/contests/NAME/export.tar`, which is read as it comes; or several of these.
        seats: whose episodes, in every trace; everybody's where nothing is said.
        reward: as for `meydan.Vector`.
        pad: sizes that observations and choices are padded to, where traces are of several maps.
        key: an organiser's key of the arena, for an address.

    Observations and rewards are those of `meydan.Vector`. A step is an act that the trace has, in `heroes` all acts of a window.
    Traces that were cut end with a truncation.
    """
    from meydan.replay import episodes

    if isinstance(sources, (str, bytes, os.PathLike)):
        sources = [sources]
    # An iterator would be used up by the first trace.
    seats = None if seats is None else list(seats)
    for source in sources:
        for data in _records(source, key):
            yield from episodes(load(data), seats, reward, pad)


def _records(source: Source, key: str | None) -> Iterator[bytes]:
    """The traces of a source, one after the other."""
    if isinstance(source, bytes):
        yield source
    elif isinstance(source, str) and source.startswith(("http://", "https://")):
        request = urllib.request.Request(source, headers={"authorization": f"Bearer {key}"} if key else {})
        with urllib.request.urlopen(request) as answer:
            yield from _archived(answer)
    elif Path(source).is_dir():
        for file in sorted(Path(source).rglob("*.trace")):
            yield file.read_bytes()
    elif Path(source).suffix == ".tar":
        with open(source, "rb") as file:
            yield from _archived(file)
    else:
        yield Path(source).read_bytes()


def _archived(file: Any) -> Iterator[bytes]:
    with tarfile.open(fileobj=file, mode="r|") as archive:
        for member in archive:
            if member.isfile() and member.name.endswith(".trace"):
                found = archive.extractfile(member)
                assert found is not None, "a plain file can be read"
                yield found.read()
