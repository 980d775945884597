"""The protocol as JSON Schema and the HTTP API as OpenAPI, made from the types in use."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable
from typing import Any, get_args

import msgspec

from triax.games.axio import view as axio
from triax.games.axo import view as axo
from triax.games.rota import view as rota
from triax.server import events, protocol
from triax.server.errors import CODES

Schema = dict[str, Any]

VIEWS = {"RotaView": rota.RotaView, "AxioView": axio.AxioView, "AxoView": axo.AxoView}
HERE, THERE = "#/$defs/", "#/components/schemas/"


def socket_schema() -> Schema:
    """Every message of a table's socket; what the client may send and what the server sends each have a name."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The socket of a Triax table",
        "description": "What goes over the socket is a ClientMessage one way and a ServerMessage the other.",
        "anyOf": [{"$ref": f"{HERE}ClientMessage"}, {"$ref": f"{HERE}ServerMessage"}],
        "$defs": dict(sorted(_definitions().items())),
    }


def _definitions() -> dict[str, Schema]:
    sent, asked = get_args(protocol.ServerMessage), get_args(protocol.ClientMessage)
    told = {kind for kinds in events.EVENTS.values() for kind in kinds}
    types = [*sent, *asked, protocol.GameRecord, *VIEWS.values(), *sorted(told, key=lambda kind: kind.__name__)]
    _, found = msgspec.json.schema_components(types, ref_template=f"{HERE}{{name}}")
    definitions: dict[str, Schema] = {name: _tidy(schema) for name, schema in found.items()}
    for module in (protocol, events, rota, axio, axo):
        for name, texts in _attribute_texts(module).items():
            for field, text in texts.items():
                if name in definitions:
                    definitions[name]["properties"][field]["description"] = text
    return {
        **definitions,
        "ServerMessage": _any_of(kind.__name__ for kind in sent),
        "ClientMessage": _any_of(kind.__name__ for kind in asked),
        "View": _any_of(VIEWS),
        "Event": _any_of(events.EVENTS),
        **{name: _any_of(kind.__name__ for kind in kinds) for name, kinds in events.EVENTS.items()},
        "ErrorCode": {"type": "string", "enum": list(CODES)},
    }


def _any_of(names: Iterable[str]) -> Schema:
    return {"anyOf": [{"$ref": f"{HERE}{name}"} for name in names]}


def _tidy(schema: Any) -> Any:  # noqa: ANN401
    """A reference stands for itself; a tag is what it says."""
    if isinstance(schema, list):
        return [_tidy(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if isinstance(schema.get("$ref"), str) and schema.keys() <= {"$ref", "type"}:
        return {"$ref": schema["$ref"]}
    tidy = {key: _tidy(value) for key, value in schema.items()}
    if isinstance(tidy.get("enum"), list) and len(tidy["enum"]) == 1:
        return {"const": tidy["enum"][0]}
    return tidy


def _attribute_texts(module: Any) -> dict[str, dict[str, str]]:  # noqa: ANN401
    """The texts that stand below the attributes of a module's classes."""
    found: dict[str, dict[str, str]] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.ClassDef):
            for one, following in zip(node.body, node.body[1:], strict=False):
                match one, following:
                    case (
                        ast.AnnAssign(target=ast.Name(id=name)),
                        ast.Expr(value=ast.Constant(value=str(text))),
                    ):
                        found.setdefault(node.name, {})[name] = inspect.cleandoc(text)
    return found


# OpenAPI.


def describe(plain: Schema) -> Schema:
    """The document that FastAPI makes, with the types that the socket has as well, and summaries that say something."""
    definitions = _move(_definitions(), HERE, THERE)
    document: Schema = _point(plain, definitions)
    components = document["components"]["schemas"]
    components |= {name: definitions[name] for name in components.keys() & definitions.keys()}
    waiting = [document]
    while waiting:
        missing = {name for part in waiting for name in _references(part)} - components.keys()
        waiting = [definitions[name] for name in missing]
        components |= {name: definitions[name] for name in missing}
    document["components"]["schemas"] = dict(sorted(components.items()))
    for operation in operations(document):
        # Whatever an answer is in otherwise, an error is JSON.
        operation["responses"]["default"]["content"] = {"application/json": {"schema": {"$ref": f"{THERE}ErrorInfo"}}}
        text = operation.get("description", "")
        operation["summary"] = _first_sentence(text) or operation["summary"]
    return document


def operations(document: Schema) -> list[Schema]:
    return [operation for path in document["paths"].values() for operation in path.values()]


def _first_sentence(text: str) -> str:
    paragraph = " ".join(text.partition("\n\n")[0].split())
    return paragraph.partition(". ")[0].rstrip(".")


def _move(value: Any, here: str, there: str) -> Any:  # noqa: ANN401
    """The same with its references pointing elsewhere."""
    if isinstance(value, list):
        return [_move(item, here, there) for item in value]
    if isinstance(value, dict):
        return {key: _move(item, here, there) for key, item in value.items()}
    return value.replace(here, there, 1) if isinstance(value, str) and value.startswith(here) else value


def _point(value: Any, definitions: dict[str, Schema]) -> Any:  # noqa: ANN401
    """Where the API's models leave it to the protocol what something looks like: a reference to that."""
    if isinstance(value, list):
        return [_point(item, definitions) for item in value]
    if not isinstance(value, dict):
        return value
    if (name := value.get(SHARED)) is not None:
        assert name in definitions, name
        return {"$ref": f"{THERE}{name}", **{key: value[key] for key in ("description",) if key in value}}
    return {key: _point(item, definitions) for key, item in value.items()}


SHARED = "x-protocol"
"""In a model's schema: the name of the protocol's type that it has."""


def _references(value: Any) -> Iterable[str]:  # noqa: ANN401
    if isinstance(value, list):
        for item in value:
            yield from _references(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "$ref":
                yield item.removeprefix(THERE)
            else:
                yield from _references(item)
