"""What the board and the rules of deploy/ ask a server for."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import yaml  # type: ignore[import-untyped]

from tests.support import TESTS

DEPLOY = TESTS.parent / "deploy"


def asked_by_board() -> Iterator[str]:
    for panel in json.loads((DEPLOY / "grafana.json").read_text("utf-8"))["panels"]:
        yield from (target["expr"] for target in panel["targets"])


def asked_by_rules() -> Iterator[str]:
    rules: dict[str, Any] = yaml.safe_load((DEPLOY / "alerts.yml").read_text("utf-8"))
    for group in rules["groups"]:
        for rule in group["rules"]:
            assert rule["labels"]["severity"] in {"page", "ticket"}
            assert rule["annotations"]["summary"].endswith((".", "?"))
            yield rule["expr"]


def figures_in(expression: str) -> set[str]:
    return set(re.findall(r"\b(?:triax|process)_[a-z_]+", expression))
