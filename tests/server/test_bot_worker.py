"""What a worker answers, and that it never waits for an engine."""

from __future__ import annotations

from random import Random
from threading import Event

import pytest

from triax.bots import engines
from triax.games import GAMES
from triax.kernels.cache import is_compiled
from triax.server import bot_worker
from triax.server.bot_worker import Question, answer_to

STATE = GAMES["rota"].new(2, Random(1), {"start": 0})
VIEW = STATE.view(0)


@pytest.fixture
def loading(monkeypatch: pytest.MonkeyPatch) -> Event:
    """An engine takes until this happens to be loaded."""
    loaded = Event()
    monkeypatch.setattr(bot_worker, "load_engine", lambda game, **_: loaded.wait(60))
    monkeypatch.setattr(bot_worker, "_loading", {})
    return loaded


@pytest.mark.parametrize("task", ["move", "hint", "load"])
def test_while_an_engine_is_loaded_others_are_answered(loading: Event, task: str) -> None:
    question = Question(task, "rota", VIEW, "master", 0.01)  # type: ignore[arg-type]
    assert [answer_to(question).later for _ in range(3)] == [True] * 3
    assert answer_to(Question("move", "rota", VIEW, "novice")).move in map(str, STATE.moves(0))
    assert answer_to(Question("move", "rota", VIEW, "master", engine=False)).move in map(str, STATE.moves(0))
    loading.set()
    bot_worker._loading["rota"].join()
    assert not answer_to(Question("load", "rota")).later


def test_an_engine_is_marked_once_all_of_it_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triax.kernels.cache._installation", lambda: "a test")
    monkeypatch.setattr(engines, "search", lambda *_: [])
    for players in (1, 2):
        engines.load("rota", lambda: None, tables=(players,))
        assert not is_compiled("rota")

    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(engines, "search", stopped)
    with pytest.raises(KeyboardInterrupt):
        engines.load("rota", lambda: None, tables=(2, 1))
    assert not is_compiled("rota")
