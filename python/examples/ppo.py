"""A compact PPO on `meydan.Vector`, with torch on the CPU. It learns small maps of `labyrinth` or `jungle` in minutes.

    python examples/ppo.py jungle --out runs/jungle
    python examples/ppo.py labyrinth --out runs/labyrinth

It saves the learning curve as a picture (`curve.png`) and as numbers (`curve.csv`), the maps, and the policy as a bot (`bot/`) that
`meydan gauntlet` can play. The baseline is a house bot: the opponent in `jungle`, a runner on the same boards in `labyrinth`.
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

#: What is learned, how it is rewarded, and for how long.
TASKS = {
    "jungle": {
        "vector": {
            "sides": 2, "seats": [0], "rotate": True, "opponents": ["collector"],
            "options": {"units": 2, "ticks": 100}, "reward": (1.0, 1.0),
        },
        "baseline": "house:collector",
        "inputs": "values",
        "width": 128,
        "epochs": (4, 8),
        "steps": 800_000,
    },
    "labyrinth": {
        "vector": {"reward": (1.0, 0.25), "options": {"max_rounds": 40}},
        # Running from the hunter until the last round is not worth more than being caught.
        "haste": 0.03,
        "baseline": "house:greedy",
        "inputs": "flat",
        "width": 64,
        "epochs": (3, 6),
        "steps": 1_500_000,
    },
}


def small_maps(game: str) -> list[bytes]:
    """The maps that are learned, always the same: one of `jungle`, twelve boards of `labyrinth`."""
    if game == "jungle":
        return [meydan.make_map("jungle", 3, teams=2, width=11, height=9, walls=10, diamonds=2, spawns=2)]
    return [meydan.make_map("labyrinth", seed, rows=6, cols=6, walls=8, hunters=1) for seed in range(1, 13)]


class Policy(nn.Module):
    """Logits of all choices, and the worth of a position, each from a body of its own."""

    def __init__(self, inputs: torch.Tensor, choices: int, width: int):
        super().__init__()

        def body(out: int, gain: float) -> nn.Sequential:
            sizes = [inputs.shape[-1], width, width, out]
            layers = [nn.Linear(*pair) for pair in zip(sizes, sizes[1:])]
            for layer, scale in zip(layers, (2**0.5, 2**0.5, gain)):
                nn.init.orthogonal_(layer.weight, scale)
                nn.init.zeros_(layer.bias)
            # Inputs that reach 20 would drown those that reach 1.
            layers[0].weight.data /= inputs.abs().amax(0).clamp(min=1)
            return nn.Sequential(layers[0], nn.Tanh(), layers[1], nn.Tanh(), layers[2])

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


def make(game: str, matches: int) -> meydan.Vector:
    """The matches that are learned from."""
    vector = meydan.Vector(game, matches, maps=small_maps(game), **TASKS[game]["vector"])
    if vector.rows != 1:
        raise SystemExit("the example learns one seat of each match")
    return vector


def observe(vector: meydan.Vector, inputs: str) -> torch.Tensor:
    """What the network sees of every row."""
    seen = vector.values if inputs == "values" else vector.flat()
    return torch.from_numpy(seen.reshape(vector.n * vector.rows, -1).astype(np.float32))


def masks(vector: meydan.Vector) -> torch.Tensor:
    """What every row may choose, as a copy."""
    return torch.from_numpy(vector.mask.reshape(vector.n * vector.rows, -1).copy())


def train(game: str, *, matches=240, length=64, steps=0, seconds=0.0, seed=1, rate=1e-3, threads=1, quiet=False):
    """Learns for so many steps (or seconds); gives the policy, the vector and the curve."""
    torch.manual_seed(seed)
    torch.set_num_threads(threads)
    task = TASKS[game]
    steps = steps or task["steps"]
    vector = make(game, matches)
    vector.reset(seed)
    policy = Policy(observe(vector, task["inputs"]), sum(vector.heads), task["width"])
    optimiser = torch.optim.Adam(policy.parameters(), rate, eps=1e-5)
    gamma, lam, clip = 0.99, 0.95, 0.2
    epochs, parts = task["epochs"]
    start, taken, curve = time.monotonic(), 0, []
    # By map: matches that are lost early would else be counted more often than others.
    maps = len(small_maps(game))
    results: list[list[bool]] = [[] for _ in range(maps)]
    while True:
        spent = time.monotonic() - start
        share = spent / seconds if seconds else taken / steps
        if share >= 1:
            return policy, vector, curve
        optimiser.param_groups[0]["lr"] = rate * max(1 - share, 0.05)
        eager = 0.02 * (1 - share) + 0.002 * share
        seen, allowed, picks, logs, rewards, ends, worths = [], [], [], [], [], [], []
        with torch.no_grad():
            for _ in range(length):
                x, mask = observe(vector, task["inputs"]), masks(vector)
                heads = Heads(policy.actor(x), mask, vector.heads)
                pick = heads.sample()
                seen.append(x)
                allowed.append(mask)
                picks.append(pick)
                logs.append(heads.log_prob(pick))
                worths.append(policy.critic(x)[:, 0])
                vector.step(pick.numpy())
                rewards.append(torch.from_numpy(vector.rewards[:, 0] - np.float32(task.get("haste", 0))))
                over = vector.ended.astype(bool)
                ends.append(torch.from_numpy(over.astype(np.float32)))
                for place in np.flatnonzero(over):
                    results[place % maps].append(bool(won(vector)[place]))
            last = policy.critic(observe(vector, task["inputs"]))[:, 0]
        taken += matches * length
        gains = [torch.zeros(matches)]
        for t in reversed(range(length)):
            after = last if t == length - 1 else worths[t + 1]
            alive = 1 - ends[t]
            delta = rewards[t] + gamma * after * alive - worths[t]
            gains.append(delta + gamma * lam * alive * gains[-1])
        gains = torch.stack(gains[:0:-1])
        goal = (gains + torch.stack(worths)).reshape(-1)
        gains = gains.reshape(-1)
        flat = [torch.cat(one) for one in (seen, allowed, picks, logs)]
        for _ in range(epochs):
            for part in torch.randperm(len(gains)).chunk(parts):
                x, mask, pick, old = (one[part] for one in flat)
                heads = Heads(policy.actor(x), mask, vector.heads)
                ratio = (heads.log_prob(pick) - old).exp()
                better = gains[part]
                better = (better - better.mean()) / (better.std() + 1e-8)
                gain = torch.minimum(ratio * better, ratio.clamp(1 - clip, 1 + clip) * better).mean()
                error = (policy.critic(x)[:, 0] - goal[part]).pow(2).mean()
                loss = -gain + 0.5 * error - eager * heads.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
                optimiser.step()
        if all(results):
            share_won = float(np.mean([np.mean(one) for one in results]))
            curve.append((taken, time.monotonic() - start, share_won, sum(map(len, results))))
            results = [[] for _ in range(maps)]
            if not quiet and len(curve) % 10 == 0:
                print(f"{taken:9d} steps {curve[-1][1]:5.0f} s  won {100 * curve[-1][2]:3.0f} %", flush=True)


def won(vector: meydan.Vector) -> np.ndarray:
    """Which of the matches that ended in the last step were won: their result is 1, and what the gain adds is far less."""
    return vector.rewards[:, 0] > 0.25


def play(policy: Policy, game: str, matches: int, seed: int) -> float:
    """How often the policy wins, one match in every place, drawing its choices as it did when it learned."""
    vector = make(game, matches)
    vector.reset(seed)
    open_, wins = np.ones(matches, bool), 0
    with torch.no_grad():
        while open_.any():
            heads = Heads(policy.actor(observe(vector, TASKS[game]["inputs"])), masks(vector), vector.heads)
            vector.step(heads.sample().numpy())
            over = open_ & vector.ended.astype(bool)
            wins += int(won(vector)[over].sum())
            open_ &= ~over
    return wins / matches


def house(game: str, bot: str, matches: int = 60) -> float:
    """How often a house bot wins on the same maps: against the baseline in `jungle`, alone in `labyrinth`."""
    task, wins = TASKS[game], []
    for file in small_maps(game):
        for seed in range(matches // len(small_maps(game))):
            players = [bot, task["baseline"]] if game == "jungle" else [bot]
            match = meydan.play(game, players, map=file, seed=seed, options=task["vector"]["options"])
            ranks = {one["seat"]: one["rank"] for one in match.standings}
            wins.append(ranks[0] == 1 if game == "jungle" else match.outcome == "victory")
    return float(np.mean(wins))


def draw(game: str, curve, lines: dict[str, float], file: Path) -> None:
    """The learning curve as a picture."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    steps, _, wins, _ = zip(*curve)
    window = max(len(wins) // 40, 1)
    smooth = np.convolve(wins, np.ones(window) / window, "valid")
    axes.plot(np.array(steps)[window - 1 :] / 1e6, 100 * smooth, label="PPO")
    for (name, height), style in zip(lines.items(), ("--", ":")):
        axes.axhline(100 * height, ls=style, color="grey", label=name)
    axes.set(xlabel="million steps", ylabel="matches won, %", ylim=(0, 101), title=f"meydan {game}")
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(file, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", choices=TASKS)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=0, help="how many steps to learn from; the task's own number where nothing is said")
    parser.add_argument("--seconds", type=float, default=0, help="learn for so long instead")
    parser.add_argument("--matches", type=int, default=240)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of torch; the networks are small")
    asked = parser.parse_args()
    bot = asked.out / "bot"
    if bot.exists():
        raise SystemExit(f"`{bot}` is there already; name another folder")
    asked.out.mkdir(parents=True, exist_ok=True)
    game, task = asked.game, TASKS[asked.game]
    policy, vector, curve = train(
        game, seconds=asked.seconds, steps=asked.steps, matches=asked.matches, seed=asked.seed, threads=asked.threads
    )
    lines = {f"{task['baseline']} in its place": house(game, task["baseline"]), "house:random in its place": house(game, "house:random")}
    with open(asked.out / "curve.csv", "w", newline="") as file:
        csv.writer(file).writerows([("steps", "seconds", "won", "matches"), *curve])
    draw(game, curve, lines, asked.out / "curve.png")
    for number, file in enumerate(small_maps(game)):
        (asked.out / f"map{number}.{'bmp' if game == 'jungle' else 'txt'}").write_bytes(file)
    meydan.export(
        bot, game, policy.layers(), heads=vector.heads, frame=vector.frame, inputs=task["inputs"], sample=True, name="ppo"
    )
    end = play(policy, game, 480, 1_000_000)
    told = ", ".join(f"{name} {100 * share:.0f} %" for name, share in lines.items())
    print(f"{curve[-1][0]} steps in {curve[-1][1]:.0f} s; the policy wins {100 * end:.1f} % of 480 new matches; {told}")


if __name__ == "__main__":
    main()
