"""The server's bench counts what answers a move, and nothing that comes late."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

BENCH = Path(__file__).parents[2] / "bench" / "server_load.py"


def loaded() -> Any:  # noqa: ANN401
    spec = spec_from_file_location("server_load", BENCH)
    assert spec is not None
    assert spec.loader is not None
    # Dataclasses look for their module there.
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Silent:
    def play(self, *_: object) -> None:
        pass


def test_a_move_is_received_when_another_is_shown_what_it_has_led_to() -> None:
    bench = loaded()
    load = bench.Load("http://127.0.0.1:1", "rota", tables=1, seconds=1, pause=0, spare=0)
    game = bench.Game(load, "t", [], Random(1), clients=[Silent(), Silent()], begun=True)

    def shown(me: int, number: int) -> int:
        """So many moves have been received by then."""
        game.hear(me, bench.Heard("step", me, number))
        return len(load.latencies)

    offered = bench.Heard("moves", 0, 7, [("", ["a"], [])])
    game.hear(0, offered)
    # The mover's own state comes late, or before the other's; the other's state of the move before comes late.
    assert [shown(0, 7), shown(1, 7), shown(0, 8)] == [0, 0, 0]
    assert shown(1, 8) == 1
    assert [shown(1, 9), shown(0, 9)] == [1, 1]
