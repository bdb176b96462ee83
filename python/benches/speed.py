"""How fast the environments are, beside others in the same run: `make bench-python`.

Choices are drawn before. *engine* is the bare engine doing the same job: a plain loop in Rust, without Python and on one thread, that
steps every match and writes its observations and masks to the same arrays. *vector* is `meydan.Vector.step`, called from Python, with
rewards, ends and refusals besides, on one thread; *kept* is its share of the engine's speed. *rules* only acts and closes, and
nobody looks: no observation, no mask; *of rules* is the vector's share of that. *cores* is the vector on all cores, and how many times
faster. A step is one of one match. Other environments are measured where they are installed, at the same number of copies, with
random actions.
"""

from __future__ import annotations

import argparse
import time
import warnings

import meydan
import numpy as np

warnings.filterwarnings("ignore")

#: What is measured: the game, its options, and what is said of it.
OURS = [
    ("labyrinth", {"maps": meydan.make_map("labyrinth", 7, rows=6, cols=6, walls=12)}, "6 x 6"),
    ("labyrinth", {"maps": "course"}, "course"),
    ("jungle", {"sides": 2, "maps": "clearing"}, "clearing, 2 teams"),
    ("heroes", {"maps": "ring"}, "ring"),
    ("gotham", {"maps": "village"}, "village"),
    ("galaxy", {"maps": "cradle"}, "cradle"),
]


def draws(vector: meydan.Vector, steps: int) -> np.ndarray:
    """Choices that were allowed when they were drawn, step after step; mostly among the first five of a head, because
    labyrinth would be all walls otherwise."""
    rng = np.random.default_rng(1)
    vector.reset(1)
    out = np.empty((steps, *vector.actions.shape), np.int32)
    for step in range(steps):
        for head, mask in enumerate(vector.head_masks()):
            draw = rng.random(mask.shape, np.float32) * mask
            few = (mask.cumsum(-1, dtype=np.int32) <= 5) | (rng.random((*mask.shape[:-1], 1)) < 0.25)
            out[step, ..., head] = (draw * few).argmax(-1)
        vector.step(out[step])
    return out


def best(what, times: int = 5, before=lambda: None) -> float:
    """The shortest of several runs."""
    return min(lap(what, before, time.perf_counter) for _ in range(times))


def lap(what, before, clock) -> float:
    before()
    start = clock()
    what()
    return clock() - start


def ours(matches: int, steps: int, busy: bool) -> None:
    # On a busy machine the time that the processor gave says more; on several cores only the clock on the wall counts.
    clock = time.thread_time if busy else time.perf_counter
    print(f"{matches} matches, {steps} steps; million steps per second" + (" of processor time" if busy else ""))
    print(
        f"{'':28} {'engine':>8} {'vector':>8} {'kept':>6} {'rules':>8} {'of rules':>8} {'cores':>8} {'times':>6}"
        f" {'bytes/step':>10}"
    )
    for game, options, note in OURS:
        choices = draws(meydan.Vector(game, matches, threads=1, **options), steps)
        flat = choices.reshape(-1)
        one, many = (meydan.Vector(game, matches, threads=threads, **options) for threads in (1, 0))

        def run(vector: meydan.Vector) -> None:
            for now in choices:
                vector.actions[...] = now
                vector.native.step()

        laps: dict[str, list[float]] = {"rules": [], "engine": [], "vector": [], "wall": [], "cores": []}
        # In turns, so that whatever else the machine does meets all of them.
        for _ in range(5):
            begin = lambda: one.reset(1)  # noqa: E731
            laps["rules"].append(lap(lambda: one.native.rush(flat), begin, clock))
            laps["engine"].append(lap(lambda: one.native.rush(flat, True), begin, clock))
            laps["vector"].append(lap(lambda: run(one), begin, clock))
            laps["wall"].append(lap(lambda: run(one), begin, time.perf_counter))
            laps["cores"].append(lap(lambda: run(many), lambda: many.reset(1), time.perf_counter))
        rate = {name: matches * steps / 1e6 / min(times) for name, times in laps.items()}
        size = (one.planes.nbytes + one.values.nbytes + one.mask.nbytes) // matches
        print(
            f"{game + ' ' + note:28} {rate['engine']:8.3f} {rate['vector']:8.3f} {100 * rate['vector'] / rate['engine']:5.0f}%"
            f" {rate['rules']:8.3f} {100 * rate['vector'] / rate['rules']:7.0f}% {rate['cores']:8.3f}"
            f" {rate['cores'] / rate['wall']:6.2f} {size:10d}",
            flush=True,
        )


