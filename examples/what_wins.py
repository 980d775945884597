"""Reads records with pandas and plots what wins: the seat, and the tracks (in AXO: the points) of those who came first.

triax simulate rota --players 3 --games 300 --bots apprentice --seed 7 -o games.jsonl
python examples/what_wins.py games.jsonl -o what_wins.png
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import pandas as pd  # type: ignore[import-untyped]

# A figure by itself, without pyplot, is drawn by Agg: no screen is needed.
from matplotlib.figure import Figure


def read_games(path: Path) -> pd.DataFrame:
    """A row a seat of each game: its turn from the starting seat, its scores in order and its share of the win."""
    games: Any = pd.read_json(path, lines=True)
    if "result" not in games:
        raise SystemExit(f"{path}: no game in it has ended")
    rows: list[dict[str, Any]] = []
    for number, game in enumerate(games.dropna(subset="result").to_dict("records")):
        standings, scores = game["result"]["standings"], game["result"]["scores"]
        first = standings[0] if standings else []
        start = game["options"].get("start", game["setup"].get("start", 0))
        for seat, own in enumerate(scores):
            rows.append(
                {
                    "game": number,
                    "turn": (seat - start) % game["players"] + 1,
                    "win": 1 / len(first) if seat in first else 0.0,
                    "moves": sum(entry.get("seat") == seat for entry in game["log"]),
                    **{f"score {place}": value for place, value in enumerate(sorted(own), 1)},
                }
            )
    return pd.DataFrame(rows)


def by_turn(seats: pd.DataFrame) -> pd.DataFrame:
    """Wins by who began, with the half width of a 95 % interval (normal approximation)."""
    found = seats.groupby("turn")["win"].agg(["mean", "std", "count"])
    found["half"] = 1.96 * found["std"] / found["count"] ** 0.5
    return found


def by_result(seats: pd.DataFrame) -> pd.DataFrame:
    """Mean scores of those who came first and of the others, a column a place from the lowest track up."""
    scores = [name for name in seats.columns if name.startswith("score ")]
    placed = seats.assign(result=seats["win"].gt(0).map({True: "first", False: "others"}))
    return placed.groupby("result")[scores].mean()


def draw(turns: pd.DataFrame, results: pd.DataFrame, path: Path) -> None:
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.bar(turns.index.astype(str), turns["mean"], yerr=turns["half"], capsize=4, color="#0F766E")
    left.axhline(1 / len(turns), color="#8A857A", linestyle="--", linewidth=1)
    left.set(title="share of wins by turn (dashed: equal)", xlabel="turn, from the seat that starts", ylim=(0, 1))
    for name, marker in (("first", "o"), ("others", "x")):
        if name in results.index:
            places = range(1, results.shape[1] + 1)
            right.plot(places, results.loc[name], marker=marker, label=name)
    right.set(title="mean scores", xlabel="track, from the lowest", xticks=range(1, results.shape[1] + 1))
    right.legend()
    figure.savefig(path, dpi=120)


def main() -> None:
    parser = argparse.ArgumentParser(description="Read records, tell and plot what wins.")
    parser.add_argument("records", type=Path, help="a file of triax simulate -o or triax arena --records")
    parser.add_argument("-o", "--output", type=Path, default=Path("what_wins.png"), help="the picture to write")
    asked = parser.parse_args()
    if not asked.records.is_file():
        parser.error(f"there is no file {asked.records}")
    seats = read_games(asked.records)
    turns, results = by_turn(seats), by_result(seats)
    print(turns[["mean", "half", "count"]].round(3).to_string())
    print(results.round(2).to_string())
    draw(turns, results, asked.output)
    print(f"drawn: {asked.output}")


if __name__ == "__main__":
    main()
