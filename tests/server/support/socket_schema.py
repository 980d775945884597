"""Messages held to the protocol's schema, in which nothing is left open."""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema_rs

from triax.games import GAMES
from triax.server.json_schema import socket_schema


@cache
def validator(name: str) -> jsonschema_rs.Draft202012Validator:
    whole = closed(socket_schema(list(GAMES.values())))
    return jsonschema_rs.Draft202012Validator({"$defs": whole["$defs"], "$ref": f"#/$defs/{name}"})


def closed(schema: Any) -> Any:  # noqa: ANN401
    """The same, but no object may have fields that are not named. Clients are told to be patient with new ones; we
    want to know of them."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    shut = {key: closed(value) for key, value in schema.items()}
    if isinstance(shut.get("properties"), dict) and shut.get("type") == "object":
        shut.setdefault("additionalProperties", False)
    return shut


def check_message(message: object, name: str = "ServerMessage") -> None:
    for error in validator(name).iter_errors(message):
        raise AssertionError(f"{message}: {error}")
