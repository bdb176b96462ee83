"""Traces: what the program recorded is what the environment plays."""

import http.server
import io
import json
import subprocess
import sys
import tarfile
import threading

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
    told = subprocess.run([program, "verify", tmp_path / "m.trace", "--unsigned", "--json"], check=True, capture_output=True, text=True)
    told = json.loads(told.stdout)
    assert told["ok"] and told["final_hash"] == match.final_hash and told["windows"] == match.windows
    assert match.trace.header["entrants"][1]["name"] == "collector"


def test_a_house_match_is_the_programs(program):
    match = meydan.play("jungle", ["house:jaguar", "house:collector"], seed=11)
    command = [program, "match", "jungle", "house:jaguar", "house:collector", "--seed", "11", "--json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    # The program also tells the score in the words of the game.
    told = [{key: value for key, value in line.items() if key != "told"} for line in report["standings"]]
    assert match.final_hash == report["final_hash"] and match.standings == told


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
        assert one.actions.shape == (15, len(one.heads)) and len(one.acts) == 15
        assert count == 15 and one.terminations[-1] and not one.truncations.any()
        assert all(len(part) == count + 1 for part in one.observations.values())
        assert len(one.rewards) == count
    assert episodes[0].rewards.sum() > episodes[1].rewards.sum()


def test_the_seats_of_a_dataset_are_those_of_every_trace():
    traces = [house(seed) for seed in range(2)]
    assert [(one.seed, one.seat) for one in meydan.dataset(traces, seats=iter([1]))] == [(0, 1), (1, 1)]
    for wrong, text in (
        ({"seats": [7]}, "there is no seat `7`; they count from 0 to 1"),
        ({"seats": [-1]}, "there is no seat `-1`"),
        ({"reward": "foo"}, "there is no reward `foo`; there are result, gain, both"),
        ({"reward": (1e39, 0)}, "the reward is"),
        ({"pad": {"rows": -1}}, "`rows` of `pad` is `-1`"),
    ):
        with pytest.raises(ValueError, match=text):
            list(meydan.dataset(traces, **wrong))


def test_an_arenas_export_is_a_dataset(tmp_path):
    with tarfile.open(tmp_path / "export.tar", "w") as archive:
        for name, data in (("matches.csv", b"match,number\r\n"), *((f"{i}.trace", house(seed=i)) for i in range(2))):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    from_file = list(meydan.dataset(tmp_path / "export.tar"))
    assert [(one.seed, one.seat) for one in from_file] == [(0, 0), (0, 1), (1, 0), (1, 1)]

    asked = []

    class Arena(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path, self.headers["authorization"]))
            self.send_response(200)
            self.end_headers()
            self.wfile.write((tmp_path / "export.tar").read_bytes())

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Arena) as arena:
        threading.Thread(target=arena.handle_request).start()
        address = f"http://127.0.0.1:{arena.server_port}/api/v1/contests/cup/export.tar"
        from_arena = list(meydan.dataset(address, key="secret"))
    assert asked == [("/api/v1/contests/cup/export.tar", "Bearer secret")]
    assert all(np.array_equal(a.actions, b.actions) for a, b in zip(from_file, from_arena, strict=True))


def house(seed):
    return meydan.play("jungle", ["house:collector", "house:random"], seed=seed, options={"ticks": 15}).trace.data


REPLAYED = {
    "labyrinth": ["house:greedy"],
    "gotham": ["house:patrol", "house:patrol"],
    "galaxy": ["house:random"] * 3,
}


@pytest.mark.parametrize("game", REPLAYED)
def test_recorded_choices_lead_to_the_recorded_end(game):
    options = {"gotham": {"max_turns": 8}, "galaxy": {"number_of_turns": 9}}.get(game)
    match = meydan.play(game, REPLAYED[game], seed=3, options=options)
    episodes = list(meydan.dataset(match.trace.data))
    assert all(one.known().all() for one in episodes)
    choices = [iter(one.actions) for one in episodes]
    vector = environment(match.trace)
    while not vector.ended[0]:
        for seat in np.flatnonzero(vector.acting[0]):
            vector.actions[0, seat] = next(choices[seat])
        vector.step()
        assert not vector.refused.any()
    assert vector.hash() == match.final_hash


