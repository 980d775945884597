"""How often a password may be tried: by address, by site, and by account without locking its owner out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from triax.server.accounts import Accounts
from triax.server.config import Limits
from triax.server.errors import Refused
from triax.server.rate_limits import RateLimiter, network_of
from triax.server.text import fold

SITE = 48
"""Bits of the network that one customer of a provider can have; they get four times what one address gets."""
WORDS = "too many tries; wait a minute"


class SignInLimits:
    def __init__(self, accounts: Accounts, limits: Limits) -> None:
        self.accounts = accounts
        tries, wrong = limits.sign_ins_per_minute, limits.wrong_passwords_per_hour
        self._networks = RateLimiter(tries / 60, tries, WORDS)
        self._sites = RateLimiter(4 * tries / 60, 4 * tries, WORDS)
        self._passwords = RateLimiter(wrong / 3600, wrong, "too many wrong passwords for this account; try again later")

    def check_address(self, address: str) -> None:
        self._sites.check(network_of(address, SITE))
        self._networks.check(network_of(address))

    @contextmanager
    def one_try(self, name: str, device: str) -> Iterator[None]:
        """A wrong password counts. Strangers share the tries that an account has; a browser in which its owner was
        signed in before has its own, so that nobody who tries all day can keep the owner out."""
        account = fold(name)
        key = f"device {device}" if self.accounts.is_device(account, device) else f"account {account}"
        self._passwords.check(key)
        is_wrong = False
        try:
            yield
        except Refused as refused:
            is_wrong = refused.code == "wrong_password"
            raise
        finally:
            if not is_wrong:
                self._passwords.give_back(key)
