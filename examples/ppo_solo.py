"""Masked PPO that learns to play alone, from nothing, in one file.

    python examples/ppo_solo.py                 2,500,000 moves, on a GPU when there is one
    python examples/ppo_solo.py --minutes 5 --games 4096 --minibatch 16384 --width 96 --layers 3 --half

The games are stepped by the core's threads and the network learns on the GPU. A game's reward is the
growth of its points, so nothing is said about what makes points. In the end, or after Ctrl-C, the
network plays the deals of `harmonies arena`, always with the move it likes best, and the learning
curve is written as an SVG picture and as JSON. It needs the package `harmonies`, NumPy and PyTorch.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from harmonies import MOVES
from harmonies.envs.layout import feature_parts, table_size
from harmonies.envs.options import Restart
from harmonies.envs.vector import VectorEnv

# Where the parts of an observation lie (docs/observations.md), for one player.
PARTS = feature_parts(players=1)
TABLE = table_size(players=1)
SPACES = 30
CODES = 64  # what stands on a space: a stack, and whether a cube is on it
CARDS = 42
SETTLE = slice(227, 227 + CARDS * SPACES)  # among the actions (docs/actions.md)
# What the numbers of the table are divided by, so that most of them lie between 0 and 1.
SCALES = {"phase": 3, "turn": 13, "taken": 3, "bag": 23, "hand": 3, "groups": 3, "animals": 3}
SCALES |= {"spirit": 2, "points": 30}
POINTS = 20.0  # how many points are a reward of 1

# The deals and results of `harmonies arena random greedy handmade --players 1 --games 1000`.
FIRST_SEED = 1 << 32
YARDSTICKS = {"random": 21.6, "greedy": 85.9, "handmade": 102.0}


def neighbours() -> Tensor:
    """For each space its own number and those of its six neighbours, clockwise; 30 for none."""
    heights = (5, 4, 5, 4, 5, 3, 4)
    places = [(column, row) for column, height in enumerate(heights) for row in range(height)]
    number = {place: index for index, place in enumerate(places)}
    table = []
    for column, row in places:
        low = column % 2  # the columns b, d, f stand half a hex lower
        around = [(0, 0), (0, -1), (1, low - 1), (1, low), (0, 1), (-1, low), (-1, low - 1)]
        table.append([number.get((column + c, row + r), SPACES) for c, r in around])
    return torch.tensor(table)


class HexLayer(nn.Module):
    """Each space looks at its six neighbours and at itself, in the light of the table."""

    def __init__(self, width: int, context: int) -> None:
        super().__init__()
        self.around = nn.Linear(7 * width, width)
        self.table = nn.Linear(context, 2 * width)
        self.norm = nn.LayerNorm(width)
        # A matrix that fetches all of them: faster to learn through than indexing.
        fetch = functional.one_hot(neighbours(), SPACES + 1)[..., :SPACES]
        self.register_buffer("fetch", fetch.flatten(0, 1).float())

    def forward(self, spaces: Tensor, context: Tensor) -> Tensor:
        near = (self.fetch @ spaces).unflatten(1, (SPACES, 7)).flatten(2)
        gain, shift = self.table(context).unsqueeze(1).chunk(2, 2)
        mixed = self.around(near) * (1 + gain) + shift
        return self.norm(spaces + functional.relu(mixed))


class Policy(nn.Module):
    """From an observation to a number for each of the 1520 actions, and one for the position."""

    def __init__(self, width: int, layers: int) -> None:
        super().__init__()
        context = 4 * width
        scale = torch.ones(TABLE)
        for name, most in SCALES.items():
            scale[PARTS[name]] = 1 / most
        self.register_buffer("scale", scale)
        self.stacks = nn.Embedding(CODES, width)
        self.where = nn.Parameter(0.1 * torch.randn(SPACES, width))
        self.fits = nn.Linear(CARDS, width)
        self.table = nn.Sequential(
            nn.Linear(TABLE, context), nn.ReLU(), nn.Linear(context, context), nn.ReLU()
        )
        self.layers = nn.ModuleList(HexLayer(width, context) for _ in range(layers))
        self.together = nn.Sequential(
            nn.Linear(context + 2 * width, context),
            nn.ReLU(),
            nn.Linear(context, context),
            nn.ReLU(),
        )
        self.board = nn.Linear(SPACES * width, context)
        self.value = nn.Linear(context, 1)
        self.group = nn.Sequential(nn.Linear(context + 6, width), nn.ReLU(), nn.Linear(width, 1))
        self.cards = nn.Linear(context, 10 + 32 + 32 + 1)  # keep, draft, discard, end
        self.at_space = nn.Linear(context, width)
        self.spaces = nn.Linear(width, 6 + CARDS)  # place, settle
        for head in (self.value, self.group[2], self.cards, self.spaces):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        context = self.table(seen[:, :TABLE] * self.scale)
        fits = mask[:, SETTLE].unflatten(1, (CARDS, SPACES)).transpose(1, 2).float()
        spaces = self.stacks(seen[:, PARTS["spaces"]].int()) + self.where + self.fits(fits)
        for layer in self.layers:
            spaces = layer(spaces, context)
        whole = torch.cat((context, spaces.mean(1), spaces.amax(1)), 1)
        context = functional.relu(self.together(whole) + self.board(spaces.flatten(1)))
        groups = seen[:, PARTS["groups"]].unflatten(1, (5, 6)) / 3
        beside = context.unsqueeze(1).expand(-1, 5, -1)
        take = self.group(torch.cat((beside, groups.to(beside.dtype)), 2)).squeeze(2)
        keep, draft, discard, end = self.cards(context).split((10, 32, 32, 1), 1)
        at = self.spaces(functional.relu(spaces + self.at_space(context).unsqueeze(1)))
        place, settle = at.transpose(1, 2).split((6, CARDS), 1)
        place, settle = place.flatten(1), settle.flatten(1)
        scores = torch.cat((keep, take, place, draft, settle, discard, end), 1)
        with torch.autocast(scores.device.type, enabled=False):  # half a number is too coarse here
            value = self.value(context.float()).squeeze(1)
        return scores.float(), value


def masked(scores: Tensor, mask: Tensor) -> Tensor:
    """The scores of legal actions; one that is illegal will never be chosen."""
    return scores.masked_fill(~mask, -1e9)


def drawn(scores: Tensor) -> Tensor:
    """An action for each row, by the probabilities that the scores stand for: the largest of the
    scores with noise of this kind is a fair draw (Gumbel, 1954)."""
    return (scores - (-torch.rand_like(scores).log()).log()).argmax(1)


def logarithm(scores: Tensor, action: Tensor) -> Tensor:
    """Of the probability of the action in each row."""
    return scores.log_softmax(1).gather(1, action.unsqueeze(1)).squeeze(1)


class Games:
    """The games on the processor's threads, and what is seen of them on the learner's device."""

    def __init__(self, count: int, device: torch.device, seed: int, restart: Restart) -> None:
        self.env = VectorEnv(
            count, players=1, observation="features", reward="growth", seed=seed, restart=restart
        )
        self.device = device
        env = self.env
        arrays = env.features, env.mask.view(bool), env.rewards, env.ended
        # The core's own memory, in which it writes what happens.
        self.views = [torch.from_dlpack(array) for array in arrays]
        # Memory from which a GPU fetches by itself, while the next step is already being played.
        pinned = device.type == "cuda"
        self.ready = [
            torch.empty(view.shape, dtype=view.dtype, pin_memory=pinned) for view in self.views[:2]
        ]

    def look(self) -> tuple[Tensor, Tensor]:
        """The observations and the masks of legal actions: copies, since a step overwrites them."""
        for ready, view in zip(self.ready, self.views[:2], strict=True):
            ready.copy_(view)
        seen, mask = (ready.to(self.device, copy=True, non_blocking=True) for ready in self.ready)
        return seen, mask

    def step(self, actions: Tensor) -> tuple[Tensor, Tensor]:
        """Plays an action in each game: the rewards, and which games have ended."""
        self.env.step(actions.cpu().numpy())
        reward = self.views[2][:, 0].to(self.device) / POINTS
        return reward, self.views[3].to(self.device).float()


class Learner:
    """Proximal policy optimisation (Schulman et al., 2017) over games that go on forever."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.mixed = torch.autocast(self.device.type, torch.bfloat16, options.half)
        torch.manual_seed(options.seed)
        torch.set_num_threads(options.threads)
        self.policy = Policy(options.width, options.layers).to(self.device)
        self.optimizer = torch.optim.Adam(self.policy.parameters(), lr=options.rate, eps=1e-5)
        self.games = Games(options.games, self.device, options.seed, "same-step")
        self.played = 0

    @torch.no_grad()
    def rollout(self) -> tuple[dict[str, Tensor], list[float]]:
        """Plays some steps in all games: what was seen and done, and points of games that ended."""
        steps, points, rows = self.options.steps, [], []
        for _ in range(steps):
            seen, mask = self.games.look()
            with self.mixed:
                scores, value = self.policy(seen, mask)
            scores = masked(scores, mask)
            action = drawn(scores)
            chosen = logarithm(scores, action)
            reward, ended = self.games.step(action)
            rows.append((seen, mask, action, chosen, value, reward, ended))
            points += self.games.env.points[self.games.env.ended, 0].tolist()
        with self.mixed:
            _, value = self.policy(*self.games.look())
        names = ("seen", "mask", "action", "chosen", "value", "reward", "ended")
        batch = {
            name: torch.stack(list(row))
            for name, row in zip(names, zip(*rows, strict=True), strict=True)
        }
        batch["advantage"] = self.advantages(batch, value)
        batch["return"] = batch["advantage"] + batch["value"]
        self.played += steps * self.options.games
        return {name: tensor.flatten(0, 1) for name, tensor in batch.items()}, points

    def advantages(self, batch: dict[str, Tensor], value: Tensor) -> Tensor:
        """How much better things went than expected. Nothing is discounted: a game is short."""
        advantage = torch.zeros_like(value)
        rows = []
        for step in reversed(range(self.options.steps)):
            goes_on = 1 - batch["ended"][step]
            surprise = batch["reward"][step] + goes_on * value - batch["value"][step]
            advantage = surprise + goes_on * self.options.trace * advantage
            rows.append(advantage)
            value = batch["value"][step]
        return torch.stack(rows[::-1])

    def learn(self, batch: dict[str, Tensor], done: float) -> float:
        """A few passes over what was played; ``done`` is how much of the time is over."""
        options = self.options
        left = max(0.0, 1 - done)
        for group in self.optimizer.param_groups:
            group["lr"] = options.rate * max(left, 0.02)
        advantage = batch["advantage"]
        batch["advantage"] = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        entropies = []
        for _ in range(options.passes):
            order = torch.randperm(len(advantage), device=self.device)
            for part in order.split(options.minibatch):
                some = {name: tensor[part] for name, tensor in batch.items()}
                with self.mixed:
                    scores, value = self.policy(some["seen"], some["mask"])
                scores = masked(scores, some["mask"])
                ratio = (logarithm(scores, some["action"]) - some["chosen"]).exp()
                clipped = ratio.clamp(1 - options.clip, 1 + options.clip)
                gain = torch.min(ratio * some["advantage"], clipped * some["advantage"]).mean()
                entropy = -(scores.softmax(1) * scores.log_softmax(1)).sum(1).mean()
                error = functional.mse_loss(value, some["return"])
                loss = 0.5 * error - gain - options.entropy * left * entropy
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
                self.optimizer.step()
                entropies.append(entropy.detach())
        return float(torch.stack(entropies).mean())

    @torch.no_grad()
    def examine(self, count: int) -> np.ndarray:
        """The points of the policy's games on the deals of `harmonies arena`."""
        games = Games(count, self.device, FIRST_SEED, "never")
        while not games.env.ended.all():
            seen, mask = games.look()
            with self.mixed:
                scores, _ = self.policy(seen, mask)
            games.step(masked(scores, mask).argmax(1))
        return games.env.points[:, 0].copy()


