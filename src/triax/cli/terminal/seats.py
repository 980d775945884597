"""Who sits where: people at this terminal and bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from triax.bots import DEFAULT_BUDGET, BotSpec, find_spec
from triax.cli.words.events import YOU
from triax.cli.words.text import counted
from triax.games.core import AnyGame
from triax.games.errors import BadData

_LONGEST_NAME = 20


class Seat(NamedTuple):
    name: str
    bot: BotSpec | None

    @property
    def is_person(self) -> bool:
        return self.bot is None


def read_seats(game: AnyGame, text: str, budget: float = DEFAULT_BUDGET) -> list[Seat]:
    """Seats such as `you,random` or `you:Anna,you:Ben`."""
    words = [word.strip() for word in text.split(",")]
    if len(words) not in game.facts.players:
        expected = ", ".join(map(str, game.facts.players))
        raise BadData(f"--seats: {counted(len(words), 'seat')}; {game.title} is played with {expected}")
    people = [word for word in words if _is_person(word)]
    if not people:
        raise BadData(f"--seats: '{text}' has no seat for you; expected 'you' among them, such as you,random")
    bots = {word: find_spec(word, game.name, budget) for word in words if not _is_person(word)}
    seats: list[Seat] = []
    seen: Counter[str] = Counter()
    for word in words:
        seen[word] += 1
        if word in bots:
            seats.append(Seat(f"{word} {seen[word]}" if words.count(word) > 1 else word, bots[word]))
        else:
            seats.append(Seat(_person_name(word, f"Player {len(seats) + 1}" if len(people) > 1 else YOU), None))
    return _distinct(seats)


def _is_person(word: str) -> bool:
    return word.partition(":")[0] == "you"


def _person_name(word: str, unnamed: str) -> str:
    _, colon, name = word.partition(":")
    name = name.strip()
    if colon and not (name and name.isprintable() and len(name) <= _LONGEST_NAME):
        raise BadData(f"--seats: {word!r}; expected a name of 1 to {_LONGEST_NAME} characters, such as you:Anna")
    return name or unnamed


def _distinct(seats: Sequence[Seat]) -> list[Seat]:
    for name, count in Counter(seat.name for seat in seats).items():
        if count > 1:
            raise BadData(f"--seats: {count} seats are called {name}; expected different names")
    return list(seats)
