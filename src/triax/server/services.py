"""All of the server's parts, put together and taken apart in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets

from triax.games import GAMES
from triax.server import results
from triax.server.accounts import Accounts
from triax.server.bot_pool import BotPool, BotPoolClosed
from triax.server.cluster import Cluster
from triax.server.config import Settings
from triax.server.database import Database
from triax.server.expiry import TableExpiry
from triax.server.fresh_pages import FreshPages
from triax.server.health import Health
from triax.server.identities import Identities, IdentityProvider
from triax.server.journal import Journal
from triax.server.line_cache import LineCache
from triax.server.live_table import LiveTable
from triax.server.metrics_collector import MetricsCollector
from triax.server.notices.service import Notices
from triax.server.notices.vacations import Vacations
from triax.server.painter import Painter
from triax.server.presence import Presence
from triax.server.rate_limits import KeyedLocks, RateLimiter
from triax.server.replay_cache import ReplayCache
from triax.server.review_queue import Reviews
from triax.server.review_worker import Reviewer
from triax.server.scheduler import Scheduler
from triax.server.sign_in_limits import SignInLimits
from triax.server.social.clubs import Clubs
from triax.server.social.friends import Friends
from triax.server.social.here import Here
from triax.server.social.invitations import Invitations
from triax.server.social.links import FriendLinks
from triax.server.social.news import News
from triax.server.social.pairing import Matchmaker
from triax.server.sockets import Sockets
from triax.server.studies import Study
from triax.server.table_service import TableService
from triax.server.tournaments.organiser import Tournaments

log = logging.getLogger("triax.server")


class Services:
    def __init__(self, settings: Settings, database: Database | None = None, bot_pool: BotPool | None = None) -> None:
        self.settings = settings
        self.id = secrets.token_hex(6)
        self.database = database or Database(settings.database)
        self.journal = Journal(self.database, self.id)
        self.health = Health(self.database, self.journal)
        self.accounts = Accounts(self.database, self.journal, settings.limits)
        self.identities = Identities(self.accounts, settings.provider.issuer if settings.provider else "")
        self.openid = _openid(settings)
        self.tables = TableService(self.database, self.journal, self.accounts, settings)
        self.cluster = Cluster(self.database, self.journal)
        self.bot_pool = bot_pool or BotPool(settings.bot_processes)
        self.replays = ReplayCache()
        self.lines = LineCache()
        self.studying: dict[str, Study] = {}
        """By player: the analysis for which the engine thinks."""
        limits = settings.limits
        self.message_rate = RateLimiter(limits.messages_per_second, limits.message_burst, "too much at once; slow down")
        self.sockets = Sockets(self.tables, self.bot_pool, self.message_rate, settings)
        self.news = News(self.journal, limits)
        self.accounts.sessions.on_ended = self._signed_out
        self.cluster.on_ended = self._signed_out_elsewhere
        self.cluster.on_news = self.news.tell
        self.presence = Presence(self.sockets.open, self.news.open)
        self.here = Here(self.database, self.journal, self.accounts, self.presence)
        self.friends = Friends(self.here, self.news, limits)
        self.sockets.unheard = self.friends.blocked_by
        self.news.on_news = self._news_of
        self.friend_links = FriendLinks(self.friends)
        self.pairing = Matchmaker(self.tables, self.news)
        self.clubs = Clubs(self.database, self.journal, self.accounts, limits)
        self.invitations = Invitations(self.friends)
        self.cluster.people = self.presence.count
        self.scheduler = Scheduler(self.tables, self.cluster, self.bot_pool, self.finish)
        self.notices = Notices(self.tables, self.cluster, settings)
        self.scheduler.on_owned = self.notices.look_at
        self.vacations = Vacations(self.tables, self.cluster)
        self.expiry = TableExpiry(self.tables, self.cluster)
        self.tournaments = Tournaments(self.tables, self.cluster)
        self.tournaments.on_round = self.news.say
        self.pages = FreshPages(seconds=1.0)
        self.reviews = Reviews(self.tables, self.cluster, Reviewer(self.bot_pool, limits.review_playouts))
        self.sign_ins = SignInLimits(self.accounts, limits)
        pictures = limits.pictures_per_minute
        self.picture_rate = RateLimiter(pictures / 60, pictures, "too many pictures; wait a minute")
        self.page_rate = RateLimiter(limits.messages_per_second, limits.message_burst, "too much at once; slow down")
        # All tables are read again behind each.
        self.deletion_rate = RateLimiter(1 / 10, 5, "too many leave at once; wait a minute")
        self.painter = Painter()
        self.player_locks = KeyedLocks()
        self.metrics = MetricsCollector(self.tables, self.sockets, self.bot_pool)
        self._warming: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.database.open()
        await self.journal.open()
        await self.accounts.open()
        await self.cluster.open()
        await self.notices.open()
        self.sockets.start()
        self.scheduler.open()
        self.expiry.open()
        self.vacations.open()
        self.tournaments.open()
        self.reviews.open()
        self.here.open()
        self.metrics.open()
        if self.settings.warm:
            self._warming = asyncio.create_task(self._warm())
        address = f"http://{self.settings.host}:{self.settings.port}"
        log.info("the server is open", extra={"server": self.id, "address": address})

    async def close(self) -> None:
        if self._warming is not None:
            self._warming.cancel()
        await self.here.close()
        await self.reviews.close()
        await self.tournaments.close()
        await self.expiry.close()
        await self.vacations.close()
        await self.notices.close()
        await self.scheduler.close()
        await self.sockets.close()
        await self.replays.close()
        await self.painter.close()
        await self.bot_pool.close()
        await self.metrics.close()
        if self.openid is not None:
            await self.openid.close()
        await self.cluster.close()
        await self.journal.close()
        await self.database.close()
        log.info("the server is closed", extra={"server": self.id})

    def _news_of(self, player: str) -> None:
        """They may have blocked somebody, or be no longer in a club at whose table they look on."""
        self.sockets.refresh_unheard(player)
        self.sockets.recheck(player)

    def _signed_out(self, player: str) -> None:
        self._recheck(player)
        self.cluster.tell_ended(player)

    def _signed_out_elsewhere(self, player: str) -> None:
        self.accounts.sessions.drop(player)
        self._recheck(player)

    def _recheck(self, player: str) -> None:
        self.sockets.recheck(player)
        self.news.recheck(player)

    async def _warm(self) -> None:
        with contextlib.suppress(BotPoolClosed):
            await self.bot_pool.warm(GAMES)

    async def finish(self, live: LiveTable) -> None:
        await results.write_results(self.journal, live)


def _openid(settings: Settings) -> IdentityProvider | None:
    if settings.provider is None:
        return None
    # Imported here: most servers know no provider, and need nothing of it.
    from triax.server.openid import OpenIdProvider  # noqa: PLC0415

    return OpenIdProvider(settings.provider)