def curve_svg(curve: list[dict[str, float]], title: str) -> str:
    """The learning curve as a picture: points of the games against millions of moves."""
    width, height, left, top = 640, 360, 56, 40
    most_moves = max(row["moves"] for row in curve)
    best = max(*YARDSTICKS.values(), *(row["points"] for row in curve))
    most = 10 * (int(best) // 10 + 1)

    def x(moves: float) -> float:
        return round(left + (width - left - 90) * moves / most_moves, 1)

    def y(points: float) -> float:
        return round(height - 46 - (height - 46 - top) * points / most, 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{title}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<text x="{left}" y="22" font-size="14" font-weight="bold">{title}</text>',
        f'<text x="{x(most_moves)}" y="{height - 10}" text-anchor="end">millions of moves</text>',
    ]
    for level in range(0, most + 1, 20):
        parts.append(
            f'<path d="M{left} {y(level)}H{x(most_moves)}" stroke="#ddd"/>'
            f'<text x="{left - 8}" y="{y(level) + 4}" text-anchor="end">{level}</text>'
        )
    for moves in np.linspace(0, most_moves, 5):
        parts.append(
            f'<text x="{x(moves)}" y="{height - 28}" text-anchor="middle">{moves / 1e6:.3g}</text>'
        )
    for name, points in YARDSTICKS.items():
        parts.append(
            f'<path d="M{left} {y(points)}H{x(most_moves)}" stroke="#888" stroke-dasharray="4 4"/>'
            f'<text x="{x(most_moves) + 6}" y="{y(points) + 4}" fill="#555">{name}</text>'
        )
    line = " ".join(f"{x(row['moves'])},{y(row['points'])}" for row in curve)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#2f7fb8" stroke-width="2"/></svg>')
    return "\n".join(parts) + "\n"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--moves", type=int, default=2_500_000, help="to learn from (2,500,000)")
    budget.add_argument("--minutes", type=float, help="to learn in, instead")
    parser.add_argument("--games", type=int, default=128, help="how many at once (128)")
    parser.add_argument("--steps", type=int, default=32, help="moves before each learning (32)")
    parser.add_argument("--passes", type=int, default=3, help="over these moves (3)")
    parser.add_argument("--minibatch", type=int, default=512)
    parser.add_argument("--width", type=int, default=32, help="of the network (32)")
    parser.add_argument("--layers", type=int, default=2, help="of the network (2)")
    parser.add_argument(
        "--half", action="store_true", help="compute with 16 bits where they will do"
    )
    parser.add_argument("--rate", type=float, default=7e-4, help="of learning, at first (7e-4)")
    parser.add_argument("--entropy", type=float, default=0.01, help="its weight, at first (0.01)")
    parser.add_argument("--trace", type=float, default=0.95, help="lambda of the advantages (0.95)")
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--examine", type=int, default=1000, help="games in the end (1000)")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch, without a GPU (1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/ppo"), help="where the curve goes")
    return parser.parse_args()


