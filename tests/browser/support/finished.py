"""A game that is over."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Page

from tests.browser.support.play import RETRIES


def finished(page: Page, url: str, seed: int = 1) -> str:
    """A game of Axio Rota between two seats of one's own, played by program."""

    def ask(path: str, body: dict[str, Any] | None = None) -> Any:  # noqa: ANN401
        answer = page.request.fetch(
            url + path, method="GET" if body is None else "POST", data=body, max_retries=RETRIES
        )
        assert answer.ok, answer.text()
        return answer.json()

    ask("/api/session", {"name": "Ada"})
    table: str = ask("/api/tables", {"game": "rota", "seats": ["me", "me"], "options": {"start": 0}})["id"]
    rng, number = Random(seed), 0
    while (shown := ask(f"/api/tables/{table}"))["table"]["status"] != "over":
        [(seat, groups)] = [(one["seat"], one["moves"]) for one in shown["states"] if one["moves"]]
        number += 1
        move = rng.choice([start + end for start, ends, _ in groups for end in ends])
        ask(f"/api/tables/{table}/moves", {"seat": seat, "move": move, "id": str(number)})
    return table
