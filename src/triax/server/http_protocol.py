"""Requests that arrive in time: whoever sends half of one, or nothing, does not keep a connection for ever. And sockets
whose messages go out by the shortest way, and that leave nothing behind."""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import Callable, Generator, Sequence
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import PayloadTooBig, ProtocolError
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.utils import apply_mask

from triax.server.rate_limits import TokenBucket

try:
    from isal import isal_zlib
except ImportError:  # there are processors for which there is none
    isal_zlib = None  # type: ignore[assignment]

WRITE_ALL = "triax.write_all"
"""Where a socket's scope keeps the short way out."""
LISTEN = "triax.listen"
"""Where it keeps the short way in."""
TEXT, PACKED_TEXT = 0x81, 0xC1
"""How frames begin that are a whole text."""
Listener = Callable[[str], bool]
"""Is told a text; if it does not take it, the text goes the usual way."""
LIGHT = {"level": 1, "memLevel": 4}
"""More effort would take longer than it saves."""
LIGHTEST = {"level": 0, "memLevel": 4}
"""ISA-L's own level: the same format in a third of the time, and half as large again."""
PACKING = ServerPerMessageDeflateFactory(server_max_window_bits=13, client_max_window_bits=12, compress_settings=LIGHT)
"""Room for what a player was shown last, which is like what comes next."""
WAITING = 8
"""So many messages of a client may wait before no more are read."""
SMALL = 128
"""Bytes that are not worth packing."""
BESIDES = (10.0, 200.0)
"""So many frames a second, and so many at once, may be no message: pings, pongs, further parts of one. Each costs about
as much as a message, and nobody else counts them."""


