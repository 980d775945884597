"""The checker itself: a table as it should be has nothing wrong, and whatever is planted there is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from tests.server.hosts import checker
from tests.server.hosts.checker import Checker, Stored, StoredList, wrong_ratings


@dataclass
class Story:
    """Ann and Bob move in turn, three times each; Ann's last answer is lost, so she asks again."""

    history: list[dict[str, Any]] = field(default_factory=list)
    entries: list[Stored] = field(default_factory=list)
    results: list[tuple[int, int]] = field(default_factory=lambda: [(0, 1), (1, 2)])
    status: str = "over"
    ratings: dict[tuple[str, ...], int] = field(default_factory=dict)
    _now: float = 0.0

    def __post_init__(self) -> None:
        self.tell("opened", who="ann")
        self.tell("joined", who="bob")
        for seat, who in enumerate(("ann", "bob")):
            self.write("sit", seat, player=who)
        self.write("start", None)
        for turn in range(6):
            seat, name = turn % 2, f"m{turn}"
            self.tell("sent", seat=seat, id=name, move=f"move {turn}")
            self.write("move", seat, id=name, move=f"move {turn}")
            if turn == 4:
                self.tell("refused", seat=seat, id=name, code="unavailable")
                self.tell("sent", seat=seat, id=name, move=f"move {turn}")
            self.tell("accepted", seat=seat, id=name, number=turn + 2)
            for viewer in (0, 1, None):
                self.tell("saw", line=f"line {viewer}", viewer=viewer, number=turn + 2, view=f"view {viewer} {turn}")
        for _ in "ab":
            self.tell("over", standings=[[0], [1]])

    def tell(self, kind: str, **fields: object) -> None:
        self._now += 1
        self.history.append({"t": self._now, "kind": kind, "table": "t", **fields})

    def write(self, kind: str, seat: int | None, **data: object) -> None:
        number = len(self.entries)
        self.entries.append(Stored(number, kind, seat, data, f"u{number}"))

    def find(self, kind: str, **fields: object) -> dict[str, Any]:
        return next(event for event in self.history if {"kind": kind, **fields}.items() <= event.items())

    def number_anew(self) -> None:
        self.entries = [replace(entry, number=number) for number, entry in enumerate(self.entries)]

    def check(self) -> list[str]:
        return Checker(self.history, {"t": StoredList(2, self.status, self.entries, self.results)}).check()


def lost(story: Story) -> None:
    del story.entries[-1]


def lost_in_the_middle(story: Story) -> None:
    del story.entries[5]
    story.number_anew()


def gap(story: Story) -> None:
    del story.entries[5]


def doubled(story: Story) -> None:
    story.entries.insert(5, replace(story.entries[4], uid="again"))
    story.number_anew()


def doubled_entry(story: Story) -> None:
    story.entries.append(replace(story.entries[2], number=len(story.entries)))


def reordered(story: Story) -> None:
    story.entries[4], story.entries[6] = story.entries[6], story.entries[4]
    story.number_anew()


def reordered_between_seats(story: Story) -> None:
    story.entries[4], story.entries[5] = story.entries[5], story.entries[4]
    story.number_anew()


def forked(story: Story) -> None:
    story.tell("saw", line="another", viewer=0, number=4, view="of another past")


def went_back(story: Story) -> None:
    story.tell("saw", line="line 0", viewer=0, number=3, view="view 0 1")


def invented(story: Story) -> None:
    story.write("move", 0, id="nobody's", move="move 9")


def invented_without_a_name(story: Story) -> None:
    story.write("move", 0, move="move 9")


def invented_kind(story: Story) -> None:
    story.write("resign", 1)


def invented_person(story: Story) -> None:
    story.entries[1] = replace(story.entries[1], data={"player": "eve"})


def another_move(story: Story) -> None:
    story.entries[4] = replace(story.entries[4], data={"id": "m1", "move": "move 99"})


def refused_and_played(story: Story) -> None:
    story.tell("refused", seat=1, id="m5", code="stale")


def another_number(story: Story) -> None:
    story.find("accepted", id="m3")["number"] = 9


def same_number_twice(story: Story) -> None:
    story.find("accepted", id="m2")["number"] = 2


def two_answers(story: Story) -> None:
    story.tell("accepted", seat=0, id="m4", number=7)


def answered_unasked(story: Story) -> None:
    story.tell("accepted", seat=0, id="m9", number=9)


def started_twice(story: Story) -> None:
    story.write("start", None)


def no_result(story: Story) -> None:
    story.results.clear()


def two_results(story: Story) -> None:
    story.results.append((1, 2))


def another_winner(story: Story) -> None:
    story.results = [(0, 2), (1, 1)]


def two_standings(story: Story) -> None:
    story.tell("over", standings=[[1], [0]])


def not_over_any_more(story: Story) -> None:
    story.status, story.results = "playing", []


def table_lost(story: Story) -> None:
    story.tell("opened", who="ann")
    story.history[-1]["table"] = "gone"


def test_a_list_that_is_appended_to_has_nothing_wrong() -> None:
    assert Story().check() == []


def test_what_was_never_answered_may_stand_there_or_not() -> None:
    for is_there in (True, False):
        story = Story()
        story.tell("sent", seat=0, id="late", move="late")
        if is_there:
            story.write("move", 0, id="late", move="late")
        assert story.check() == []


def test_a_bot_plays_without_being_asked() -> None:
    story = Story()
    story.entries[1] = replace(story.entries[1], data={"bot": "novice"})
    for place in (4, 6, 8):
        move = story.entries[place].data["move"]
        story.entries[place] = replace(story.entries[place], data={"move": move})
    story.history = [event for event in story.history if event.get("seat") != 1]
    story.results = [(0, 1)]
    assert story.check() == []


@pytest.mark.parametrize(
    ("plant", "words"),
    [
        (lost, "and lost"),
        (lost_in_the_middle, "and lost"),
        (gap, "a gap"),
        (doubled, "played twice"),
        (doubled_entry, "stands there twice"),
        (reordered, "stands before"),
        (reordered_between_seats, "stands before"),
        (forked, "two different states"),
        (went_back, "was shown behind"),
        (invented, "nobody sent"),
        (invented_without_a_name, "nobody sent"),
        (invented_kind, "nobody asked for"),
        (invented_person, "never asked to"),
        (another_move, "nobody sent"),
        (refused_and_played, "was refused"),
        (another_number, "told to be 9"),
        (same_number_twice, "told to be 2"),
        (two_answers, "accepted as 6 and as 7"),
        (answered_unasked, "nobody sent it"),
        (started_twice, "started twice"),
        (no_result, "results for seats []"),
        (two_results, "results for seats [0, 1, 1]"),
        (another_winner, "shown to be first"),
        (two_standings, "two different standings"),
        (not_over_any_more, "was over, and is playing"),
        (table_lost, "opened, and lost"),
    ],
)
def test_what_is_planted_is_found(plant: Callable[[Story], None], words: str) -> None:
    story = Story()
    plant(story)
    assert any(words in fault for fault in story.check()), story.check()


def test_a_rating_changes_once_a_game() -> None:
    assert wrong_ratings({("ann", "rota"): 2}, {("ann", "rota"): 2}) == []
    assert wrong_ratings({("ann", "rota"): 2}, {("ann", "rota"): 3}) == ["('ann', 'rota'): 2 rated games, 3 counted"]
    assert wrong_ratings({("ann", "rota"): 2}, {}) == ["('ann', 'rota'): 2 rated games, 0 counted"]


def test_it_knows_nothing_of_the_server() -> None:
    assert "triax" not in Path(checker.__file__).read_text("utf-8")
