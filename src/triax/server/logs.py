"""Logs as lines, one an event, with no word of what anybody holds, plays or says.

What a host needs to know is in the message and its fields. The words of an unexpected error stay out, since they may
quote the game: its trace says where it was and of what kind.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import time
import traceback
from typing import Any

STANDARD = set(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "color_message", "taskName"}
KEY = re.compile(r"(?!\w*(?:Error|Exception)\b)([\w-]{6})[\w-]{14,}")
"""As long as an id or a token, and no error's name. Whoever has a table's may watch; its first letters find it."""
BURST, WINDOW = 10, 60.0
"""So many warnings and errors from one place in the code in so many seconds; the others are counted."""


class SafeFormatter(logging.Formatter):
    """The fields of a record, made harmless."""

    def fields(self, record: logging.LogRecord) -> dict[str, Any]:
        fields = {name: _short(value) for name, value in record.__dict__.items() if name not in STANDARD}
        message = record.getMessage()
        if record.name == "asyncio":
            # Behind the first line it shows the task, with what it was given.
            message = message.partition("\n")[0]
        if record.exc_info and record.exc_info[1] is not None:
            fields["trace"] = trace_of(record.exc_info[1])
        return {"message": _short(message), **fields}


class JsonFormatter(SafeFormatter):
    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z"
        line = {"time": at, "level": record.levelname.lower(), "logger": record.name, **self.fields(record)}
        return json.dumps(line, ensure_ascii=False, default=str)


class TextFormatter(SafeFormatter):
    """For people at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        fields = self.fields(record)
        message, trace = fields.pop("message"), fields.pop("trace", "")
        level = "" if record.levelno == logging.INFO else f"{record.levelname.lower()}: "
        rest = ", ".join(f"{name} {value}" for name, value in fields.items())
        line = f"{time.strftime('%H:%M:%S', time.localtime(record.created))}  {level}{message}"
        return line + (f" ({rest})" if rest else "") + (f"\n{trace}" if trace else "")


class RepeatFilter(logging.Filter):
    """A trouble that comes again and again must not fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: dict[tuple[str, int], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        place = (record.pathname, record.lineno)
        since, count = self._seen.get(place, (record.created, 0))
        if record.created - since >= WINDOW:
            if count > BURST:
                record.left_out = count - BURST
            since, count = record.created, 0
        self._seen[place] = (since, count + 1)
        return count < BURST


class ClientFaultFilter(logging.Filter):
    """What uvicorn calls an error of its own though a client has made it."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.msg == "ASGI callable returned without completing handshake.":
            # Whoever knocked was gone before the door was open.
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        return record.msg != "Invalid UTF-8 sequence received from client."


def trace_of(error: BaseException) -> str:
    """Where an error was and of what kind, with those behind it; not its words."""
    parts: list[str] = []
    seen: BaseException | None = error
    while seen is not None:
        kind = type(seen)
        where = "".join(traceback.format_list(traceback.extract_tb(seen.__traceback__)))
        parts.append(f"{where}{kind.__module__}.{kind.__qualname__}")
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return "\nbecause of\n".join(parts)


def _short(value: object) -> object:
    return KEY.sub(r"\1…", value) if isinstance(value, str) else value


def set_up(style: str) -> None:
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if style == "json" else TextFormatter())
    handler.addFilter(RepeatFilter())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.INFO)
    # Each migration that is not needed is not worth a line.
    logging.getLogger("alembic").setLevel(logging.WARNING)
    # It would write down the address of every table, which is its key.
    logging.getLogger("uvicorn").setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(ClientFaultFilter())
