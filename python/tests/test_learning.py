"""The examples that learn: they need torch and Ray, so `make python-examples` runs them."""

import importlib.util
import json
import subprocess
import sys

import meydan
import numpy as np
import pytest
import torch
from conftest import ROOT
from torch import nn

EXAMPLES = ROOT / "python/examples"


def module(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


@pytest.mark.parametrize("game", ["jungle", "labyrinth"])
def test_ppo_learns_a_little_in_a_moment(game):
    _, vector, curve = module("ppo").train(game, matches=120, length=32, steps=200_000, quiet=True)
    half = len(curve) // 2
    early, late = np.mean([row[2] for row in curve[: half // 2]]), np.mean([row[2] for row in curve[half:]])
    assert late > early, (early, late)
    assert not vector.refused.any()


def test_ray_rolls_out():
    total, best = module("many_machines").main(actors=2, matches=8, rounds=1)
    assert total > 0 and np.isfinite(best)


def test_a_torchscript_policy_plays_as_its_layers_do(tmp_path, program):
    vector = meydan.Vector("jungle", 1, seats=[0], opponents="collector", sides=2, maps="clearing")
    sizes = [len(vector.value_names), 16, sum(vector.heads)]
    torch.manual_seed(3)
    model = nn.Sequential(nn.Linear(*sizes[:2]), nn.Tanh(), nn.Linear(*sizes[1:]))
    layers = [(part.weight.detach().numpy().T, part.bias.detach().numpy()) for part in (model[0], model[2])]
    torch.jit.script(model).save(str(tmp_path / "model.pt"))
    ends = []
    for name, policy in (("script", tmp_path / "model.pt"), ("layers", layers)):
        folder = meydan.export(tmp_path / name, "jungle", policy, heads=vector.heads, frame=vector.frame)
        (folder / "meydan.toml").write_text((folder / "meydan.toml").read_text().replace("python3", sys.executable))
        command = [program, "match", "jungle", folder, "house:collector", "--seed", "4", "--map", "clearing", "--clock", "off"]
        told = subprocess.run([*command, "--json"], check=True, capture_output=True, text=True)
        report = json.loads(told.stdout)
        assert report["faults"] == []
        ends.append(report["final_hash"])
    assert ends[0] == ends[1]
