"""The report of a tournament, for a terminal of 80 columns."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

from triax.arena.tally import has_tracks, title, winnable


def print_report(found: dict[str, Any], console: Console) -> None:
    console.print(title(found), style="bold", highlight=False)
    console.print(_bots(found, console), highlight=False)
    if "pairs" in found:
        console.print(_pairs(found, console), highlight=False)


def _bots(found: dict[str, Any], console: Console) -> Table:
    table = _empty(console)
    bots = found["bots"]
    wins = winnable(found["game"], found["players"])
    tracks = has_tracks(found["game"], found["players"])
    table.add_column("bot", no_wrap=True)
    if wins:
        table.add_column("wins", justify="right")
        table.add_column("95 %", justify="right")
    table.add_column("lowest" if tracks else "points", justify="right")
    if not wins or not tracks:
        table.add_column("95 %", justify="right")
    if tracks:
        table.add_column("tracks, sorted", justify="right")
    table.add_column("ms/move", justify="right")
    for name, bot in bots.items():
        row = [name]
        if wins:
            row += [f"{_percent(bot['win_share'])} %", f"{_percent(bot['low'])} – {_percent(bot['high'])}"]
        row.append(_number(bot["mean_lowest"], 2))
        if not wins or not tracks:
            row.append(" – ".join(_number(end, 2) for end in bot["mean_lowest_interval"] or (None, None)))
        if tracks:
            row.append(" ".join(f"{track:.1f}" for track in bot["mean_sorted"]))
        row.append(_number(bot["ms_per_move"], 1 if (bot["ms_per_move"] or 0) >= 1 else 3))
        table.add_row(*row)
    return table


def _pairs(found: dict[str, Any], console: Console) -> Table:
    """Everybody's wins against everybody, the best first; columns are numbered, as names would not fit."""
    shares: dict[tuple[str, str], float] = {}
    for pair in found["pairs"]:
        one, other = pair["bots"]
        if pair["games"]:
            shares |= {(one, other): pair["win_share"], (other, one): 1 - pair["win_share"]}
    order = sorted(found["ratings"], key=lambda name: -found["ratings"][name])
    table = _empty(console)
    table.add_column("", justify="right")
    table.add_column("bot", no_wrap=True)
    table.add_column("rating", justify="right")
    for number in range(1, len(order) + 1):
        table.add_column(f"v {number}", justify="right")
    for number, name in enumerate(order, 1):
        against = ["·" if name == other else _percent(shares.get((name, other))) for other in order]
        table.add_row(str(number), name, f"{found['ratings'][name]:.1f}", *against)
    return table


def _empty(console: Console) -> Table:
    if console.is_terminal:
        return Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    return Table(box=None, padding=(0, 1), pad_edge=False)


def _percent(share: float | None) -> str:
    return _number(None if share is None else 100 * share, 1)


def _number(value: float | None, digits: int) -> str:
    return "?" if value is None else f"{value:.{digits}f}"