class TimedProtocol(H11Protocol):
    patience = 30.0
    """Seconds for a request to be there as a whole."""
    _giving_up: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_watching()
        super().connection_lost(exc)

    def _watch(self) -> None:
        # A socket is somebody else's to look after.
        is_ours = self.transport.get_protocol() is self
        if not is_ours or self.conn.their_state not in {h11.IDLE, h11.SEND_BODY}:
            self._stop_watching()
        elif self._giving_up is None:
            self._giving_up = self.loop.call_later(self.patience, self.transport.close)

    def _stop_watching(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None


class LightSocketProtocol(WebSocketsSansIOProtocol):
    _listener: Listener | None = None
    _has_scope = False
    """Was anybody told of it? Not of a handshake that was refused."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._besides = TokenBucket(*BESIDES)

    def listen(self, listener: Listener | None) -> None:
        """Whoever listens is told texts as they come in, before anything else is done with them."""
        self._listener = listener

    def data_received(self, data: bytes) -> None:
        if self._listener is not None and self._is_one_text(data):
            self._hear(self._listener, data)
        elif self.handshake_initiated and not self.handshake_complete:
            # A client waits for the answer; what comes before it, nobody could refuse in the right words.
            self.transport.abort()
        else:
            super().data_received(data)

    def _is_one_text(self, data: bytes) -> bool:
        """Is it a text, short, whole and alone, and nothing else under way?"""
        conn = self.conn
        return (
            len(data) > 6
            and data[0] in {TEXT, PACKED_TEXT}
            and 128 < data[1] < 254
            and len(data) == data[1] - 122
            and conn.state is State.OPEN
            and conn.current_size is None
            and _is_between_frames(conn.parser)
            and self.queue.empty()
            and not self.close_sent
        )

    def _hear(self, listener: Listener, data: bytes) -> None:
        """As it is done layer by layer, which takes longer than to understand most messages."""
        payload = apply_mask(data[6:], data[2:6])
        try:
            if data[0] == PACKED_TEXT:
                frame = Frame(Opcode.TEXT, payload, fin=True, rsv1=True)
                for extension in self.conn.extensions:
                    frame = extension.decode(frame, max_size=self.conn.max_message_size)
                if frame.rsv1:
                    raise ProtocolError("reserved bits must be 0")
                payload = bytes(frame.data)
            if not listener(payload.decode()):
                self.frames, self.curr_msg_data_type = [payload], "text"
                self.send_receive_event_to_app()
        except (ProtocolError, PayloadTooBig, UnicodeDecodeError) as error:
            self._fail(error)

    def _fail(self, error: ProtocolError | PayloadTooBig | UnicodeDecodeError) -> None:
        codes = {PayloadTooBig: CloseCode.MESSAGE_TOO_BIG, UnicodeDecodeError: CloseCode.INVALID_DATA}
        # What Python says of text that is none is nobody's business.
        why = "" if isinstance(error, UnicodeDecodeError) else str(error)
        self.conn.fail(codes.get(type(error), CloseCode.PROTOCOL_ERROR), why)
        self.conn.parser_exc = error
        self.handle_parser_exception()

    def handle_ping(self) -> None:
        if self._is_slow_enough():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_slow_enough():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._is_slow_enough():
            super().handle_cont(event)

    def _is_slow_enough(self) -> bool:
        if self.close_sent:
            return False
        if not self._besides.take():
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too_fast")
            self.handle_parser_exception()
            return False
        return True

    def handle_connect(self, event: Request) -> None:
        if self.config.ws_per_message_deflate:
            self.conn.available_extensions = [PACKING]
        super().handle_connect(event)
        self._has_scope = self.response.status_code == 101
        if self._has_scope:
            for extension in self.conn.extensions:
                if isinstance(extension, PerMessageDeflate) and not extension.local_no_context_takeover:
                    extension.encoder = packer(extension.local_max_window_bits)
            self.scope[WRITE_ALL] = self.write_all  # type: ignore[literal-required]
            self.scope[LISTEN] = self.listen  # type: ignore[literal-required]

    def write_all(self, messages: Sequence[bytes]) -> bool:
        """Texts in UTF-8, packed and framed here: layer by layer it takes longer than to make them. False: not now, or
        never again, as whoever sends them in the usual way finds out."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            return False
        extension = next(iter(self.conn.extensions), None)
        pack = None
        if isinstance(extension, PerMessageDeflate) and not extension.local_no_context_takeover:
            pack = extension.encoder
        framed: list[bytes] = []
        for message in messages:
            if pack is None or len(message) < SMALL:
                framed += (_head(0x81, len(message)), message)
            else:
                packed = pack.compress(message) + pack.flush(zlib.Z_SYNC_FLUSH)
                # What ends a packed message is left out.
                framed += (_head(0xC1, len(packed) - 4), packed[:-4])
        self.transport.write(b"".join(framed))
        return True

    def send_receive_event_to_app(self) -> None:
        """As it is, but that a line is stopped when some messages wait, and not for every single one."""
        # What says whether it is stopped is taken at its word.
        stopped, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = stopped
        if not stopped and not self.close_sent and self.queue.qsize() >= WAITING:
            self.read_paused = True
            self.transport.pause_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._listener = None
        # Circles of references would keep all of it, and what packs messages is most of it, until the garbage collector
        # comes by, which is not often.
        self.conn.extensions = []
        self.conn.parser.close()
        self.conn.parser_exc = None
        if self._has_scope:
            for way in (WRITE_ALL, LISTEN):
                self.scope.pop(way, None)  # type: ignore[misc]


def packer(bits: int) -> Any:  # noqa: ANN401
    """What packs the messages of one line, looking back over so much."""
    if isal_zlib is None:
        return zlib.compressobj(wbits=-bits, **LIGHT)
    return isal_zlib.compressobj(wbits=-bits, **LIGHTEST)


def _is_between_frames(parser: Generator[None, None, None]) -> bool:
    """There it asks whether the stream has ended."""
    waiting: Any = parser
    while waiting.gi_yieldfrom is not None:
        waiting = waiting.gi_yieldfrom
    return bool(waiting.__name__ == "at_eof")


def _head(first: int, size: int) -> bytes:
    """Of a frame to a client: whether it is packed, and how long it is."""
    if size < 126:
        return bytes((first, size))
    return struct.pack("!BBH", first, 126, size) if size < 1 << 16 else struct.pack("!BBQ", first, 127, size)
