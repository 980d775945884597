"""People of a simulation: they open tables, sit down, play, talk, leave, come back, and try again when cut off."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tests.server.simulation.checks import SentMove
from tests.server.simulation.servers import Line, Servers
from triax.server.accounts import User
from triax.server.api import requests
from triax.server.api import tables as api
from triax.server.services import Services

UNSURE = {"unavailable", "internal", "too_fast"}
PATIENCE = 90.0
PATIENT = 40
"""So often somebody looks until it is their turn."""


class Person:
    def __init__(self, servers: Servers, number: int) -> None:
        self.servers = servers
        self.scene, self.checks = servers.scene, servers.checks
        self.id = f"person-{number}"
        self.me = User(self.id, f"Person {number}", None)
        self.pending: dict[str, SentMove] = {}
        self.moves = self.scene.chaos.rng.choice((1, 2, 4))
        """So many are made before the game is given up."""
        self.asking: dict[str, SentMove] = {}
        """Takebacks on their way: whether they are answered is not waited for."""
        self._names = 0

    # Asking, of whichever server there is.

    async def ask(self, name: str, work: Callable[[Services], Awaitable[Any]]) -> tuple[str, Any]:
        while True:
            server = self.servers.some()
            try:
                if server is not None:
                    return await server.request(name, work)
            except (ConnectionResetError, ConnectionRefusedError):
                pass
            await asyncio.sleep(0.3)

    async def ask_until(self, name: str, work: Callable[[Services], Awaitable[Any]]) -> tuple[str, Any]:
        """Until the answer is one."""
        while True:
            code, found = await self.ask(name, work)
            if code not in UNSURE:
                return code, found
            await asyncio.sleep(0.5)

    async def open(self, seats: list[str], clock: int | None) -> str:
        asked = requests.NewTable(game=self.scene.game, seats=seats, clock=clock, public=True, takeback=True)
        while True:
            code, found = await self.ask_until("open", lambda services: api.open_table(asked, self.me, services))
            if not code:
                return str(found.id)
            await asyncio.sleep(1)

    async def join(self, table: str) -> None:
        await self.ask_until("join", lambda services: api.join(table, requests.Join(), self.me, services))

    # At the table.

    async def attend(self, table: str, *, plays: bool) -> None:
        """Be at a table until it is over, or not there any more."""
        while not self.scene.is_past(table):
            server = self.servers.some()
            if server is not None:
                try:
                    if await self._listen(server.connect(self.id, table), plays=plays):
                        return
                except ConnectionRefusedError:
                    pass
            await asyncio.sleep(self.scene.chaos.rng.choice((0.05, 0.5, 2.0)))

    async def _listen(self, line: Line, *, plays: bool) -> bool:
        """Has the table come to its end?"""
        welcomed = False
        while (message := await line.heard.get()) is not None:
            match message["type"]:
                case "welcome" | "table":
                    if message["table"]["status"] in {"over", "closed"}:
                        line.end()
                        return True
                    if not welcomed:
                        welcomed = True
                        for sent in [one for one in self.pending.values() if one.table == line.table]:
                            self._send(line, sent)
                    self._answer_request(line, message)
                case "moves" if plays:
                    await self._decide(line, message)
                case "accepted" | "missed" if message["id"] == "intruder":
                    self.scene.fail(f"{self.id} was let in where somebody else sits: {message}")
                case "accepted":
                    self._accepted(line, message)
                case "refused":
                    await self._refused(line, message)
                case "state":
                    self._look_on(line, message, plays=plays)
        return False

    def _look_on(self, line: Line, shown: dict[str, Any], *, plays: bool) -> None:
        """A word in between; or a move for somebody else."""
        if self.scene.chaos.happens("chat", 0.02):
            line.ask(type="chat", id="c", text="well played")
        if not plays and shown["view"]["to_act"] and self.scene.chaos.happens("intrusion", 0.1):
            seat = shown["view"]["to_act"][0]
            line.ask(type="move", id="intruder", seat=seat, number=shown["number"], move="0,0/0")
            line.ask(type="missed", id="intruder", seat=seat, number=0)

    async def _decide(self, line: Line, offer: dict[str, Any]) -> None:
        rng = self.scene.chaos.rng
        if any(one.table == line.table and one.seat == offer["seat"] for one in self.pending.values()):
            return
        if rng.random() < 0.3:
            await asyncio.sleep(rng.choice((0.1, 1.0, 6.0)))
        self.moves -= 1
        if self.moves < 0:
            self.scene.begin(self.resign(line.table, offer["seat"]))
            return
        if self.scene.chaos.happens("left", 0.06):
            self.scene.begin(self.leave(line.table))
            return
        start, ends, _ = rng.choice(offer["groups"])
        self._names += 1
        name = f"{self.id}-{self._names}"
        move = start + rng.choice(ends)
        sent = SentMove(name, line.table, offer["seat"], offer["number"], move, self.scene.epoch)
        self.pending[name] = sent
        for _ in range(2 if self.scene.chaos.happens("sent twice", 0.05) else 1):
            self._send(line, sent)

    def _send(self, line: Line, sent: SentMove) -> None:
        line.ask(type="move", id=sent.name, seat=sent.seat, number=sent.number, move=sent.move)

        def look() -> None:
            if not line.is_over and not line.is_dead and not line.is_slow and self.pending.get(sent.name) is sent:
                self.scene.fail(f"the move {sent.name} was not answered")

        asyncio.get_running_loop().call_later(PATIENCE, look, context=self.scene.context.copy())

    def _accepted(self, line: Line, message: dict[str, Any]) -> None:
        if sent := self.asking.pop(message["id"], None):
            self.checks.took_back(sent, message["number"])
        if sent := self.pending.pop(message["id"], None):
            self.checks.accepted(sent, message["number"])
            if self.scene.chaos.happens("second thoughts", 0.2):
                self._take_back(line, sent.seat, "ask", message["number"])

    # Second thoughts.

    def _take_back(self, line: Line, seat: int, what: str, number: int) -> None:
        self._names += 1
        sent = SentMove(f"{self.id}-{self._names}", line.table, seat, number, what, self.scene.epoch)
        self.asking[sent.name] = sent
        for _ in range(2 if self.scene.chaos.happens("sent twice", 0.05) else 1):
            line.ask(type="takeback", id=sent.name, seat=seat, what=what, number=number)

    def _answer_request(self, line: Line, message: dict[str, Any]) -> None:
        request = message["table"]["request"]
        for seat in message["seats"] if request else ():
            if seat in request["waiting"]:
                what = "refuse" if self.scene.chaos.happens("no takeback", 0.3) else "agree"
                self._take_back(line, seat, what, request["number"])

    async def _refused(self, line: Line, message: dict[str, Any]) -> None:
        sent = self.pending.get(message.get("id") or "")
        if sent is None:
            return
        if message["code"] in UNSURE:
            await asyncio.sleep(1)
            if sent.name in self.pending:
                self._send(line, sent)
            return
        self.pending.pop(sent.name)
        self.checks.refused(sent, message["code"])

    # Coming and going.

    async def resign(self, table: str, seat: int) -> None:
        chosen, epoch = requests.SeatChosen(seat=seat), self.scene.epoch
        code, _ = await self.ask_until("resign", lambda services: api.resign(table, chosen, self.me, services))
        if not code and epoch == self.scene.epoch:
            self.checks.gave_up(table, seat)

    async def leave(self, table: str) -> None:
        await self.ask_until("leave", lambda services: api.leave(table, self.me, services))
        if self.scene.chaos.rng.random() < 0.5:
            return
        await asyncio.sleep(self.scene.chaos.rng.choice((1.0, 4.0)))
        await self.ask_until("back", lambda services: api.come_back(table, self.me, services))

    async def finish_all(self) -> None:
        """Also what was opened though the answer was lost."""
        _, mine = await self.ask_until("mine", lambda services: api.my_tables(self.me, services))
        for table in mine:
            await self.finish(table.id)

    async def finish(self, table: str) -> None:
        """When all is well again: play on, then give up what is left. A game that cannot go on shows here."""
        for _ in range(PATIENT):
            code, shown = await self.ask_until("look", lambda services: api.show_table(table, self.me, services))
            if not code and shown.table.status == "open" and shown.table.host == self.id:
                # A backup was made before the others came.
                code, _ = await self.ask_until("close", lambda services: api.close(table, self.me, services))
                continue
            if code or shown.table.status != "playing":
                return
            mine = [seat for seat in shown.yours if not shown.table.seats[seat].resigned]
            if not mine:
                return
            if any(shown.table.seats[seat].away for seat in mine):
                await self.ask_until("back", lambda services: api.come_back(table, self.me, services))
                continue
            if offer := next((state for state in shown.states if state.moves), None):
                start, ends, _ = offer.moves[0]
                self._names += 1
                move = requests.PlayMove(
                    id=f"{self.id}-{self._names}", seat=offer.seat, number=offer.number, move=start + ends[0]
                )
                code, _ = await self.ask_until("move", lambda services: api.play(table, move, self.me, services))  # noqa: B023
                if code not in {"", "stale", "not_playing", "not_allowed", "wrong_seat"}:
                    self.scene.fail(f"a legal move was refused when all was well: {code}")
            elif any(shown.table.seats[seat].bot for seat in shown.table.to_act):
                await asyncio.sleep(0.5)
                continue
            await self.resign(table, mine[0])
        self.scene.fail("a game does not go on: nobody came back, or a bot does not move")
