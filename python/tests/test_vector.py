"""The plain array API."""

import sys
import threading

import meydan
import numpy as np
import pytest
from conftest import GAMES, SMALL


def played(vector, steps, seed=1):
    """Plays at random and gives everything that was written."""
    rng = np.random.default_rng(seed)
    vector.reset(seed)
    seen = []
    for _ in range(steps):
        vector.step(vector.sample(rng))
        seen.append((vector.planes.copy(), vector.values.copy(), vector.mask.copy(), vector.rewards.copy(), vector.ended.copy()))
    return seen


def test_every_game_ends_and_begins_anew(game, small):
    vector = meydan.Vector(game, 4, **small)
    ended = sum(step[4].sum() for step in played(vector, 400))
    assert ended >= 4


def test_the_same_seed_gives_the_same_arrays(game, small):
    one = played(meydan.Vector(game, 3, **small), 60)
    other = played(meydan.Vector(game, 3, **small), 60)
    assert all(np.array_equal(a, b) for x, y in zip(one, other) for a, b in zip(x, y))


def test_threads_change_nothing(game, small):
    one = played(meydan.Vector(game, 37, threads=1, **small), 30)
    other = played(meydan.Vector(game, 37, threads=3, **small), 30)
    assert all(np.array_equal(a, b) for x, y in zip(one, other) for a, b in zip(x, y))


def test_the_rules_of_jungle_take_every_command():
    vector = meydan.Vector("jungle", 2, **SMALL["jungle"])
    vector.reset(1)
    rng = np.random.default_rng(1)
    forbidden = 0
    for _ in range(20):
        choices = rng.integers(-1, np.asarray(vector.heads) + 1, vector.actions.shape)
        inside = (choices >= 0) & (choices < vector.heads)
        for head, mask in enumerate(vector.head_masks()):
            taken = np.take_along_axis(mask, np.where(inside, choices, 0)[..., head, None], -1)[..., 0]
            forbidden += int((inside[..., head] & (taken == 0)).sum()) + int((~inside[..., head]).sum())
        vector.step(choices)
        assert not vector.refused.any()
    assert forbidden > 100


def test_what_the_mask_allows_is_not_refused(game, small):
    vector = meydan.Vector(game, 8, **small)
    rng = np.random.default_rng(3)
    vector.reset(2)
    for _ in range(120):
        vector.step(vector.sample(rng))
        assert not vector.refused.any()


def test_nonsense_is_silence_and_no_crash(game, small):
    vector = meydan.Vector(game, 4, **small)
    rng = np.random.default_rng(5)
    vector.reset(1)
    for _ in range(300):
        vector.step(rng.integers(-5, 10_000, vector.actions.shape))


def test_names_fit_sizes(game, small):
    vector = meydan.Vector(game, 2, **small)
    vector.reset()
    assert vector.planes.shape == (2, vector.rows, len(vector.plane_names), vector.height, vector.width)
    assert vector.values.shape[-1] == len(vector.value_names) == len(set(vector.value_names))
    assert vector.mask.shape[-1] == sum(vector.heads) and len(vector.heads) == len(vector.head_names)
    assert vector.flat().shape[-1] == np.prod(vector.planes.shape[2:]) + vector.values.shape[-1]


def test_several_maps_lie_in_one_array():
    vector = meydan.Vector("labyrinth", 6, maps=["first-steps", "detour", "course"], pad={"rows": 20})
    rng = np.random.default_rng(1)
    vector.reset(1)
    assert vector.height == 20
    sizes = {int(planes[0].sum()) for planes in vector.planes[:, 0]}
    assert len(sizes) > 1
    for _ in range(100):
        vector.step(vector.sample(rng))
        assert not vector.refused.any()


def test_matches_against_house_bots(game, small):
    seats = range(len(meydan.Vector(game, 1, **small).all_seats))
    bots = next(card for card in meydan.games() if card["name"] == game)["house_bots"]
    vector = meydan.Vector(game, 2, seats=[0], rotate=True, opponents=bots[:1], **small)
    if len(seats) > 1:
        assert vector.seats(0) != vector.seats(1)
    ended = sum(step[4].sum() for step in played(vector, 200))
    assert vector.rows == 1 and ended >= 2


def test_results_and_gains_are_rewarded():
    weights = {"result": (1, 0), "gain": (0, 1), "both": (1, 1)}
    sums = {}
    for name, pair in weights.items():
        for reward in (name, pair):
            steps = played(meydan.Vector("jungle", 2, reward=reward, **SMALL["jungle"]), 60)
            sums.setdefault(name, []).append(np.sum([step[3] for step in steps], 0))
        assert np.array_equal(*sums[name])
    assert np.allclose(sums["result"][0] + sums["gain"][0], sums["both"][0], atol=1e-4)
    assert np.abs(sums["result"][0]).sum() > 0 and np.abs(sums["gain"][0]).sum() > 0


