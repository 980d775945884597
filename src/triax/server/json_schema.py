"""The protocol as JSON Schema and the HTTP API as OpenAPI, made from the types in use."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import GenericAlias, NoneType, UnionType
from typing import Any, Literal, NotRequired, TypedDict, Union, get_args, get_origin, get_type_hints

import msgspec

from triax.bots import opponents_of
from triax.bots.hints import Idea
from triax.bots.reasons import Reason
from triax.games.core import AnyGame
from triax.games.events import Event, event_fields
from triax.server import protocol
from triax.server.errors import CODES

Schema = dict[str, Any]
"""Whose views and events are described."""

HERE, THERE = "#/$defs/", "#/components/schemas/"
_typed_dict: Any = TypedDict


def socket_schema(games: Sequence[AnyGame]) -> Schema:
    """Every message of a table's socket; what the client may send and what the server sends each have a name."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The socket of a Triax table",
        "description": "What goes over the socket is a ClientMessage one way and a ServerMessage the other.",
        "anyOf": [{"$ref": f"{HERE}ClientMessage"}, {"$ref": f"{HERE}ServerMessage"}],
        "$defs": dict(sorted(_definitions(games).items())),
    }


def view_name(game: AnyGame) -> str:
    return game.view_type.__name__


def event_name(game: AnyGame) -> str:
    return f"{view_name(game).removesuffix('View')}Event"


def _definitions(games: Sequence[AnyGame]) -> dict[str, Schema]:
    sent, asked = get_args(protocol.ServerMessage), get_args(protocol.ClientMessage)
    views = [game.view_type for game in games]
    events = list(dict.fromkeys(kind for game in games for kind in game.event_types))
    types = [*sent, *asked, protocol.GameRecord, protocol.GrownIdeas, *views, *(_sent_event(kind) for kind in events)]
    _, found = msgspec.json.schema_components(types, ref_template=f"{HERE}{{name}}")
    definitions: dict[str, Schema] = _changed(found, _tidy)
    _describe_all(definitions, [protocol.Welcome, Idea, Reason, *views, *events])
    for kind in events:
        _describe_secrets(definitions[kind.__name__], kind)
    return {
        **definitions,
        "ServerMessage": _any_of(kind.__name__ for kind in sent),
        "ClientMessage": _any_of(kind.__name__ for kind in asked),
        "View": _any_of(view_name(game) for game in games),
        "Event": _any_of(event_name(game) for game in games),
        **{event_name(game): _any_of(kind.__name__ for kind in game.event_types) for game in games},
        "GameName": {"type": "string", "enum": [game.name for game in games]},
        "Level": {
            "type": "string",
            "enum": list(dict.fromkeys(name for game in games for name in opponents_of(game.name))),
        },
        "ErrorCode": {"type": "string", "enum": list(CODES)},
    }


# Events, as `Event.plain` writes them.


def _sent_event(kind: type[Event]) -> Any:  # noqa: ANN401
    """An object with its kind; what is private is there for its own seat only."""
    fields: dict[str, Any] = {"kind": Literal[kind.kind]}
    for field in event_fields(kind):
        plain = _sent(field.hint)
        fields[field.name] = NotRequired[_without_none(plain)] if field.private else plain
    return _typed_dict(kind.__name__, fields)


@cache
def _sent_tuple(kind: Any) -> Any:  # noqa: ANN401
    return _typed_dict(kind.__name__, {name: _sent(hint) for name, hint in get_type_hints(kind).items()})


