"""What the tests share."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ["labyrinth", "heroes", "gotham", "jungle", "galaxy"]

#: Small maps, so that whole matches are played in a moment.
SMALL = {
    "labyrinth": {"maps": "company"},
    "heroes": {"maps": "duel", "options": {"maxTurns": 6}},
    "gotham": {"maps": "village", "options": {"max_turns": 8}},
    "jungle": {"maps": "clearing", "sides": 2, "options": {"ticks": 20}},
    "galaxy": {"maps": "cradle", "options": {"number_of_turns": 9}},
}


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


@pytest.fixture
def small(game):
    return SMALL[game]


@pytest.fixture(scope="session")
def program():
    """The `meydan` program, for what is compared with it."""
    found = os.environ.get("MEYDAN") or shutil.which("meydan")
    for place in ("target/release/meydan", "target/debug/meydan"):
        if found is None and (ROOT / place).exists():
            found = str(ROOT / place)
    if found is None:
        pytest.fail("build the program first: cargo build --workspace, or name it in MEYDAN")
    return found
