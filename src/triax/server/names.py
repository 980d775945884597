"""Names of players: visible, of one script, and like nobody's who is somebody else.

After Unicode's security mechanisms (UTS 39): what looks alike has one skeleton, and a name mixes only scripts that are
written together.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from confusable_homoglyphs import categories, confusables

from triax.games import GAMES
from triax.server.errors import Refused
from triax.server.text import clean, fold

TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "HANGUL"},
    {"LATIN", "HAN", "BOPOMOFO"},
)
EMOJI = ((0x2600, 0x27BF), (0x2B00, 0x2BFF), (0x1F1E6, 0x1F1FF), (0x1F300, 0x1FAFF))
SMALL_CAPITAL = re.compile("LATIN LETTER SMALL CAPITAL ([A-Z])")
FLAG_LETTER = re.compile("REGIONAL INDICATOR SYMBOL LETTER ([A-Z])")
"""Two are a flag; where there are no flags, letters are shown."""
IGNORED = "[\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
"""Marks that show nothing by themselves: Unicode's default-ignorables that clean text may hold, for emoji."""
RESERVED = frozenset(
    [
        # Whoever speaks for the server.
        *("admin", "administrator", "amministratore", "moderator", "moderatore", "mod", "host", "gastgeber", "server"),
        *("system", "sistema", "support", "official", "offiziell", "ufficiale", "staff", "team", "triax", "bot"),
        # Bots, as the pages call them, and who else plays.
        *("novice", "apprentice", "adept", "expert", "master", "sehrleicht", "leicht", "mittel", "schwer", "meister"),
        *("principiante", "apprendista", "abile", "esperto", "maestro", "random", "computer"),
        *("adaptive", "careful", "greedy", "spiteful", "aufaugenhöhe", "vorsichtig", "gierig", "boshaft"),
        *("allapari", "prudente", "avido", "dispettoso"),
        *(name for game in GAMES.own.values() for name in game.facts.characters),
        # Nobody.
        *("deletedplayer", "nobody", "gelöschterspieler", "niemand", "giocatoreeliminato", "nessuno"),
    ]
)


def clean_name(text: str, longest: int) -> str:
    """A name as it is shown, or why it cannot be one."""
    name = clean(re.sub(IGNORED, "", text))
    if not 1 <= len(name) <= longest:
        raise Refused("bad_name", f"a name has 1 to {longest} visible characters")
    if not any(character.isalnum() or _is_emoji(character) for character in name):
        raise Refused("bad_name", "a name needs a letter or a number")
    if strange := next((character for character in name if _is_strange(character)), None):
        raise Refused("bad_name", f"a name cannot have the sign U+{ord(strange):04X}")
    scripts = categories.unique_aliases(name) - {"COMMON", "INHERITED"}
    if len(scripts) > 1 and not any(scripts <= usual for usual in TOGETHER):
        raise Refused("bad_name", f"a name does not mix {' and '.join(sorted(scripts)).title()} letters")
    return name


def check_free(name: str) -> None:
    """Nobody goes by the name of a bot or of whoever runs the server, however it is written."""
    words = [word for word in re.split(r"[\W_]+", name) if _letters(word)]
    if _is_reserved(name) or (words and all(map(_is_reserved, words))):
        raise Refused("name_taken", f"the name '{name}' is taken")


def skeleton(name: str) -> str:
    """The same for names that the eye takes for one another."""
    # What looks alike is told by the letters as they are written: a capital I is like a small l, a small i is not.
    alike = "".join(map(_prototype, unicodedata.normalize("NFKD", clean(re.sub(IGNORED, "", name)))))
    return unicodedata.normalize("NFC", alike.casefold().replace("rn", "m"))


@cache
def _prototype(character: str) -> str:
    """The one of all that look alike which stands for them."""
    called = unicodedata.name(character, "")
    if letter := SMALL_CAPITAL.fullmatch(called) or FLAG_LETTER.fullmatch(called):
        # Unicode's list of what looks alike lacks most of them.
        return _prototype(letter[1])
    alike = _alike(character)
    if len(alike) != 1:
        return character
    return alike[0] if len(_alike(alike[0])) != 1 else min(character, alike[0])


def _alike(character: str) -> list[str]:
    found = confusables.is_confusable(character, greedy=True) or []
    return [other["c"] for one in found for other in one["homoglyphs"]]


def _letters(text: str) -> str:
    """Without accents, spaces and numbers: a second Admin is none either."""
    return "".join(character for character in unicodedata.normalize("NFKD", text) if character.isalpha())


def _is_reserved(name: str) -> bool:
    return bool({_letters(fold(name)), _letters(skeleton(name))} & _reserved())


@cache
def _reserved() -> frozenset[str]:
    return frozenset(_letters(form) for word in RESERVED for form in (word, skeleton(word), skeleton(word.upper())))


def _is_strange(character: str) -> bool:
    """Symbols that are neither on keyboards nor pictures; some of them cannot be seen."""
    is_symbol = unicodedata.category(character)[0] == "S"
    return is_symbol and ord(character) > 0xFF and not _is_emoji(character)


def _is_emoji(character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in EMOJI)
