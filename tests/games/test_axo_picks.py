"""Moves of AXO as successive picks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import random_game
from triax.games import GAMES
from triax.games.axo.notation import PASS, parse
from triax.games.axo.picks import PICKS, describe, picked, picks_of


@pytest.mark.parametrize(("players", "options"), [(1, {}), (2, {}), (4, {}), (3, {"effects": False})])
def test_picks_lead_to_every_legal_move_and_to_nothing_else(players: int, options: dict[str, Any]) -> None:
    sorts = set()
    for played in random_game(GAMES["axo"], players, "picks", options):
        legal = list(played.before.moves(played.seat))
        reached, begun = [], list[tuple[int, ...]]([()])
        while begun:
            before = begun.pop()
            following = picked(legal, played.seat, players, before)
            assert following, "no dead ends"
            for pick, move in following.items():
                assert 0 <= pick < PICKS
                if move is None:
                    begun.append((*before, pick))
                else:
                    assert picks_of(move, played.seat, players) == (*before, pick)
                    reached.append(move)
        assert sorted(map(str, reached)) == sorted(map(str, legal))
        sorts |= {str(move).split()[0] for move in legal}
    assert {"area", "play", "mark", "pass"} <= sorts
    assert players < 4 or {"extra", "refill", "refresh", "stamp", "swap", "wipe"} <= sorts


@pytest.mark.parametrize(
    ("text", "picks"),
    [
        ("pass", (0,)),
        ("area 03 17 54", (3, 17, 54)),
        ("refill 44 51", (44, 51)),
        ("refresh 09 11", (9, 11, 0)),
        ("play 07 B", (7, 57)),
        ("mark 03@0,1", (3, 70)),
        ("mark 03@0,2~3", (3, 81)),
        ("free 03@0,0", (3, 82)),
        ("stamp 03@2,2", (3, 90)),
        ("wipe 0:03@1,0", (92, 3, 83)),
        ("swap 03>09", (3, 9)),
    ],
)
def test_picks_keep_their_numbers(text: str, picks: tuple[int, ...]) -> None:
    """Those of seat 2 among 4 players. Policies that were trained rely on them."""
    assert picks_of(parse(text), 2, 4) == picks


def test_every_pick_has_words_of_its_own() -> None:
    words = [describe(pick) for pick in range(PICKS)]
    assert len(set(words)) == PICKS == 94
    assert (words[0], words[54], words[57], words[81], words[83], words[93]) == (
        "nothing", "card 54", "colour B", "at 0,2~3", "section 1,0", "seat +3",
    )  # fmt: skip


def test_nothing_follows_a_whole_move() -> None:
    assert not picked([PASS], 0, 2, (0,))
