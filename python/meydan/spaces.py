"""Spaces and observations in the form of Gymnasium; imported only where Gymnasium is."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from meydan.vector import Vector


def action_space(vector: Vector) -> gymnasium.Space:
    """`Discrete` where a choice is one number, `MultiDiscrete` where it is several."""
    if len(vector.heads) == 1:
        return spaces.Discrete(vector.heads[0])
    return spaces.MultiDiscrete(np.asarray(vector.heads, np.int64))


def observation_space(vector: Vector, flat: bool, masked: bool) -> gymnasium.Space:
    """Planes and values as a `Dict`, or one `Box` of float32; with the mask beside them if asked for."""
    planes = (len(vector.plane_names), vector.height, vector.width)
    values = len(vector.value_names)
    if flat:
        inner: gymnasium.Space = spaces.Box(-1e4, 1e4, (int(np.prod(planes)) + values,), np.float32)
    else:
        inner = spaces.Dict(
            {
                "planes": spaces.Box(0, 255, planes, np.uint8),
                "values": spaces.Box(-1e4, 1e4, (values,), np.float32),
            }
        )
    if not masked:
        return inner
    mask = spaces.Box(0, 1, (sum(vector.heads),), np.int8)
    if flat:
        return spaces.Dict({"observation": inner, "action_mask": mask})
    return spaces.Dict({**inner.spaces, "action_mask": mask})


def observation(vector: Vector, flat: bool, masked: bool, at: Any) -> Any:
    """A copy of the observations at an index: a row, or all matches."""
    return form(vector.planes[at].copy(), vector.values[at].copy(), vector.mask[at] if masked else None, flat)


def form(planes: Any, values: Any, mask: Any, flat: bool) -> Any:
    """Planes and values, and the mask if there is one, in the form of the space."""
    if flat:
        lead = values.shape[:-1]
        out: Any = np.concatenate([planes.reshape(*lead, -1).astype(np.float32), values], -1)
    else:
        out = {"planes": planes, "values": values}
    if mask is not None:
        mask = mask.astype(np.int8)
        out = {"observation": out, "action_mask": mask} if flat else {**out, "action_mask": mask}
    return out


def mask_of(vector: Vector, at: Any) -> Any:
    """What a row may choose, as `space.sample(mask)` wants it."""
    heads = [mask[at].astype(np.int8) for mask in vector.head_masks()]
    return heads[0] if len(heads) == 1 else tuple(heads)
