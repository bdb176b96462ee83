"""A compact PPO on `meydan.Vector`, with torch on the CPU. It learns `labyrinth` or `jungle` on a small map in minutes.

    python examples/ppo.py jungle --out runs/jungle
    python examples/ppo.py labyrinth --out runs/labyrinth

It saves the learning curve as a picture (`curve.png`) and as numbers (`curve.csv`), and the policy as a bot (`bot/`) that
`meydan gauntlet` can play. The baseline is a house bot: the opponent in `jungle`, the same board played by it in `labyrinth`.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import meydan
import numpy as np
import torch
from torch import nn

#: What is learned, and how it is rewarded.
TASKS = {
    "jungle": {
        "vector": {
            "maps": "small", "sides": 2, "seats": [0], "rotate": True, "opponents": ["collector"],
            "options": {"units": 2, "ticks": 100}, "reward": (1.0, 1.0),
        },
        "baseline": "house:collector",
        "inputs": "values",
    },
    "labyrinth": {
        "vector": {"maps": "small", "reward": (1.0, 1.0), "options": {"max_rounds": 60}},
        "baseline": "house:greedy",
        "inputs": "flat",
    },
}


def small_map(game: str) -> bytes:
    """The map that is learned: always the same one."""
    if game == "jungle":
        return meydan.make_map("jungle", 3, teams=2, width=11, height=9, walls=10, diamonds=2, spawns=2)
    return meydan.make_map("labyrinth", 5, rows=6, cols=6, walls=12, hunters=1)


class Policy(nn.Module):
    """Two heads on one body each: logits of all choices, and the worth of a position."""

    def __init__(self, inputs: int, choices: int, width: int):
        super().__init__()

        def body(out: int, gain: float) -> nn.Sequential:
            layers = nn.Sequential(nn.Linear(inputs, width), nn.Tanh(), nn.Linear(width, width), nn.Tanh(), nn.Linear(width, out))
            for layer in layers:
                if isinstance(layer, nn.Linear):
                    nn.init.orthogonal_(layer.weight, gain if layer.out_features == out else 2**0.5)
                    nn.init.zeros_(layer.bias)
            return layers

        self.actor, self.critic = body(choices, 0.01), body(1, 1.0)

    def layers(self) -> list[tuple[np.ndarray, np.ndarray]]:
        """The actor's weights, as `meydan.export` takes them."""
        dense = [layer for layer in self.actor if isinstance(layer, nn.Linear)]
        return [(layer.weight.detach().numpy().T, layer.bias.detach().numpy()) for layer in dense]


class Heads:
    """Masked categorical choices, one for each head."""

    def __init__(self, logits: torch.Tensor, mask: torch.Tensor, sizes: list[int]):
        logits = logits.masked_fill(mask == 0, -1e9)
        self.logs = [torch.log_softmax(part, -1) for part in logits.split(sizes, -1)]

    def sample(self) -> torch.Tensor:
        return torch.stack([torch.multinomial(log.exp(), 1)[:, 0] for log in self.logs], -1)

    def log_prob(self, choice: torch.Tensor) -> torch.Tensor:
        return sum(log.gather(1, choice[:, i : i + 1])[:, 0] for i, log in enumerate(self.logs))

    def entropy(self) -> torch.Tensor:
        return sum(-(log.exp() * log).sum(-1) for log in self.logs)


def observe(vector: meydan.Vector, inputs: str) -> torch.Tensor:
    """What the network sees of every row."""
    seen = vector.values if inputs == "values" else vector.flat()
    return torch.from_numpy(seen.reshape(vector.n * vector.rows, -1).astype(np.float32))


