"""How fast an address or a player may ask, and what of theirs is done one after the other."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import OrderedDict
from weakref import WeakValueDictionary

from triax.server.errors import Refused


class TokenBucket:
    """So much a second, and so much at once."""

    __slots__ = ("burst", "left", "rate", "seen")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.seen = time.monotonic()

    def take(self, cost: float = 1) -> bool:
        """What costs more than there is left is paid for afterwards: it may be more than there ever is."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.seen) * self.rate)
        self.seen = now
        if self.left < min(1, cost):
            return False
        self.left -= cost
        return True


class RateLimiter:
    """Holds each address or player to so much a second, and so much at once."""

    def __init__(self, rate: float, burst: float, words: str) -> None:
        self.rate = rate
        self.burst = burst
        self.words = words
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def check(self, key: str, cost: float = 1) -> None:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = TokenBucket(self.rate, self.burst)
            if len(self._buckets) > 10_000:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        if not bucket.take(cost):
            raise Refused("too_fast", self.words)

    def give_back(self, key: str) -> None:
        """What was taken last turned out not to count."""
        if bucket := self._buckets.get(key):
            bucket.left += 1


class KeyedLocks:
    """A lock for each key: whatever is counted under it is still so when it is acted upon."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def of(self, key: str) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())


def network_of(address: str, bits: int = 64) -> str:
    """What one host can call itself: an IPv4 address; of an IPv6 one the network, which one host has for itself."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(known, ipaddress.IPv6Address):
        known = known.ipv4_mapped or ipaddress.IPv6Address(int(known) >> (128 - bits) << (128 - bits))
    return str(known)
