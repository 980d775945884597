"""Games side by side play as the written rules do, each for itself, and show a seat what it may see."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence
from random import Random
from typing import Any

import numpy as np
import pytest

from tests.batch.support.walk import WALKS, OrderedWalk, copies
from triax import batch
from triax.games import find_game
from triax.games.errors import BadData
from triax.kernels.axio.layout import PRINTED
from triax.kernels.chance import below, seeded

GAMES = ["rota", "axio", "axo"]
every_game = pytest.mark.parametrize("name", GAMES)


@every_game
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_both_sides_agree_at_every_step(name: str, players: int) -> None:
    assert WALKS[name](name, players, 6, 1, {}, threads=1).run() > 60


@pytest.mark.slow
@every_game
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_both_sides_agree_over_many_games(name: str, players: int) -> None:
    assert WALKS[name](name, players, 60, 2, {}, threads=1).run() > 600


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "options"), [(1, {"simona": "right"}), (1, {"effects": False}), (3, {"effects": False})]
)
def test_both_sides_agree_with_options(players: int, options: dict[str, Any]) -> None:
    assert WALKS["axo"]("axo", players, 6, 3, options, threads=1).run() > 100


@pytest.mark.parametrize("reach", [4, 5, 30])
def test_a_cut_off_display_offers_what_lies_within(reach: int) -> None:
    assert WALKS["rota"]("rota", 2, 3, 2, {}, threads=1, reach=reach).run() > 50


@every_game
def test_a_row_depends_on_nothing_but_its_seed(name: str) -> None:
    """However many there are beside it, on however many threads."""
    seeds = np.arange(300, dtype=np.uint64) + 7
    many = batch.make(name, 2, 300, seed=seeds, threads=2)
    few = [batch.make(name, 2, 1, seed=seeds[row : row + 1]) for row in (0, 150, 299)]
    for _ in range(12):
        actions = many.sample_actions()
        for one, row in zip(few, (0, 150, 299), strict=True):
            assert one.sample_actions()[0] == actions[row]
            one.step(actions[row : row + 1])
        many.step(actions)
        for one, row in zip(few, (0, 150, 299), strict=True):
            assert copies(one) == copies(many[row])


@every_game
def test_an_illegal_action_is_refused_by_row(name: str) -> None:
    tables = batch.make(name, 2, 8, seed=3)
    for _ in range(5):
        tables.step(tables.sample_actions())
    actions = tables.sample_actions()
    before = tables.copy()
    wrong = [int(np.flatnonzero(~tables.legal_action_mask[1])[0]), -1, tables.actions, 2**40]
    actions[[1, 3, 4, 6]] = wrong
    tables.step(actions)
    assert tables.refused.tolist() == [row in {1, 3, 4, 6} for row in range(8)]
    for row in (1, 3, 4, 6):
        assert copies(tables[row]) == copies(before[row])
    before.step(np.where(tables.refused, -1, actions))
    for row in (0, 2, 5, 7):
        assert copies(tables[row]) == copies(before[row])


@every_game
def test_what_a_mask_says_is_what_is_allowed(name: str) -> None:
    """Action by action, for a few positions."""
    tables = batch.make(name, 3, 1, seed=5)
    for _ in range(9):
        tables.step(tables.sample_actions())
    many = tables[np.zeros(tables.actions, np.int64)]
    many.step(np.arange(tables.actions))
    assert (many.refused == ~tables.legal_action_mask[0]).all()


@every_game
def test_samples_are_drawn_evenly_from_what_is_legal(name: str) -> None:
    tables = batch.make(name, 2, 1, seed=5)
    for _ in range(3):
        tables.step(tables.sample_actions())
    legal = np.flatnonzero(tables.legal_action_mask[0])
    many = tables[np.zeros(50 * len(legal), np.int64)]
    many.reseed(1)
    drawn = np.bincount(many.sample_actions(), minlength=tables.actions)
    assert (np.flatnonzero(drawn) == legal).all()
    assert np.abs(drawn[legal] - 50).max() < 6 * 50**0.5


@every_game
def test_drawing_actions_changes_no_game(name: str) -> None:
    """Whoever goes on with the same actions comes to the same games, whatever was drawn on the way."""
    tables, other = (batch.make(name, 2, 8, seed=3) for _ in range(2))
    for _ in range(16):
        before = copies(tables)
        actions = tables.sample_actions()
        assert copies(tables) == before
        tables.step(actions)
        other.step(actions)
    assert (tables.digest() == other.digest()).all()
    whole, some = other.copy(), other.copy()
    assert (whole.sample_actions() == some.sample_actions(rows=[1, 4])).all()
    assert (other._choosing != some._choosing)[:, 0].tolist() == [row in {1, 4} for row in range(8)]


@every_game
@pytest.mark.parametrize(
    ("players", "games", "steps"),
    [(2, 64, 30), *(pytest.param(n, 4096, 250, marks=pytest.mark.slow) for n in (2, 3, 4))],
)
def test_what_a_seat_cannot_see_changes_nothing_for_it(name: str, players: int, games: int, steps: int) -> None:
    """The slow ones are more than a million positions."""
    tables = batch.make(name, players, games, seed=9)
    other = tables.copy()
    differ = 0
    for step in range(steps):
        seat = step % players
        other.resample(seat)
        differ += int((other._states != tables._states).any(axis=1).sum())
        assert (other.observe(seat) == tables.observe(seat)).all()
        deciding = tables.current_player == seat
        assert (other.legal_action_mask[deciding] == tables.legal_action_mask[deciding]).all()
        assert (other.observation[deciding] == tables.observation[deciding]).all()
        tables.step(tables.sample_actions())
        tables.reset(rows=tables.terminated)
        other = tables.copy()
    assert differ > games * steps / 2


@every_game
def test_a_finished_row_stays_until_it_is_dealt_anew(name: str) -> None:
    tables = batch.make(name, 2, 16, seed=2)
    last: Any = None
    for _ in range(2000):
        tables.step(tables.sample_actions())
        if tables.terminated.any() and last is None:
            last = tables.terminated.copy()
            assert (tables.rewards[last].sum(axis=1) == 0).all()
            kept = copies(tables[last])
            tables.step(np.zeros(16, np.int64))
            assert copies(tables[last]) == kept
            assert not tables.rewards[last].any()
        if tables.terminated.all():
            break
    tables.reset(rows=last)
    assert (tables.terminated == ~last).all()
    assert tables.legal_action_mask[last].any(axis=1).all()


@every_game
def test_a_deal_can_be_given(name: str) -> None:
    tables = batch.make(name, 2, 4, options={"start": 1})
    order = np.tile(np.arange(tables.side.PIECES), (4, 1))
    tables.reset(seed=np.zeros(4, np.uint64), order=order)
    assert len({row.tobytes() for row in tables._states}) == 1
    assert (tables.current_player == 1).all() or name == "axo"  # where all choose their areas first
    order[2] = order[2][::-1]
    tables.reset(seed=np.zeros(4, np.uint64), order=order)
    assert len({row.tobytes() for row in tables._states}) == 2
    with pytest.raises(BadData, match="order"):
        tables.reset(order=order[:, :-1])


class Ordered(Random):
    """Deals pieces in this order, and draws lots as the compiled deal does."""

    def __init__(self, order: list[int], seed: int) -> None:
        super().__init__(seed)
        self.order, self.word = order, seeded(seed)

    def shuffle(self, x: MutableSequence[Any]) -> None:
        x[:] = [x[number] for number in self.order]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        return int(below(self.word, start))


@every_game
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_deal_is_that_of_the_written_rules(name: str, players: int) -> None:
    """Every piece where they put it, for orders drawn by lot."""
    options = {"start": players - 1} if players > 1 else {}
    tables, game = batch.make(name, players, 3, options=options), find_game(name)
    orders = np.array([np.random.default_rng(row).permutation(tables.side.PIECES) for row in range(3)])
    tables.reset(seed=[5, 6, 7], order=orders)
    for row, (seed, order) in enumerate(zip((5, 6, 7), orders.tolist(), strict=True)):
        state = game.start(players, options, game.deal(players, options, Ordered(order, seed)))
        dealt, expected = tables._states[row].copy(), tables.side.load(state, tables.reach)
        if name == "axio":  # the printed spaces stand in any order
            for vec in (dealt, expected):
                vec[PRINTED : PRINTED + 5].sort()
        assert (dealt == expected).all()


def test_luck_can_be_given() -> None:
    """An exchange in Axio draws by the word that it is given, whatever the row's own chance."""
    exchange = 0
    tables = batch.make("axio", 2, 64, seed=4)
    while not tables.legal_action_mask[:, exchange].any():
        tables.step(tables.sample_actions())
    many = tables[[int(np.flatnonzero(tables.legal_action_mask[:, exchange])[0])] * 6]
    many._luck[:, 0] = np.arange(6)
    many.step([exchange] * 6, luck=[5, 5, 5, 6, 7, 8])
    assert not many.refused.any()
    assert [many._states[0].tolist() == row.tolist() for row in many._states] == [True] * 3 + [False] * 3


