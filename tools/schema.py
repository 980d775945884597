"""Writes what is made from the server's own types and the games' facts: the schema files, from which the client is
built, and tables in docs/protocol.md and docs/http.md.

python tools/schema.py [--check]: with --check nothing is written, and the exit status tells whether anything is stale.
"""

from __future__ import annotations

import json
import re
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

from triax.games import GAMES
from triax.server.api.games import game_info
from triax.server.app import create_app, openapi
from triax.server.config import Settings
from triax.server.errors import CODES
from triax.server.json_schema import socket_schema

DOCS = Path(__file__).parents[1] / "docs"


def made() -> dict[Path, str]:
    """Every file that is made, with what it should hold."""
    # What plug-ins bring belongs to them.
    games = list(GAMES.own.values())
    description = openapi(create_app(Settings(database="sqlite+aiosqlite://")), games)
    return {
        DOCS / "schema" / "socket.json": as_text(socket_schema(games)),
        DOCS / "schema" / "openapi.json": as_text(description),
        DOCS / "schema" / "games.json": as_text([game_info(game).model_dump() for game in games]),
        **{DOCS / "schema" / "pieces" / f"{name}.json": pieces(name) for name in GAMES.own},
        DOCS / "protocol.md": with_part((DOCS / "protocol.md").read_text("utf-8"), "codes", code_table()),
        DOCS / "http.md": with_part((DOCS / "http.md").read_text("utf-8"), "operations", operation_table(description)),
    }


def pieces(game: str) -> str:
    return (files(f"triax.games.{game}") / "pieces.json").read_text("utf-8")


def as_text(document: dict[str, Any] | list[dict[str, Any]]) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def with_part(text: str, name: str, part: str) -> str:
    """The text with what stands between two marks replaced."""
    marked = re.compile(f"(<!-- {name} -->\n).*(<!-- /{name} -->\n)", re.DOTALL)
    assert marked.search(text), f"there is no place for {name}"
    return marked.sub(lambda found: f"{found[1]}{part}{found[2]}", text)


def code_table() -> str:
    rows = [f"| `{code}` | {about.status} | {about.meaning} |" for code, about in CODES.items()]
    return "\n".join(["| code | status | meaning |", "|---|---|---|", *rows]) + "\n"


def operation_table(description: dict[str, Any]) -> str:
    rows = [
        f"| `{method.upper()} {path}` | {operation['summary']} |"
        for path, methods in description["paths"].items()
        for method, operation in methods.items()
    ]
    return "\n".join(["| request | what it does |", "|---|---|", *rows]) + "\n"


def main() -> int:
    stale = [path for path, text in made().items() if not path.exists() or path.read_text("utf-8") != text]
    if "--check" not in sys.argv:
        for path in stale:
            path.write_text(made()[path], "utf-8")
    for path in stale:
        print(f"{path.relative_to(DOCS.parent)} {'is stale: make schema' if '--check' in sys.argv else 'written'}")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
