"""The examples run, and what they say holds."""

import importlib.util
import json

import numpy as np
import pytest
from conftest import ROOT

EXAMPLES = ROOT / "python/examples"


def module(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_the_notebook_runs_from_its_first_cell_to_its_last():
    cells = json.loads((EXAMPLES / "tour.ipynb").read_text())["cells"]
    names = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert len(names["results"]) >= 1024 and np.mean(names["results"]) < 0


@pytest.mark.parametrize("game", ["jungle", "labyrinth"])
def test_ppo_learns_a_little_in_a_moment(game):
    pytest.importorskip("torch", reason="the example learns with torch")
    ppo = module("ppo")
    _, vector, curve = ppo.train(game, matches=128, length=32, steps=200_000, quiet=True)
    half = len(curve) // 2
    early, late = np.mean([row[2] for row in curve[: half // 2]]), np.mean([row[2] for row in curve[half:]])
    assert late > early, (early, late)
    assert not vector.refused.any()


def test_ray_rolls_out():
    pytest.importorskip("ray", reason="the example needs ray")
    total, best = module("many_machines").main(actors=2, matches=8, rounds=1)
    assert total > 0 and np.isfinite(best)
