"""Names: nobody is taken for somebody else."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.server.support.serving import sqlite_url
from tests.server.support.table_service import run, service_on
from triax.bots import opponents_of
from triax.games import GAMES
from triax.server.accounts import NOBODY
from triax.server.config import database_url
from triax.server.database import Database
from triax.server.errors import Refused
from triax.server.names import check_free, clean_name, skeleton
from triax.server.text import clean

LANGUAGES = Path(__file__).parents[2] / "web" / "src" / "lib" / "i18n"


def code_of(name: str) -> str:
    try:
        check_free(clean_name(name, 24))
    except Refused as refused:
        return refused.code
    return ""


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Ada",
            "José",
            "Jean-Luc",
            "O'Brien",
            "Björk Guðmundsdóttir",
            "Łukasz",
            "Ñandú",
            "Ada 😀",
            "R2D2",
            "x",
            "⭐ Ada",
            "🇮🇹 Ada",
            "ᴀᴅᴀ",
        ),
        *(
            "Ольга",
            "Ωμέγα",
            "李小龙",
            "宮本 武蔵",
            "ひらがなカナ漢",
            "홍길동",
            "नमस्ते",
            "אברהם",
            "محمد",
            "Bob 李",
            "Ева 2",
        ),
        *(
            "Eila",
            "Ella",
            "Administration",
            "Masterly",
            "Nimble Fox",
            "Heitere Eule",
            "Volpe Calma",
            "Master Fox",
            "1 2",
        ),
    ],
)
def test_people_have_names(name: str) -> None:
    assert code_of(name) == ""


@pytest.mark.parametrize(
    "name",
    [
        # What shows nothing: variation selectors, joiners, vowels that are not drawn.
        *("Admin\ufe0f", "Ad\u034fmin", "Admin\U000e0100", "Ad\u17b4min", "A\u00addmin", "Ad\u200dmin", "\u2060Admin"),
        # Others' letters, whole names of them too.
        *("Аdmin", "Admın", "Adm\u0456n", "ΑDΜΙΝ", "𝓐dmin", "Ａｄｍｉｎ", "Ádmín", "АDМІN", "Adrnin", "AdmIn"),
        *(
            "ADMIN",
            "admin 2",
            "a d m i n",
            "Ad-min",
            "deleted player",
            "adept",
            "Adept 3",
            "Sехr leicht",
            "MEISTER",
            "Тriах",
        ),
        *("Simona", "SIMONА", "Maestro", "Triax Support", "Team Triax", "Admin Bot", "Master-Bot 2"),
        # Letters that Unicode does not call alike.
        *("ᴀᴅᴍɪɴ", "ᴀdmin", "Mᴀsᴛᴇʀ", "ᴛʀɪᴀx", "🇦🇩🇲🇮🇳"),
    ],
)
def test_nobody_is_the_server_or_a_bot(name: str) -> None:
    assert code_of(name) in {"name_taken", "bad_name"}


@pytest.mark.parametrize("name", ["\U0001d159", "...", "— —", "\ufe0f", "Ada\U0001d159", "paypаl", "Ωmega", "Ꭺda Lee"])
def test_names_are_seen_and_of_one_script(name: str) -> None:
    assert code_of(name) == "bad_name"


def test_bots_and_nobody_are_reserved_as_every_page_calls_them() -> None:
    levels = {level for game in GAMES for level in opponents_of(game)}
    for language in ("en", "de", "it"):
        texts = "".join(path.read_text() for path in (LANGUAGES / language).glob("*.ts"))
        shown = re.findall(r"^  level[A-Z]\w*: '([^']+)'", texts, re.M)
        assert len(shown) >= 9
        # Some have a space that keeps their words together.
        levels |= {json.loads(f'"{name}"') for name in shown if "{" not in name}
    assert {name: code_of(name) for name in {NOBODY, *levels}} == dict.fromkeys({NOBODY, *levels}, "name_taken")


@pytest.mark.parametrize("unseen", ["\ufe0f", "\u034f", "\U000e0100", "\u17b4", "\u180b", "\u200d", "\u00ad"])
def test_what_shows_nothing_is_no_part_of_a_name(unseen: str) -> None:
    assert clean_name(f"A{unseen}da{unseen}", 3) == "Ada"


@given(st.text(max_size=30))
def test_a_skeleton_is_its_own(text: str) -> None:
    assert skeleton(clean(text)) == skeleton(text)


def test_nobody_looks_like_an_account(tmp_path: Path) -> None:
    alike = ("Pаllаs", "PaIlas", "Pa1las", "pallas", "PALLAS", "ραllas", "Раllаѕ", "Pal\ufe0flas", "Pallas\u17b4")

    async def ask() -> None:
        async with service_on(Database(database_url(sqlite_url(tmp_path)))) as service:
            guest = await service.accounts.new_guest("Pallas")
            pallas, _ = await service.accounts.register(guest, "Pallas", "correct horse")
            for name in alike:
                with pytest.raises(Refused):
                    await service.accounts.new_guest(name)
            other = await service.accounts.new_guest("Palias")
            # Whoever has it may write it differently, and the new one is theirs at once.
            pallas = await service.accounts.rename(pallas, "PaIIas")
            with pytest.raises(Refused):
                await service.accounts.rename(other, "PaIlas")
            await service.accounts.rename(pallas, "Pythia")
            await service.accounts.rename(other, "PaIlas")

    run(ask)
