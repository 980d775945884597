"""Whole games, drawn: well-formed, inside the picture, legible without colour, safe with any name."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from tests.drawing.support.pictures import SVG, boxed, check, steps
from triax.drawing import THEMES, draw
from triax.drawing.theme import GLOW, theme_of
from triax.games import GAMES
from triax.games.core import AnyState, Dice
from triax.games.errors import BadData
from triax.games.events import redact
from triax.games.tracks import TracksScored

EVERY = [(game, players) for game in GAMES.own for players in range(1, 5)]


def overlaps(boxes: list[tuple[float, ...]]) -> bool:
    slack = 1.5
    return any(
        ax + slack < bx + bw and bx + slack < ax + aw and ay + slack < by + bh and by + slack < ay + ah
        for n, (ax, ay, aw, ah) in enumerate(boxes)
        for bx, by, bw, bh in boxes[:n]
    )


def pieces(root: ElementTree.Element) -> list[tuple[float, ...]]:
    """Tiles and cards: none may lie on another, but for a pile of card backs."""
    return [box for element, box in boxed(root) if element.get("class") in ("tile", "card")]


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_every_position_of_a_game_is_well_formed(game: str, players: int) -> None:
    played = steps(game, players)
    for step in played[:: 1 + len(played) // 100]:
        seat = (None, *range(players))[step.number % (players + 1)]
        theme = sorted(THEMES)[step.number // 2 % 2]
        check(draw(step.after.view(seat), theme=theme, events=redact(step.events, seat)))


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize(("game", "players"), EVERY)
def test_pieces_do_not_overlap(game: str, players: int, theme: str) -> None:
    played = steps(game, players)
    for step in (*played[:: 1 + len(played) // 4], played[-1]):
        hands = [step.after.view(seat) for seat in range(players)]
        assert not overlaps(pieces(check(draw(step.after.view(0), theme=theme))))
        assert not overlaps(pieces(check(draw(step.after.view(None), theme=theme, hands=hands))))


@pytest.mark.parametrize(("game", "players"), EVERY)
def test_the_first_position_shows_nothing_new(game: str, players: int) -> None:
    state = GAMES[game].new(players, Random(1))
    for seat in (None, *range(players)):
        check(draw(state.view(seat)))
    check(draw(state.view(None), hands=[state.view(seat) for seat in range(players)]))


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("game", GAMES.own)
def test_a_colour_never_comes_without_its_symbol(game: str, theme: str) -> None:
    shown = theme_of(theme, game)
    colours = {*GLOW.values(), *shown.opens.values(), *shown.open_signs.values()}
    for step in steps(game, 2)[::20]:
        root = check(draw(step.after.view(0), theme=theme, events=redact(step.events, 0)))
        inside = set(root.iterfind(f"./{SVG}defs//*"))
        for bunch in root.iter(f"{SVG}g"):
            if colour := bunch.get("data-colour"):
                signs = {use.get("href") for use in bunch.iter(f"{SVG}use")}
                assert signs in ({f"#{theme}-{colour}"}, {f"#{theme}-jewel-{colour}"})
                inside |= set(bunch.iter())
            # Light that falls on what has its symbol, and pillars, which stand on theirs.
            if bunch.get("class") in ("glow", "pillar", "pyramid"):
                inside |= set(bunch.iter())
        inside |= {element for element in root.iter() if element.get("class") == "glow"}
        loose = [e for e in root.iter() if e not in inside and {e.get("fill"), e.get("stroke")} & colours]
        assert not loose


@pytest.mark.parametrize("game", GAMES.own)
def test_names_are_text_never_markup(game: str) -> None:
    names = ['<script>alert("1")</script>', "Ben & 'Eve' \x00\x1f\ud800 ]]>" * 5]
    state = GAMES[game].new(2, Random(2))
    root = check(draw(state.view(0), names=names))
    texts = [element.text or "" for element in root.iter(f"{SVG}text")]
    assert any(text.startswith("<scr") for text in texts)
    assert any(text.startswith("Ben & '") for text in texts)


@pytest.mark.parametrize("game", ["rota", "axio"])
def test_the_last_tile_has_a_dot_and_its_points_are_told(game: str) -> None:
    scoring = next(s for s in steps(game, 2) if any(isinstance(e, TracksScored) and e.points for e in s.events))
    dot = 'class="last"'
    events = redact(scoring.events, None)
    plain, told = draw(scoring.after.view(None)), draw(scoring.after.view(None), events=events)
    assert dot not in plain
    assert dot in told
    [scored] = [event for event in events if isinstance(event, TracksScored)]
    assert all(f">+{count}</text>" in told for count in scored.points.values())


def test_the_lowest_tracks_are_told() -> None:
    for step in steps("rota", 3)[::5]:
        root = check(draw(step.after.view(None)))
        lines = [line for line in root.iter(f"{SVG}path") if line.get("class") == "waterline"]
        assert len(lines) == 3
        shown = [text.text for text in root.iter(f"{SVG}text") if text.get("font-size") in ("34", "28")]
        assert shown == [str(min(own)) for own in step.after.scores]


def test_a_rota_display_of_any_shape_fits() -> None:
    rng, game = Random(5), GAMES["rota"]
    state: AnyState = game.new(4, rng)
    while state.to_act:
        seat = min(state.to_act)
        furthest = max(state.moves(seat), key=lambda move: int(str(move).split(",")[0]))
        state, events = state.play(seat, furthest, Dice(rng))
        check(draw(state.view(None), events=redact(events, None)))


def test_hands_are_open_only_where_they_are_given() -> None:
    step = steps("axo", 2)[30]
    views = [step.after.view(seat) for seat in range(2)]
    closed, opened = draw(step.after.view(None)), draw(step.after.view(None), hands=views)
    for own in views:
        for card in own["hand"]:
            assert re.search(f">{card}</text>", opened)
            assert not re.search(f">{card}</text>", closed)


def test_bad_themes_and_hands_are_refused() -> None:
    state = GAMES["rota"].new(2, Random(1))
    with pytest.raises(BadData, match="'sepia' is not a theme"):
        draw(state.view(0), theme="sepia")
    with pytest.raises(BadData, match="every seat"):
        draw(state.view(0), hands=[state.view(1)])