@every_game
def test_what_is_shuffled_can_be_given(name: str) -> None:
    """The bag behind an exchange in Axio, a renewed pile in AXO: step by step as the written rules have it with that
    outcome. In Axio Rota nothing is shuffled in play."""
    shuffled = OrderedWalk(name, 3, 3, 2).run()
    assert (shuffled > 2) == (name != "rota")


@every_game
def test_a_refused_row_keeps_its_chance_when_an_order_is_given(name: str) -> None:
    tables = batch.make(name, 2, 4, seed=3)
    before, order = tables.copy(), np.tile(np.arange(tables.side.PIECES), (4, 1))
    actions = tables.sample_actions()
    actions[1] = -1
    tables.step(actions, order=order, luck=[5, 6, 7, 8])
    assert tables.refused.tolist() == [False, True, False, False]
    assert copies(tables[1]) == copies(before[1])
    assert tables.luck[[0, 2, 3]].tolist() == [5, 7, 8]


def test_whatever_is_not_a_table_is_refused_in_words() -> None:
    refusals: dict[str, dict[str, Any]] = {
        "games": {"games": 0},
        "players": {"players": 5},
        "device": {"device": "tpu"},
        "reach": {"reach": 3},
        "threads": {"threads": 0},
        "seed": {"seed": [1, 2]},
    }
    for wrong, settings in refusals.items():
        with pytest.raises(BadData, match=wrong):
            batch.make("rota", **{"games": 4, **settings})
    tables = batch.make("rota", 2, 4)
    with pytest.raises(BadData, match="actions"):
        tables.step([1, 2])
    for seat in (2, -1, [0, 1, 2, 0], [0, 1, -1, 0], [0, 1]):
        with pytest.raises(BadData, match="seat"):
            tables.observe(seat)
    with pytest.raises(BadData, match="rows"):
        tables[[]]
    with pytest.raises(BadData, match="rows"):
        tables[4]


