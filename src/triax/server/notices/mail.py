"""Letters over the host's mail server."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from typing import Literal

import aiosmtplib
from msgspec import Struct

from triax.server.config import Mail
from triax.server.errors import Refused

MailOutcome = Literal["sent", "later", "never"]

PATIENCE = 20.0
LONGEST = 254
LOCAL = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~.")
log = logging.getLogger("triax.server.mail")


class Letter(Struct, frozen=True):
    """As it goes out."""

    to: str
    subject: str
    text: str
    html: str
    headers: Mapping[str, str] = {}


class MailSender:
    def __init__(self, mail: Mail) -> None:
        self.mail = mail

    async def send(self, letter: Letter) -> MailOutcome:
        mail = self.mail
        try:
            await aiosmtplib.send(
                self.message(letter),
                hostname=mail.host,
                port=mail.port,
                username=mail.user or None,
                password=mail.password or None,
                use_tls=mail.security == "tls",
                start_tls=mail.security == "starttls",
                timeout=PATIENCE,
            )
        except aiosmtplib.SMTPRecipientsRefused as error:
            codes = [refused.code for refused in error.recipients]
            log.info("a letter was refused", extra={"status": codes[0] if codes else 0})
            return "never" if all(code >= 500 for code in codes) else "later"
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            log.warning("the mail server does not take letters", extra={"error": type(error).__name__})
            return "later"
        return "sent"

    def message(self, letter: Letter) -> EmailMessage:
        # Its fields are values, not lines: a line's end in one is an error here, not another field.
        message = EmailMessage(SMTP)
        message["From"] = Address("Triax", addr_spec=self.mail.sender)
        message["To"] = Address(addr_spec=letter.to)
        message["Subject"] = letter.subject
        message["Auto-Submitted"] = "auto-generated"
        for name, value in letter.headers.items():
            message[name] = value
        message.set_content(letter.text)
        message.add_alternative(letter.html, subtype="html")
        return message


def clean_address(text: str) -> str:
    """An address for mail, as it is kept: nothing that needs quotes, and a domain in plain letters."""
    local, _, domain = text.strip().rpartition("@")
    try:
        plain = domain.encode("idna").decode().lower()
    except UnicodeError:
        plain = ""
    labels = plain.split(".")
    fine = (
        len(text) <= LONGEST
        and 1 <= len(local) <= 64
        and set(local) <= LOCAL
        and not local.startswith(".")
        and not local.endswith(".")
        and ".." not in local
        # Some readers take this for other characters in disguise, another address among them (RFC 2047).
        and "=?" not in local
        and len(labels) >= 2
        and all(_is_label(label) for label in labels)
        and not labels[-1].isdigit()
    )
    if not fine:
        raise Refused("bad_address", "this is no address for mail")
    return f"{local}@{plain}"


def mailbox_of(address: str) -> str:
    """One for all the ways in which most servers let an address be written."""
    local, _, domain = address.rpartition("@")
    return f"{local.partition('+')[0].lower()}@{domain}"


def _is_label(label: str) -> bool:
    plain = label.replace("-", "")
    return 1 <= len(label) <= 63 and plain.isalnum() and plain.isascii() and label.strip("-") == label
