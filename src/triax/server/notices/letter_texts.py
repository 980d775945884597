"""The letters, in plain text and in simple HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from urllib.parse import urlsplit

from msgspec import Struct

from triax.server.notices.mail import Letter
from triax.server.notices.texts import Told

JOINED = "\u2060"
"""Not seen, and no part of an address."""


class LetterItem(Struct, frozen=True):
    told: Told
    link: str


class _Words(Struct, frozen=True):
    several: str
    why: str
    stop: str
    confirm: tuple[str, str, str]
    """Subject, text, and the words on the link."""
    recover: tuple[str, str, str]
    changed: tuple[str, str]


_WORDS = {
    "en": _Words(
        several="Triax: {count} messages",
        why="You get this e-mail because you asked for it at {origin}.",
        stop="No more e-mails",
        confirm=(
            "Is this your address?",
            "{name}, somebody has given this address at {origin}, so that you hear when it is your turn and can get"
            " back into your account. If it was you, open the link within a day. If not, do nothing.",
            "Yes, this is my address",
        ),
        recover=(
            "Back into your account",
            "Somebody wants to set a new password at {origin} for the accounts with this address. If it was you, open"
            " the link within an hour. If not, do nothing: your password stays as it is.",
            "New password for {name}",
        ),
        changed=(
            "Your address was changed",
            "{name}, e-mails from {origin} go to another address from now on. If it was not you, sign in, change your"
            " password and give this address again.",
        ),
    ),
    "de": _Words(
        several="Triax: {count} Nachrichten",
        why="Du bekommst diese Mail, weil du es auf {origin} so gewünscht hast.",
        stop="Keine Mails mehr",
        confirm=(
            "Ist das deine Adresse?",
            "{name}, jemand hat auf {origin} diese Adresse angegeben, damit du erfährst, wann du dran bist, und wieder"
            " in dein Konto kommst. Warst du es, öffne den Link innerhalb eines Tages. Wenn nicht, brauchst du nichts"
            " zu tun.",
            "Ja, das ist meine Adresse",
        ),
        recover=(
            "Zurück in dein Konto",
            "Jemand möchte auf {origin} ein neues Passwort für die Konten mit dieser Adresse setzen. Warst du es, öffne"
            " den Link innerhalb einer Stunde. Wenn nicht, brauchst du nichts zu tun: Dein Passwort bleibt, wie es"
            " ist.",
            "Neues Passwort für {name}",
        ),
        changed=(
            "Deine Adresse wurde geändert",
            "{name}, Mails von {origin} gehen ab jetzt an eine andere Adresse. Warst du das nicht, melde dich an,"
            " ändere dein Passwort und gib diese Adresse wieder an.",
        ),
    ),
    "it": _Words(
        several="Triax: {count} messaggi",
        why="Ricevi questa e-mail perché l’hai chiesto su {origin}.",
        stop="Niente più e-mail",
        confirm=(
            "È il tuo indirizzo?",
            "{name}, qualcuno ha indicato questo indirizzo su {origin}, perché tu sappia quando tocca a te e possa"
            " rientrare nel tuo account. Se l’hai fatto tu, apri il link entro un giorno. Altrimenti non devi fare"
            " nulla.",
            "Sì, è il mio indirizzo",
        ),
        recover=(
            "Di nuovo nel tuo account",
            "Qualcuno vuole impostare una nuova password su {origin} per gli account con questo indirizzo. Se l’hai"
            " chiesto tu, apri il link entro un’ora. Altrimenti non devi fare nulla: la tua password resta com’è.",
            "Nuova password per {name}",
        ),
        changed=(
            "Il tuo indirizzo è cambiato",
            "{name}, d’ora in poi le e-mail di {origin} vanno a un altro indirizzo. Se non l’hai chiesto tu, accedi,"
            " cambia la password e indica di nuovo questo indirizzo.",
        ),
    ),
}


def notices_letter(to: str, language: str, origin: str, items: Sequence[LetterItem], stop: str, name: str) -> Letter:  # noqa: PLR0917
    """One letter for all that is due; `stop` is the secret of whoever wants no more, `name` the letter's own."""
    words = _WORDS[language]
    subject = items[0].told.title if len(items) == 1 else words.several.format(count=len(items))
    page, at_once = f"{origin}/mail#stop={stop}", f"{origin}/api/mail/stop?token={stop}"
    text, html = [], []
    for item in items:
        link, title, body = f"{origin}{item.link}", unlinked(item.told.title), unlinked(item.told.body)
        text.append(f"{title}\n{body}\n{link}".replace("\n\n", "\n"))
        html.append(f'<p><a href="{escape(link)}"><b>{escape(title)}</b></a><br>{escape(body)}</p>')
    why = words.why.format(origin=origin)
    text.append(f"-- \n{why}\n{words.stop}: {page}")
    html.append(f'<p><small>{escape(why)} <a href="{escape(page)}">{escape(words.stop)}</a></small></p>')
    headers = {
        "Message-ID": f"<{name}@{urlsplit(origin).hostname}>",
        "List-Unsubscribe": f"<{at_once}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return Letter(to, subject, "\n\n".join(text) + "\n", _page(language, html), headers)


def confirm_letter(to: str, language: str, origin: str, name: str, secret: str) -> Letter:
    subject, body, button = _WORDS[language].confirm
    said = body.format(name=unlinked(name), origin=origin)
    return _linked(to, language, subject, said, {button: f"{origin}/mail#confirm={secret}"})


def recover_letter(to: str, language: str, origin: str, secrets: Sequence[tuple[str, str]]) -> Letter:
    """Several accounts may have one address: names, each with the secret of its link."""
    subject, body, button = _WORDS[language].recover
    links = {button.format(name=unlinked(name)): f"{origin}/mail#recover={secret}" for name, secret in secrets}
    return _linked(to, language, subject, body.format(origin=origin), links)


def changed_letter(to: str, language: str, origin: str, name: str) -> Letter:
    subject, body = _WORDS[language].changed
    return _linked(to, language, subject, body.format(name=unlinked(name), origin=origin), {})


def unlinked(text: str) -> str:
    """What people have called themselves or something, as words: a mail program makes no link of it, or anybody could
    have one sent to anybody in our name."""
    return re.sub(r"(?<=[.:/@])(?=\S)", JOINED, text)


def _linked(to: str, language: str, subject: str, body: str, links: dict[str, str]) -> Letter:
    text = "\n\n".join([body, *(f"{words}:\n{link}" for words, link in links.items())])
    html = [f"<p>{escape(body)}</p>"]
    html += [f'<p><a href="{escape(link)}">{escape(words)}</a></p>' for words, link in links.items()]
    return Letter(to, subject, f"{text}\n", _page(language, html))


def _page(language: str, parts: Sequence[str]) -> str:
    inside = "\n".join(parts)
    return f'<!doctype html><html lang="{language}"><body style="font-family: sans-serif">\n{inside}\n</body></html>\n'
