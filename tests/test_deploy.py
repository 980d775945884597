"""What watches a server asks for figures that it has."""

from __future__ import annotations

import json
import re

from tests.cli.support.commands import parse_triax
from tests.support.watching import DEPLOY, asked_by_board, asked_by_rules, figures_in
from triax.server import metrics

WORDS = {"job", "le", "up", "changes", "increase", "rate", "sum", "by", "histogram_quantile"}


def told() -> dict[str, set[str]]:
    """The names of figures, as they are scraped, and their labels."""
    found: dict[str, set[str]] = {}
    for metric in vars(metrics).values():
        for family in metric.describe() if hasattr(metric, "describe") and hasattr(metric, "_labelnames") else ():
            endings = {"counter": ["_total"], "gauge": [""], "histogram": ["_bucket", "_count", "_sum"]}[family.type]
            found |= {family.name + ending: {*metric._labelnames, "job", "le"} for ending in endings}
    return found


def test_boards_and_alerts_ask_for_what_there_is() -> None:
    known, used = told(), set[str]()
    for text in [*asked_by_board(), *asked_by_rules()]:
        plain = re.sub(r'"[^"]*"|\[[^]]*\]', "", text)
        names = set(re.findall(r"[a-z_]{3,}", plain)) - WORDS
        figures = figures_in(plain)
        assert figures <= known.keys(), text
        assert names - figures <= set().union(*(known[name] for name in figures)), text
        used |= figures
    # A board for several servers shows those that were chosen.
    assert [text for text in asked_by_board() if len(figures_in(text)) > text.count('{job=~"$job"}')] == []
    # Whatever is told is on the board.
    assert {name for name in known if not name.endswith(("_count", "_sum"))} - used == {
        "triax_commit_group_size_bucket"
    }


def test_the_container_serves_as_the_command_can() -> None:
    text = (DEPLOY / "Containerfile").read_text("utf-8")
    [entry] = re.findall(r"^ENTRYPOINT (.+)$", text, re.MULTILINE)
    program, *words = json.loads(entry)
    assert program == "triax"
    parse_triax([*words, "--origin", "https://games.example.org"])
    assert "/healthz/live" in text
