"""Posters and time-lapses: their size, whose they are, and that nothing hidden is in them."""

from __future__ import annotations

from datetime import date
from io import BytesIO
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image

from tests.drawing.support.pictures import SVG, check, steps
from triax.drawing import LANGUAGES, link_picture, png, poster, timelapse
from triax.drawing.theme import GLOW
from triax.drawing.words import bot_name
from triax.games import GAMES
from triax.games.axo.pieces import deck_of
from triax.games.core import Dice
from triax.games.errors import BadData
from triax.games.record import read_record
from triax.games.tracks import COLOURS

NAMES = ["Ada", "<b>Ben</b>", "Cleopatra of the Long and Winding Name", "Dan"]
RECORDS = Path(__file__).parents[1] / "conformance"


@pytest.mark.parametrize(("game", "players"), [(game, n) for game in GAMES.own for n in GAMES[game].facts.players])
def test_every_end_is_a_poster(game: str, players: int) -> None:
    end = steps(game, players)[-1].after
    for theme, lang in (("light", "de"), ("dark", "it")):
        root = check(poster(end.view(None), theme=theme, names=NAMES, when=date(2026, 3, 1), lang=lang))
        assert (root.get("width"), root.get("height")) == ("1080", "1350")
        texts = [text.text for text in root.iter(f"{SVG}text")]
        assert GAMES[game].title in texts
        assert {"de": "1. März 2026", "it": "1 marzo 2026"}[lang] in texts


def test_a_poster_is_the_winners_or_that_of_a_seat() -> None:
    end = steps("rota", 2)[-1].after
    view = end.view(None)
    first = view["standings"][0][0]
    words = check(poster(view, names=["Ada", "Ben"])).findtext(f"{SVG}desc") or ""
    assert f"{['Ada', 'Ben'][first]} won" in words
    other = check(poster(view, names=["Ada", "Ben"], seat=1 - first)).findtext(f"{SVG}title")
    assert other == f"Axio Rota: {min(view['tracks'][1 - first])}"


@pytest.mark.parametrize(("standings", "said"), [([], "Ada Simona won"), ([[0]], "Ada won against Simona")])
def test_alone_a_poster_says_who_won_and_what_the_table_shows(standings: list[list[int]], said: str) -> None:
    view = steps("axo", 1)[-1].after.view(None)
    view["standings"] = standings
    view["seats"][0].update(extra=0, earned=2)
    words = check(poster(view, names=["Ada"])).findtext(f"{SVG}desc") or ""
    assert said in words
    assert "extra mark" not in words


def test_points_beyond_the_goal_are_told_as_they_are() -> None:
    view = steps("axo", 2)[-1].after.view(None)
    view["seats"][0]["points"] = 11
    root = check(poster(view, names=["Ada", "Ben"], seat=0))
    assert any("11 of 9 points" in (text.text or "") for text in root.iter(f"{SVG}text"))


@pytest.mark.parametrize("game", GAMES)
def test_no_hand_is_on_a_poster(game: str) -> None:
    """Of a running game too: what a spectator cannot know changes nothing."""
    rng = Random(3)
    state = GAMES[game].new(2, rng)
    for _ in range(12):
        if not state.to_act:
            break
        mover = min(state.to_act)
        twin = GAMES[game].sample(state.view(None), rng)
        assert poster(state.view(None), names=["Ada", "Ben"]) == poster(twin.view(None), names=["Ada", "Ben"])
        state, _ = state.play(mover, rng.choice(state.moves(mover)), Dice(rng))


def test_a_picture_of_pixels_has_our_faces_and_any_names() -> None:
    view = steps("axo", 2)[-1].after.view(None)
    for names in (["Ada", "Björn Łukasz"], ["小林", "Ada"]):
        with Image.open(BytesIO(png(poster(view, names=names), width=270))) as image:
            assert image.size == (270, 338)


@pytest.mark.parametrize("suffix", [".webp", ".gif"])
def test_a_game_moves(suffix: str) -> None:
    record = read_record((RECORDS / "rota.jsonl").read_text("utf-8").splitlines()[2])
    told: list[tuple[int, int]] = []
    made = timelapse(record, suffix, width=216, progress=lambda done, of: told.append((done, of)))
    with Image.open(BytesIO(made)) as film:
        assert film.size == (216, 270)
        assert film.n_frames > 10  # type: ignore[attr-defined]
        # What is told by colour keeps it in every frame, however little of it there is.
        seen = np.asarray(film.convert("RGB"), dtype=int).reshape(-1, 3)
        for letter in COLOURS if suffix == ".gif" else ():
            own = [int(GLOW[letter][at : at + 2], 16) for at in (1, 3, 5)]
            assert np.abs(seen - own).max(axis=1).min() < 24, letter
    assert told[-1][0] == told[-1][1] == len(told)


def test_what_cannot_be_made_is_refused() -> None:
    view = GAMES["rota"].new(2, Random(1)).view(None)
    record = read_record((RECORDS / "rota.jsonl").read_text("utf-8").splitlines()[2])
    with pytest.raises(BadData, match="'fr' is not a language"):
        poster(view, lang="fr")
    with pytest.raises(BadData, match=r"'.mp4': expected .webp or .gif"):
        timelapse(record, ".mp4")
    assert LANGUAGES == ("en", "de", "it")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_are_not_cut(lang: str) -> None:
    for game in ("rota", "axio"):
        view = steps(game, 2)[-1].after.view(None)
        for seat in range(2):
            names = [bot_name(lang, "apprentice"), "Wilhelmine-Charlotte Mey"]
            root = check(poster(view, names=names, seat=seat, lang=lang))
            assert not [text.text for text in root.iter(f"{SVG}text") if "…" in (text.text or "")]


@pytest.mark.parametrize(
    ("lang", "bots", "second", "effect"),
    [
        ("en", ("Novice bot", "Mason bot"), "Novice bot 2", "refresh"),
        ("de", ("Bot (Sehr leicht)", "Bot (Mason)"), "Bot 2 (Sehr leicht)", "Auffrischen"),
        ("it", ("Bot Principiante", "Bot Mason"), "Bot Principiante 2", "ricambio"),
    ],
)
def test_bots_and_effects_are_named_as_in_the_client(
    lang: str, bots: tuple[str, str], second: str, effect: str
) -> None:
    assert (bot_name(lang, "novice"), bot_name(lang, "mason")) == bots
    assert bot_name(lang, "novice", 2) == second
    view = steps("axo", 2)[-1].after.view(None)
    deck = {card.effect: number for number, card in deck_of(view["options"]).items()}
    view["seats"][0]["area"] = [{"card": deck["refresh"], "marks": "x........"}]
    root = check(poster(view, names=["Ada", "Ben"], seat=0, lang=lang))
    assert effect in [text.text for text in root.iter(f"{SVG}text")]


def test_a_link_says_who_won_however_long_the_name() -> None:
    view = steps("rota", 2)[-1].after.view(None)
    lines = ["Wilhelmine-Charlotte Mey won", "against Ben"]
    texts = [one.text or "" for one in check(link_picture("rota", view, names=NAMES, lines=lines)).iter(f"{SVG}text")]
    assert "won" in " ".join(texts).split()
    assert "against Ben" in texts
    lines = ["Novice bot 3 won", "against Kim Gardner, Novice bot 1 and Novice bot 2"]
    whole = link_picture("rota", view, names=NAMES, lines=lines)
    assert not [text.text for text in check(whole).iter(f"{SVG}text") if "…" in (text.text or "")]
