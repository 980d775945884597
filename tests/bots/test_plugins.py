"""Bots that plug-ins bring, by entry points: they are found, and a broken one hurts nobody else."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from triax.bots import BotSpec, bots_of, find_bot, registry
from triax.games import GAMES
from triax.games.errors import BadData

MODULE = """
class First:
    def choose(self, view, moves, rng):
        return moves[0]

class Mute:
    pass

def broken():
    raise RuntimeError("no\\nweights")
"""
Install = Callable[[str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """An installed distribution with these entry points."""

    def go(points: str) -> None:
        about = tmp_path / "triax_test_bots-1.0.dist-info"
        about.mkdir()
        (about / "METADATA").write_text("Metadata-Version: 2.1\nName: triax-test-bots\nVersion: 1.0\n")
        (about / "entry_points.txt").write_text(f"[triax.bots]\n{points}\n")
        (tmp_path / "triax_test_bots.py").write_text(MODULE)
        monkeypatch.syspath_prepend(tmp_path)
        registry._plugins.cache_clear()

    monkeypatch.delitem(sys.modules, "triax_test_bots", raising=False)
    yield go
    registry._plugins.cache_clear()


def test_a_bot_of_a_plug_in_is_found_after_the_levels(install: Install) -> None:
    install("rota.second = triax_test_bots:First\nrota.first = triax_test_bots:First")
    assert bots_of("rota") == ("novice", "apprentice", "adept", "expert", "master", "second", "first")
    assert bots_of("axio") == ("novice", "apprentice", "adept", "expert", "master")
    state = GAMES["rota"].new(2, Random(1), {"start": 0})
    bot = find_bot("first", "rota")
    assert bot.choose(state.view(0), state.moves(0), Random(1)) == state.moves(0)[0]
    assert bot is not find_bot("first", "rota"), "every seat has one of its own"
    with pytest.raises(BadData, match="'first' is not a bot for axio: expected random, novice, "):
        find_bot("first", "axio")
    with pytest.raises(BadData, match="'first' is not a bot for axio: expected random, novice, "):
        BotSpec("first").build("axio")


@pytest.mark.parametrize(
    ("point", "words"),
    [
        ("rota.bad = triax_test_nothing:Bot", "ModuleNotFoundError: No module named 'triax_test_nothing'"),
        ("rota.bad = triax_test_bots:Nobody", "AttributeError: module 'triax_test_bots' has no attribute 'Nobody'"),
        ("rota.bad = triax_test_bots:broken", "RuntimeError: no weights"),
        ("rota.bad = triax_test_bots:Mute", "it has no method choose(view, moves, rng)"),
        ("rota = triax_test_bots:First", "'rota' is not a name for a bot: expected GAME.BOT"),
        ("chess.bad = triax_test_bots:First", "'chess' is not a game: expected rota, axio, axo"),
        ("rota.master = triax_test_bots:First", "rota has a bot master already"),
        ("axo.random = triax_test_bots:First", "axo has a bot random already"),
    ],
)
def test_a_broken_one_is_told_in_a_line_and_left_out(
    install: Install, caplog: pytest.LogCaptureFixture, point: str, words: str
) -> None:
    install(f"{point}\nrota.good = triax_test_bots:First")
    name = point.partition(" = ")[0]
    with caplog.at_level(logging.WARNING):
        assert bots_of("rota")[5:] == ("good",)
        assert bots_of("rota")[5:] == ("good",)
    (told,) = [record.getMessage() for record in caplog.records]
    assert told.startswith(f"triax: the bot plug-in '{name}' is left out: {words}")
    assert "\n" not in told
