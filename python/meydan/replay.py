"""A trace played again through the environment."""

from __future__ import annotations

import json
from typing import Any, Iterable, Iterator

import numpy as np

from meydan import _native
from meydan.trace import Episode, Trace
from meydan.vector import REWARDS, Vector


def environment(trace: Trace, pad: dict[str, int] | None = None) -> Vector:
    """A single match as the trace's header sets it up, before its first input."""
    vector = Vector.__new__(Vector)
    vector.game, vector.n, vector.autoreset = trace.game, 1, "disabled"
    vector.native = _native.fleet_of(trace.data, dict(pad or {}))
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


def episodes(
    trace: Trace, seats: Iterable[int] | None, reward: str | tuple[float, float], pad: dict[str, int] | None
) -> Iterator[Episode]:
    weights = REWARDS[reward] if isinstance(reward, str) else reward
    vector = environment(trace, pad)
    wanted = list(range(vector.rows)) if seats is None else list(seats)
    planes: dict[int, list[Any]] = {seat: [] for seat in wanted}
    values: dict[int, list[Any]] = {seat: [] for seat in wanted}
    acts: dict[int, list[Any]] = {seat: [] for seat in wanted}
    gains: dict[int, list[float]] = {seat: [] for seat in wanted}

    def see(seat: int) -> None:
        vector.native.refresh()
        planes[seat].append(vector.planes[0, seat].copy())
        values[seat].append(vector.values[0, seat].copy())
        gains[seat].append(vector.native.gain(0, seat))

    for entry in trace.entries:
        if "act" in entry and entry["act"][0] in acts:
            seat, act = entry["act"]
            see(seat)
            acts[seat].append(act)
        apply(vector, entry)
    ended = vector.outcome() is not None
    results = vector.native.results(0)
    for seat in wanted:
        see(seat)
        count = len(acts[seat])
        rewards = weights[1] * np.diff(np.asarray(gains[seat], np.float32)) if count else np.zeros(0, np.float32)
        if count and ended:
            rewards[-1] += weights[0] * results[seat]
        last = np.zeros(count, bool)
        last[-1:] = True
        yield Episode(
            game=trace.game,
            seat=seat,
            seed=trace.seed,
            observations={"planes": np.stack(planes[seat]), "values": np.stack(values[seat])},
            actions=acts[seat],
            rewards=rewards.astype(np.float32),
            terminations=last & ended,
            truncations=last & (not ended),
            infos={"entrant": trace.header["entrants"][seat], "map": trace.header["map"]},
        )
