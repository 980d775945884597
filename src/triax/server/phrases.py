"""What is said so often that it has a code: every reader's client says it in the reader's language."""

from __future__ import annotations

from typing import Literal, get_args

Phrase = Literal[
    "hello", "luck", "nice", "well_played", "good_game", "thanks", "sorry", "moment", "your_turn", "again", "bye"
]

PHRASES: dict[Phrase, str] = {
    "hello": "Hello!",
    "luck": "Good luck, have fun!",
    "nice": "Nice move!",
    "well_played": "Well played!",
    "good_game": "Good game!",
    "thanks": "Thanks!",
    "sorry": "Sorry!",
    "moment": "One moment, please.",
    "your_turn": "It is your turn.",
    "again": "Another game?",
    "bye": "Goodbye!",
}
"""In English, for whoever knows no codes."""
assert PHRASES.keys() == set(get_args(Phrase))
