"""What a seat is offered and shown before it decides, and who decides for it when it is away."""

from __future__ import annotations

import pytest

from tests.server.support.bare_table import PEOPLE, BareTable
from triax.games import GAMES
from triax.server import actions, bot_levels
from triax.server.bot_levels import substitute_for
from triax.server.messages import Telling, moves_of
from triax.server.visibility import events_for, preview_for


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_offered_to_whoever_plays_the_seat_alone(game: str) -> None:
    people = sorted(PEOPLE)[:3]
    room = BareTable(game, 3).seated(*people)
    table = room.table
    seat = min(table.to_act)
    player = people[seat]
    assert moves_of(table, seat)
    assert not moves_of(table, None)
    for other in {0, 1, 2} - table.to_act:
        assert len(Telling(table).state(other)) == 1
    assert not room.do(lambda seen: actions.leave(seen, player))
    assert not moves_of(table, seat)
    assert not room.do(lambda seen: actions.come_back(seen, player))
    assert moves_of(table, seat)
    assert not room.resign(seat)
    # The game goes on between the others, and a bot decides for this seat.
    assert (table.status, seat in table.to_act) == ("playing", True)
    assert not moves_of(table, seat)


def test_a_preview_shows_ones_own_secret_marks() -> None:
    room = BareTable("axo", 2).seated(*sorted(PEOPLE)[:2])
    table = room.table
    for _ in range(200):
        assert table.state is not None
        seat = min(table.to_act)
        for move in table.state.moves(seat):
            events = table.state.preview(seat, move)
            shown = preview_for(table.game, table.state, seat, str(move))
            assert shown == events_for(events, seat)
            if len(shown) > len(events_for(events, 1 - seat)):
                return
        assert not room.play(seat)
    pytest.fail("no move had a secret part")


@pytest.mark.parametrize(
    ("bots", "expected"), [(("random",), "random"), (("meek", "bold"), "bold"), (("adept",), "adept")]
)
def test_a_game_without_the_hosts_level_has_its_strongest_as_substitute(
    monkeypatch: pytest.MonkeyPatch, bots: tuple[str, ...], expected: str
) -> None:
    monkeypatch.setattr(bot_levels, "bots_of", lambda game: bots)
    assert substitute_for("whatever", "adept") == expected
