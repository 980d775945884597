"""Events in words: every kind has them, and those of a game that nobody here knows are told too."""

from __future__ import annotations

import re
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from triax.arena.simulate import simulate
from triax.bots import BotSpec
from triax.bots.reasons import Reason
from triax.cli.transcript import heading, summary
from triax.cli.words.events import narrate, sentence
from triax.cli.words.reasons import reason_in_words
from triax.games import GAMES
from triax.games.axo import AXO
from triax.games.axo.events import EffectPassed, EffectUsed
from triax.games.events import Event, Over, Private, redact
from triax.games.record import Record
from triax.games.standings import Outcome

NAMES = ["Anna", "Ben"]


class StoneLaid(Event, kind="stone_laid"):
    seat: int
    stone: str
    at: tuple[int, ...]
    under: str | None
    drawn: Private[str]


class Rain(Event, kind="rain"):
    pass


def test_an_event_that_nobody_knows_is_told_by_its_fields() -> None:
    event = StoneLaid(1, "oak", (2, 3), None, "elm")
    assert sentence(event, NAMES) == "Ben stone laid (stone oak, at 2 3, under none, drawn elm)"
    [shown] = redact([event], 0)
    assert sentence(shown, NAMES) == "Ben stone laid (stone oak, at 2 3, under none)"
    assert sentence(Rain(), NAMES) == "rain"


def test_after_a_shared_first_place_comes_the_third() -> None:
    record = Record(GAMES["axo"], 3, {}, GAMES["axo"].deal(3, {}, Random(1)), (), None)
    scores = ((4,), (12,), (12,))
    over: Any = SimpleNamespace(game="axo", players=3, scores=scores, outcome=Outcome(((1, 2), (0,)), scores))
    step: Any = SimpleNamespace(after=over)
    assert re.findall(r"(\d)\. seat (\d)", summary(record, [step])) == [("1", "1"), ("1", "2"), ("3", "0")]


def test_a_heading_says_what_was_chosen() -> None:
    def said(players: int, **options: object) -> str:
        return heading(Record(AXO, players, options, AXO.deal(players, options, Random(1)), (), None))

    assert said(2, start=1) == "AXO, 2 players, seat 1 starts"
    assert said(2, start=0, effects=False) == "AXO, 2 players, seat 0 starts, without effects"
    assert said(1, simona="right") == "AXO, solo, simona right"


@pytest.mark.parametrize("game", GAMES.own)
def test_a_game_is_told_to_its_seats(game: str) -> None:
    """Whole games, to everybody: nothing is left without words but what is secret or hidden."""
    for seed in range(3):
        record = simulate(GAMES[game], [BotSpec("random")] * 2, {}, Random(seed))
        for step in record.replay():
            for seat in (0, 1, None):
                for line in narrate(redact(step.events, seat), NAMES):
                    assert line.startswith(("Anna ", "Ben ", "The "))
                    assert "None" not in line
                    assert not any(f"{event.kind} (" in line for event in step.events)


def test_who_wins() -> None:
    assert narrate([Over(((0,), (1,)))], NAMES) == ["The game is over: Anna wins"]
    assert narrate([Over(((0, 1),))], NAMES) == ["The game is over: Anna and Ben share the first place"]
    assert narrate([Over(((1,), (0,)))], ["random", "You"]) == ["The game is over: you win"]
    assert narrate([Over(())], ["You"]) == ["The game is over: it is lost"]


def test_whom_an_effect_hits() -> None:
    wiped = EffectUsed(0, "wipe", "wipe 1:03@0,2")
    assert narrate([wiped, EffectPassed(1, "swap")], ["You", "Ben"]) == [
        "You wipe a mark: seat 1, 03@0,2",
        "Ben does without the effect swap",
    ]


def test_one_is_not_told_as_many() -> None:
    one: dict[str, int | str] = {"count": 1}
    assert reason_in_words(Reason("will_mark", one), NAMES) == "can mark one own section"
    assert reason_in_words(Reason("suits_hand", one), NAMES) == "suits the hand: one mark in one turn"
