"""What players are told, in their language. Nothing here knows a state: titles, names and times are all there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

LANGUAGES = ("en", "de", "it")

WISHES = {
    "turn": "turns",
    "reminder": "reminders",
    "invitation": "news",
    "friend": "news",
    "club": "news",
    "round": "news",
    "test": "",
}
"""By kind: which of a player's wishes it falls under."""

# Title and text, with the words that they are filled with.
_TEXTS: dict[str, dict[str, tuple[str, str]]] = {
    "turn": {
        "en": ("Your turn: {game}", "{others}{left}"),
        "de": ("Du bist dran: {game}", "{others}{left}"),
        "it": ("Tocca a te: {game}", "{others}{left}"),
    },
    "reminder": {
        "en": ("Time is running out: {game}", "{others}{left}"),
        "de": ("Die Zeit läuft ab: {game}", "{others}{left}"),
        "it": ("Il tempo sta per scadere: {game}", "{others}{left}"),
    },
    "invitation": {
        "en": ("{name} invites you", "Come and play {game}."),
        "de": ("{name} lädt dich ein", "Komm und spiel {game}."),
        "it": ("{name} ti invita", "Vieni a giocare a {game}."),
    },
    "friend": {
        "en": ("{name} would like to be your friend", "You can accept or decline."),
        "de": ("{name} möchte mit dir befreundet sein", "Du kannst annehmen oder ablehnen."),
        "it": ("{name} ti chiede l’amicizia", "Puoi accettare o rifiutare."),
    },
    "club": {
        "en": ("{club}", "{name} invites you to the club."),
        "de": ("{club}", "{name} lädt dich in den Club ein."),
        "it": ("{club}", "{name} ti invita nel club."),
    },
    "round": {
        "en": ("{tournament}: round {round}", "The round has begun: your table is waiting."),
        "de": ("{tournament}: Runde {round}", "Die Runde hat begonnen: Dein Tisch wartet."),
        "it": ("{tournament}: turno {round}", "Il turno è cominciato: il tuo tavolo ti aspetta."),
    },
    "test": {
        "en": ("It works", "This is how you hear that it is your turn."),
        "de": ("Es klappt", "So erfährst du, dass du dran bist."),
        "it": ("Funziona", "Così saprai che tocca a te."),
    },
}
_AGAINST = {"en": "Against {names}.", "de": "Gegen {names}.", "it": "Contro {names}."}
_AND = {"en": "and", "de": "und", "it": "e"}
_LEFT = {"en": "{time} left.", "de": "Noch {time}.", "it": "Ancora {time}."}
_UNITS = {
    "en": (("day", "days"), ("hour", "hours"), ("minute", "minutes")),
    "de": (("Tag", "Tage"), ("Stunde", "Stunden"), ("Minute", "Minuten")),
    "it": (("giorno", "giorni"), ("ora", "ore"), ("minuto", "minuti")),
}
_BOTS = {"en": ("a bot", "{} bots"), "de": ("einen Bot", "{} Bots"), "it": ("un bot", "{} bot")}


class Told(Struct, frozen=True):
    title: str
    body: str


def language_of(given: str) -> str:
    """The one of ours that is nearest."""
    short = given[:2].lower()
    return short if short in LANGUAGES else LANGUAGES[0]


def render(kind: str, language: str, words: Mapping[str, str]) -> Told:
    title, body = _TEXTS[kind][language]
    return Told(title.format_map(words), body.format_map(words))


def render_turn(kind: str, language: str, game: str, others: Sequence[str | None], left: float | None) -> Told:
    """Others: names, None for a bot."""
    one, many = _BOTS[language]
    bots = many.format(others.count(None)) if others.count(None) > 1 else one
    names = [name or bots for name in dict.fromkeys(others)]
    against = _AGAINST[language].format(names=listed(names, language)) if names else ""
    time = _LEFT[language].format(time=span(left, language)) if left is not None else ""
    words = {"game": game, "others": f"{against} " if against and time else against, "left": time}
    return render(kind, language, words)


def listed(names: Sequence[str], language: str) -> str:
    *first, last = names
    return f"{', '.join(first)} {_AND[language]} {last}" if first else last


def span(seconds: float, language: str) -> str:
    """How long, in the largest unit of which there are two or more; never longer than it is."""
    for size, unit in zip((86400, 3600, 60), _UNITS[language], strict=True):
        count = int(seconds // size)
        if count >= 2 or size == 60:
            return f"{max(count, 1)} {unit[0] if count <= 1 else unit[1]}"
    raise AssertionError
