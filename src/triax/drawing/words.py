"""What a poster says, in the languages of the client."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

LANGUAGES = ("en", "de", "it")

_PHRASES: dict[str, tuple[str, str, str]] = {
    "to": ("to {0}", "zu {0}", "a {0}"),
    "won": ("{0} won", "{0} gewinnt", "ha vinto {0}"),
    "shared": ("{0} share the win", "{0} gewinnen", "hanno vinto {0}"),
    "against": ("against {0}", "gegen {0}", "contro {0}"),
    "alone": ("{0}, solo", "{0}, solo", "{0}, in solitario"),
    "leads": ("{0} leads", "{0} führt", "{0} è in testa"),
    "and": ("{0} and {1}", "{0} und {1}", "{0} e {1}"),
    "rings": ("{0} circles of one colour", "{0} einfarbige Kreise", "{0} cerchi di un solo colore"),
    "ring": ("one circle of one colour", "ein einfarbiger Kreis", "un cerchio di un solo colore"),
    "pyramids": ("{0} pyramids", "{0} Pyramiden", "{0} piramidi"),
    "pyramid": ("one pyramid", "eine Pyramide", "una piramide"),
    "tiles": ("{0} tiles", "{0} Plättchen", "{0} tessere"),
    "dominoes": ("{0} tiles", "{0} Steine", "{0} tessere"),
    "cards": ("{0} of 9 points", "{0} von 9 Punkten", "punti: {0} su 9"),
    "one extra": ("one extra mark", "eine Extramarke", "un segno extra"),
    "extra": ("{0} extra marks", "{0} Extramarken", "{0} segni extra"),
    "stamp": ("stamp", "Stempel", "timbro"),
    "spark": ("spark", "Funke", "scintilla"),
    "wipe": ("wipe", "Wischen", "gomma"),
    "refresh": ("refresh", "Auffrischen", "ricambio"),
    "swap": ("swap", "Tausch", "scambio"),
    "pivot": ("pivot", "Drehung", "rotazione"),
    "of the day": ("Deal of the day", "Aufgabe des Tages", "Sfida del giorno"),
    "better": ("Better than {0} %", "Besser als {0} %", "Meglio di {0} su 100"),
    "streak": ("{0} days in a row", "{0} Tage in Folge", "{0} giorni di fila"),
    "bot": ("{0} bot", "Bot ({0})", "Bot {0}"),
    "bot number": ("{0} bot {1}", "Bot {1} ({0})", "Bot {0} {1}"),
}

_LEVELS = {
    "novice": ("Novice", "Sehr leicht", "Principiante"),
    "apprentice": ("Apprentice", "Leicht", "Apprendista"),
    "adept": ("Adept", "Mittel", "Abile"),
    "expert": ("Expert", "Schwer", "Esperto"),
    "master": ("Master", "Meister", "Maestro"),
    "adaptive": ("Adaptive", "Auf Augenhöhe", "Alla pari"),
    "careful": ("Careful", "Vorsichtig", "Prudente"),
    "greedy": ("Greedy", "Gierig", "Avido"),
    "spiteful": ("Spiteful", "Boshaft", "Dispettoso"),
}

_MONTHS = (
    ("January", "Januar", "gennaio"),
    ("February", "Februar", "febbraio"),
    ("March", "März", "marzo"),
    ("April", "April", "aprile"),
    ("May", "Mai", "maggio"),
    ("June", "Juni", "giugno"),
    ("July", "Juli", "luglio"),
    ("August", "August", "agosto"),
    ("September", "September", "settembre"),
    ("October", "Oktober", "ottobre"),
    ("November", "November", "novembre"),
    ("December", "Dezember", "dicembre"),
)


def say(lang: str, phrase: str, *values: object) -> str:
    return _PHRASES[phrase][LANGUAGES.index(lang)].format(*values)


def counted(lang: str, one: str, many: str, count: int) -> str:
    return say(lang, one) if count == 1 else say(lang, many, count)


def bot_name(lang: str, bot: str, number: int = 0) -> str:
    """What a bot is called by its level; one of another kind by its own name; of several alike each by its number."""
    level = _LEVELS[bot][LANGUAGES.index(lang)] if bot in _LEVELS else bot.capitalize()
    return say(lang, "bot number", level, number) if number else say(lang, "bot", level)


def day(lang: str, when: date) -> str:
    month = _MONTHS[when.month - 1][LANGUAGES.index(lang)]
    return f"{when.day}{'.' if lang == 'de' else ''} {month} {when.year}"


def listed(lang: str, names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return say(lang, "and", ", ".join(names[:-1]), names[-1])
