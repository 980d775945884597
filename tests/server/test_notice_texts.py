"""What players are told is said plainly, in every language."""

from __future__ import annotations

from triax.server.notices.texts import LANGUAGES, WISHES, language_of, render, render_turn, span


def test_every_kind_has_words_in_every_language() -> None:
    words = dict.fromkeys(("game", "others", "left", "name", "club", "tournament", "round"), "{x} & <b>")
    for kind in WISHES:
        for language in LANGUAGES:
            told = render(kind, language, words)
            assert told.title
            assert told.body


def test_times_and_names_are_told_plainly() -> None:
    assert [span(seconds, "en") for seconds in (30, 119, 7199, 7200, 86400 * 2, 86399 * 2)] == [
        "1 minute",
        "1 minute",
        "119 minutes",
        "2 hours",
        "2 days",
        "47 hours",
    ]
    assert render_turn("turn", "it", "AXO", ["Ann", "Ben", None, None], None).body == "Contro Ann, Ben e 2 bot."
    assert render_turn("turn", "en", "AXO", ["Ann", None], None).body == "Against Ann and a bot."
    assert render_turn("reminder", "de", "AXO", [], 3600 * 5).body == "Noch 5 Stunden."
    assert (language_of("de-AT"), language_of("fr"), language_of("")) == ("de", "en", "en")
