"""Gymnasium: one agent against opponents, alone or by the thousand."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Sequence, Union

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from meydan import checks
from meydan._native import State
from meydan.games import Map
from meydan.spaces import action_space, form, mask_of, observation, observation_space
from meydan.vector import Vector, whole

#: Somebody who plays another seat: a house bot's name, or a function of an observation and its mask.
Opponent = Union[str, Callable[[Any, Any], Any]]

_MODES = {
    "same_step": AutoresetMode.SAME_STEP,
    "next_step": AutoresetMode.NEXT_STEP,
    "disabled": AutoresetMode.DISABLED,
}


class Env(gymnasium.Env):
    """One seat of one match. The other seats are played by house bots, by any function, or by nobody (silence).

    What may be chosen is in `info["action_mask"]`, in the form that `action_space.sample(mask)` takes, and with `masked=True`
    in the observation too. A choice that the rules refuse counts as silence; `info["refused"]` says so.

    Where a match is over before the seat's first turn, the first step says so, whatever is chosen. Where an opponent's function
    raises, the match stands between two turns: begin another with `reset`.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 8}

    def __init__(
        self,
        game: str,
        *,
        opponent: Opponent | Sequence[str] | None = None,
        seat: int = 0,
        map: Map | None = None,
        ruleset: str = "",
        sides: int | None = None,
        options: Mapping[str, Any] | None = None,
        reward: str | tuple[float, float] = "result",
        max_steps: int = 0,
        pad: Mapping[str, int] | None = None,
        flat: bool = False,
        masked: bool = False,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"there is no render mode `{render_mode}`; there are ansi, rgb_array")
        self.policy = opponent if callable(opponent) else None
        houses: Any = () if opponent is None or self.policy else opponent
        self.vector = Vector(
            game,
            maps=map,
            ruleset=ruleset,
            sides=sides,
            options=options,
            seats=None if self.policy else [seat],
            opponents=houses,
            reward=reward,
            autoreset="disabled",
            max_steps=max_steps,
            threads=1,
            pad=pad,
            every_row=True,
        )
        if not 0 <= seat < len(self.vector.all_seats):
            raise ValueError(f"there is no seat `{seat}`; they count from 0 to {len(self.vector.all_seats) - 1}")
        self.row = seat if self.policy else 0
        self._state = "a match that has not begun"
        self.flat, self.masked, self.render_mode = flat, masked, render_mode
        self.action_space = action_space(self.vector)
        self.observation_space = observation_space(self.vector, flat, masked)

    def _observe(self) -> tuple[Any, dict[str, Any]]:
        at = (0, self.row)
        info = {"action_mask": mask_of(self.vector, at), "refused": bool(self.vector.refused[at])}
        return observation(self.vector, self.flat, self.masked, at), info

    def _answer(self, row: int) -> Any:
        """What an opponent's function chooses."""
        at = (0, row)
        try:
            choice = self.policy(observation(self.vector, self.flat, self.masked, at), mask_of(self.vector, at))
            return whole(choice, self.vector.actions.shape[2:])
        except BaseException:
            self._state = "a match whose opponent failed"
            raise

    def _play_on(self, action: Any = None) -> None:
        """Steps until our row is to act or the match is over: with our choice, if there is one, and those of the others."""
        while True:
            for row in np.flatnonzero(self.vector.acting[0]):
                if row == self.row:
                    self.vector.actions[0, row] = action
                elif self.policy:
                    self.vector.actions[0, row] = self._answer(row)
            self.vector.step()
            self._worth += float(self.vector.rewards[0, self.row])
            self._over = bool(self.vector.ended[0]), bool(self.vector.cut[0])
            if self.vector.acting[0, self.row] or any(self._over):
                return

    def _begin(self) -> tuple[Any, dict[str, Any]]:
        """Leads a match that has begun to our first turn."""
        self._worth, self._over = 0.0, (False, False)
        if not self.vector.acting[0, self.row]:
            self._play_on()
        # What the others did before it is not our merit, unless it was all there was.
        if not any(self._over):
            self._worth = 0.0
        self._state = "open"
        return self._observe()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a match. The seed is the match's own: `meydan match --seed` plays the same one. Later matches follow from it."""
        if self._state == "closed":
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed; make another")
        seed = None if seed is None else checks.seed(seed)
        super().reset(seed=seed)
        self.vector.reset(int(self.np_random.integers(2**53)) if seed is None else seed)
        return self._begin()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """One choice, and everything up to the next one."""
        if self._state == "closed":
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed; make another")
        if self._state != "open":
            raise gymnasium.error.ResetNeeded(f"this is a step of {self._state}; call `reset` first")
        action = whole(action, self.vector.actions.shape[2:])
        if not any(self._over):
            self._worth = 0.0
            self._play_on(action)
        seen, info = self._observe()
        ended, cut = self._over
        if ended or cut:
            self._state = "a match that is over"
        if ended:
            info["outcome"] = self.vector.outcome()
        return seen, self._worth, ended, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be chosen, head after head, as maskable trainers such as sb3-contrib ask for it."""
        return self.vector.mask[0, self.row].astype(bool)

    def render(self) -> Any:
        """The match as a spectator sees it."""
        return None if self.render_mode is None else self.vector.render(self.render_mode)

    def clone(self) -> State:
        """The match as it stands, to come back to."""
        return self.vector.clone()

    def restore(self, state: State) -> tuple[Any, dict[str, Any]]:
        """Goes back to a match that was cloned, and on to the seat's turn."""
        self.vector.restore(state)
        # In a match that ended or was cut nobody is to act.
        if not self.vector.acting[0].any():
            self._state = "a match that is over"
            return self._observe()
        return self._begin()

    def close(self) -> None:
        """Afterwards there are no more steps."""
        self._state = "closed"
        super().close()


