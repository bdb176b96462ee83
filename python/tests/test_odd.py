"""Odd input: it is refused with a sentence, or it counts as silence; it never crashes, hangs, or passes for something else."""

import multiprocessing
import pickle
import threading

import gymnasium
import meydan
import meydan.gym
import meydan.zoo
import numpy as np
import pytest


def labyrinth(n=2, **options):
    return meydan.Vector("labyrinth", n, **options)


@pytest.mark.parametrize("n", [0, -1, 10**12])
def test_an_impossible_number_of_matches_is_refused(n):
    with pytest.raises(ValueError, match="match"):
        labyrinth(n)


@pytest.mark.parametrize(
    "options",
    [
        {"threads": 100_000},
        {"pad": {"rows": 10**6}},
        {"seats": []},
        {"seats": [7]},
        {"seats": [-1]},
        {"seats": [0, 0]},
        {"reward": (1,)},
        {"reward": (float("nan"), 0)},
        {"maps": b"junk"},
        {"maps": []},
        {"reward": (1e39, 0)},
        {"reward": 3},
        {"n": 2**64},
        {"threads": -1},
        {"max_steps": -1},
        {"max_steps": 2**32},
        {"sides": -1},
        {"pad": {"rows": -3}},
    ],
    ids=str,
)
def test_an_option_that_means_nothing_is_refused(options):
    with pytest.raises(ValueError):
        labyrinth(**options)


def test_one_game_and_a_hundred_thousand_are_played():
    for n in (1, 100_000):
        vector = labyrinth(n)
        vector.reset(1)
        vector.step(vector.sample(np.random.default_rng(1)))
        assert not vector.refused.any()


def test_before_the_reset_there_is_no_match():
    vector = labyrinth()
    other = labyrinth()
    other.reset(1)
    state = other.clone()
    for step in (
        vector.step,
        lambda: vector.reset_some(np.ones(2)),
        vector.sample,
        vector.view,
        vector.hash,
        vector.seed,
        vector.outcome,
        vector.clone,
        vector.render,
        lambda: vector.restore(state),
    ):
        with pytest.raises(ValueError, match="call `reset` first"):
            step()


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "x", None, float("nan")], ids=str)
def test_a_seed_that_is_no_whole_number_is_refused(seed):
    with pytest.raises((TypeError, ValueError), match="the seed is"):
        labyrinth().reset(seed)


@pytest.mark.parametrize("seed", [-1, 2**64, 2**64 + 5, 1.5, "x", None], ids=str)
def test_maps_and_matches_take_the_same_seeds(seed):
    for use in (
        lambda: meydan.make_map("labyrinth", seed),
        lambda: meydan.play("labyrinth", ["house:greedy"], map="first-steps", seed=seed),
    ):
        with pytest.raises((TypeError, ValueError), match="the seed is"):
            use()


@pytest.mark.parametrize("number", [-1, 2, 2**70, 1.5, "a", None], ids=str)
def test_a_match_that_is_not_there_is_refused(number):
    vector = labyrinth()
    vector.reset(1)
    for ask in (vector.hash, vector.seed, vector.view, vector.config, vector.seats, vector.outcome, vector.clone):
        with pytest.raises((TypeError, ValueError), match="match `|the match is"):
            ask(number)


@pytest.mark.parametrize("seat", [-1, 1, 300])
def test_what_a_seat_that_is_not_there_sees_is_refused(seat):
    vector = labyrinth()
    vector.reset(1)
    with pytest.raises(ValueError, match=f"there is no seat `{seat}`; they count from 0 to 0"):
        vector.view(0, seat)


def test_truth_is_a_knob_and_an_option():
    fair, free = (meydan.make_map("galaxy", 1, planets=30, symmetric=truth) for truth in (True, False))
    assert fair == meydan.make_map("galaxy", 1, planets=30, symmetric="true") != free
    assert fair == meydan.make_map("galaxy", 1, planets=30, symmetric=np.bool_(True))
    # No option is a truth value today; the sentence shows how one would be read.
    for use in (
        lambda: meydan.Vector("jungle", options={"check": True}),
        lambda: meydan.play("jungle", ["house:random"] * 2, options={"check": True}),
    ):
        with pytest.raises(ValueError, match="check=true"):
            use()


def test_seeds_of_numpy_and_a_seed_for_each_match_are_taken():
    vector = labyrinth()
    vector.reset(np.uint64(2**64 - 1))
    assert vector.seed(0) == 2**64 - 1
    vector.reset([7, np.int64(3)])
    assert [vector.seed(0), vector.seed(1)] == [7, 3]
    vector.reset(np.array(5))
    assert [vector.seed(0), vector.seed(1)] == [5, 6]
    with pytest.raises(ValueError, match="3 seeds for 2 matches"):
        vector.reset([1, 2, 3])


def test_matches_with_seeds_of_their_own_are_those_of_one_seed():
    one, other = (meydan.Vector("jungle", 3, sides=2) for _ in range(2))
    one.reset(5)
    other.reset([5, 6, 7])
    assert np.array_equal(one.values, other.values) and np.array_equal(one.mask, other.mask)
    assert [one.hash(i) for i in range(3)] == [other.hash(i) for i in range(3)]


@pytest.mark.parametrize(
    "actions",
    [0, np.zeros(3, int), np.zeros((2, 1, 1)), np.full((2, 1, 1), np.nan), [["a"], ["b"]], [None, None], np.zeros((2, 1, 1), complex)],
    ids=str,
)
def test_choices_of_another_kind_are_refused(actions):
    vector = labyrinth()
    vector.reset(1)
    with pytest.raises((TypeError, ValueError), match="the choices"):
        vector.step(actions)


