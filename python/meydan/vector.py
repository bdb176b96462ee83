"""Many matches at a step, in plain arrays."""

from __future__ import annotations

import json
import operator
from itertools import combinations
from typing import Any, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from meydan import _native, checks
from meydan.games import Map, read_maps

#: What is rewarded, by name: the weights of the result and of the gain.
REWARDS = {"result": (1.0, 0.0), "gain": (0.0, 1.0), "both": (1.0, 1.0)}


class _Bound:
    """An array of a `Vector`. The matches keep writing to this one, so that another in its place would never be filled."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, vector: Any, owner: type | None = None) -> Any:
        return self if vector is None else vector._bound[self.name]

    def __set__(self, vector: Any, value: Any) -> None:
        # `vector.rewards *= 2` writes into the array and then puts it where it was.
        if value is not vector._bound[self.name]:
            raise AttributeError(
                f"`{self.name}` cannot be replaced; write into it with `{self.name}[...] = ...`, "
                "or give an array of yours as `arrays` when you make the vector"
            )


class Vector:
    """Many matches of one game, stepped together in Rust.

    A *row* is a seat that you choose for. All arrays have the match first and the row second; they are allocated once (or are
    yours, see `arrays`) and every step writes into them: no Python object is made, and the interpreter's lock is released.

    Attributes:
        actions: int32 `(n, rows, heads)`, read by `step`. Like all of them it is written into, never replaced.
        planes: uint8 `(n, rows, planes, height, width)`.
        values: float32 `(n, rows, values)`.
        mask: uint8 `(n, rows, choices)`: 1 for what may be chosen, head after head.
        acting: uint8 `(n, rows)`: whether the row's choice counts in the next step.
        rewards: float32 `(n, rows)`.
        refused: uint8 `(n, rows)`: whether the rules refused the row's last choice.
        ended, cut: uint8 `(n,)`: whether the match ended by its rules, or was cut by `max_steps`.
        last_planes, last_values: with `final=True` the last observations of matches that ended in this step.

    Args:
        game: the game's name.
        n: how many matches.
        maps: a map's name, file or bytes, or several: match `i` is played on map `i` modulo their number.
        ruleset: one of the game's rulesets; empty: the first.
        sides: how many sides take part, where the map leaves it open.
        options: further knobs of the game, as with `meydan match --set`.
        seats: the seats you choose for; all where nothing is said.
        rotate: whether your seats move on by one from match to match.
        opponents: house bots for the other seats. Without any they are silent.
        reward: `"result"`, `"gain"`, `"both"`, or the two weights.
        autoreset: `"same_step"`, `"next_step"` or `"disabled"`.
        max_steps: after how many steps a match is cut; 0: never.
        threads: on how many threads; 0: on all cores.
        pad: sizes that observations and choices are padded to, for instance `{"rows": 16, "cols": 16}`.
        every_row: whether rows that are not to act are observed after every step too.
        final: whether last observations are kept (`same_step` only).
        arrays: your own arrays by attribute name; whatever is missing is allocated. They must be contiguous, aligned and
            writable, and must not overlap.

    Before the first `reset` there is no match: to look at one, to keep it or to step is an error.
    """

    actions = _Bound()
    planes = _Bound()
    values = _Bound()
    mask = _Bound()
    acting = _Bound()
    rewards = _Bound()
    refused = _Bound()
    ended = _Bound()
    cut = _Bound()
    last_planes = _Bound()
    last_values = _Bound()
    _begun = False

    def __init__(
        self,
        game: str,
        n: int = 1,
        *,
        maps: Map | Sequence[Map] | None = None,
        ruleset: str = "",
        sides: int | None = None,
        options: Mapping[str, Any] | None = None,
        seats: Iterable[int] | None = None,
        rotate: bool = False,
        opponents: str | Sequence[str] = (),
        reward: str | tuple[float, float] = "result",
        autoreset: str = "same_step",
        max_steps: int = 0,
        threads: int = 0,
        pad: Mapping[str, int] | None = None,
        every_row: bool = False,
        final: bool = False,
        arrays: Mapping[str, NDArray[Any]] | None = None,
    ) -> None:
        n = checks.number("the number of matches", n, 2**32 - 1)
        if isinstance(opponents, str):
            opponents = [opponents]
        opponents = [name.removeprefix("house:") for name in opponents]
        if seats is not None:
            seats = [operator.index(seat) for seat in seats]
            if len(set(seats)) != len(seats) or any(not 0 <= seat < 128 for seat in seats):
                raise ValueError(f"the seats are {seats}; give each once, counted from 0")
        self.game = game
        self.n = n
        self.native = _native.Fleet(
            game,
            n,
            read_maps(game, maps),
            ruleset,
            None if sides is None else checks.number("`sides`", sides, 128),
            checks.knobs(options),
            seats,
            rotate,
            opponents,
            weights(reward),
            autoreset,
            checks.number("`max_steps`", max_steps, 2**32 - 1),
            checks.number("`threads`", threads, 2**32 - 1),
            padding(pad),
            every_row,
        )
        self.autoreset = autoreset
        self._describe()
        for seat in seats or ():
            self._seat(seat)
        self._arrays(dict(arrays or {}), final)

    def _describe(self) -> None:
        about = json.loads(self.native.describe())
        self.rows: int = about["rows"]
        self.plane_names: list[str] = about["planes"]
        self.value_names: list[str] = about["values"]
        self.head_names: list[str] = [name for name, _ in about["heads"]]
        self.heads: list[int] = [size for _, size in about["heads"]]
        self.frame: dict[str, int] = about["frame"]
        self.all_seats: list[dict[str, Any]] = about["seats"]
        self.height: int = about["height"]
        self.width: int = about["width"]

    def _arrays(self, given: dict[str, NDArray[Any]], final: bool) -> None:
        rows = (self.n, self.rows)
        planes = (*rows, len(self.plane_names), self.height, self.width)
        values = (*rows, len(self.value_names))
        wanted: dict[str, tuple[tuple[int, ...], Any]] = {
            "actions": ((*rows, len(self.heads)), np.int32),
            "planes": (planes, np.uint8),
            "values": (values, np.float32),
            "mask": ((*rows, sum(self.heads)), np.uint8),
            "acting": (rows, np.uint8),
            "rewards": (rows, np.float32),
            "refused": (rows, np.uint8),
            "ended": ((self.n,), np.uint8),
            "cut": ((self.n,), np.uint8),
        }
        if final:
            wanted |= {"last_planes": (planes, np.uint8), "last_values": (values, np.float32)}
        for name in given:
            if name not in wanted:
                raise ValueError(f"there is no array `{name}`")
        for name, found in given.items():
            _fits(name, found, *wanted[name])
        for one, other in combinations(given, 2):
            # They are contiguous, so that their ranges overlap only where they do.
            if np.may_share_memory(given[one], given[other]):
                raise ValueError(f"`{one}` and `{other}` overlap in memory; give each an array of its own")
        # The caller's memory, and where it lies.
        self._lent = [(name, owner, _place(owner)) for name, found in given.items() for owner in [_owner(found)]]
        # What is allocated here is a view, which numpy refuses to resize.
        self._bound: dict[str, Any] = dict.fromkeys(("last_planes", "last_values"))
        for name, (shape, dtype) in wanted.items():
            self._bound[name] = given[name] if name in given else np.zeros(int(np.prod(shape)), dtype).reshape(shape)
        self.native.bind(*(self._bound[name].reshape(-1) for name in wanted))

    def _check(self) -> None:
        """Refuses what there is no match for, and arrays that are gone."""
        if not self._begun:
            raise ValueError("no match has begun; call `reset` first")
        self._check_arrays()

    def _check_arrays(self) -> None:
        for name, array, place in self._lent:
            if _place(array) != place:
                raise ValueError(f"`{name}` was resized; make another vector, whose arrays stay as they are")

    def _match(self, i: int) -> int:
        """A match's number, once matches have begun."""
        i = self._number(i)
        self._check()
        return i

    def _number(self, i: int) -> int:
        return checks.one_of("match", i, self.n)

    def _seat(self, seat: int) -> int:
        return checks.one_of("seat", seat, len(self.all_seats))

    def reset(self, seed: int | Sequence[int] = 0) -> None:
        """Begins every match: match `i` with the seed plus `i`, or with a seed of its own where there are as many as matches.
        What follows is the same on every machine."""
        seeds = self._seeds(seed)
        self._check_arrays()
        self.native.reset(seeds if isinstance(seeds, int) else 0)
        self._begun = True
        if not isinstance(seeds, int):
            for i, one in enumerate(seeds):
                self.native.reset_one(i, one)
            self.native.refresh()

    def _seeds(self, seed: Any) -> int | list[int]:
        """One seed for all matches, or one for each."""
        if not isinstance(seed, (list, tuple)) and not (isinstance(seed, np.ndarray) and seed.ndim):
            return checks.seed(seed)
        seeds = [checks.seed(one) for one in seed]
        if len(seeds) != self.n:
            raise ValueError(f"there are {len(seeds)} seeds for {self.n} matches; give one for each, or one for all")
        return seeds

    def reset_some(self, which: NDArray[Any], seed: int | Sequence[int] | None = None) -> None:
        """Begins the next match wherever `which` is true; needed only with `autoreset="disabled"`.

        Its seed follows from the one before it. With `seed` it has the one that `reset` would give it.
        """
        which = np.asarray(which) != 0
        if which.shape != (self.n,):
            raise ValueError(f"`which` has the shape {which.shape}; give one truth value for each of the {self.n} matches")
        seeds = None if seed is None else self._seeds(seed)
        self._check()
        self.native.reset_some(which.astype(np.uint8))
        if seeds is not None:
            for i in np.flatnonzero(which).tolist():
                self.native.reset_one(i, (seeds + i) % 2**64 if isinstance(seeds, int) else seeds[i])
            self.native.refresh()

    def step(self, actions: NDArray[Any] | None = None) -> None:
        """One choice of every row that is to act. Without an argument it reads what is in `actions`.

        The choices are whole numbers in the shape of `actions`, which may leave out sizes of 1 or join matches and rows. What the
        mask forbids is silence, and `refused` says so; only in jungle, whose rules take every command, nothing is ever refused.
        """
        self._check()
        if actions is not None:
            self.actions[...] = whole(actions, self.actions.shape)
        self.native.step()

    def sample(self, rng: np.random.Generator | None = None) -> NDArray[np.int32]:
        """Uniformly random choices among those that the masks allow, in an array of the shape of `actions`."""
        self._check()
        rng = rng or np.random.default_rng()
        out = np.empty_like(self.actions)
        first = 0
        for head, size in enumerate(self.heads):
            mask = self.mask[..., first : first + size]
            first += size
            draw = rng.random(mask.shape, np.float32)
            draw *= mask
            out[..., head] = draw.argmax(-1)
        return out

    def head_masks(self) -> list[NDArray[np.uint8]]:
        """The masks head by head, as views of `mask`."""
        ends = np.cumsum(self.heads)
        return [self.mask[..., end - size : end] for end, size in zip(ends, self.heads)]

    def flat(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """Planes and values side by side as float32 `(n, rows, …)`, for trainers that want one array."""
        planes = self.planes.reshape(self.n, self.rows, -1)
        if out is None:
            out = np.empty((self.n, self.rows, planes.shape[-1] + self.values.shape[-1]), np.float32)
        out[..., : planes.shape[-1]] = planes
        out[..., planes.shape[-1] :] = self.values
        return out

    def seats(self, i: int = 0) -> list[int]:
        """The seats behind the rows of match `i`."""
        return list(self.native.seats(self._number(i)))

    def config(self, i: int = 0) -> dict[str, Any]:
        """The config of match `i`: everything that is known before it."""
        return json.loads(self.native.config(self._number(i)))

    def view(self, i: int = 0, seat: int | None = None) -> dict[str, Any]:
        """What a seat may know of match `i`, or (without a seat) a spectator, who knows all."""
        return json.loads(self.native.view(self._match(i), None if seat is None else self._seat(seat)))

    def outcome(self, i: int = 0) -> dict[str, Any] | None:
        """How match `i` ended; nothing while it runs."""
        outcome = self.native.outcome(self._match(i))
        return None if outcome is None else json.loads(outcome)

    def hash(self, i: int = 0) -> str:
        """The hash of match `i`'s state: the one that traces record."""
        return self.native.hash(self._match(i))

    def seed(self, i: int = 0) -> int:
        """The seed of match `i` as it is being played."""
        return self.native.seed(self._match(i))

    def clone(self, i: int = 0) -> _native.State:
        """Match `i` as it stands, to come back to: for search."""
        return self.native.keep(self._match(i))

    def restore(self, state: _native.State, i: int = 0, refresh: bool = True) -> None:
        """Makes match `i` the one that was cloned, here or in another `Vector` of the same map.

        House bots are not part of it: one that keeps a memory keeps the one it has.
        """
        self.native.restore(self._match(i), state)
        if refresh:
            self.native.refresh()

    def render(self, mode: str = "ansi", i: int = 0) -> Any:
        """Match `i` as a text (`ansi`) or a picture (`rgb_array`)."""
        if mode == "ansi":
            return self.native.draw(self._match(i))
        if mode != "rgb_array":
            raise ValueError(f"there is no render mode `{mode}`; there are ansi, rgb_array")
        from meydan.render import picture

        return picture(self.game, self.config(i), self.view(i))


def whole(choices: Any, shape: tuple[int, ...]) -> NDArray[np.int32]:
    """Choices as an array of the wanted shape; anything but whole numbers is an error, and too large ones stay too large."""
    found = np.asarray(choices)
    if found.dtype.kind not in "iub":
        raise TypeError(f"the choices are {found.dtype}; give whole numbers")

    def plain(sizes: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(size for size in sizes if size != 1)

    if found.shape != shape:
        joined = (int(np.prod(shape[:-1])), shape[-1])
        if plain(found.shape) not in (plain(shape), plain(joined)):
            raise ValueError(f"the choices have the shape {found.shape}; give {shape}")
        found = found.reshape(shape)
    if found.dtype.itemsize > 4 or found.dtype == np.uint32:
        found = found.clip(-1 if found.dtype.kind == "i" else 0, 2**31 - 1)
    return found.astype(np.int32, copy=False)


def weights(reward: Any) -> tuple[float, float]:
    """The weights of the result and of the gain."""
    if isinstance(reward, str):
        if reward not in REWARDS:
            raise ValueError(f"there is no reward `{reward}`; there are {', '.join(REWARDS)}")
        return REWARDS[reward]
    try:
        result, gain = (float(weight) for weight in reward)
    except (TypeError, ValueError):
        result = gain = np.nan
    # Rewards are written as 32-bit floats.
    if not all(abs(weight) <= float(np.finfo(np.float32).max) for weight in (result, gain)):
        raise ValueError(f"the reward is {reward}; give a name, or the weights of the result and of the gain")
    return result, gain


def padding(pad: Mapping[str, int] | None) -> dict[str, int]:
    """The sizes to pad to."""
    return {name: checks.number(f"`{name}` of `pad`", size, 2**32 - 1) for name, size in (pad or {}).items()}


def _fits(name: str, found: Any, shape: tuple[int, ...], dtype: Any) -> None:
    """Refuses an array that the matches could not write to."""
    if not isinstance(found, np.ndarray):
        raise TypeError(f"`{name}` is a {type(found).__name__}; give an array of numpy")
    if found.shape != shape or found.dtype != dtype or not found.flags.c_contiguous:
        wanted = f"a contiguous array of {np.dtype(dtype).name} with the shape {shape}"
        raise ValueError(f"`{name}` is {found.dtype} with the shape {found.shape}; give {wanted}")
    if not found.flags.aligned:
        raise ValueError(f"`{name}` is not aligned in memory; let it begin at a multiple of {found.dtype.alignment} bytes")
    if not found.flags.writeable:
        raise ValueError(f"`{name}` is read-only; give an array that can be written to")


def _owner(array: NDArray[Any]) -> NDArray[Any]:
    """The array that a view, or a view of a view, is one of."""
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _place(array: NDArray[Any]) -> tuple[int, int]:
    """Where an array lies, and how long it is."""
    return array.__array_interface__["data"][0], array.nbytes