def learnt(learner: Learner, options: argparse.Namespace) -> list[dict[str, float]]:
    """Learns until the budget is used up, or until Ctrl-C; the learning curve."""
    curve: list[dict[str, float]] = []
    points: list[float] = []
    began, began_cpu = time.perf_counter(), time.process_time()
    done = told = 0.0
    try:
        while done < 1:
            batch, ended = learner.rollout()
            points += ended
            entropy = learner.learn(batch, done)
            seconds = time.perf_counter() - began
            moves_done = learner.played / options.moves
            done = seconds / 60 / options.minutes if options.minutes else moves_done
            if not points or (done < told + 0.01 and done < 1 and curve):
                continue
            row = {
                "moves": learner.played,
                "minutes": round(seconds / 60, 3),
                "cpu_minutes": round((time.process_time() - began_cpu) / 60, 3),
                "points": round(float(np.mean(points)), 2),
                "entropy": round(entropy, 3),
            }
            curve.append(row)
            print(
                f"{row['minutes']:6.2f} min {learner.played:12,} moves"
                f" {learner.played / seconds:9,.0f}/s {row['points']:6.2f} points,"
                f" entropy {entropy:.2f}",
                flush=True,
            )
            points, told = [], done
    except KeyboardInterrupt:
        if not curve:
            raise
        print("learning has ended sooner than it was to", flush=True)
    return curve


def main() -> None:
    options = arguments()
    options.out.mkdir(parents=True, exist_ok=True)
    learner = Learner(options)
    parameters = sum(weights.numel() for weights in learner.policy.parameters())
    print(f"{learner.device}, {parameters:,} parameters, {len(MOVES)} actions", flush=True)
    curve = learnt(learner, options)
    result = learner.examine(options.examine)
    error = result.std(ddof=1) / len(result) ** 0.5
    summary = f"{result.mean():.2f} ± {error:.2f} points in {len(result)} games"
    print(f"the policy's best moves on the deals from {FIRST_SEED}: {summary}")
    title = f"PPO, one player, side A: {summary}"
    (options.out / "curve.svg").write_text(curve_svg(curve, title), encoding="utf-8")
    told_as = {"result": summary, "options": vars(options) | {"out": ""}, "curve": curve}
    (options.out / "curve.json").write_text(json.dumps(told_as, indent=1), encoding="utf-8")
    torch.save(learner.policy.state_dict(), options.out / "policy.pt")


if __name__ == "__main__":
    main()
