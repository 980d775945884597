"""Offers that are told in short, as lists."""

from __future__ import annotations

from typing import Any


def in_full(groups: list[list[Any]]) -> list[list[Any]]:
    found: list[list[Any]] = []
    for start, ends, gains in groups:
        found.append([start, found[-1][1] if ends is None else _listed(ends), _listed(gains)])
    return found


def _listed(told: str | list[str]) -> list[str]:
    return told.split(" ") if isinstance(told, str) else told
