"""Traces: what the program recorded is what the environment plays."""

import json
import subprocess
import sys

import meydan
import numpy as np
import pytest
from conftest import ROOT, SMALL
from meydan.replay import apply, environment

FIXTURES = sorted((ROOT / "crates/catalog/tests/fixtures").rglob("*.trace"))
MATCHES = {
    "labyrinth": ["house:greedy", "--map", "company"],
    "heroes": ["house:squad", "house:objective", "--set", "maxTurns=8"],
    "gotham": ["house:patrol", "house:random"],
    "jungle": ["house:jaguar", "house:collector"],
    "galaxy": ["house:greedy", "house:random", "house:random"],
}


def replayed(trace):
    """The hashes that the environment gives for a trace's inputs."""
    match = environment(trace)
    hashes = [apply(match, entry) for entry in trace.entries]
    return match, [one for one in hashes if one is not None]


@pytest.mark.parametrize("file", FIXTURES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_recorded_matches_give_the_same_hashes(file):
    trace = meydan.load(file)
    match, hashes = replayed(trace)
    assert hashes == trace.hashes() and len(hashes) > 3
    assert trace.verify()["consistent"]
    if trace.end:
        assert match.outcome() == trace.end["outcome"]


def test_a_match_of_the_program_is_a_match_of_the_environment(game, program, tmp_path):
    file = tmp_path / "m.trace"
    command = [program, "match", game, *MATCHES[game], "--seed", "11", "--out", file, "--json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    trace = meydan.load(file)
    _, hashes = replayed(trace)
    assert hashes == trace.hashes() and hashes[-1] == report["final_hash"]


def test_what_the_environment_plays_the_program_verifies(program, tmp_path):
    rng = np.random.default_rng(1)

    def player(view, seat, window):
        unit = view["teams"][seat]["units"][0]
        if unit["position"] is None:
            return {"orders": [{"unit": unit["unit"], "do": {"spawn": {"x": 1, "y": 1}}}]}
        x, y = unit["position"]["x"], unit["position"]["y"]
        dx, dy = [(0, 1), (1, 0), (0, -1), (-1, 0)][rng.integers(4)]
        return {"orders": [{"unit": unit["unit"], "do": {"move": {"x": x + dx, "y": y + dy}}}]}

    match = meydan.play("jungle", [player, "house:collector"], map="clearing", seed=5)
    match.save(tmp_path / "m.trace")
    told = subprocess.run([program, "verify", tmp_path / "m.trace", "--json"], check=True, capture_output=True, text=True)
    told = json.loads(told.stdout)
    assert told["ok"] and told["final_hash"] == match.final_hash and told["windows"] == match.windows
    assert match.trace.header["entrants"][1]["name"] == "collector"


def test_a_house_match_is_the_programs(program):
    match = meydan.play("jungle", ["house:jaguar", "house:collector"], seed=11)
    command = [program, "match", "jungle", "house:jaguar", "house:collector", "--seed", "11", "--json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert match.final_hash == report["final_hash"] and match.standings == report["standings"]


def test_an_environment_against_a_house_bot_is_the_programs_match(program):
    # The learner on seat 0 is silent, as a bot that says nothing would be.
    vector = meydan.Vector("jungle", 1, seats=[0], opponents="collector", sides=2, autoreset="disabled")
    vector.reset(11)
    rounds = 0
    while not vector.ended[0]:
        vector.step(np.zeros_like(vector.actions))
        rounds += 1
    empty = meydan.play("jungle", [lambda view, seat, window: {"orders": []}, "house:collector"], seed=11)
    assert (rounds, vector.hash()) == (empty.windows, empty.final_hash)


def test_what_bots_do_wrong_is_told():
    match = meydan.play("labyrinth", [lambda view, seat, window: {"move": "sideways"}], map="first-steps", seed=1)
    assert match.faults and match.faults[0]["kind"] == "garbage"
    with pytest.raises(ZeroDivisionError):
        meydan.play("labyrinth", [lambda view, seat, window: 1 / 0], map="first-steps", seed=1)


def test_traces_are_a_dataset(tmp_path):
    for seed in range(2):
        meydan.play("jungle", ["house:collector", "house:random"], seed=seed, options={"ticks": 15}).save(tmp_path / f"{seed}.trace")
    episodes = list(meydan.dataset(tmp_path, reward="both"))
    assert [(one.seed, one.seat) for one in episodes] == [(0, 0), (0, 1), (1, 0), (1, 1)]
    for one in episodes:
        count = len(one.actions)
        assert count == 15 and one.terminations[-1] and not one.truncations.any()
        assert all(len(part) == count + 1 for part in one.observations.values())
        assert len(one.rewards) == count
    assert episodes[0].rewards.sum() > episodes[1].rewards.sum()


def test_acts_come_with_what_was_seen():
    match = meydan.play("labyrinth", ["house:greedy"], map="detour", seed=3)
    acts = list(match.trace.acts())
    assert acts and all(view["turn"] is not None for _, _, view, _ in acts)


def test_a_notebook_shows_something(monkeypatch):
    monkeypatch.delenv("MEYDAN", raising=False)
    monkeypatch.setenv("PATH", "")
    match = meydan.play("labyrinth", ["house:greedy"], map="detour", seed=3)
    assert "<pre>round" in match._repr_html_()


def test_a_notebook_shows_the_pages_stage(monkeypatch, program):
    monkeypatch.setenv("MEYDAN", program)
    shown = meydan.play("labyrinth", ["house:greedy"], map="detour", seed=3)._repr_html_()
    assert shown.startswith('<iframe src="http://127.0.0.1')


@pytest.mark.parametrize("with_numpy", [True, False])
def test_an_exported_policy_plays_as_it_was_trained(tmp_path, program, with_numpy):
    vector = meydan.Vector("jungle", 1, seats=[0], opponents="collector", sides=2, autoreset="disabled", maps="clearing")
    rng = np.random.default_rng(7)
    sizes = [len(vector.value_names), 16, sum(vector.heads)]
    layers = [(rng.normal(size=(a, b)).round(3), rng.normal(size=b).round(3)) for a, b in zip(sizes, sizes[1:])]
    folder = meydan.export(tmp_path / "bot", "jungle", layers, heads=vector.heads, frame=vector.frame)
    if not with_numpy:
        (folder / "numpy.py").write_text("raise ImportError('there is no numpy in the jail')")
    (folder / "meydan.toml").write_text((folder / "meydan.toml").read_text().replace("python3", sys.executable))
    vector.reset(21)
    while not vector.ended[0]:
        x = vector.values[0, 0]
        for number, (w, b) in enumerate(layers):
            x = x @ w + b
            x = np.tanh(x) if number == 0 else x
        masked = np.where(vector.mask[0, 0] == 1, x, -np.inf)
        heads = np.split(masked, np.cumsum(vector.heads)[:-1])
        vector.step(np.array([head.argmax() for head in heads]))
    command = [program, "match", "jungle", folder, "house:collector", "--seed", "21", "--map", "clearing", "--clock", "off", "--json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    assert report["faults"] == [] and report["final_hash"] == vector.hash()


def test_what_cannot_be_exported_is_told(tmp_path):
    with pytest.raises(ValueError, match="cannot be exported yet"):
        meydan.export(tmp_path / "a", "heroes", [], heads=[1], frame={})
    with pytest.raises(ValueError, match="the heads have 3"):
        layers = [(np.zeros((2, 2)), np.zeros(2))]
        meydan.export(tmp_path / "b", "jungle", layers, heads=[3], frame=SMALL and {})