@pytest.mark.parametrize("number", [-1, 10**6, 2**31, 2**40, -(2**40)])
def test_a_number_out_of_range_is_refused_by_the_rules_however_large(number):
    vector = labyrinth()
    vector.reset(1)
    before = vector.hash(0)
    vector.step(np.full((2, 1, 1), number))
    assert vector.refused.all() and vector.hash(0) != before


def test_choices_may_lie_in_any_order_in_memory():
    one, other = (labyrinth(4) for _ in range(2))
    rng = np.random.default_rng(1)
    one.reset(1)
    other.reset(1)
    for _ in range(20):
        choices = one.sample(rng)
        wide = np.zeros((8, 1, 1), np.int16)
        wide[::2] = choices
        one.step(choices)
        other.step(wide[::2])
    assert np.array_equal(one.planes, other.planes)


def test_a_match_goes_back_only_to_one_of_its_own_map_and_options():
    jungle = meydan.Vector("jungle", 1, sides=2, maps="clearing")
    jungle.reset(1)
    for other in (
        meydan.Vector("jungle", 1, sides=2, maps="canopy"),
        meydan.Vector("jungle", 1, sides=2, maps="clearing", options={"units": 2}),
        labyrinth(1),
    ):
        other.reset(1)
        with pytest.raises(ValueError, match="state"):
            jungle.restore(other.clone())
    twin = meydan.Vector("jungle", 1, sides=2, maps="clearing")
    twin.reset(2)
    jungle.restore(twin.clone())
    assert jungle.hash() == twin.hash()


def test_two_threads_do_not_step_one_vector_at_once():
    vector = labyrinth(64)
    vector.reset(1)
    odd = []

    def go():
        for _ in range(200):
            try:
                vector.step(np.zeros(vector.actions.shape, np.int32))
            except RuntimeError:
                pass
            except BaseException as why:
                odd.append(why)

    threads = [threading.Thread(target=go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not odd


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_goes_on_without_the_threads():
    vector = labyrinth(64, threads=2)
    vector.reset(1)
    told, tell = multiprocessing.Pipe(False)

    def child():
        vector.step(np.zeros(vector.actions.shape, np.int32))
        tell.send([vector.hash(i) for i in range(vector.n)])

    process = multiprocessing.get_context("fork").Process(target=child)
    process.start()
    try:
        assert told.poll(60)
        vector.step(np.zeros(vector.actions.shape, np.int32))
        assert told.recv() == [vector.hash(i) for i in range(vector.n)]
    finally:
        process.kill()
        process.join()


def test_what_cannot_be_sent_elsewhere_says_so():
    vector = labyrinth()
    vector.reset(1)
    for one in (vector, vector.clone()):
        with pytest.raises(TypeError, match="pickle"):
            pickle.dumps(one)


def single(**options):
    return meydan.gym.Env("jungle", opponent="collector", sides=2, options={"ticks": 3}, **options)


def test_gymnasium_is_told_when_a_reset_is_due():
    env = single()
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(env.action_space.sample())
    env.reset(seed=1)
    start, ended = env.clone(), False
    while not ended:
        ended = env.step(env.action_space.sample())[2]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(env.action_space.sample())
    env.restore(start)
    env.step(env.action_space.sample())
    env.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        env.step(env.action_space.sample())


def test_a_closed_vector_environment_takes_no_more_steps():
    envs = meydan.gym.VectorEnv("labyrinth", 2)
    envs.reset(seed=[3, 4])
    envs.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.step(envs.action_space.sample())


@pytest.mark.parametrize("action", [0, np.zeros(1, int), np.full(4, np.nan), None], ids=str)
def test_an_agent_of_many_heads_chooses_for_each(action):
    env = single()
    env.reset(seed=1)
    with pytest.raises((TypeError, ValueError), match="the choices"):
        env.step(action)


@pytest.mark.parametrize("opponent", ["collector", lambda seen, mask: 0], ids=["house", "function"])
def test_a_seat_that_is_not_there_is_refused(opponent):
    with pytest.raises(ValueError, match="there is no seat"):
        meydan.gym.Env("jungle", seat=9, sides=2, opponent=opponent)


def one_runner():
    return meydan.gym.Env("labyrinth")


@pytest.mark.parametrize("context", ["fork", "spawn", "forkserver"])
def test_workers_of_their_own_play_alike(context):
    envs = gymnasium.vector.AsyncVectorEnv([one_runner] * 2, context=context)
    alike = gymnasium.vector.SyncVectorEnv([one_runner] * 2)
    (seen, _), (wanted, _) = envs.reset(seed=1), alike.reset(seed=1)
    for step in range(20):
        actions = np.full(2, step % 5)
        seen, wanted = envs.step(actions)[0], alike.step(actions)[0]
        assert all(np.array_equal(seen[key], wanted[key]) for key in wanted)
    envs.close()


def test_pettingzoo_says_who_is_missing_or_unknown():
    env = meydan.zoo.parallel_env("jungle", sides=2)
    with pytest.raises(ValueError, match="call `reset` first"):
        env.step({agent: env.action_space(agent).sample() for agent in env.possible_agents})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="`seat_1` is to act"):
        env.step({"seat_0": env.action_space("seat_0").sample()})
    with pytest.raises(ValueError, match="no agent `foo`"):
        env.step({**{agent: env.action_space(agent).sample() for agent in env.agents}, "foo": 0})
    turns = meydan.zoo.env("labyrinth")
    with pytest.raises(ValueError, match="call `reset` first"):
        turns.step(0)
    turns.reset(seed=1)
    with pytest.raises(TypeError, match="the choices"):
        turns.step(None)
    turns.step(4)