def test_autoreset_modes():
    options = SMALL["jungle"]
    same = meydan.Vector("jungle", 1, autoreset="same_step", final=True, **options)
    later = meydan.Vector("jungle", 1, autoreset="next_step", **options)
    never = meydan.Vector("jungle", 1, autoreset="disabled", **options)
    for vector in (same, later, never):
        vector.reset(4)
        for _ in range(20):
            vector.step(np.zeros_like(vector.actions))
        assert vector.ended[0] == 1
    # The observation of the ended match is kept in one, shown in the others.
    assert same.values[0, 0, 0] == 0 and same.last_values[0, 0, 0] == 1
    assert later.values[0, 0, 0] == 1 and not later.acting.any()
    later.step(np.zeros_like(later.actions))
    assert later.values[0, 0, 0] == 0 and later.ended[0] == 0 and later.rewards[0, 0] == 0
    never.step(np.zeros_like(never.actions))
    assert never.values[0, 0, 0] == 1
    never.reset_some(np.array([True]))
    assert never.values[0, 0, 0] == 0 and never.acting.all()


def test_a_match_can_be_cut():
    vector = meydan.Vector("jungle", 1, max_steps=5, **SMALL["jungle"])
    vector.reset()
    cuts = []
    for _ in range(10):
        vector.step(np.zeros_like(vector.actions))
        cuts.append(int(vector.cut[0]))
        assert not vector.ended[0]
    assert cuts == [0, 0, 0, 0, 1] * 2


def test_a_clone_goes_on_alike(game, small):
    vector = meydan.Vector(game, 2, autoreset="disabled", **small)
    played(vector, 5)
    state = vector.clone(0)
    choices = vector.sample(np.random.default_rng(8))
    before = vector.hash(0)
    vector.step(choices)
    after = vector.hash(0), vector.planes[0].copy()
    vector.restore(state, 0)
    assert vector.hash(0) == before
    vector.step(choices)
    assert (vector.hash(0), vector.planes[0].tobytes()) == (after[0], after[1].tobytes())
    # Into another place, and another vector.
    vector.restore(state, 1)
    other = meydan.Vector(game, 1, autoreset="disabled", **small)
    other.reset()
    other.restore(state)
    assert vector.hash(1) == other.hash() == before


def test_my_own_arrays_are_filled():
    plain = meydan.Vector("labyrinth", 3)
    mine = np.zeros_like(plain.planes)
    vector = meydan.Vector("labyrinth", 3, arrays={"planes": mine})
    assert vector.planes is mine
    vector.reset(1)
    assert mine.any()
    with pytest.raises(ValueError, match="contiguous"):
        meydan.Vector("labyrinth", 3, arrays={"planes": mine[::-1]})
    with pytest.raises(ValueError, match="no array"):
        meydan.Vector("labyrinth", 3, arrays={"plane": mine})


def test_a_step_makes_no_python_object():
    vector = meydan.Vector("labyrinth", 64, threads=1)
    vector.reset()
    step = vector.native.step
    for _ in range(50):
        step()
    before = sys.getallocatedblocks()
    for _ in range(1000):
        step()
    assert sys.getallocatedblocks() - before <= 2


def test_the_lock_is_released_during_a_step():
    vector = meydan.Vector("jungle", 2048, threads=1)
    vector.reset()
    vector.actions[...] = vector.sample(np.random.default_rng(1))
    running, turns = True, 0
    inside = threading.Event()

    def count():
        nonlocal turns
        inside.set()
        while running:
            turns += 1

    thread = threading.Thread(target=count)
    thread.start()
    inside.wait()
    switch = sys.getswitchinterval()
    try:
        # A thread that is handed the lock keeps it for so many seconds: only a step that lets go of it lets the other one count.
        sys.setswitchinterval(5)
        before = turns
        vector.native.step()
        counted = turns - before
    finally:
        sys.setswitchinterval(switch)
        running = False
        thread.join()
    assert counted > 0


@pytest.mark.parametrize(
    "arguments, text",
    [
        ({"game": "chess"}, "there is no game `chess`"),
        ({"maps": "nowhere"}, "neither a map of labyrinth nor a file"),
        ({"opponents": "nobody"}, "no house bot `nobody`"),
        ({"autoreset": "maybe"}, "no autoreset mode `maybe`"),
        ({"reward": "love"}, "no reward `love`"),
        ({"n": 0}, "there is no match"),
        ({"pad": {"depth": 3}}, "nothing is padded by `depth`"),
        ({"seats": []}, "no seat to choose for"),
    ],
)
def test_mistakes_are_told(arguments, text):
    with pytest.raises(ValueError, match=text):
        meydan.Vector(**{"game": "labyrinth", **arguments})


def test_all_games_are_listed():
    assert [card["name"] for card in meydan.games()] == GAMES
