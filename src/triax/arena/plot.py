"""A tournament as a picture. The same results give the same file."""

from __future__ import annotations

from math import isnan
from pathlib import Path
from typing import Any

from triax.arena.tally import has_tracks, title, winnable
from triax.games.errors import BadData

SUFFIXES = (".svg", ".png", ".pdf")
BAR, INK, FAINT = "#0F766E", "#22252A", "#8A857A"
STYLE: Any = {
    "svg.hashsalt": "triax",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def check_plot(path: Path) -> None:
    """What would keep a plot from being drawn, found before the games are played."""
    if path.suffix not in SUFFIXES:
        raise BadData(f"--plot: '{path}' does not end in {', '.join(SUFFIXES)}")
    try:
        import matplotlib  # noqa: F401, PLC0415, an extra
    except ImportError as error:
        raise BadData("--plot needs matplotlib: install triax[arena]") from error


def draw_plot(found: dict[str, Any], path: Path) -> None:
    """Shares of wins with their intervals, or the lowest tracks of solo games; a ladder's pairs beside them."""
    import matplotlib as mpl  # noqa: PLC0415
    from matplotlib.figure import Figure  # noqa: PLC0415

    count, pairs = len(found["bots"]), found.get("pairs")
    with mpl.rc_context(STYLE):
        height = max(2.2, 0.6 * count + 1.4)
        figure = Figure(figsize=(7 + (0.8 * count + 1 if pairs else 0), height), layout="constrained")
        if pairs:
            left, right = figure.subplots(1, 2, width_ratios=(7, 0.8 * count + 1))
            _draw_pairs(right, list(found["bots"]), pairs)
        else:
            left = figure.subplots()
        _draw_bars(left, found)
        left.set_title(title(found), loc="left")
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def _draw_bars(axes: Any, found: dict[str, Any]) -> None:  # noqa: ANN401
    bots = found["bots"]
    wins = winnable(found["game"], found["players"])
    for at, bot in enumerate(bots.values()):
        if not bot["games"]:
            continue
        value = bot["win_share"] if wins else bot["mean_lowest"]
        low, high = (bot["low"], bot["high"]) if wins else bot["mean_lowest_interval"] or (value, value)
        axes.barh(at, value, height=0.6, color=BAR)
        axes.errorbar(value, at, xerr=[[max(0, value - low)], [max(0, high - value)]], color=INK, capsize=4)
    axes.set_yticks(range(len(bots)), list(bots))
    axes.invert_yaxis()
    if not wins:
        counted = "lowest track" if has_tracks(found["game"], found["players"]) else "points"
        axes.set_xlabel(f"mean of the {counted}, 95 % interval")
        axes.set_xlim(left=0)
        return
    axes.set_xlim(0, 1)
    if found["players"] == 1:
        axes.set_xlabel("share of games won, 95 % interval")
        return
    # Pairs share a game in halves, whatever the number of bots on the ladder.
    axes.axvline(1 / (2 if "pairs" in found else len(bots)), color=FAINT, linestyle="--", linewidth=1)
    axes.set_xlabel("share of wins, 95 % interval (dashed: an equal share)")


def _draw_pairs(axes: Any, names: list[str], pairs: list[dict[str, Any]]) -> None:  # noqa: ANN401
    grid = [[float("nan")] * len(names) for _ in names]
    for pair in pairs:
        one, other = (names.index(name) for name in pair["bots"])
        if pair["games"]:
            grid[one][other], grid[other][one] = pair["win_share"], 1 - pair["win_share"]
    axes.imshow(grid, vmin=0, vmax=1, cmap="BrBG", aspect="auto")
    for row, shares in enumerate(grid):
        for column, share in enumerate(shares):
            if not isnan(share):
                shade = "white" if abs(share - 0.5) > 0.3 else INK
                axes.text(column, row, f"{100 * share:.0f}", ha="center", va="center", color=shade)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), names)
    axes.set_title("wins in 100, row against column", loc="left", fontsize="medium")
