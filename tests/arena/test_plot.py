"""Pictures of tournaments: valid, and the same for the same results."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.arena.support.games import RANDOM
from triax.arena.match import play_match
from triax.arena.plot import check_plot, draw_plot
from triax.arena.schedule import ladder, tournament
from triax.arena.tally import ladder_results, results
from triax.games.errors import BadData

SVG = "{http://www.w3.org/2000/svg}"


def words(path: Path) -> str:
    root = ElementTree.parse(path).getroot()
    assert root.tag == f"{SVG}svg"
    return "\n".join("".join(text.itertext()) for text in root.iter(f"{SVG}text"))


@pytest.mark.parametrize(
    ("game", "players", "bots", "label"),
    [
        ("rota", 2, 2, "share of wins, 95 % interval (dashed: an equal share)"),
        ("axio", 4, 2, "share of wins, 95 % interval (dashed: an equal share)"),
        ("rota", 1, 1, "mean of the lowest track, 95 % interval"),
        ("axo", 1, 1, "share of games won, 95 % interval"),
    ],
)
def test_a_plot_is_an_svg_that_names_what_it_shows(
    game: str, players: int, bots: int, label: str, tmp_path: Path
) -> None:
    schedule = tournament(game, players, {}, [RANDOM] * bots, seed=1, games=2)
    found = results(schedule, [play_match(match) for match in schedule])
    draw_plot(found, tmp_path / "one.svg")
    draw_plot(found, tmp_path / "two.svg")
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    shown = words(tmp_path / "one.svg")
    assert label in shown
    assert all(name in shown for name in found["bots"])


def test_the_plot_of_a_ladder_shows_the_pairs(tmp_path: Path) -> None:
    schedule = ladder("rota", {}, [RANDOM] * 3, seed=1, games=2)
    draw_plot(ladder_results(schedule, [play_match(match) for match in schedule]), tmp_path / "ladder.svg")
    assert "wins in 100, row against column" in words(tmp_path / "ladder.svg")
    draw_plot(ladder_results(schedule, [play_match(next(iter(schedule)))]), tmp_path / "begun.svg")
    assert "random 3" in words(tmp_path / "begun.svg")


def test_a_plot_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(BadData, match=r"'plot.txt' does not end in .svg, .png, .pdf"):
        check_plot(Path("plot.txt"))