def peers(matches: int, steps: int) -> None:
    print(f"\nothers at {matches} copies, million steps per second")
    for name, measure in (
        ("Gymnasium CartPole-v1, vector", cartpole),
        ("Gymnasium CartPole-v1, sync", cartpole_sync),
        ("PettingZoo connect_four_v3", connect_four),
        ("OpenSpiel connect_four", open_spiel),
        ("EnvPool CartPole-v1", envpool_cartpole),
        ("Pgx connect_four, CPU", pgx_connect_four),
    ):
        try:
            rate = measure(matches, steps)
            print(f"{name:40} {rate / 1e6:8.3f}", flush=True)
        except Exception as why:  # Whatever is wrong with somebody else's package is only told.
            print(f"{name:40} not measured: {type(why).__name__}: {str(why).splitlines()[0] if str(why) else ''}", flush=True)


def cartpole(matches: int, steps: int) -> float:
    import gymnasium

    envs = gymnasium.make_vec("CartPole-v1", num_envs=matches, vectorization_mode="vector_entry_point")
    envs.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 2, (steps, matches))
    return matches * steps / best(lambda: [envs.step(one) for one in actions], 3)


def cartpole_sync(matches: int, steps: int) -> float:
    import gymnasium

    few = min(matches, 64)
    envs = gymnasium.make_vec("CartPole-v1", num_envs=few, vectorization_mode="sync")
    envs.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 2, (50, few))
    return few * 50 / best(lambda: [envs.step(one) for one in actions], 3)


def connect_four(matches: int, steps: int) -> float:
    from pettingzoo.classic import connect_four_v3

    env = connect_four_v3.env()
    rng = np.random.default_rng(1)
    taken = 0

    def run() -> None:
        nonlocal taken
        taken = 0
        for game in range(20):
            env.reset(seed=game)
            for agent in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                env.step(None if ended or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                taken += 1

    spent = best(run, 2)
    return taken / spent


def open_spiel(matches: int, steps: int) -> float:
    import pyspiel

    game = pyspiel.load_game("connect_four")
    rng = np.random.default_rng(1)
    taken = 0

    def run() -> None:
        nonlocal taken
        taken = 0
        for _ in range(200):
            state = game.new_initial_state()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.observation_tensor()
                state.apply_action(legal[rng.integers(len(legal))])
                taken += 1

    spent = best(run, 2)
    return taken / spent


def envpool_cartpole(matches: int, steps: int) -> float:
    import envpool

    envs = envpool.make_gymnasium("CartPole-v1", num_envs=matches, num_threads=1)
    envs.reset()
    actions = np.random.default_rng(1).integers(0, 2, (steps, matches)).astype(np.int32)
    return matches * steps / best(lambda: [envs.step(one) for one in actions], 3)


def pgx_connect_four(matches: int, steps: int) -> float:
    import jax
    import pgx

    env = pgx.make("connect_four")
    step = jax.jit(jax.vmap(pgx.experimental.auto_reset(env.step, env.init)))
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), matches))
    keys = jax.random.split(jax.random.PRNGKey(2), steps)

    @jax.jit
    def choose(key, states):
        logits = jax.numpy.where(states.legal_action_mask, 0.0, -1e9)
        return jax.random.categorical(key, logits)

    import inspect

    wants_key = len(inspect.signature(env.step).parameters) > 2

    def run() -> None:
        now = states
        for key in keys[:50]:
            action = choose(key, now)
            now = step(now, action, jax.random.split(key, matches)) if wants_key else step(now, action)
        now.observation.block_until_ready()

    run()
    return matches * 50 / best(run, 3)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--matches", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--no-peers", action="store_true")
    parser.add_argument("--busy", action="store_true", help="count processor time on one thread: for a machine with other work")
    asked = parser.parse_args()
    ours(asked.matches, asked.steps, asked.busy)
    if not asked.no_peers:
        peers(asked.matches, asked.steps)