class VectorEnv(gymnasium.vector.VectorEnv):
    """Thousands of matches at a step, one agent in each, as Gymnasium's vector environments are.

    `metadata["autoreset_mode"]` says when ended matches begin anew. With `copy=False` the arrays that `step` gives are the
    environment's own and change with the next step. `info["action_mask"]` has the masks, head after head. The options are those of
    `meydan.Vector`; `opponent` and `map` are understood too, as `Env` has them.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: str | Sequence[str] | None = None,
        map: Map | None = None,
        render_mode: str | None = None,
        autoreset: str = "same_step",
        flat: bool = False,
        masked: bool = False,
        copy: bool = True,
        seats: Sequence[int] = (0,),
        **options: Any,
    ) -> None:
        if len(list(seats)) != 1:
            raise ValueError("a vector environment has one agent in each match; give one seat, or use `meydan.Vector`")
        if opponent is not None:
            options["opponents"] = opponent
        if map is not None:
            options["maps"] = map
        if render_mode not in (None, "ansi", "rgb_array"):
            raise ValueError(f"there is no render mode `{render_mode}`; there are ansi, rgb_array")
        self.render_mode = render_mode
        self.vector = Vector(
            game, num_envs, autoreset=autoreset, seats=seats, final=autoreset == "same_step", **options
        )
        self.num_envs, self.flat, self.masked, self.copy = num_envs, flat, masked, copy
        self.metadata = {"render_modes": ["ansi", "rgb_array"], "autoreset_mode": _MODES[autoreset]}
        self.single_action_space = action_space(self.vector)
        self.single_observation_space = observation_space(self.vector, flat, masked)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def _observe(self) -> Any:
        at = (slice(None), 0)
        if self.flat or self.masked or self.copy:
            return observation(self.vector, self.flat, self.masked, at)
        return {"planes": self.vector.planes[at], "values": self.vector.values[at]}

    def _check(self) -> None:
        if self.closed:
            raise gymnasium.error.ClosedEnvironmentError("the environment is closed; make another")

    def _draw(self) -> int:
        return int(self.np_random.integers(2**53))

    def _info(self) -> dict[str, Any]:
        mask, refused = self.vector.mask[:, 0], self.vector.refused[:, 0]
        return {"action_mask": mask.copy() if self.copy else mask, "refused": refused.astype(bool)}

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins every match: match `i` with the seed plus `i`, or with its own from a list of seeds. `options={"reset_mask": …}`
        begins some. What is begun later without a seed follows from the first seed."""
        self._check()
        if seed is not None:
            several = isinstance(seed, (list, tuple)) or np.ndim(seed) > 0
            first = next((one for one in seed if one is not None), None) if several else seed
            super().reset(seed=None if first is None else checks.seed(first))
            if several:
                seed = [self._draw() if one is None else one for one in seed]
        if options and "reset_mask" in options:
            self.vector.reset_some(np.asarray(options["reset_mask"]), seed)
        else:
            self.vector.reset(self._draw() if seed is None else seed)
        return self._observe(), self._info()

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One choice in every match."""
        self._check()
        self.vector.step(actions)
        info = self._info()
        ended, cut = self.vector.ended.astype(bool), self.vector.cut.astype(bool)
        if self.vector.last_planes is not None and (over := ended | cut).any():
            last = self.vector.last_planes[:, 0].copy(), self.vector.last_values[:, 0].copy()
            # Nothing may be chosen in a match that is over.
            info["final_obs"] = form(*last, np.zeros_like(self.vector.mask[:, 0]) if self.masked else None, self.flat)
            info["_final_obs"] = over
        rewards = self.vector.rewards[:, 0]
        return self._observe(), rewards.copy() if self.copy else rewards, ended, cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be chosen in every match, head after head."""
        return self.vector.mask[:, 0].astype(bool)

    def render(self) -> Any:
        """Every match, as Gymnasium's vector environments are drawn."""
        if self.render_mode is None:
            return None
        return tuple(self.vector.render(self.render_mode, i) for i in range(self.num_envs))


def register() -> None:
    """Registers `meydan/labyrinth-v0` and so on, so that `gymnasium.make` and `make_vec` know the games.

    Importing this module does it.
    """
    from meydan.games import games

    for card in games():
        name = f"meydan/{card['name']}-v0"
        if name not in gymnasium.registry:
            bots = card["house_bots"]
            # Alone where the game allows it, else against the weakest house bot.
            kwargs = {"game": card["name"]}
            if card["sides"][0] > 1:
                kwargs["opponent"] = bots[0]
            gymnasium.register(
                name, entry_point="meydan.gym:Env", vector_entry_point="meydan.gym:VectorEnv", kwargs=kwargs
            )


register()
