"""`triax review` as a person runs it."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Generator
from dataclasses import replace
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import get_args

import pytest
from rich.console import Console

from tests.review.support.verdicts import reviewed
from triax.arena.simulate import simulate
from triax.bots import BotSpec
from triax.bots.reasons import Harm, HarmCode, Reason, ReasonCode
from triax.cli import review as command
from triax.cli.main import main
from triax.cli.review_report import print_review
from triax.cli.words.reasons import harm_in_words, reason_in_words
from triax.games import GAMES
from triax.games.record import Record, read_record
from triax.review import BANDS, Judged, Moment, Plan, Review, review
from triax.review.report import SeatReview


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("review") / "games.jsonl"
    seats = [BotSpec("random"), BotSpec("apprentice")]
    records = [simulate(GAMES["rota"], seats, {}, Random(4)), simulate(GAMES["rota"], seats[:1], {}, Random(4))]
    file.write_text("".join(record.to_json() + "\n" for record in records), "utf-8")
    return file


def triax(monkeypatch: pytest.MonkeyPatch, *arguments: str | Path) -> int:
    monkeypatch.setattr(sys, "argv", ["triax", *map(str, arguments)])
    monkeypatch.setenv("COLUMNS", "80")
    with pytest.raises(SystemExit) as stop:
        main()
    return int(str(stop.value.code))


def test_a_game_is_reviewed(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "review.json"
    monkeypatch.setattr(command, "plan", lambda *arguments, **options: Plan(2000, 40))
    assert triax(monkeypatch, "review", games, "--game", "1", "--json", file, "--workers", "1") == 0
    told = capsys.readouterr().out
    assert all(len(line) <= 80 for line in told.splitlines())
    for part in (
        "Axio Rota, 2 players",
        "accuracy",
        "blunders",
        "+ luck",
        "What mattered most:",
        " was a",
        "(−",
        "Better",
    ):
        assert part in " ".join(told.split())
    whole = json.loads(file.read_text("utf-8"))
    assert list(whole) == [
        "version", "game", "players", "seed", "unit", "decisions", "curve", "seats", "moments",
    ]  # fmt: skip
    assert len(whole["curve"]) == len(whole["decisions"]) + 1
    for one in whole["decisions"]:
        moves = [option["move"] for option in one["candidates"]]
        assert one["move"] in moves
        assert len(set(moves)) == len(moves) <= 6
        assert one["chance"]["best"] - one["chance"]["played"] == pytest.approx(one["loss"], abs=1e-5)
        assert one["band"] in BANDS
    assert [one["kind"] for one in whole["moments"]].count("mistake") == 3


def test_a_new_lead_is_owed_to_luck_or_to_the_move(games: Path) -> None:
    record = read_record(games.read_text("utf-8").splitlines()[0])
    seat = SeatReview(None, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, dict.fromkeys(BANDS, 0))

    def told(luck: float, effect: float) -> str:
        one = replace(reviewed(0, 0.0, gain=effect), luck=(luck, -luck))
        turn = Moment(0, 0, "turn", one.verdict.move, None, luck + effect, 0, None, None, None)
        said = StringIO()
        print_review(
            record,
            Review("rota", 2, 0, "chance", (one,), ((0.4, 0.6),) * 2, (seat, seat), (turn,)),
            Console(file=said, width=200),
        )
        return said.getvalue()

    assert "then seat 0 leads (+20, more by luck than by the move)" in told(0.15, 0.05)
    assert "then seat 0 leads (+20, by the move)" in told(0.05, 0.15)


def test_a_solo_game_is_reviewed_in_steps_of_its_result(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert triax(monkeypatch, "review", games, "--game", "2", "--budget", "1", "--workers", "1") == 0
    told = capsys.readouterr().out
    assert "The expected result" in told
    assert "in steps" in told
    assert "others" not in told


def test_what_is_wrong_is_said_in_one_line(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refusal(*arguments: str | Path) -> str:
        assert triax(monkeypatch, "review", *arguments) == 2
        said = capsys.readouterr()
        assert said.out == ""
        assert said.err.count("\n") == 1
        return said.err

    assert "2 games in" in refusal(games)
    assert "--game: 3; there are 2" in refusal(games, "--game", "3")
    assert "No such file" in refusal(tmp_path / "none.jsonl")
    bad = json.loads(games.read_text("utf-8").splitlines()[0])
    bad["log"][5]["move"] = "40,40/0"
    (tmp_path / "bad.jsonl").write_text(json.dumps(bad), "utf-8")
    assert "game 1: log[5]: '40,40/0' is not legal" in refusal(tmp_path / "bad.jsonl")
    assert "none" in refusal(games, "--game", "1", "--json", tmp_path / "none" / "review.json")


def test_it_can_be_stopped_and_taken_up_again(
    games: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    known: list[int] = []

    def stopping_after(count: int) -> None:
        def judged(record: Record, spent: Plan, before: Collection[int], workers: int) -> Generator[Judged, None, None]:
            known.append(len(before))
            yield from islice(review(record, spent, before), count)
            if count < 24:
                raise KeyboardInterrupt

        monkeypatch.setattr(command, "judged_of", judged)

    monkeypatch.setattr(command, "plan", lambda *arguments, **options: Plan(60, 20))
    file, part = tmp_path / "review.json", tmp_path / "review.json.part"
    again = ("review", games, "--game", "1", "--json", file)
    stopping_after(0)
    assert triax(monkeypatch, *again) == 130
    assert capsys.readouterr().err.endswith("triax: stopped after 0 of 24 decisions; nothing is written\n")
    stopping_after(3)
    assert triax(monkeypatch, *again) == 130
    assert capsys.readouterr().err.endswith(f"they are in {part}, and the same command goes on from there\n")
    assert not file.exists()
    stopping_after(24)
    assert triax(monkeypatch, *again) == 0
    assert not part.exists()
    whole = json.loads(file.read_text("utf-8"))
    assert triax(monkeypatch, *again) == 0
    assert json.loads(file.read_text("utf-8")) == whole
    assert known == [0, 0, 3, 0]


def test_every_reason_has_words_but_that_of_trials() -> None:
    values: dict[str, int | str] = dict.fromkeys(("by", "to", "left", "points", "count", "card", "tenths"), 2)
    values |= {"colours": "RG", "seat": 1}
    for code in get_args(ReasonCode):
        said = reason_in_words(Reason(code, values), ["Ada", "Ben"])
        assert (said is None) == (code == "trials")
        assert "{" not in (said or "")
    low = reason_in_words(Reason("lowest", {"colours": "RGB", "by": 1, "to": 2}), [])
    assert low == "raises the lowest track to 2 (red, green and blue)"
    for harm in get_args(HarmCode):
        assert "Ben" in harm_in_words(Harm(harm, values), ["Ada", "Ben"])