def test_what_no_choice_stands_for_is_marked():
    def half(view, seat, window):
        # A choice puts one troop, half of them or all; three of ten are none of these.
        if view["phase"] == "start":
            free = view["owners"].index(None) if None in view["owners"] else view["owners"].index(seat)
            return [{"place": {"planet": free}}, "next"]
        mine = view["owners"].index(seat)
        return [{"deploy": {"planet": mine, "troops": 3}}, "next", "next", "next", "next"]

    match = meydan.play("galaxy", [half, "house:random", "house:random"], seed=1)
    one = next(meydan.dataset(match.trace.data))
    done = [acts[0] for acts in one.acts]
    assert (one.actions[[act == "next" for act in done]] == 0).all()
    assert -1 in one.actions and one.actions.max() > 0
    with pytest.raises(ValueError, match="no choice stands for"):
        from meydan.offline import to_minari

        to_minari("meydan/galaxy/x-v0", [one])


def test_episodes_become_a_minari_dataset(tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    import minari
    from meydan.offline import to_minari

    episodes = list(meydan.dataset([house(seed) for seed in range(2)], reward="both"))
    made = to_minari("meydan/jungle/house-v0", episodes, unknown="skip", author="us")
    assert made.total_episodes == 4
    read = minari.load_dataset("meydan/jungle/house-v0")
    for one, kept in zip(episodes, read.iterate_episodes(), strict=True):
        assert len(kept.actions) == one.known().sum() and len(kept.observations["planes"]) == len(kept.actions) + 1
        assert all(read.action_space.contains(action) for action in kept.actions)
        assert kept.terminations[-1] and np.array_equal(kept.observations["values"][-1], one.observations["values"][-1])


def test_acts_come_with_what_was_seen():
    match = meydan.play("labyrinth", ["house:greedy"], map="detour", seed=3)
    acts = list(match.trace.acts())
    assert acts and all(view["turn"] is not None for _, _, view, _ in acts)


def test_a_notebook_shows_something(monkeypatch):
    monkeypatch.delenv("MEYDAN", raising=False)
    monkeypatch.setenv("PATH", "")
    match = meydan.play("labyrinth", ["house:greedy"], map="detour", seed=3)
    assert "<pre>" in match._repr_html_() and "round 5" in match._repr_html_()


@pytest.mark.parametrize("text", [None, "#!/bin/sh\nexit 1\n", "#!/bin/sh\nexec sleep 600\n"], ids=["missing", "failing", "silent"])
def test_a_notebook_goes_without_a_program_that_does_not_answer(monkeypatch, tmp_path, text):
    from meydan import notebook

    monkeypatch.setattr(notebook, "PATIENCE", 0.5)
    monkeypatch.setattr(notebook.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("MEYDAN", str(tmp_path / "meydan"))
    if text is not None:
        (tmp_path / "meydan").write_text(text)
        (tmp_path / "meydan").chmod(0o755)
    match = meydan.play("labyrinth", ["house:greedy"], map="detour", seed=3)
    assert "<pre>" in match._repr_html_() and "round 5" in match._repr_html_()
    assert not list(tmp_path.glob("*.trace"))


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


def test_a_policy_that_draws_plays_the_same_match_again(tmp_path, program):
    vector = meydan.Vector("jungle", 1, sides=2, maps="clearing")
    layers = [(np.zeros((len(vector.value_names), sum(vector.heads))), np.zeros(sum(vector.heads)))]
    ends = []
    for name, sample in (("one", True), ("two", True), ("best", False)):
        folder = meydan.export(tmp_path / name, "jungle", layers, heads=vector.heads, frame=vector.frame, sample=sample)
        (folder / "meydan.toml").write_text((folder / "meydan.toml").read_text().replace("python3", sys.executable))
        command = [program, "match", "jungle", folder, "house:collector", "--seed", "4", "--map", "clearing", "--clock", "off", "--json"]
        report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        assert report["faults"] == []
        ends.append(report["final_hash"])
    assert ends[0] == ends[1] != ends[2]


def test_an_onnx_policy_plays_as_its_layers_do(tmp_path, program):
    vector = meydan.Vector("labyrinth", 1, maps="detour")
    rng = np.random.default_rng(3)
    sizes = [vector.flat().shape[-1], 8, sum(vector.heads)]
    layers = [(rng.normal(size=(a, b)).round(3) / 10, rng.normal(size=b).round(3)) for a, b in zip(sizes, sizes[1:])]
    write_onnx(tmp_path / "model.onnx", layers)
    ends = []
    for name, policy in (("onnx", tmp_path / "model.onnx"), ("layers", layers)):
        folder = meydan.export(tmp_path / name, "labyrinth", policy, heads=vector.heads, frame=vector.frame, inputs="flat")
        (folder / "meydan.toml").write_text((folder / "meydan.toml").read_text().replace("python3", sys.executable))
        command = [program, "match", "labyrinth", folder, "--seed", "4", "--map", "detour", "--clock", "off", "--json"]
        report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
        assert report["faults"] == []
        ends.append(report["final_hash"])
    assert ends[0] == ends[1]


def write_onnx(file, layers):
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    nodes, weights, last = [], [], "x"
    for number, (w, b) in enumerate(layers):
        weights += [numpy_helper.from_array(part.astype(np.float32), f"{name}{number}") for name, part in (("w", w), ("b", b))]
        nodes.append(helper.make_node("Gemm", [last, f"w{number}", f"b{number}"], [f"y{number}"]))
        last = f"y{number}"
        if number + 1 < len(layers):
            nodes.append(helper.make_node("Tanh", [last], [f"t{number}"]))
            last = f"t{number}"
    ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, width]) for name, width in (("x", layers[0][0].shape[0]), (last, layers[-1][0].shape[1]))]
    graph = helper.make_graph(nodes, "policy", ends[:1], ends[1:], weights)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), file)


