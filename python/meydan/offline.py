"""Episodes as a Minari dataset; imported only where Minari is."""

from __future__ import annotations

from typing import Any, Iterable

import minari
import numpy as np
from gymnasium import spaces
from minari.data_collector import EpisodeBuffer

from meydan.trace import Episode


def to_minari(name: str, episodes: Iterable[Episode], *, unknown: str = "refuse", **about: Any) -> minari.MinariDataset:
    """Saves episodes as a Minari dataset, which `minari.load_dataset(name)` reads again.

    Args:
        name: the dataset's, as Minari wants it: `meydan/jungle/house-v0`.
        episodes: of one game and one frame; give `meydan.dataset` a `pad` for traces of several maps.
        unknown: what to do with steps that no choice stands for: `"refuse"`, or `"skip"`, which leaves them out and counts
            their rewards to the step before.
        about: further arguments of `minari.create_dataset_from_buffers`, such as `author`.
    """
    if unknown not in ("refuse", "skip"):
        raise ValueError(f"`unknown` is `{unknown}`; give `refuse` or `skip`")
    kept = [_known(one, unknown) for one in episodes]
    kept = [one for one in kept if len(one.actions)]
    if not kept:
        raise ValueError("there is no episode with a step in it")
    first = kept[0]
    shapes = {key: part.shape[1:] for key, part in first.observations.items()}
    for one in kept:
        if one.heads != first.heads or any(part.shape[1:] != shapes[key] for key, part in one.observations.items()):
            raise ValueError("the episodes differ in size; give `meydan.dataset` a `pad` that fits all maps")
    heads = first.heads
    return minari.create_dataset_from_buffers(
        name,
        [_buffer(number, one) for number, one in enumerate(kept)],
        action_space=spaces.Discrete(heads[0]) if len(heads) == 1 else spaces.MultiDiscrete(np.asarray(heads, np.int64)),
        observation_space=spaces.Dict(
            {
                "planes": spaces.Box(0, 255, shapes["planes"], np.uint8),
                "values": spaces.Box(-1e4, 1e4, shapes["values"], np.float32),
            }
        ),
        **about,
    )


def _known(episode: Episode, unknown: str) -> Episode:
    known = episode.known()
    if known.all():
        return episode
    if unknown == "refuse":
        share = 100 * (1 - known.mean())
        raise ValueError(
            f"no choice stands for {share:.0f} % of what seat {episode.seat} did in the match with seed {episode.seed}; "
            "leave those steps out with unknown='skip'"
        )
    steps = np.flatnonzero(known)
    if len(steps) == 0:
        return Episode(**{**vars(episode), "actions": episode.actions[:0]})
    # What came before the first known step is nobody's merit.
    rewards = np.add.reduceat(episode.rewards, steps).astype(np.float32)
    last = np.arange(len(steps)) == len(steps) - 1
    seen = np.append(steps, len(known))
    return Episode(
        **{
            **vars(episode),
            "observations": {key: part[seen] for key, part in episode.observations.items()},
            "actions": episode.actions[steps],
            "acts": [episode.acts[step] for step in steps],
            "rewards": rewards,
            "terminations": last & episode.terminations[-1],
            "truncations": last & episode.truncations[-1],
        }
    )


def _buffer(number: int, episode: Episode) -> EpisodeBuffer:
    return EpisodeBuffer(
        id=number,
        seed=episode.seed % 2**63,
        observations=dict(episode.observations),
        actions=episode.actions,
        rewards=list(episode.rewards),
        terminations=list(episode.terminations),
        truncations=list(episode.truncations),
    )
