"""Sets of pieces: the standard ones, sets of one's own, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.games.support.own_pieces import own_set, standard
from tests.support import pieces_in, random_game
from triax.games import GAMES
from triax.games.errors import BadData
from triax.games.record import Recorder, read_record

Change = Callable[[dict[str, Any]], None]


@pytest.mark.parametrize("name", list(GAMES.own))
def test_the_standard_set_is_accepted(name: str) -> None:
    GAMES[name].check_pieces(standard(name))


def change(path: str, value: object) -> Change:
    """Set what lies at a path such as cards.3.effect."""

    def apply(data: dict[str, Any]) -> None:
        *steps, last = path.split(".")
        inner: Any = data
        for step in steps:
            inner = inner[int(step) if step.isdigit() and isinstance(inner, list) else step]
        inner[int(last) if isinstance(inner, list) else last] = value

    return apply


REFUSED: list[tuple[str, Change, str]] = [
    ("rota", change("game", "axio"), 'pieces.game: "axio"; expected "rota"'),
    ("rota", change("track", 13), "pieces.track: 13; expected 12"),
    ("rota", change("track", True), "pieces.track: true; expected 12"),
    ("rota", change("colour", "x"), 'pieces: unknown field "colour"'),
    ("rota", lambda data: data.pop("tiles"), 'the field "tiles" is missing'),
    ("rota", lambda data: data["tiles"].pop(), "pieces.tiles: 59 items; expected 60"),
    ("rota", lambda data: data["tiles"].append("RGBO"), "pieces.tiles: 61 items; expected 60"),
    ("rota", change("tiles.7", "RRGB"), 'pieces.tiles[7]: "RRGB"; expected four different corners'),
    ("rota", change("tiles.7", "R--B"), 'pieces.tiles[7]: "R--B"'),
    ("rota", change("tiles.7", "RGB"), 'pieces.tiles[7]: "RGB"'),
    ("rota", change("tiles.7", "RGBX"), 'pieces.tiles[7]: "RGBX"'),
    ("rota", change("tiles.7", 5), "pieces.tiles[7]: 5 is not a text"),
    ("axio", change("tiles.RG", 8), "pieces.tiles: 101 tiles in all; expected 100"),
    ("axio", change("tiles.RG", -1), "pieces.tiles.RG: -1; expected a whole number"),
    ("axio", change("tiles.RG", 7.0), "pieces.tiles.RG: 7.0; expected a whole number"),
    ("axio", change("tiles.GR", 1), 'pieces.tiles: unknown field "GR"'),
    ("axio", lambda data: data["tiles"].pop("PP"), 'pieces.tiles: the field "PP" is missing'),
    ("axio", change("printed.0,0", "G"), "expected five spaces, one of each colour"),
    ("axio", change("printed.1,1", "G"), "expected five spaces, one of each colour"),
    ("axio", lambda data: data["printed"].update({"5,0": data["printed"].pop("4,0")}), "both from -4 to 4"),
    ("axio", change("side.3", 13), "pieces.side"),
    ("axo", change("cards.3.id", "05"), 'pieces.cards[3].id: "05"; expected "04"'),
    ("axo", change("cards.3.grid.0", "RRX"), "pieces.cards[3].grid"),
    ("axo", change("cards.3.grid.0", "RR"), "pieces.cards[3].grid"),
    ("axo", change("cards.3.grid", ["RYB", "RYB"]), "pieces.cards[3].grid: 2 items; expected 3"),
    ("axo", change("cards.3.effect", "storm"), 'pieces.cards[3].effect: "storm"; expected null or "stamp"'),
    ("axo", change("cards.3.shape", ["##", ".."]), "pieces.cards[3].shape"),
    ("axo", change("cards.3.shape", ["#.#"]), "expected rows of # and . that show three to five connected cells"),
    ("axo", change("cards.3.shape", ["##.", "##."]), "pieces.cards[3].shape"),
    ("axo", change("cards.3.shape", ["####"]), "pieces.cards[3].shape"),
    ("axo", change("cards.3.shape", ["###", "###"]), "pieces.cards[3].shape"),
    ("axo", change("cards.3.shape", ["###", "#"]), "pieces.cards[3].shape"),
    ("axo", change("cards.3.shape", []), "pieces.cards[3].shape"),
    ("axo", change("cards.3.shape", ["", ""]), "pieces.cards[3].shape"),
    ("axo", change("cards.3.colour", "R"), 'pieces.cards[3]: unknown field "colour"'),
    ("axo", lambda data: data["cards"].pop(), "pieces.cards: 53 items; expected 54"),
]


@pytest.mark.parametrize(("name", "alter", "message"), REFUSED)
def test_what_is_not_a_set_is_refused_with_the_place_and_what_was_expected(
    name: str, alter: Change, message: str
) -> None:
    data = standard(name)
    alter(data)
    with pytest.raises(BadData) as caught:
        GAMES[name].check_pieces(data)
    assert message in str(caught.value)


@pytest.mark.parametrize("data", [None, [], "rota", 3])
@pytest.mark.parametrize("name", list(GAMES.own))
def test_a_set_is_an_object(name: str, data: object) -> None:
    with pytest.raises(BadData, match="is not an object"):
        GAMES[name].check_pieces(data)


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("name", list(GAMES.own))
def test_a_game_with_own_pieces_plays_records_and_replays(name: str, players: int) -> None:
    game = GAMES[name]
    options = {"pieces": own_set(name)}
    setup = game.deal(players, options, Random(1))
    recorder = Recorder(game, players, options, setup)
    rng = Random(1)
    for played in random_game(game, players, 1, options):
        assert pieces_in(played.after) == pieces_in(played.before)
        sample = game.sample(played.after.view(0), rng)
        assert sample.view(0) == played.after.view(0)
    while recorder.state.to_act:
        seat = min(recorder.state.to_act)
        recorder.play(seat, rng.choice(recorder.state.moves(seat)), _Order())
    text = recorder.record().to_json()
    assert json.loads(text)["options"]["pieces"] == own_set(name)
    assert list(read_record(text).replay())


class _Order:
    def shuffle(self, pieces: Any) -> tuple[str, ...]:  # noqa: ANN401
        return tuple(reversed(pieces))


def test_the_standard_deal_does_not_fit_another_set() -> None:
    setup = GAMES["rota"].deal(2, {}, Random(0))
    with pytest.raises(BadData, match="B-PO"):
        GAMES["rota"].start(2, {"pieces": own_set("rota")}, setup)


@pytest.mark.parametrize("name", ["rota", "axio", "axo"])
@pytest.mark.parametrize("reading", [{"a": [1]}, ["x"], 3, None, "\ud800"])
def test_the_free_text_of_a_set_is_a_text(name: str, reading: object) -> None:
    data = standard(name)
    data["reading"] = reading
    with pytest.raises(BadData, match=r"pieces\.reading"):
        GAMES[name].check_pieces(data)
    data["reading"] = "any line\u2028end\u0085"
    GAMES[name].check_pieces(data)


def test_numbers_of_a_set_are_whole() -> None:
    data = standard("axio")
    data["side"] = {players: float(side) for players, side in data["side"].items()}
    with pytest.raises(BadData, match=r"pieces\.side"):
        GAMES["axio"].check_pieces(data)