def test_what_cannot_be_exported_is_told(tmp_path):
    with pytest.raises(ValueError, match="cannot be exported yet"):
        meydan.export(tmp_path / "a", "heroes", [], heads=[1], frame={})
    with pytest.raises(ValueError, match="the heads have 3"):
        layers = [(np.zeros((2, 2)), np.zeros(2))]
        meydan.export(tmp_path / "b", "jungle", layers, heads=[3], frame=SMALL and {})
    vector = meydan.Vector("labyrinth", maps="first-steps")
    values, choices = len(vector.value_names), sum(vector.heads)
    fit = [(np.zeros((values, choices)), np.zeros(choices))]
    deep = [(np.zeros((3, 5)), np.zeros(7)), (np.zeros((2, choices)), np.zeros(choices))]
    hollow = [(np.full((values, choices), np.nan), np.zeros(choices))]
    for policy, more, text in (
        (deep, {}, "layer 0 has weights of the shape"),
        ([(np.zeros((values, 5)), np.zeros(5)), deep[1]], {}, "layer 1 has weights of .* give 5 inputs"),
        (hollow, {}, "layer 0 has weights that are not numbers"),
        ([], {}, "no layers"),
        ([(np.zeros((values + 1, choices)), np.zeros(choices))], {}, f"has {values + 1} inputs; `values` are {values}"),
        (fit, {"inputs": "flat"}, f"`flat` are {vector.flat().shape[-1]}"),
        (fit, {"frame": {**vector.frame, "rows": 5}}, "the frame has"),
        (fit, {"name": "\ud800"}, "the name is"),
    ):
        with pytest.raises(ValueError, match=text):
            meydan.export(tmp_path / "c", "labyrinth", policy, **{"heads": vector.heads, "frame": vector.frame, **more})
    with pytest.raises(FileNotFoundError, match="save the model first"):
        meydan.export(tmp_path / "d", "labyrinth", tmp_path / "x.onnx", heads=vector.heads, frame=vector.frame)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ['x"\nstart = "touch here"\n#', "C:\\bots", "ربات \U0001f916", "a\x7f\tb"], ids=ascii)
def test_any_name_is_one_string_of_the_manifest(tmp_path, name):
    tomllib = pytest.importorskip("tomllib")
    vector = meydan.Vector("labyrinth", maps="first-steps")
    layers = [(np.zeros((len(vector.value_names), sum(vector.heads))), np.zeros(sum(vector.heads)))]
    folder = meydan.export(tmp_path / "bot", "labyrinth", layers, heads=vector.heads, frame=vector.frame, name=name)
    told = tomllib.loads((folder / "meydan.toml").read_text(encoding="utf-8"))
    assert told == {"game": "labyrinth", "language": "python", "name": name, "start": "python3 main.py"}
