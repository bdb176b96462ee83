"""Gymnasium's and PettingZoo's own tests, and what they do not look at."""

import warnings

import gymnasium
import numpy as np
import pytest
from conftest import SMALL
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from meydan import gym, zoo
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test


def single(game, **more):
    options = dict(SMALL[game])
    options["map"] = options.pop("maps")
    return gym.Env(game, **options, **more)


BOTS = {"labyrinth": "greedy", "heroes": "random", "gotham": "patrol", "jungle": "collector", "galaxy": "greedy"}


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_gymnasium_finds_nothing_wrong(game, flat, masked):
    env = single(game, opponent=BOTS[game], flat=flat, masked=masked, render_mode="rgb_array")
    with warnings.catch_warnings():
        # It asks whether the environment is wrapped, and whether values could be unbounded.
        warnings.simplefilter("ignore")
        check_env(env, skip_render_check=False)


def test_pettingzoo_finds_nothing_wrong(game, small):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(zoo.env(game, masked=len(zoo.env(game, **small).vector.heads) == 1, **small), num_cycles=60)
        api_test(zoo.env(game, **small), num_cycles=60)
        parallel_api_test(zoo.parallel_env(game, **small), num_cycles=60)


def test_pettingzoo_seeds(game, small):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: zoo.env(game, **small), num_cycles=30)
        parallel_seed_test(lambda: zoo.parallel_env(game, **small), num_cycles=30)


def test_any_policy_can_be_the_opponent():
    asked = []

    def policy(seen, masks):
        asked.append(seen["planes"].shape)
        return [int(mask.argmax()) for mask in masks]

    env = single("jungle", opponent=policy)
    _, info = env.reset(seed=1)
    ended = False
    while not ended:
        _, _, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
    assert len(asked) == 20 and info["outcome"]["standings"][0]["seat"] == 0


def test_a_policy_takes_turns_too():
    env = single("galaxy", opponent=lambda seen, mask: int(np.flatnonzero(mask)[-1]))
    _, info = env.reset(seed=1)
    for _ in range(50):
        _, _, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
        if ended:
            return
        assert info["action_mask"].any() and env.vector.acting[0, 0]


def test_a_clone_of_an_environment_goes_on_alike():
    env = single("labyrinth")
    env.reset(seed=2)
    state = env.clone()
    first = env.step(4)[0]
    env.restore(state)
    assert np.array_equal(env.step(4)[0]["planes"], first["planes"])


@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
def test_the_vector_environment_is_one_of_gymnasiums(autoreset):
    options = SMALL["jungle"]
    envs = gym.VectorEnv("jungle", 5, opponents="collector", autoreset=autoreset, **options)
    assert isinstance(envs.metadata["autoreset_mode"], AutoresetMode)
    seen, info = envs.reset(seed=3)
    assert envs.observation_space.contains(seen)
    assert envs.single_observation_space.contains({name: part[0] for name, part in seen.items()})
    for _ in range(20):
        envs.action_space.seed(1)
        seen, rewards, ended, cut, info = envs.step(envs.action_space.sample())
        assert envs.observation_space.contains(seen) and rewards.shape == ended.shape == cut.shape == (5,)
    assert ended.all() and info["action_mask"].shape == (5, sum(envs.vector.heads))
    if autoreset == "same_step":
        assert info["_final_obs"].all() and info["final_obs"]["planes"].shape[0] == 5
    if autoreset == "disabled":
        seen, _ = envs.reset(options={"reset_mask": np.array([True] * 5)})
        assert envs.observation_space.contains(seen)


def test_vectors_can_be_made_by_name_and_wrapped():
    envs = gymnasium.make_vec("meydan/jungle-v0", 3, sides=2, options={"ticks": 5}, render_mode="rgb_array")
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    wrapped.reset(seed=1)
    assert isinstance(envs.unwrapped, gym.VectorEnv) and len(envs.unwrapped.render()) == 3
    for _ in range(5):
        info = wrapped.step(wrapped.action_space.sample())[-1]
    assert info["episode"]["l"].tolist() == [5, 5, 5]


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_last_observations_have_the_form_of_all(flat, masked):
    envs = gym.VectorEnv("jungle", 2, opponents="collector", flat=flat, masked=masked, **SMALL["jungle"])
    envs.reset(seed=1)
    for _ in range(20):
        info = envs.step(envs.action_space.sample())[-1]
    assert envs.observation_space.contains(info["final_obs"])


def test_maskable_trainers_are_served():
    env = single("jungle")
    env.reset(seed=1)
    assert env.action_masks().shape == (sum(env.vector.heads),) and env.action_masks().dtype == bool


def test_games_can_be_made_by_name():
    env = gymnasium.make("meydan/jungle-v0", sides=2, options={"ticks": 5}, disable_env_checker=True)
    env.reset(seed=1)
    assert env.step(env.action_space.sample())[0]["planes"].dtype == np.uint8


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_every_game_can_be_drawn(game, mode):
    env = single(game, render_mode=mode)
    env.reset(seed=1)
    drawn = env.render()
    if mode == "ansi":
        assert isinstance(drawn, str) and "\n" in drawn
    else:
        assert drawn.dtype == np.uint8 and drawn.ndim == 3 and drawn.shape[-1] == 3 and len(np.unique(drawn)) > 3
