"""What axe finds on a page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = (Path(__file__).parents[3] / "web/node_modules/axe-core/axe.min.js").read_text("utf-8")


def violations(page: Page) -> list[Any]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        (one["id"], one["help"], [(node["html"][:200], node["failureSummary"]) for node in one["nodes"][:3]])
        for one in found["violations"]
    ]
