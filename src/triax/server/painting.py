"""The process that paints a picture and ends: what to paint comes as JSON, what is painted goes back as bytes.

It is given what everybody may know of a game: a spectator's view, or the record of a game that is over.
"""

from __future__ import annotations

import sys
from datetime import UTC, date, datetime

import msgspec

from triax.drawing import link_picture, png, poster, result_card, timelapse
from triax.games.core import Plain
from triax.games.record import read_record
from triax.server.priorities import give_way


class Order(msgspec.Struct, frozen=True):
    """What is to be painted."""

    kind: str
    """poster, preview, film or card."""
    game: str
    names: list[str] = []
    lines: list[str] = []
    view: Plain | None = None
    record: str | None = None
    seat: int | None = None
    ended: float | None = None
    theme: str = "dark"
    lang: str = "en"
    scores: list[int] = []
    better: int | None = None
    streak: int = 0

    @property
    def when(self) -> date | None:
        return None if self.ended is None else datetime.fromtimestamp(self.ended, UTC).date()


def paint(order: Order) -> bytes:
    match order.kind:
        case "film" if order.record is not None:
            record = read_record(order.record)
            return timelapse(record, theme=order.theme, names=order.names, when=order.when, lang=order.lang)
        case "poster" if order.view is not None:
            names, when, seat = order.names, order.when, order.seat
            return png(poster(order.view, theme=order.theme, names=names, seat=seat, when=when, lang=order.lang))
        case "card" if order.when is not None:
            told = {"theme": order.theme, "lang": order.lang}
            return png(
                result_card(
                    order.game,
                    order.scores,
                    order.names[0],
                    order.when,
                    better=order.better,
                    streak=order.streak,
                    **told,
                )
            )
        case _:
            return png(link_picture(order.game, order.view, names=order.names, lines=order.lines))


def main() -> None:
    give_way(int(sys.argv[1]))
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    sys.stdout.buffer.write(paint(order))


if __name__ == "__main__":
    main()
