"""Rollouts on many machines with Ray: every actor owns a `meydan.Vector`, and only weights and sums travel.

    pip install ray
    python examples/many_machines.py            # on this machine
    RAY_ADDRESS=auto python examples/many_machines.py --actors 64
"""

from __future__ import annotations

import argparse

import meydan
import numpy as np
import ray


@ray.remote
class Worker:
    """Plays matches with the weights it is sent."""

    def __init__(self, number: int, matches: int):
        self.vector = meydan.Vector(
            "jungle", matches, sides=2, seats=[0], rotate=True, opponents="collector", options={"ticks": 60}, threads=1
        )
        self.vector.reset(1000 * number)
        self.rng = np.random.default_rng(number)

    def rollout(self, weights: np.ndarray, steps: int) -> tuple[int, float]:
        """How many matches ended, and the sum of their results."""
        ended, worth = 0, 0.0
        first = np.cumsum([0, *self.vector.heads])
        for _ in range(steps):
            logits = self.vector.values[:, 0] @ weights + self.rng.gumbel(size=(self.vector.n, weights.shape[1]))
            logits[self.vector.mask[:, 0] == 0] = -np.inf
            for head in range(len(self.vector.heads)):
                self.vector.actions[:, 0, head] = logits[:, first[head] : first[head + 1]].argmax(-1)
            self.vector.step()
            ended += int(self.vector.ended.sum())
            worth += float(self.vector.rewards.sum())
        return ended, worth


def main(actors: int, matches: int, rounds: int) -> tuple[int, float]:
    """Evolution strategies in their plainest form: keep a change of the weights if it does better."""
    ray.init(ignore_reinit_error=True)
    plain = meydan.Vector("jungle", 1, sides=2)
    weights = np.zeros((len(plain.value_names), sum(plain.heads)), np.float32)
    workers = [Worker.remote(number, matches) for number in range(actors)]
    rng = np.random.default_rng(1)
    best, total = -np.inf, 0
    for _ in range(rounds):
        tries = [weights + 0.1 * rng.normal(size=weights.shape).astype(np.float32) for _ in workers]
        done = ray.get([worker.rollout.remote(one, 120) for worker, one in zip(workers, tries)])
        for one, (ended, worth) in zip(tries, done):
            total += ended
            if ended and worth / ended > best:
                best, weights = worth / ended, one
    print(f"{total} matches on {actors} actors, best mean result {best:+.2f}")
    return total, float(best)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--actors", type=int, default=2)
    parser.add_argument("--matches", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    main(**vars(parser.parse_args()))
