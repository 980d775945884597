"""A policy for Axio Rota for two that learns by playing against itself: masked PPO on `triax.batch`, with PyTorch.

python examples/ppo.py --minutes 9 --games 4096 --out run         on a machine with a GPU
python examples/ppo.py --iterations 2 --games 32 --steps 8 --channels 16 --evaluate 4 --device cpu --out tiny
python examples/ppo.py --minutes 5 --resume --out run             goes on where the run stopped

The network looks at each cell where a tile may be laid, with its surroundings and the tile as it would lie after each
turn, the same way for all cells and turns. What it is paid is the result and, on the way, what a tile adds to the own
tracks. `run/curve.json` and `run/curve.svg` have how it fared against `apprentice`, `run/policy.pt` what it learned.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import triax.batch
from triax import Dice, find_bot
from triax.arena.tally import wilson
from triax.envs import Frame
from triax.envs.rota import EACH, cells, cells_within
from triax.games.errors import BadData

Module: Any
try:
    import torch
    from torch import nn
    from torch.nn import functional

    Module = nn.Module
except ImportError:  # without it there is --help
    torch, Module = None, object

Tensor = Any  # PyTorch is no part of what is checked here
REACH = 8
CANDIDATES = 64
"""More cells than a display of two players has free ones beside it."""
CORNERS, KINDS, TURNS, NAMES = 4, 6, 4, 6
TRACK_WORTH = (0.5, 0.25, 0.125, 0.0625, 0.0625)
"""Of the lowest track, the next, and so on: in this order they decide the places."""
TOP = 12


class Policy(Module):  # type: ignore[misc]  # untyped
    """Logits of all actions and the value, for the seat to play."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.frame = Frame("rota", 2, {}, REACH)
        self.across = 2 * REACH + 2
        layout = self.frame.layout
        self.display, self.hand = layout.slices["display"], layout.slices["hand"]
        self.rest = slice(layout.slices["hand"].stop, layout.size)
        self.around = nn.Conv2d(21, channels, 5, padding=2)
        self.tile = nn.Linear(CORNERS * KINDS, channels)
        self.table = nn.Linear(layout.size - self.rest.start, channels)
        self.deeper = nn.Linear(channels, channels)
        self.further = nn.Linear(channels, channels)
        self.name = nn.Linear(channels, NAMES)
        self.judge = nn.Sequential(nn.Linear(2 * channels, channels), nn.ReLU(), nn.Linear(channels, 1))
        nn.init.zeros_(self.name.weight)
        where = [(y + REACH) * self.across + x + REACH for x, y in cells()[: cells_within(REACH)]]
        self.register_buffer("where", torch.tensor(where), persistent=False)
        high = torch.from_numpy(layout.high[self.rest].astype(np.float32))
        self.register_buffer("high", high, persistent=False)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        games = len(seen)
        free, chosen = mask.view(games, -1, EACH).any(-1).float().topk(CANDIDATES, sorted=False)
        plane = seen[:, self.display].view(games, 21, self.across, self.across).float()
        around = self.around(plane).flatten(2).transpose(1, 2)
        cell = self.where[chosen][..., None].expand(-1, -1, around.shape[-1])
        table = self.table(seen[:, self.rest].float() / self.high)
        spots = around.gather(1, cell) + table[:, None]
        # As the tile lies after each turn: quarter turns clockwise move its corners on.
        hand = seen[:, self.hand].view(games, CORNERS, KINDS).float()
        laid = torch.stack([hand.roll(turn, 1).flatten(1) for turn in range(TURNS)], 1)
        x = functional.relu(spots[:, :, None] + self.tile(laid)[:, None])
        x = functional.relu(x + self.further(functional.relu(self.deeper(x))))
        found = self.name(x).float().view(games, CANDIDATES, EACH)
        logits = torch.full((games, mask.shape[1] // EACH, EACH), -1e9, device=seen.device)
        logits = logits.scatter(1, chosen[..., None].expand(-1, -1, EACH), found).view(games, -1)
        there = free[..., None].to(x.dtype)
        mean = (x.amax(2) * there).sum(1) / there.sum(1).clamp(min=1)
        value = self.judge(torch.cat([mean, functional.relu(table)], 1)).squeeze(1).float()
        return logits.masked_fill(~mask, -1e9), value


def tensor(array: Any, device: str) -> Tensor:  # noqa: ANN401, an array of whatever device
    """On the network's device, and its own: those of the tables are written again with every step."""
    given = torch.from_numpy(array) if isinstance(array, np.ndarray) else torch.from_dlpack(array)
    return given.to(device, copy=True)


def shares(tracks: Tensor, owner: Tensor) -> Tensor:
    """How far the tracks of a seat (0: the one who sees, 1: the other) have come."""
    both = tracks.reshape(-1, 2, len(TRACK_WORTH)).float()
    own = both[torch.arange(len(both), device=both.device), owner].sort(1).values
    return own @ torch.tensor(TRACK_WORTH, device=both.device) / TOP


class Rollout:
    """So many steps of all games, as PPO wants them."""

    def __init__(self, tables: Any, policy: Policy, device: str, shaping: float) -> None:  # noqa: ANN401
        self.tables, self.policy, self.device, self.shaping = tables, policy, device, shaping

    def _look(self) -> tuple[Tensor, Tensor, Tensor]:
        games = self.tables
        arrays = (games.observation, games.legal_action_mask, games.current_player)
        seen, mask, seat = (tensor(array, self.device) for array in arrays)
        return seen, mask, seat.long()

    def play(self, steps: int, gamma: float, trace: float) -> dict[str, Tensor]:
        with torch.no_grad():
            return self._play(steps, gamma, trace)

    def _play(self, steps: int, gamma: float, trace: float) -> dict[str, Tensor]:
        kept: dict[str, list[Tensor]] = {
            name: [] for name in ("seen", "mask", "action", "logp", "value", "paid", "over", "same")
        }
        tracks = self.policy.frame.layout.slices["tracks"]
        seen, mask, seat = self._look()
        for _ in range(steps):
            with amp(self.device):
                logits, value = self.policy(seen, mask)
            spread = torch.distributions.Categorical(logits=logits)
            action = spread.sample()
            before = shares(seen[:, tracks], torch.zeros_like(seat))
            self.tables.step(action if self.tables.device.name == "cuda" else action.cpu().numpy())
            over = tensor(self.tables.terminated, self.device)
            paid = tensor(self.tables.rewards, self.device).gather(1, seat[:, None]).squeeze(1)
            following = tensor(self.tables.current_player, self.device).long()
            after = tensor(self.tables.observation[:, tracks], self.device)
            gained = shares(after, (following != seat).long()) - before
            values = (
                seen,
                mask,
                action,
                spread.log_prob(action),
                value,
                paid + self.shaping * gained,
                over,
                following == seat,
            )
            for name, one in zip(kept, values, strict=True):
                kept[name].append(one)
            if bool(over.any()):
                self.tables.reset(rows=self.tables.terminated)
            seen, mask, seat = self._look()
        with amp(self.device):
            ahead = self.policy(seen, mask)[1]
        whole = {name: torch.stack(column) for name, column in kept.items()}
        # What is good for the one who plays next is as bad for the other.
        sign = torch.where(whole["same"], 1.0, -1.0) * (~whole["over"]).float()
        gain, gains = torch.zeros_like(ahead), torch.zeros_like(whole["value"])
        for step in reversed(range(steps)):
            error = whole["paid"][step] + gamma * sign[step] * ahead - whole["value"][step]
            gain = error + gamma * trace * sign[step] * gain
            gains[step], ahead = gain, whole["value"][step]
        data = {name: whole[name].flatten(0, 1) for name in ("seen", "mask", "action", "logp")}
        return data | {"gain": gains.flatten(), "worth": (gains + whole["value"]).flatten()}


def amp(device: str) -> Any:  # noqa: ANN401
    return torch.autocast(device, torch.bfloat16, enabled=device == "cuda")


def improve(
    policy: Policy, optimizer: Tensor, data: dict[str, Tensor], given: argparse.Namespace, entropy: float
) -> float:
    """A few passes of PPO's clipped gradient; the mean loss."""
    count, losses = len(data["gain"]), []
    gain = (data["gain"] - data["gain"].mean()) / (data["gain"].std() + 1e-6)
    for _ in range(given.epochs):
        for rows in torch.randperm(count, device=gain.device).split(given.minibatch):
            with amp(given.device):
                logits, value = policy(data["seen"][rows], data["mask"][rows])
            spread = torch.distributions.Categorical(logits=logits)
            ratio = (spread.log_prob(data["action"][rows]) - data["logp"][rows]).exp()
            surrogate = torch.minimum(ratio * gain[rows], ratio.clamp(0.8, 1.2) * gain[rows]).mean()
            chances = spread.probs
            mixed = -(chances * chances.clamp(min=1e-12).log()).sum(1).mean()
            loss = functional.mse_loss(value, data["worth"][rows]) / 2 - surrogate - entropy * mixed
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimizer.step()
            losses.append(loss.detach())
    return float(torch.stack(losses).mean())


class Learned:
    """What was learned as a bot, from `run/policy.pt`: `triax arena rota --bots examples/ppo.py:Learned,apprentice`."""

    def __init__(self, policy: Policy | None = None) -> None:
        if policy is None:
            kept = torch.load("run/policy.pt", map_location="cpu", weights_only=True)["policy"]
            policy = Policy(len(kept["tile.bias"]))
            policy.load_state_dict(kept)
        self.policy, self.frame = policy.eval(), policy.frame

    def choose(self, view: Any, moves: Sequence[Any], rng: Random) -> Any:  # noqa: ANN401, of whatever bot
        codes = [self.frame.encoding.code_of(move) for move in moves]
        within = [code for code in codes if code < self.frame.size]
        try:
            seen = self.frame.observe(view)
        except BadData:  # somebody has laid a tile beyond the reach
            return rng.choice(moves)
        mask = torch.from_numpy(self.frame.mask(within)).bool()
        with torch.no_grad():
            logits, _ = self.policy(torch.from_numpy(seen)[None], mask[None])
        return moves[codes.index(int(logits.argmax()))]


# How strong it is: games against a bot in the rules themselves, both seats of each deal.


def against(bot: str, channels: int, weights: dict[str, Any], deals: Sequence[int]) -> list[float]:
    """What the policy got of each game: 1 for a win, 0.5 for a shared place."""
    torch.set_num_threads(1)
    policy = Policy(channels)
    policy.load_state_dict({name: torch.from_numpy(value) for name, value in weights.items()})
    learned, opponent, frame, got = Learned(policy), find_bot(bot, "rota"), policy.frame, []
    for number in deals:
        deal, own = divmod(number, 2)
        rng = Random(f"evaluation {deal}")
        state = frame.game.new(2, rng)
        chance, luck = Dice(rng), Random(f"{bot} {number}")
        while state.to_act:
            [seat] = state.to_act
            player: Any = learned if seat == own else opponent
            move = player.choose(state.view(seat), state.moves(seat), luck)
            state, _ = state.play(seat, move, chance)
        got.append((frame.returns(state)[own] + 1) / 2)
    return got


class Judge:
    """Evaluates in processes of its own."""

    def __init__(self, workers: int, bot: str, channels: int) -> None:
        self.workers, self.bot, self.channels = workers, bot, channels
        self.pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) if workers > 1 else None

    def __call__(self, policy: Policy, games: int) -> dict[str, Any]:
        weights = {name: value.cpu().float().numpy() for name, value in policy.state_dict().items()}
        play = partial(against, self.bot, self.channels, weights)
        parts = [range(first, games, self.workers) for first in range(self.workers)]
        got = [one for part in (self.pool.map(play, parts) if self.pool else map(play, parts)) for one in part]
        share = sum(got) / len(got)
        low, high = wilson(share, len(got))
        return {"games": len(got), "share": round(share, 4), "low": round(low, 4), "high": round(high, 4)}

    def close(self) -> None:
        if self.pool:
            self.pool.shutdown()


def train(given: argparse.Namespace) -> dict[str, Any]:
    out = Path(given.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(given.seed)
    torch.set_float32_matmul_precision("high")
    torch.distributions.Distribution.set_default_validate_args(False)
    policy = Policy(given.channels).to(given.device)
    optimizer = torch.optim.Adam(policy.parameters(), given.rate, eps=1e-5)
    told: dict[str, Any] = {"seed": given.seed, "decisions": 0, "iterations": 0, "seconds": 0.0, "curve": []}
    if given.resume:
        kept = torch.load(out / "policy.pt", map_location=given.device, weights_only=True)
        policy.load_state_dict(kept["policy"])
        optimizer.load_state_dict(kept["optimizer"])
        told = json.loads((out / "curve.json").read_text("utf-8"))
    # Games in play are not kept: a run that goes on deals new ones.
    seed = given.seed + 1_000_003 * told["iterations"]
    tables = triax.batch.make("rota", 2, given.games, given.tables, seed, reach=REACH)
    rollout, judge = (
        Rollout(tables, policy, given.device, given.shaping),
        Judge(given.workers, given.bot, given.channels),
    )
    begun, earlier, first, judged = time.monotonic(), told["seconds"], told["iterations"], 0.0
    while True:
        spent = time.monotonic() - begun
        done = (told["iterations"] - first) / given.iterations if given.iterations else spent / (60 * given.minutes)
        told["seconds"] = round(earlier + spent, 1)
        if done >= judged or done >= 1:
            last = done >= 1
            point = judge(policy, given.evaluate * (given.final if last else 1))
            told["curve"].append({"decisions": told["decisions"], "seconds": told["seconds"], **point})
            print(
                f"\nagainst {given.bot} after {told['decisions']:,} decisions, {told['seconds']:.0f} s: {words(point)}",
                flush=True,
            )
            keep(out, policy, optimizer, told, given.bot)
            judged += 1 / given.looks
            if last:
                judge.close()
                return told
        for group in optimizer.param_groups:
            group["lr"] = given.rate * max(1 - done, 0.05)
        data = rollout.play(given.steps, given.gamma, given.trace)
        loss = improve(policy, optimizer, data, given, given.entropy * max(1 - done, 0.1))
        told["iterations"] += 1
        told["decisions"] += given.games * given.steps
        rate = (told["iterations"] - first) * given.games * given.steps / (time.monotonic() - begun)
        print(
            f"\r{done:4.0%}  {told['decisions']:>12,} decisions  {rate:>9,.0f} a second  loss {loss:+.3f} ",
            end="",
            flush=True,
        )


def words(point: dict[str, Any]) -> str:
    return f"{point['share']:.1%} of {point['games']} games ({point['low']:.1%} to {point['high']:.1%})"


def keep(out: Path, policy: Policy, optimizer: Any, told: dict[str, Any], bot: str) -> None:  # noqa: ANN401
    torch.save({"policy": policy.state_dict(), "optimizer": optimizer.state_dict()}, out / "policy.pt")
    (out / "curve.json").write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    (out / "curve.svg").write_text(drawn(told["curve"], bot), "utf-8")


def drawn(curve: Sequence[dict[str, Any]], bot: str, width: int = 640, height: int = 320) -> str:
    """The curve with its intervals, by minutes."""
    left, right, top, bottom = 52, width - 16, 40, height - 44
    last = max(point["seconds"] for point in curve) or 1.0

    def at(seconds: float, share: float) -> tuple[float, float]:
        return round(left + (right - left) * seconds / last, 1), round(bottom - (bottom - top) * share, 1)

    lines = [f'<text x="{left}" y="22" font-weight="600">Share of wins against {bot}, 95 % intervals</text>']
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = at(0, share)[1]
        dashes = "" if share == 0.5 else ' stroke-dasharray="2 4"'
        lines.append(f'<path d="M{left} {y}H{right}" stroke="#8886"{dashes}/>')
        lines.append(f'<text x="{left - 8}" y="{y + 4}" text-anchor="end">{share:.0%}</text>')
    for point in curve:
        (x, high), (_, low) = at(point["seconds"], point["high"]), at(point["seconds"], point["low"])
        lines.append(f'<path d="M{x} {high}V{low}" stroke="#0F766E" stroke-width="2" opacity=".5"/>')
    spots = [at(point["seconds"], point["share"]) for point in curve]
    lines += [f'<path d="M{x} {y}L{u} {v}" stroke="#0F766E" stroke-width="2"/>' for (x, y), (u, v) in pairwise(spots)]
    lines += [f'<circle cx="{x}" cy="{y}" r="3.5" fill="#0F766E"/>' for x, y in spots]
    lines.append(f'<text x="{left}" y="{height - 14}">0</text>')
    lines.append(f'<text x="{right}" y="{height - 14}" text-anchor="end">{last / 60:.1f} minutes</text>')
    style = 'font-family="Figtree, system-ui, sans-serif" font-size="13" fill="#777"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" aria-label="Learning curve"'
    )
    return f"{head} {style}>\n" + "\n".join(lines) + "\n</svg>\n"


def parser() -> argparse.ArgumentParser:
    usual = "cuda" if torch and torch.cuda.is_available() else "cpu"
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("--out", default="run", help="a folder for what comes of it")
    parse.add_argument("--minutes", type=float, default=9.0)
    parse.add_argument("--iterations", type=int, help="so many instead of a time")
    parse.add_argument("--resume", action="store_true", help="go on with what is in --out")
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--device", default=usual, help="of the network")
    parse.add_argument("--tables", default="cpu", help="of the games: cpu or cuda")
    parse.add_argument("--games", type=int, default=4096, help="side by side")
    parse.add_argument("--steps", type=int, default=16, help="of every game between two improvements")
    parse.add_argument("--channels", type=int, default=192)
    parse.add_argument("--minibatch", type=int, default=4096)
    parse.add_argument("--epochs", type=int, default=2)
    parse.add_argument("--rate", type=float, default=1e-3)
    parse.add_argument("--gamma", type=float, default=0.95)
    parse.add_argument("--trace", type=float, default=0.9)
    parse.add_argument("--entropy", type=float, default=0.01)
    parse.add_argument("--shaping", type=float, default=8.0, help="of a full set of tracks, beside a win's 1")
    parse.add_argument("--bot", default="apprentice", help="to be measured against")
    parse.add_argument("--evaluate", type=int, default=100, help="games of a look at the strength")
    parse.add_argument("--final", type=int, default=8, help="times as many in the end")
    parse.add_argument("--looks", type=int, default=8, help="on the way")
    parse.add_argument("--workers", type=int, default=1, help="processes that evaluate")
    return parse


if __name__ == "__main__":
    asked = parser().parse_args()
    if torch is None:
        sys.exit("PyTorch is needed: pip install torch")
    train(asked)