@pytest.mark.parametrize(
    ("wrong", "call"),
    [
        ("actions: expected 4 whole numbers", lambda tables: tables.step([0.0, 1.0, 2.0, 3.0])),
        ("actions: expected 4 whole numbers", lambda tables: tables.step([True] * 4)),
        ("actions: expected 4 whole numbers", lambda tables: tables.step([[1], [2, 3], [4], [5]])),
        ("actions: expected 4 whole numbers", lambda tables: tables.step(["1"] * 4)),
        ("actions: expected 4 whole numbers", lambda tables: tables.step([2**70] * 4)),
        ("actions: expected 4 whole numbers", lambda tables: tables.step(0)),
        ("actions: expected 4 whole numbers", lambda tables: tables.step(None)),
        ("seed: expected a whole number", lambda tables: tables.step([0] * 4, luck=[0.5] * 4)),
        ("order: expected the numbers 0 to 59", lambda tables: tables.step([0] * 4, order=np.zeros((4, 60), np.int64))),
        ("order: expected the numbers 0 to 59", lambda tables: tables.step([0] * 4, order=range(60))),
        ("seed: expected a whole number", lambda tables: tables.reset("one")),
        ("seed: expected a whole number", lambda tables: tables.reseed([1, 2, 3])),
        ("seat: 2; expected a whole number from 0 to 1", lambda tables: tables.observe(np.int64(2))),
        ("seats: expected 0 to 1", lambda tables: tables.resample([2**32, 0, 0, 1])),
        ("seats: expected 4 whole numbers", lambda tables: tables.observe(0.5)),
        ("seats: expected 4 whole numbers", lambda tables: tables.observe(None)),
        (
            "order: expected the numbers 0 to 59",
            lambda tables: tables.reset(order=np.arange(240.0).reshape(4, 60) % 60),
        ),
        ("order: expected the numbers 0 to 59", lambda tables: tables.reset(order=[[1, 2], [3]])),
        ("rows: 3 truth values; expected 4", lambda tables: tables.reset(rows=np.ones(3, np.bool_))),
        ("rows", lambda tables: tables.reset(rows=[True, False])),
        ("rows", lambda tables: tables.reset(rows=1.5)),
        ("rows", lambda tables: tables.reset(rows="all")),
        ("rows", lambda tables: tables.reset(rows=2**70)),
        ("rows", lambda tables: tables[[[0, 1], [2, 3]]]),
        ("rows", lambda tables: tables[-5]),
    ],
)
def test_odd_arguments_are_refused_in_words_and_change_nothing(wrong: str, call: Callable[[batch.Tables], Any]) -> None:
    tables = batch.make("rota", 2, 4, seed=1)
    before = copies(tables)
    with pytest.raises(BadData, match=wrong):
        call(tables)
    assert copies(tables) == before


def test_numbers_may_be_of_any_make() -> None:
    """NumPy's own, narrow or wide, without a sign, from the middle of other arrays; those of a row, counted from the
    end."""
    numbers: dict[str, Any] = {"players": np.int64(2), "games": np.uint8(4), "seed": np.int64(7)}
    tables, other = (batch.make("rota", **numbers) for _ in range(2))
    assert (tables.observe(tables.current_player[0]) == tables.observe(int(tables.current_player[0]))).all()
    actions = tables.sample_actions()
    assert (other.sample_actions() == actions).all()
    tables.step(actions)
    other.step(np.repeat(actions.astype(np.uint16), 3)[::3])
    assert copies(tables) == copies(other)
    other.step(np.full(4, 2**64 - 1, np.uint64))
    assert other.refused.all()
    assert copies(tables[-1]) == copies(tables[3])
    tables.resample(np.array([0, 1, 1, 0], np.uint8), rows=range(2))