def train(game: str, *, matches=256, length=64, seconds=240.0, width=128, seed=1, steps=0, rate=7e-4, quiet=False):
    """Learns for so many seconds (or steps); gives the policy, the vector and the curve."""
    torch.manual_seed(seed)
    torch.set_num_threads(2)
    task = TASKS[game]
    options = {**task["vector"], "maps": small_map(game)}
    vector = meydan.Vector(game, matches, **options)
    if vector.rows != 1:
        raise SystemExit("the example learns one seat of each match")
    vector.reset(seed)
    inputs = observe(vector, task["inputs"])
    choices, sizes = sum(vector.heads), vector.heads
    policy = Policy(inputs.shape[-1], choices, width)
    optimiser = torch.optim.Adam(policy.parameters(), rate, eps=1e-5)
    gamma, lam, clip, epochs, parts = 0.99, 0.95, 0.2, 3, 4
    start, taken, curve = time.monotonic(), 0, []
    results: list[float] = []
    while True:
        spent = time.monotonic() - start
        share = taken / steps if steps else spent / seconds
        if share >= 1:
            return policy, vector, curve
        optimiser.param_groups[0]["lr"] = rate * max(1 - share, 0.05)
        seen, masks, picks, logs, rewards, ends, worths = [], [], [], [], [], [], []
        with torch.no_grad():
            for _ in range(length):
                x = observe(vector, task["inputs"])
                mask = torch.from_numpy(vector.mask.reshape(matches, -1).copy())
                heads = Heads(policy.actor(x), mask, sizes)
                pick = heads.sample()
                seen.append(x)
                masks.append(mask)
                picks.append(pick)
                logs.append(heads.log_prob(pick))
                worths.append(policy.critic(x)[:, 0])
                vector.step(pick.numpy())
                rewards.append(torch.from_numpy(vector.rewards[:, 0].copy()))
                over = vector.ended.astype(bool)
                ends.append(torch.from_numpy(over.astype(np.float32)))
                # The result is a whole number; what the gain adds in the last step is small.
                results.extend(np.sign(vector.rewards[over, 0].round()))
            last = policy.critic(observe(vector, task["inputs"]))[:, 0]
        taken += matches * length
        gains = [torch.zeros(matches)]
        for t in reversed(range(length)):
            after = last if t == length - 1 else worths[t + 1]
            alive = 1 - ends[t]
            delta = rewards[t] + gamma * after * alive - worths[t]
            gains.append(delta + gamma * lam * alive * gains[-1])
        gains = torch.stack(gains[:0:-1])
        goal = gains + torch.stack(worths)
        flat = [torch.cat(one) for one in (seen, masks, picks, logs)]
        gains, goal = gains.reshape(-1), goal.reshape(-1)
        for _ in range(epochs):
            for part in torch.randperm(len(gains)).chunk(parts):
                x, mask, pick, old = (one[part] for one in flat)
                heads = Heads(policy.actor(x), mask, sizes)
                ratio = (heads.log_prob(pick) - old).exp()
                better = gains[part]
                better = (better - better.mean()) / (better.std() + 1e-8)
                gain = torch.minimum(ratio * better, ratio.clamp(1 - clip, 1 + clip) * better).mean()
                error = (policy.critic(x)[:, 0] - goal[part]).pow(2).mean()
                loss = -gain + 0.5 * error - 0.01 * heads.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
                optimiser.step()
        if results:
            curve.append((taken, spent, float(np.mean(results)), float(np.mean(np.array(results) > 0)), len(results)))
            results = []
            if not quiet and len(curve) % 5 == 0:
                print(f"{taken:9d} steps {spent:5.0f} s  mean result {curve[-1][2]:+.2f}  won {100 * curve[-1][3]:3.0f} %", flush=True)


def baseline(game: str, matches: int = 40) -> float:
    """How often the house bot wins on the same map: against its like in `jungle`, alone in `labyrinth`."""
    task = TASKS[game]
    options = task["vector"]["options"]
    won = 0
    for seed in range(matches):
        players = [task["baseline"]] * (2 if game == "jungle" else 1)
        match = meydan.play(game, players, map=small_map(game), seed=seed, options=options)
        won += match.standings[0]["rank"] == 1 if game == "jungle" else match.outcome == "victory"
    return won / matches


def draw(game: str, curve, beaten: float, file: Path) -> None:
    """The learning curve as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    steps, _, _, won, _ = zip(*curve)
    window = max(len(won) // 40, 1)
    smooth = np.convolve(won, np.ones(window) / window, "valid")
    axes.plot(np.array(steps)[window - 1 :] / 1e6, 100 * smooth, label="PPO")
    axes.axhline(100 * beaten, ls="--", color="grey", label=f"{TASKS[game]['baseline']} in its place")
    axes.set(xlabel="million steps", ylabel="matches won, %", ylim=(0, 100), title=f"meydan {game}")
    axes.legend()
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", choices=TASKS)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--matches", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    policy, vector, curve = train(asked.game, seconds=asked.seconds, steps=asked.steps, matches=asked.matches, seed=asked.seed)
    beaten = baseline(asked.game)
    with open(asked.out / "curve.csv", "w", newline="") as file:
        csv.writer(file).writerows([("steps", "seconds", "result", "won", "matches"), *curve])
    draw(asked.game, curve, beaten, asked.out / "curve.png")
    ending = "bmp" if asked.game == "jungle" else "txt"
    (asked.out / f"map.{ending}").write_bytes(small_map(asked.game))
    bot = asked.out / "bot"
    if not bot.exists():
        inputs = TASKS[asked.game]["inputs"]
        meydan.export(bot, asked.game, policy.layers(), heads=vector.heads, frame=vector.frame, inputs=inputs, name="ppo")
    print(f"won {100 * curve[-1][3]:.0f} % at the end; {TASKS[asked.game]['baseline']} wins {100 * beaten:.0f} % in its place")


if __name__ == "__main__":
    main()
