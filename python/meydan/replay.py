"""A trace played again through the environment."""

from __future__ import annotations

import json
from typing import Any, Iterable, Iterator

import numpy as np

from meydan import _native
from meydan.trace import Episode, Trace
from meydan.vector import Vector, padding, weights


def environment(trace: Trace, pad: dict[str, int] | None = None) -> Vector:
    """A single match as the trace's header sets it up, before its first input."""
    vector = Vector.__new__(Vector)
    vector.game, vector.n, vector.autoreset = trace.game, 1, "disabled"
    vector.native = _native.fleet_of(trace.data, padding(pad))
    vector._describe()
    vector._arrays({}, False)
    vector.reset(trace.seed)
    return vector


def apply(vector: Vector, entry: dict[str, Any]) -> str | None:
    """Puts one entry of a trace into the match; gives the hash after a close."""
    if "act" in entry:
        seat, act = entry["act"]
        vector.native.act(0, seat, json.dumps(act))
    elif "time" in entry:
        vector.native.time_used(0, *entry["time"])
    elif "withdraw" in entry:
        vector.native.withdraw(0, entry["withdraw"])
    elif "close" in entry:
        vector.native.close_window(0)
        return vector.hash()
    return None


class _Way:
    """What one seat saw and did so far."""

    def __init__(self, vector: Vector, seat: int) -> None:
        self.vector, self.seat = vector, seat
        self.planes: list[Any] = []
        self.values: list[Any] = []
        self.gains: list[float] = []
        self.choices: list[list[int]] = []
        self.acts: list[list[Any]] = []
        self.window = -1

    def see(self) -> None:
        self.vector.native.refresh()
        self.planes.append(self.vector.planes[0, self.seat].copy())
        self.values.append(self.vector.values[0, self.seat].copy())
        self.gains.append(self.vector.native.gain(0, self.seat))

    def act(self, act: Any, window: int) -> None:
        choice = self.vector.native.read(0, self.seat, json.dumps(act))
        # In heroes a choice is all orders of a window, the first for each hero; in galaxy that of a first planet ends the turn.
        if choice == [] or (self.vector.game == "heroes" and self.window == window):
            self.acts[-1].append(act)
            mine = self.choices[-1]
            self.choices[-1] = [-1] * len(mine) if choice is None else [a or b for a, b in zip(mine, choice or mine)]
            return
        self.see()
        self.window = window
        self.acts.append([act])
        self.choices.append([-1] * len(self.vector.heads) if choice is None else choice)


def episodes(
    trace: Trace, seats: Iterable[int] | None, reward: str | tuple[float, float], pad: dict[str, int] | None
) -> Iterator[Episode]:
    """Every seat's way through a trace."""
    result, gain = weights(reward)
    vector = environment(trace, pad)
    seats = range(vector.rows) if seats is None else [vector._seat(seat) for seat in seats]
    ways = {seat: _Way(vector, seat) for seat in seats}
    window = 0
    for entry in trace.entries:
        if "act" in entry and entry["act"][0] in ways:
            seat, act = entry["act"]
            ways[seat].act(act, window)
        window += apply(vector, entry) is not None
    ended = vector.outcome() is not None
    results = vector.native.results(0)
    for seat, way in ways.items():
        way.see()
        count = len(way.acts)
        rewards = gain * np.diff(np.asarray(way.gains, np.float32))
        if count and ended:
            rewards[-1] += result * results[seat]
        last = np.zeros(count, bool)
        last[-1:] = True
        actions = np.asarray(way.choices, np.int64).reshape(count, len(vector.heads))
        yield Episode(
            game=trace.game,
            seat=seat,
            seed=trace.seed,
            observations={"planes": np.stack(way.planes), "values": np.stack(way.values)},
            actions=actions[:, 0] if len(vector.heads) == 1 else actions,
            acts=way.acts,
            rewards=rewards.astype(np.float32),
            terminations=last & ended,
            truncations=last & (not ended),
            infos={"entrant": trace.header["entrants"][seat], "map": trace.header["map"]},
            heads=list(vector.heads),
        )
