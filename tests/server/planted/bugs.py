"""Bugs as they are made: each is planted in a copy of the server; the simulation or the tests named must find it."""

from __future__ import annotations

from dataclasses import dataclass

SIMULATION = "simulation"


@dataclass(frozen=True)
class Bug:
    name: str
    file: str
    """Within src/triax/server."""
    right: str
    wrong: str
    found_by: str = SIMULATION
    """Or a test."""


BUGS = (
    Bug(
        "acknowledged before it is committed",
        "journal.py",
        "self._put(_Append(table, tuple(entries), generation, tuple(also), done, loop.time() + PATIENCE))\n"
        "        return done",
        "self._put(_Append(table, tuple(entries), generation, tuple(also), done, loop.time() + PATIENCE))\n"
        "        done.set_result(True)\n"
        "        return done",
    ),
    Bug(
        "a move that comes again is not known",
        "actions.py",
        'known = table.answers.get((seat, request.id or ""))',
        "known = None",
    ),
    Bug(
        "whose seat it is is not looked at",
        "actions.py",
        "if table.seats[seat].player != player:",
        "if False:",
    ),
    Bug(
        "spectators see the first seat's hand",
        "broadcast.py",
        '    """The states that a listener may see, as they are."""\n    for viewer in connection.seats or (None,):',
        '    """The states that a listener may see, as they are."""\n    for viewer in connection.seats or (0,):',
    ),
    Bug(
        "a move that was made at once is shown though another was first",
        "table_service.py",
        "            if kept.result():\n",
        "            if True:\n",
    ),
    Bug(
        "a number that is taken counts as written",
        "journal.py",
        "if await self.database.commit(insert, *given) == len(group):",
        "if await self.database.commit(insert, *given) >= 0:",
    ),
    Bug(
        "written into a past that was replaced",
        "journal.py",
        "WHERE column8 = (SELECT value FROM settings WHERE key = 'generation')\n",
        "WHERE true\n",
        "tests/server/test_table_service.py",
    ),
    Bug(
        "results are written whoever has written them",
        "results.py",
        'db_schema.tables.c.status == "playing", _happened)',
        "_happened)",
    ),
    Bug(
        "a rating changes twice",
        "results.py",
        '"games": rows[player][2] + 1}',
        '"games": rows[player][2] + 2}',
    ),
    Bug(
        "the other server's words are not heard",
        "cluster.py",
        "        if server == self.journal.server:\n",
        "        if server:\n",
    ),
    Bug(
        "what was missed while the line was cut is not read",
        "cluster.py",
        "            await line.add_listener(CHANNEL, self._heard)\n            await self.on_resync()\n",
        "            await line.add_listener(CHANNEL, self._heard)\n",
        "tests/server/test_cluster.py",
    ),
    Bug(
        "a restored backup is not noticed",
        "cluster.py",
        "            if self.generation:\n                await self.on_resync()\n",
        "",
        "tests/server/test_cluster.py",
    ),
    Bug(
        "a result that could not be written is forgotten",
        "scheduler.py",
        "        await self.finish(live)\n        live.finished = True\n",
        "        live.finished = True\n        await self.finish(live)\n",
        "tests/server/test_results_once.py",
    ),
    Bug(
        "a table whose past was replaced is kept",
        "table_service.py",
        "            # The past is another one: a backup was restored.\n            self.drop(live)\n",
        "",
    ),
    Bug(
        "listeners stay at a table that was dropped",
        "table_service.py",
        '            connection.close(RESTART, "reload")',
        "            pass",
    ),
    Bug(
        "whoever is back stays away",
        "table.py",
        "        self.seats[seat].away = False\n",
        "",
    ),
    Bug(
        "two change a table at once",
        "table_service.py",
        '        """Decide on the table as it is, commit, broadcast. Whoever asks sees it through."""\n'
        "        async with live.lock:",
        '        """Decide on the table as it is, commit, broadcast. Whoever asks sees it through."""\n'
        "        async with asyncio.Lock():",
    ),
    Bug(
        "a change is told to nobody",
        "table_service.py",
        "                broadcast.send_change(live, changes[-1])\n",
        "",
    ),
    Bug(
        "what has been refused is written later",
        "journal.py",
        "        return [item for item in items if item.until >= now]",
        "        return items",
        "tests/server/test_health.py",
    ),
    Bug(
        "a commit whose answer was lost is done again",
        "journal.py",
        "    return bool(connection.scalar(query) == first.uid)",
        "    return False",
        "tests/server/test_journal.py",
    ),
    Bug(
        "a line is said again when its answer was lost",
        "chat.py",
        "            if connection.scalar(sa.select(chat.c.uid).where(here, chat.c.uid == uid)):\n"
        "                return\n",
        "",
        "tests/server/test_chat.py",
    ),
    Bug(
        "what waits to be written has no bound",
        "journal.py",
        "        if len(self._queue) >= MOST:",
        "        if False:",
        "tests/server/test_health.py",
    ),
    Bug(
        "the clock does not run out",
        "actions.py",
        '    return [ProposedEntry("away", seat) for seat in late]',
        "    return []",
        "tests/server/test_table.py",
    ),
    Bug(
        "whoever is signed out plays on until it is known",
        "sockets.py",
        "            connection.trusted.clear()\n",
        "",
        "tests/server/test_short_way.py",
    ),
    Bug(
        "a session that has ended comes back",
        "sessions.py",
        "        if ended == self._ended:\n            self._remember(digest, rows[0].player)\n",
        "        self._remember(digest, rows[0].player)\n",
        "tests/server/test_sessions.py",
    ),
    Bug(
        "an end of which nobody could be told is not noticed",
        "sessions.py",
        "        finally:\n            self.forget(player)\n",
        "        finally:\n            pass\n",
        "tests/server/test_sessions.py",
    ),
    Bug(
        "damage that shows in a write is not told",
        "journal.py",
        "                self.database.is_damaged = True\n",
        "",
        "tests/server/test_health.py",
    ),
    Bug(
        "the short way does not see that a message is under way",
        "http_protocol.py",
        "            and conn.current_size is None\n",
        "",
        "tests/server/test_frames.py",
    ),
    Bug(
        "a takeback crosses what was drawn",
        "takeback.py",
        'why = first_obstacle(made) if "id" in data else "decided"',
        'why = None if "id" in data else "decided"',
        "tests/server/test_takeback.py",
    ),
    Bug(
        "a takeback crosses what others have decided",
        "takeback.py",
        "        self._tell(made)\n",
        "",
        "tests/server/test_takeback.py",
    ),
    Bug(
        "a takeback that is sent twice takes two decisions back",
        "takeback_actions.py",
        "    if not since <= asked.number <= reached:",
        "    if False:",
        "tests/server/test_takeback.py",
    ),
    Bug(
        "a takeback takes the marks of others along",
        "table.py",
        "        for one in later:\n",
        "        for one in ():\n",
        "tests/server/test_takeback.py",
    ),
)
