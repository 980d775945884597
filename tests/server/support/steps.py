"""States that are told by what is different, put together again as a client does it."""

from __future__ import annotations

from typing import Any

from tests.support.short_offers import in_full

Message = dict[str, Any]


class StepReader:
    """Of one connection: each step becomes the state and the moves that it stands for."""

    def __init__(self) -> None:
        self._views: dict[int | None, dict[str, Any]] = {}
        self._numbers: dict[int | None, int] = {}

    def read(self, message: Message) -> list[Message]:
        if message["type"] == "state":
            self._views[message["seat"]], self._numbers[message["seat"]] = message["view"], message["number"]
        if message["type"] != "step":
            return [message]
        state = {name: value for name, value in message.items() if name not in {"changed", "added", "moves"}}
        state |= {"type": "state", "view": self._changed(message)}
        if "moves" not in message:
            return [state]
        moves = {"seat": message["seat"], "number": message["number"], "groups": in_full(message["moves"])}
        return [state, {"type": "moves", **moves}]

    def _changed(self, message: Message) -> dict[str, Any]:
        self._numbers[message["seat"]] += 1
        assert message["number"] == self._numbers[message["seat"]], "a step is left out"
        before, changed, added = self._views[message["seat"]], message["changed"], message["added"]
        for name, value in changed.items():
            assert before[name] != value, f"{name} is as it was"
        for name, more in added.items():
            assert more, f"nothing is added to {name}"
            assert name not in changed
        after = {**before, **changed, **{name: [*before[name], *more] for name, more in added.items()}}
        assert after.keys() == before.keys()
        self._views[message["seat"]] = after
        return after
