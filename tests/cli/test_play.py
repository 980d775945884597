"""The terminal player, scripted: whole games, hidden things, saving, bad input."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count, cycle
from pathlib import Path
from random import Random

import pytest
import typer
from typer.testing import CliRunner

from tests.cli.support.paper import Paper, Script
from triax.arena.simulate import BotFailed
from triax.cli.play import play
from triax.cli.terminal import faces
from triax.cli.terminal.save_file import SaveFile, read_unfinished
from triax.cli.terminal.seats import read_seats
from triax.cli.terminal.session import Session
from triax.games import find_game
from triax.games.core import Dice, Move, Plain
from triax.games.errors import BadData
from triax.games.record import Recorder, read_record

GAMES = ("rota", "axio", "axo")
SEATS = {1: "you", 2: "you,random", 3: "you,random,random", 4: "you,random,random,random"}


def lines(*typed: str) -> Script:
    left: Iterator[str] = iter(typed)
    return lambda _: next(left, None)


def picking(answers: int = 1_000_000) -> Script:
    """List, then the first of the list; Enter wherever else something is asked; then the end of input."""
    picks, left = cycle(("", "1")), iter(range(answers))
    return lambda prompt: None if next(left, None) is None else next(picks) if prompt.endswith("> ") else ""


def session(
    game: str,
    seats: str,
    terminal: Paper,
    *,
    seed: int = 1,
    save: Path | None = None,
    at_once: bool = False,
    options: Plain | None = None,
) -> tuple[Session, Recorder]:
    kind, rng = find_game(game), Random(seed)
    seated = read_seats(kind, seats)
    recorder = Recorder(kind, len(seated), options or {}, kind.deal(len(seated), options or {}, rng))
    return Session(terminal, recorder, seated, rng, save_file=SaveFile(terminal, save, None), at_once=at_once), recorder


@pytest.mark.parametrize("players", [1, 2, pytest.param(3, marks=pytest.mark.slow), 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_from_the_list(game: str, players: int, tmp_path: Path) -> None:
    paper = Paper(picking())
    table, recorder = session(game, SEATS[players], paper, save=tmp_path / "game.jsonl")
    table.run()
    record = read_record((tmp_path / "game.jsonl").read_text())
    assert [step.after for step in record.replay()][-1] == recorder.state
    assert record.result is not None
    end = paper.text[-600:]
    assert "triax replay" in end
    assert ("1. " in end) if players > 1 else ("result" in end or "Simona" in end)


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_in_notation(game: str) -> None:
    rng = Random(4)
    paper = Paper(lambda prompt: str(rng.choice(recorder.state.moves(0))) if prompt.endswith("> ") else "")
    table, recorder = session(game, "you,random", paper, seed=7)
    table.run()
    assert recorder.state.outcome is not None


@pytest.mark.parametrize("game", GAMES)
def test_people_at_one_terminal_see_only_their_own(game: str) -> None:
    """Tables that differ only in what Anna cannot see: everything shown to her is the same."""
    kind, rng = find_game(game), Random(11)
    seats = read_seats(kind, "you:Anna,you:Ben")
    state = kind.new(2, rng, {"start": 0})
    for step in count():
        if step >= 8 and 0 in state.to_act:
            break
        seat = min(state.to_act)
        state, _ = state.play(seat, rng.choice(state.moves(seat)), Dice(rng))
    # A sample may happen to deal Ben what he has; such a twin would show nothing.
    samples = [kind.sample(state.view(0), Random(seed)) for seed in range(4)]
    twins = [twin for twin in samples if twin.view(1) != state.view(1)]
    assert twins
    pages = []
    for twin in (state, *twins):
        paper = Paper(lines("", "", "?", "board", "score", "quit", "n"))
        recorder = Recorder(kind, 2, {}, kind.deal(2, {}, Random(0)))
        recorder.state = twin
        recorder.log = [{"seat": 0, "move": "x"}]
        Session(paper, recorder, seats, Random(0), save_file=SaveFile(paper, None, None), at_once=False).run()
        pages.append(paper.pages)
    assert all(shown == pages[0] for shown in pages)
    assert len(pages[0]) == 3


@pytest.mark.parametrize("game", GAMES)
def test_the_keyboard_is_passed_on_a_clear_screen(game: str) -> None:
    paper = Paper(picking(60))
    session(game, "you:Anna,you:Ben", paper)[0].run()
    handovers = [page for page in paper.pages if "Pass the keyboard" in page]
    assert len(handovers) > 5
    assert not any(re.search("Your (tile|rack|hand)", page) for page in handovers)
    assert not any("Anna> " in page and "Ben> " in page for page in paper.pages)


def test_marks_stay_unseen_until_all_are_done() -> None:
    """Anna marks first; Ben, marking after her, sees her area as it was."""
    kind, rng = find_game("axo"), Random(3)
    state = kind.new(2, rng, {"start": 0})
    while not (state.view(0)["phase"] == "mark" and state.to_act == {0, 1}):
        seat = min(state.to_act)
        state, _ = state.play(seat, state.moves(seat)[0], Dice(rng))
    recorder = Recorder(kind, 2, {"start": 0}, kind.deal(2, {"start": 0}, Random(0)))
    recorder.state = state
    area = [sheet["marks"] for sheet in state.view(1)["seats"][0]["area"]]
    paper = Paper(lines("", "", "1", "pass", "", "quit", "n"))
    seats = read_seats(kind, "you:Anna,you:Ben")
    Session(paper, recorder, seats, rng, save_file=SaveFile(paper, None, None), at_once=True).run()
    assert [sheet["marks"] for sheet in recorder.state.view(1)["seats"][0]["area"]] == area
    assert [sheet["marks"] for sheet in recorder.state.view(0)["seats"][0]["area"]] != area
    shown_to_ben = paper.text.partition("Pass the keyboard to Ben")[2]
    assert "Mark" in shown_to_ben
    assert not re.search("Anna (has marked|marks)", shown_to_ben)


@pytest.mark.parametrize("game", GAMES)
def test_saved_and_resumed_is_the_same_game(game: str, tmp_path: Path) -> None:
    path = tmp_path / "half.jsonl"
    first = Paper(lines("", "1", "", "1", f"save {path}", "quit", "n"))
    table, recorder = session(game, "you,random", first)
    table.run()
    record = read_unfinished(path, game)
    resumed = Recorder.resume(record)
    assert resumed.state == recorder.state
    assert resumed.record() == recorder.record()
    second = Paper(picking())
    seats, save_file = read_seats(resumed.game, "you,random"), SaveFile(second, None, path)
    again = Session(second, resumed, seats, Random(1), save_file=save_file, at_once=False)
    again.remember(record)
    again.run()
    assert resumed.state.outcome is not None
    assert resumed.log[: len(recorder.log)] == recorder.log


JUNK = (
    "9", "1", "42", "x", "-", "0,0/0", "99,99/0", "1,1/9", "rg@0,0>n", "RG@9,9>E", "exchange", "keep", "pass",
    "mark", "play", "7" * 5000,
    "mark 01@0,0", "area 01", "save /no/such/folder/file", "score", "rules", "?", "help", "list", "board",
    "é ñ ⚀", "'", "x" * 500, "$(ls)", "[bold]red[/bold]", "١", "²", "0" * 59, "n",
    "play 01 R", "wipe 0:01@0,0", "1 2 3",
)  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_junk_is_answered_and_changes_nothing(game: str) -> None:
    paper = Paper(lines(*(junk for junk in JUNK if junk != "1"), "quit", "n"))
    table, recorder = session(game, "you", paper)
    before = recorder.state
    table.run()
    assert recorder.state == before
    assert "Goodbye." in paper.text


def test_a_move_is_asked_back_before_it_is_played() -> None:
    paper = Paper(lines("-1,0/0", "n", "-1,0/1", "2,0/0", "", "quit", "n"))
    table, recorder = session("rota", "you", paper, seed=8)
    table.run()
    assert [entry["move"][:5] for entry in recorder.log] == ["2,0/0"]
    assert "Lowest track: 0 now" in paper.text


def test_a_number_answers_no_question() -> None:
    """It is a number of the list, which would play at once what nobody looked at."""
    paper = Paper(lines("2,0/0", "1", "9" * 80, "n", "quit", "n"))
    table, recorder = session("rota", "you", paper, seed=8)
    table.run()
    assert recorder.log == []
    assert paper.text.count("Play 2,0/0? Enter or y = yes, n = no: ") == 3
    paper = Paper(lines("2,0/0", "1", "y", "quit", "n"))
    table, recorder = session("rota", "you", paper, seed=8)
    table.run()
    assert [entry["move"] for entry in recorder.log] == ["2,0/0"]


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_where_whoever_installed_it_finds_them(game: str) -> None:
    paper = Paper(lines("rules", "quit"))
    session(game, "you", paper)[0].run()
    assert f"/rules/{game}" in paper.text
    assert not re.search(r"\.md|docs/|src/", paper.text)


def test_yes_plays_at_once() -> None:
    table, recorder = session("rota", "you", Paper(lines("-1,0/0", "quit", "n")), seed=8, at_once=True)
    table.run()
    assert len(recorder.log) == 1


class Failing:
    name = "hal"

    def build(self, game: str) -> Failing:
        return self

    def choose(self, view: object, moves: object, rng: object) -> Move:
        raise OSError("the pod bay\ndoors")


def test_a_bot_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("triax.cli.terminal.seats.find_spec", lambda *_: Failing())
    with pytest.raises(BotFailed, match=r"^hal in seat 1, move 2: OSError: the pod bay doors \(test_play.py, line"):
        session("rota", "you,hal", Paper(picking()), seed=2, options={"start": 0})[0].run()


@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_input_is_a_quit(game: str) -> None:
    for typed in ((), ("",), ("", "1"), ("", "1", "")):
        paper = Paper(lines(*typed))
        session(game, "you,random", paper)[0].run()
        assert paper.text.endswith("Goodbye.\n")


def test_quit_offers_to_save_and_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    paper = Paper(lines("", "1", "quit", ""))
    table, _ = session("rota", "you:Anna,random,random", paper)
    table.run()
    assert [path.name for path in tmp_path.iterdir()] == ["triax-rota-1.jsonl"]
    assert "--seats you:Anna,random,random --resume triax-rota-1.jsonl" in paper.text


def test_another_file_is_not_overwritten_unasked(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("precious")
    paper = Paper(lines("", "1", f"save {path}", "", "quit", "n"))
    session("rota", "you", paper)[0].run()
    assert path.read_text() == "precious"
    paper = Paper(lines("", "1", f"save {path}", "y", f"save {path}", "quit", "n"))
    session("rota", "you", paper)[0].run()
    assert read_unfinished(path, "rota").log
    assert paper.text.count("exists") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["diary.txt"]


def test_an_automatic_save_asks_before_the_first_move(tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("precious")
    with pytest.raises(BadData, match="exists"):
        session("rota", "you", Paper(lines("")), save=path)[0].run()
    assert path.read_text() == "precious"
    with pytest.raises(BadData, match="cannot be written"):
        session("rota", "you", Paper(lines()), save=tmp_path / "no" / "such.jsonl")[0].run()


def test_a_resumed_game_asks_before_it_is_saved_over_another_file(tmp_path: Path) -> None:
    half, other = tmp_path / "half.jsonl", tmp_path / "other.jsonl"
    session("rota", "you", Paper(lines("", "1", f"save {half}", "quit", "n")))[0].run()
    other.write_text("precious")
    files = ["--seats", "you", "--resume", str(half), "--save", str(other)]
    output, error = command(["rota", *files], "\n")
    assert isinstance(error, BadData)
    assert "exists. Overwrite it?" in output
    assert other.read_text() == "precious"
    output, error = command(["rota", *files], "y\n")
    assert error is None
    assert other.read_text() == half.read_text()
    # Its own file is written again without a question.
    output, error = command(["rota", "--seats", "you", "--resume", str(half), "--save", str(half)])
    assert error is None
    assert "Overwrite" not in output


@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_a_face_of_its_own_is_played_from_lists(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faces, "_OWN", {})
    paper = Paper(picking())
    table, recorder = session(game, "you,random,random", paper, save=tmp_path / "game.jsonl")
    table.run()
    assert recorder.state.outcome is not None
    assert "seat 0 is You, seat 1 is random 1, seat 2 is random 2" in paper.text
    assert all(line in paper.text for line in recorder.game.lines(recorder.state.view(0)))
    assert re.search(r"^ 1  \S", paper.text, re.MULTILINE)
    assert re.search(r"^1\. ", paper.text, re.MULTILINE)
    typed = Paper(lines("?", "rules", "board", "score", str(recorder.game.parse(recorder.log[0]["move"])), "n", "quit"))
    session(game, "you", typed)[0].run()
    assert "Which move do you choose?" in typed.text


@pytest.mark.parametrize(
    ("seats", "message"),
    [
        ("random,random", "no seat for you"),
        ("you,nobody", "'nobody' is not a bot"),
        ("you,you,you,you,you", "5 seats"),
        ("", "no seat for you"),
        ("you:", "expected a name"),
        ("you:Anna,you:Anna", "different names"),
        ("you:\x1b[31m,random", "expected a name"),
    ],
)
def test_bad_seats_are_refused(seats: str, message: str) -> None:
    with pytest.raises(BadData, match=re.escape(message)):
        read_seats(find_game("rota"), seats)


def command(arguments: Sequence[str], typed: str = "") -> tuple[str, BaseException | None]:
    app = typer.Typer()
    app.command()(play)
    result = CliRunner().invoke(app, list(arguments), input=typed)
    return result.output, result.exception


@pytest.mark.parametrize("game", GAMES)
def test_the_command_plays(game: str) -> None:
    output, error = command([game, "--seed", "3", "--start", "0"], "\n1\n")
    assert error is None
    assert "You> " in output
    assert "\x1b" not in output
    assert command([game, "--seed", "3", "--start", "0"], "\n1\n")[0] == output


def test_the_command_refuses_with_words(tmp_path: Path) -> None:
    finished, empty = tmp_path / "over.jsonl", tmp_path / "empty.jsonl"
    session("rota", "you", Paper(picking()), save=finished)[0].run()
    empty.write_text("")
    for arguments, message in (
        (["chess"], "'chess' is not a game"),
        (["rota", "--start", "5"], "options.start"),
        (["rota", "--simona", "left"], "--simona"),
        (["rota", "--resume", str(tmp_path / "none")], "No such file"),
        (["rota", "--resume", str(tmp_path)], "directory"),
        (["rota", "--resume", str(empty)], "0 records"),
        (["rota", "--resume", str(finished)], "triax replay"),
        (["axo", "--resume", str(finished)], "is a game of rota"),
        (["rota", "--resume", str(finished), "--start", "0"], "its own --start"),
    ):
        _, error = command(arguments)
        assert isinstance(error, BadData), arguments
        assert message in str(error)
        assert "\n" not in str(error)
