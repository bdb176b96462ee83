"""PettingZoo: every seat an agent."""

from __future__ import annotations

from typing import Any

import numpy as np
from pettingzoo import AECEnv, ParallelEnv

from meydan import checks
from meydan._native import State
from meydan.spaces import action_space, mask_of, observation, observation_space
from meydan.vector import Vector, whole


class _Zoo:
    """What both forms share: the match, its agents, and how it is seen."""

    def __init__(
        self, game: str, *, flat: bool = False, masked: bool = False, render_mode: str | None = None, **options: Any
    ) -> None:
        self.vector = Vector(game, 1, autoreset="disabled", threads=1, every_row=True, **options)
        self.flat, self.masked, self.render_mode = flat, masked, render_mode
        self.metadata = {"name": f"meydan_{game}_v0", "render_modes": ["ansi", "rgb_array"], "is_parallelizable": True}
        self.possible_agents = [f"seat_{seat}" for seat in self.vector.seats()]
        self.agents = list(self.possible_agents)
        self.observation_spaces = {a: observation_space(self.vector, flat, masked) for a in self.agents}
        self.action_spaces = {a: action_space(self.vector) for a in self.agents}
        self._row = {agent: row for row, agent in enumerate(self.possible_agents)}
        self._chance = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """What an agent sees; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """What an agent may choose; the same object every time."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Any:
        """What an agent sees now."""
        return observation(self.vector, self.flat, self.masked, (0, self._row[agent]))

    def _info(self, agent: str) -> dict[str, Any]:
        at = (0, self._row[agent])
        return {
            "action_mask": mask_of(self.vector, at),
            "acting": bool(self.vector.acting[at]),
            "refused": bool(self.vector.refused[at]),
        }

    def _choose(self, agent: str, action: Any) -> None:
        if agent not in self._row:
            raise ValueError(f"there is no agent `{agent}`; there are {', '.join(self.possible_agents)}")
        self.vector.actions[0, self._row[agent]] = whole(action, self.vector.actions.shape[2:])

    def _begin(self, seed: int | None) -> None:
        """Without a seed, a match follows from the last one that was given."""
        if seed is None:
            seed = int(self._chance.integers(2**53))
        else:
            seed = checks.seed(seed)
            self._chance = np.random.default_rng(seed)
        self.vector.reset(seed)
        self.agents = list(self.possible_agents)

    def _playing(self) -> list[str]:
        """The agents of a match that goes on: in one that ended or was cut nobody is to act."""
        return list(self.possible_agents) if self.vector.acting[0].any() else []

    def render(self) -> Any:
        """The match as a spectator sees it."""
        return None if self.render_mode is None else self.vector.render(self.render_mode)

    def close(self) -> None:
        """Nothing is held that must be let go."""

    def clone(self) -> State:
        """The match as it stands, to come back to."""
        return self.vector.clone()


class Parallel(_Zoo, ParallelEnv):
    """Every agent chooses in every step; a choice of one that is not to act is ignored (`info["acting"]`)."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict, dict]:
        """Begins a match."""
        self._begin(seed)
        return {a: self.observe(a) for a in self.agents}, {a: self._info(a) for a in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict, dict, dict, dict, dict]:
        """One choice of every agent."""
        agents = self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        for agent in agents:
            if agent not in actions and self.vector.acting[0, self._row[agent]]:
                raise ValueError(f"`{agent}` is to act, and there is no choice for it")
        for agent, action in actions.items():
            self._choose(agent, action)
        self.vector.step()
        ended, cut = bool(self.vector.ended[0]), bool(self.vector.cut[0])
        rewards = {a: float(self.vector.rewards[0, self._row[a]]) for a in agents}
        seen, infos = {a: self.observe(a) for a in agents}, {a: self._info(a) for a in agents}
        if ended or cut:
            self.agents = []
        return seen, rewards, {a: ended for a in agents}, {a: cut for a in agents}, infos

    def restore(self, state: State) -> dict[str, Any]:
        """Goes back to a match that was cloned."""
        self.vector.restore(state)
        self.agents = self._playing()
        return {agent: self.observe(agent) for agent in self.agents}


class Aec(_Zoo, AECEnv):
    """One agent after the other. Where several are to act at once they are asked in seat order, and nothing happens before
    the last of them has chosen."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a match."""
        self._begin(seed)
        self._stand()

    def restore(self, state: State) -> None:
        """Goes back to a match that was cloned; all that are to act are asked again."""
        self.vector.restore(state)
        self.agents = self._playing()
        self._stand()

    def _stand(self) -> None:
        """Nothing was won or chosen yet."""
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """Who is to act, in seat order."""
        rows = np.flatnonzero(self.vector.acting[0])
        self._asked = [self.possible_agents[row] for row in rows]
        if self._asked:
            self.agent_selection = self._asked[0]
        elif self.agents:
            self.agent_selection = self.agents[0]

    def step(self, action: Any) -> None:
        """The selected agent chooses."""
        if not hasattr(self, "terminations"):
            raise ValueError("no match has begun; call `reset` first")
        if not self.agents:
            raise ValueError("the match is over; call `reset` first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._choose(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._asked.remove(agent)
        if self._asked:
            self.agent_selection = self._asked[0]
            return
        self.vector.step()
        ended, cut = bool(self.vector.ended[0]), bool(self.vector.cut[0])
        for one in self.agents:
            self.rewards[one] = float(self.vector.rewards[0, self._row[one]])
            self.terminations[one], self.truncations[one] = ended, cut
            self.infos[one] = self._info(one)
        self._accumulate_rewards()
        self._ask()


def parallel_env(game: str, **options: Any) -> Parallel:
    """A `ParallelEnv` of a game; the options are those of `meydan.Vector`, and `flat`, `masked`, `render_mode`."""
    return Parallel(game, **options)


def env(game: str, **options: Any) -> Aec:
    """An `AECEnv` of a game."""
    return Aec(game, **options)