def _sent(hint: Any) -> Any:  # noqa: ANN401
    """The type of plain data that a field becomes."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hasattr(hint, "_fields"):
        return _sent_tuple(hint)
    if origin is tuple:
        return GenericAlias(list, (_sent(arguments[0]),))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return GenericAlias(dict, (arguments[0], _sent(arguments[1])))
    if origin in {Union, UnionType}:
        return Union[tuple(map(_sent, arguments))]  # noqa: UP007
    return hint


def _without_none(hint: Any) -> Any:  # noqa: ANN401
    return Union[tuple(one for one in get_args(hint) if one is not NoneType)]  # noqa: UP007


# What stands beside the types in the code.


def _describe_all(definitions: dict[str, Schema], kinds: Iterable[type]) -> None:
    """Bring over the texts of classes and of their attributes, those of their bases included."""
    bases = {base for kind in kinds for base in _bases(kind)}
    classes = {
        node.name: node
        for module in sorted({base.__module__ for base in bases})
        for node in ast.parse(inspect.getsource(sys.modules[module])).body
        if isinstance(node, ast.ClassDef)
    }
    for name, definition in definitions.items():
        if name in classes:
            if text := ast.get_docstring(classes[name]):
                definition["description"] = text
            for field, text in _attribute_texts(classes, name).items():
                if field in definition.get("properties", {}):
                    definition["properties"][field]["description"] = text


def _describe_secrets(definition: Schema, kind: type[Event]) -> None:
    if kind.secret:
        definition["description"] = f"{OWN} {definition.get('description', '')}".rstrip()
    for field in event_fields(kind):
        if field.private:
            definition["properties"][field.name].setdefault("description", OWN)


OWN = "For its own seat alone."


def _bases(kind: Any) -> list[Any]:  # noqa: ANN401
    """A class and those it derives from; a TypedDict remembers them elsewhere."""
    above = getattr(kind, "__orig_bases__", kind.__bases__)
    ours = [one for one in above if isinstance(one, type) and one.__module__ not in {"builtins", "typing", "msgspec"}]
    return [kind, *(base for one in ours for base in _bases(one))]


def _attribute_texts(classes: Mapping[str, ast.ClassDef], name: str) -> dict[str, str]:
    """The texts that stand below the attributes of a class."""
    node = classes[name]
    found: dict[str, str] = {}
    for base in node.bases:
        if isinstance(base, ast.Name) and base.id in classes:
            found |= _attribute_texts(classes, base.id)
    for one, following in zip(node.body, node.body[1:], strict=False):
        match one, following:
            case (ast.AnnAssign(target=ast.Name(id=field)), ast.Expr(value=ast.Constant(value=str(text)))):
                found[field.rstrip("_")] = inspect.cleandoc(text)
    return found


def _any_of(names: Iterable[str]) -> Schema:
    return {"anyOf": [{"$ref": f"{HERE}{name}"} for name in names]}


def _tidy(schema: Schema) -> Schema:
    """A reference stands for itself; a tag is what it says."""
    if isinstance(schema.get("$ref"), str) and schema.keys() <= {"$ref", "type"}:
        return {"$ref": schema["$ref"]}
    if isinstance(schema.get("enum"), list) and len(schema["enum"]) == 1:
        return {"const": schema["enum"][0]}
    return schema


def _changed(value: Any, change: Callable[[Schema], Schema]) -> Any:  # noqa: ANN401
    """The same with every object in it changed, the inner ones first."""
    if isinstance(value, list):
        return [_changed(item, change) for item in value]
    if isinstance(value, dict):
        return change({key: _changed(item, change) for key, item in value.items()})
    return value


# OpenAPI.


def describe(plain: Schema, games: Sequence[AnyGame]) -> Schema:
    """The document that FastAPI makes, with the types that the socket has as well, and summaries that say something."""
    definitions: dict[str, Schema] = _changed(_definitions(games), _move)
    document: Schema = _changed(plain, _point)
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


def _move(schema: Schema) -> Schema:
    """A reference into the API's description in place of one into the socket's."""
    target = schema.get("$ref")
    return {**schema, "$ref": target.replace(HERE, THERE, 1)} if isinstance(target, str) else schema


def _point(schema: Schema) -> Schema:
    """Where the API's models leave it to the protocol what something looks like: a reference to that."""
    if SHARED not in schema:
        return schema
    return {"$ref": f"{THERE}{schema[SHARED]}", **{key: schema[key] for key in ("description",) if key in schema}}


SHARED = "x-protocol"
"""In a model's schema: the name of the protocol's type that it has."""


def _references(value: Schema) -> set[str]:
    found: set[str] = set()

    def note(schema: Schema) -> Schema:
        if isinstance(target := schema.get("$ref"), str):
            found.add(target.removeprefix(THERE))
        return schema

    _changed(value, note)
    return found
