"""Environments at the edges of a match: before the own turn, after a cut, when an opponent fails; and which seed is next."""

import gymnasium
import meydan
import meydan.gym
import meydan.zoo
import numpy as np
import pytest


def first(seen, mask):
    return int(np.argmax(mask))


def test_a_match_that_is_cut_before_my_turn_is_over_in_the_first_step():
    env = meydan.gym.Env("labyrinth", map="company", seat=1, opponent=first, max_steps=1)
    env.reset(seed=1)
    assert env.step(4)[1:4] == (0.0, False, True)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(4)
    env.reset(seed=1)
    env.step(4)


def test_a_match_that_ends_before_my_turn_is_over_in_the_first_step():
    env = meydan.gym.Env("galaxy", seat=2, opponent=first, options={"number_of_turns": 1})
    _, info = env.reset(seed=1)
    assert not env.vector.acting.any()
    _, reward, ended, cut, info = env.step(0)
    assert ended and not cut and reward == env.vector.native.results(0)[2] and "standings" in info["outcome"]


def test_a_clone_of_a_cut_match_is_over():
    env = meydan.gym.Env("labyrinth", max_steps=3)
    env.reset(seed=1)
    assert [env.step(4)[3] for _ in range(3)] == [False, False, True]
    env.restore(env.clone())
    with pytest.raises(gymnasium.error.ResetNeeded, match="a match that is over"):
        env.step(4)
    both = meydan.zoo.parallel_env("jungle", sides=2, max_steps=1)
    both.reset(seed=1)
    start = both.clone()
    both.step({agent: np.zeros(len(both.vector.heads), int) for agent in both.agents})
    assert both.restore(both.clone()) == {} and both.agents == []
    assert list(both.restore(start)) == both.agents == ["seat_0", "seat_1"]


def test_agents_by_turns_go_back_too():
    env = meydan.zoo.env("galaxy", max_steps=3)
    env.reset(seed=1)
    env.step(first(None, env.infos[env.agent_selection]["action_mask"]))
    state, before, turn = env.clone(), env.vector.hash(), env.agent_selection
    for _ in range(2):
        env.step(first(None, env.infos[env.agent_selection]["action_mask"]))
    assert all(env.truncations.values())
    over = env.clone()
    env.restore(state)
    assert (env.vector.hash(), env.agent_selection) == (before, turn) and not any(env.truncations.values())
    env.step(first(None, env.infos[turn]["action_mask"]))
    assert env.vector.hash() != before
    env.restore(over)
    assert env.agents == []
    with pytest.raises(ValueError, match="the match is over"):
        env.step(0)


def test_a_match_whose_opponent_failed_is_begun_anew():
    calls = 0

    def policy(seen, mask):
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyError("no such planet")
        return first(seen, mask)

    env = meydan.gym.Env("galaxy", opponent=policy)
    _, info = env.reset(seed=1)
    with pytest.raises(KeyError):
        for _ in range(5):
            _, _, _, _, info = env.step(first(None, info["action_mask"]))
    with pytest.raises(gymnasium.error.ResetNeeded, match="opponent failed"):
        env.step(0)
    _, info = env.reset(seed=1)
    env.step(first(None, info["action_mask"]))
    assert env.vector.acting[0, 0]


def test_no_opponent_is_asked_about_a_choice_of_another_kind():
    asked = []
    env = meydan.gym.Env("jungle", seat=1, sides=2, opponent=lambda seen, mask: asked.append(seen))
    env.reset(seed=1)
    with pytest.raises(TypeError, match="the choices"):
        env.step(None)
    assert not asked


def test_a_match_that_was_cloned_elsewhere_goes_on_to_my_turn():
    vector = meydan.Vector("galaxy", autoreset="disabled")
    vector.reset(1)
    while not vector.acting[0, 2]:
        vector.step(vector.sample(np.random.default_rng(1)))
    env = meydan.gym.Env("galaxy", opponent=first)
    env.reset(seed=5)
    _, info = env.restore(vector.clone())
    assert env.vector.acting[0, 0] and info["action_mask"].any()


def seeds(make, resets=4):
    env = make()
    vector, played = env.vector, []
    for number in range(resets):
        env.reset(seed=3 if number == 0 else None)
        played.append([vector.seed(i) for i in range(vector.n)])
    return played


@pytest.mark.parametrize(
    "make",
    [
        lambda: meydan.gym.Env("labyrinth"),
        lambda: meydan.gym.VectorEnv("labyrinth", 2),
        lambda: meydan.zoo.parallel_env("labyrinth"),
        lambda: meydan.zoo.env("labyrinth"),
    ],
    ids=["gym", "vector", "parallel", "aec"],
)
def test_later_matches_follow_from_the_first_seed(make):
    played = seeds(make)
    assert played == seeds(make) and len({tuple(one) for one in played}) == 4
    env = make()
    with pytest.raises(ValueError, match="the seed is `-1`"):
        env.reset(seed=-1)
    env.reset(seed=np.uint64(7))
    assert env.vector.seed() == 7


def test_some_matches_begin_with_seeds_of_their_own():
    envs = meydan.gym.VectorEnv("labyrinth", 3, autoreset="disabled")
    envs.reset(seed=1)
    some = {"reset_mask": np.array([True, False, True])}
    envs.reset(seed=[7, 8, 9], options=some)
    assert [envs.vector.seed(i) for i in range(3)] == [7, 2, 9]
    envs.reset(seed=20, options=some)
    assert [envs.vector.seed(i) for i in range(3)] == [20, 2, 22]
    seen, _ = envs.reset(seed=[7, None, 9])
    assert [envs.vector.seed(0), envs.vector.seed(2)] == [7, 9]
    alone = meydan.Vector("labyrinth", 1)
    alone.reset(9)
    assert np.array_equal(seen["planes"][2], alone.planes[0, 0])
