"""What is asked of numbers before they go to the native part: a mistake is told in a sentence that names it."""

from __future__ import annotations

import operator
from typing import Any, Mapping

import numpy as np


def number(what: str, value: Any, most: int) -> int:
    """A whole number from 0 to `most`."""
    try:
        found = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} is `{value}`; give a whole number") from None
    if not 0 <= found <= most:
        raise ValueError(f"{what} is `{found}`; give one from 0 to {limit(most)}")
    return found


def one_of(what: str, value: Any, count: int) -> int:
    """The number of one of so many things."""
    try:
        found = operator.index(value)
    except TypeError:
        raise TypeError(f"the {what} is `{value}`; give a whole number") from None
    if not 0 <= found < count:
        raise ValueError(f"there is no {what} `{found}`; they count from 0 to {count - 1}")
    return found


def seed(value: Any) -> int:
    """A seed: a whole number of 64 bits."""
    return number("the seed", value, 2**64 - 1)


def limit(most: int) -> str:
    """A number as people write it: powers of two by their exponent."""
    power = (most + 1).bit_length() - 1
    return f"2**{power} - 1" if power > 16 and most + 1 == 2**power else str(most)


def knobs(given: Mapping[str, Any] | None) -> dict[str, str]:
    """Options as the native part reads them, which writes truth in lower case."""
    return {name: _text(value) for name, value in (given or {}).items()}


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, (bool, np.bool_)) else str(value)
