"""What a person reads and types: positions as they are drawn, without colour too, previews, words, notation."""

from __future__ import annotations

from random import Random

import pytest
from rich.text import Text

from triax.cli.terminal.canvas import Canvas, Lines, beside, flow, plain_ascii, width_of
from triax.cli.terminal.face import BoardContext
from triax.cli.terminal.faces import face_of
from triax.cli.terminal.screen import RichTerminal
from triax.cli.terminal.seats import read_seats
from triax.cli.words.events import narrate
from triax.games import find_game
from triax.games.axo.events import AxoDrew, CardPlayed, Marked, Revealed
from triax.games.core import AnyState, Dice
from triax.games.events import Event, Over, redact
from triax.games.tracks import TracksScored

GAMES = ("rota", "axio", "axo")
ROTA_GAME = find_game("rota")
NAMES = ["Anna", "Ben", "Cleo", "Dan"]


def after(game: str, players: int, moves: int, seed: int = 5) -> AnyState:
    """A position of a random game, with people's moves chosen by chance."""
    rng = Random(seed)
    state = find_game(game).new(players, rng, {"start": 0} if players > 1 or game != "axo" else {})
    while moves and state.to_act:
        seat = min(state.to_act)
        state, _ = state.play(seat, rng.choice(state.moves(seat)), Dice(rng))
        moves -= 1
    return state


def drawn(state: AnyState, seat: int, width: int = 80, height: int = 40) -> Lines:
    context = BoardContext(NAMES[: state.players], state.moves(seat), (), width, height)
    return face_of(find_game(state.game)).draw(state.view(seat), context)


def text(block: Lines) -> str:
    return "\n".join(line.plain.rstrip() for line in block) + "\n"


ROTA = """\
      -1     0     1     2     3     4     5

 -2        0,-2

          ┌─────┐
 -1  -1,-1│R   G│1,-1  2,-1  3,-1  4,-1
          │P   -│
          ├─────┼─────┬─────┬─────┬─────┐
  0  -1,0 │P   R│O   R│-   B│B   G│O   P│ 5,0
          │B   -│-   G│G   O│R   P│B   R│
          ├─────┼─────┼─────┴─────┴─────┘
  1  -1,1 │P   -│-   G│ 2,1   3,1   4,1
          │O   G│R   P│
          └─────┴─────┘
  2         0,2   1,2
  To 12       R   G   B   O   P  left  Your tile RBPG, turned:
▸ Anna        0▼  2   1   0▼  0▼    9    /0      /1      /2      /3
  Ben         1   0▼  0▼  0▼  1     9  ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐
  ▼ lowest track: it decides the game  │R   B│ │G   R│ │P   G│ │B   P│
  supply: 32 tiles                     │G   P│ │P   B│ │B   R│ │R   G│
                                       └─────┘ └─────┘ └─────┘ └─────┘
"""

AXIO = """\
    -4  -3  -2  -1   0   1   2   3   4      To 18       R   G   B   O   P  rack
   ┌───────┬───────┐       ┌───────┬───┐    Anna        2▼  2▼  2▼  4   2▼    5
-4 │ R   P │ B   G │(B)  ▲ │ G   O │ P │  ▸ Ben         5   3   2   5   1▼    4
   └───────┼───────┼───┬───┴───┬───┤   │    ▼ lowest track: it decides the game
-3   ·   · │ P   O │ O │ O   G │ B │ P │    bag: 61 tiles
   ┌───────┼───┬───┤   ├───────┤   ├───┘    (R) printed  ▲ pyramid  × left bare
-2 │ G   R │ · │ O │ O │ ·   · │ R │ ▲      Your rack:
   ├───────┤   │   ├───┴───┐   ├───┴───┐    ┌────┐ ┌────┐ ┌────┐ ┌────┐ ┌────┐
-1 │ O   B │ · │ O │ P   R │ · │ B   P │    │R  P│ │G  G│ │G  G│ │P  P│ │R  R│
   └───┬───┴───┼───┴───┬───┴───┼───┬───┘    └────┘ └────┘ └────┘ └────┘ └────┘
 0  (P)│ O   R │ ▲  (R)│ P   B │ B │(G)
   ┌───┴───┬───┼───────┼───┬───┤   │
 1 │ O   O │ G │ P   G │ R │ ▲ │ G │ ▲
   ├───┬───┤   ├───────┤   ├───┼───┼───┐
 2 │ R │ P │ G │ O   P │ R │ R │ · │ R │
   │   │   ├───┴───┬───┴───┤   │   │   │
 3 │ G │ B │ P   B │ G   O │ P │ · │ R │
   ├───┴───┼───────┼───────┴───┼───┴───┤
 4 │ B   G │ O   R │(O)  ·   · │ O   P │
   └───────┴───────┘           └───────┘
"""

AXIO_COMPACT = """\
  -6 -5 -4 -3 -2 -1  0  1  2  3  4  5  6    To 18       R   G   B   O   P  rack
-6 ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ▸ Anna        0▼  0▼  0▼  0▼  0▼    5
-5 ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·    Ben         0▼  0▼  0▼  0▼  0▼    5
-4 ·  ·  ·  ·  ·  · (B) ·  ·  ·  ·  ·  ·    Cleo        0▼  0▼  0▼  0▼  0▼    5
-3 ·  ·  R──R  ·  ·  ·  ·  ·  ·  ·  ·  ·    Dan         0▼  0▼  0▼  1   0▼    5
-2 ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  G╷ ·    ▼ lowest track: it decides the game
-1 ·  O╷ ·  ·  ·  P╷ ·  ·  ·  ·  ·  P╵ ·    bag: 68 tiles
 0 ·  O╵(P) ·  ·  B╵(R) G╷ ·  · (G) B╷ ·    (R) printed  ▲ pyramid  × left bare
 1 ·  ·  ·  ·  ·  ·  ·  O╵ ·  ·  ·  O╵ ·    Your rack:
 2 ·  ·  P──B  ·  ·  ·  ·  ·  ·  ·  ·  ·    ┌────┐ ┌────┐ ┌────┐ ┌────┐ ┌────┐
 3 ·  ·  ·  ·  ·  ·  ·  ·  R╷ ·  ·  ·  ·    │O  P│ │R  R│ │O  O│ │R  P│ │R  B│
 4 ·  ·  ·  P──O  · (O) ·  P╵ ·  ·  G╷ ·    └────┘ └────┘ └────┘ └────┘ └────┘
 5 ·  ·  ·  ·  O╷ P──R  ·  ·  ·  ·  G╵ ·
 6 ·  ·  ·  ·  P╵ ·  ·  ·  ·  ·  ·  ·  ·
"""

AXO = """\
draw pile 36 · discard 4 · goal 9 points
Ben (seat 1): 0 points · 0 extra marks (0 of 5 won) · 0 pivots
card 26 pivot     card 33           card 41
    0   1   2         0   1   2         0   1   2
  ┌───┬───┬───┐     ┌───┬───┬───┐     ┌───┬───┬───┐
0 │ Y │ R │ B │   0 │▓B▓│ R │ R │   0 │ R │ R │▓Y▓│
  ├───┼───┼───┤     ├───┼───┼───┤     ├───┼───┼───┤
1 │ R │ Y │▓B▓│   1 │ Y │ B │ Y │   1 │ R │ Y │▓B▓│
  ├───┼───┼───┤     ├───┼───┼───┤     ├───┼───┼───┤
2 │ R │ B │ Y │   2 │ Y │ R │ B │   2 │ B │ B │ Y │
  └───┴───┴───┘     └───┴───┴───┘     └───┴───┴───┘
Your hand (left: polyomino, right: grid):
22        32 spark   43 wipe   51 spark
■■■ RYR   ■■  YBB    ■·· YRB   ··■ YBY
··■ BBY   ■·  RYR    ■■■ RYB   ■■■ BRR
    BYR   ■■  RBY    ·■· YRB   ■·· YRB
▸ Anna (seat 0)
0 points 0 extra 0 pivot
12 YYB  28 BYR  46 R▓▓
   ▓▓R     RY▓     YYR
   ▓BY     ▓RY     R▓B
"""


def test_rota_is_drawn_so() -> None:
    assert text(drawn(after("rota", 2, 4), 0)) == ROTA


def test_axio_is_drawn_so() -> None:
    assert text(drawn(after("axio", 2, 30), 0)) == AXIO


def test_axio_is_drawn_in_little_room() -> None:
    assert text(drawn(after("axio", 4, 12), 0, height=24)) == AXIO_COMPACT


def test_axo_is_drawn_so() -> None:
    assert text(drawn(after("axo", 2, 20), 1)) == AXO


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_every_position_fits_80_columns(game: str, players: int) -> None:
    for moves in (0, 5, 20, 40):
        state = after(game, players, moves)
        seat = min(state.to_act, default=0)
        wide = width_of(drawn(state, seat, height=24))
        # Only a very long row of Rota tiles may need more.
        assert wide <= 80 or game == "rota"


@pytest.mark.parametrize("game", GAMES)
def test_plain_ascii_keeps_every_letter_and_width(game: str) -> None:
    for line in drawn(after(game, 2, 20), 0):
        ascii_line = plain_ascii(line.plain)
        assert ascii_line.isascii()
        assert len(ascii_line) == len(line.plain)
        assert [c for c in ascii_line if c.isalnum() and c not in "vx"] == [
            c for c in line.plain if c.isalnum() and c not in "vx"
        ]
        assert "?" not in ascii_line


def test_no_colour_carries_meaning_alone() -> None:
    """What is coloured is a letter or a number, or stands around one, or is a shape beside its colour's name."""
    colours = ("red", "green", "blue", "orange", "magenta", "yellow")
    for game in GAMES:
        for line in drawn(after(game, 2, 20), 0):
            for span in line.spans:
                if any(colour in str(span.style) for colour in colours):
                    stretch = line.plain[span.start : span.end]
                    assert all(character.isalnum() or character in " ()▓■·▼" for character in stretch), stretch


def test_boxes_that_touch_share_their_joints() -> None:
    canvas = Canvas()
    canvas.box(0, 0, 3, 3)
    canvas.box(2, 0, 3, 3)
    canvas.box(0, 2, 3, 3)
    assert text(canvas.lines()) == "┌─┬─┐\n│ │ │\n├─┼─┘\n│ │\n└─┘\n"


def test_blocks_flow_into_bands() -> None:
    one, two = [Text("aa"), Text("a")], [Text("b")]
    assert text(beside([one, two])) == "aa  b\na\n"
    assert text(flow([one, two], width=4)) == "aa\na\nb\n"


@pytest.mark.parametrize("game", GAMES)
def test_a_preview_says_what_is_scored(game: str) -> None:
    rng, kind = Random(2), find_game(game)
    state = kind.new(2, rng)
    for _ in range(30):
        seat = min(state.to_act)
        move = rng.choice(state.moves(seat))
        shown = "\n".join(line.plain for line in face_of(kind).preview(state, seat, move))
        worth = face_of(kind).worth(state, seat, move)
        before = state.scores[seat]
        state, events = state.play(seat, move, Dice(rng))
        for event in redact(events, seat):
            if isinstance(event, TracksScored):
                for colour, old, new in zip("RGBOP", before, event.tracks, strict=True):
                    assert f"{colour} {old} → {new}" in shown if new != old else f"{colour} {new}" in shown
                assert worth.key[:5] == tuple(sorted(event.tracks))
                assert f"then {min(event.tracks)}" in shown
            if isinstance(event, Marked):
                assert worth.key[0] == len(event.sections)
                assert shown.count("!") - 1 == 2 * len(event.sections)
        if not state.to_act:
            break


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("rota", " 2, -1 / 0 = b ", "2,-1/0=B"),
        ("axio", " rg@-1,3>n ", "RG@-1,3>N"),
        ("axio", "gr@-1,3>n", "RG@-1,2>S"),
        ("axio", "OO@1,1>W", "OO@0,1>E"),
        ("axio", " Keep ", "keep"),
        ("axo", "PLAY 7 r", "play 07 R"),
        ("axo", "7 r", "play 07 R"),
        ("axo", "area 22 3 17", "area 03 17 22"),
        ("axo", "mark 3 @ 0 , 1 ~2", "mark 03@0,1~2"),
        ("axo", "swap 3 > 9", "swap 03>09"),
        ("axo", "wipe 1:3@0,2", "wipe 1:03@0,2"),
        ("axo", "extra 12@0,2", "extra 12@0,2"),
    ],
)
def test_loose_notation_is_understood(game: str, typed: str, meant: str) -> None:
    moves = [find_game("axo").parse("play 01 R")] if game == "axo" else []
    normal = face_of(find_game(game)).normalize(typed, moves)
    assert normal == meant
    assert str(find_game(game).parse(normal)) == meant


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_strict_notation_is_left_alone(game: str, players: int) -> None:
    rng = Random(6)
    state = find_game(game).new(players, rng)
    for _ in range(25):
        if not state.to_act:
            break
        seat = min(state.to_act)
        moves = state.moves(seat)
        for move in moves[:200]:
            assert face_of(find_game(game)).normalize(str(move), moves) == str(move)
        state, _ = state.play(seat, rng.choice(moves), Dice(rng))


def test_you_are_told_in_the_second_person() -> None:
    names = ["You", "random"]
    events: list[Event] = [
        CardPlayed(0, "07", "R"),
        Marked(0, "mark", "07", ((0, 0),), 0),
        Revealed(0, ()),
        CardPlayed(1, "08", "B"),
        AxoDrew(1, 2, None),
        CardPlayed(None, "09", "Y"),
        Over(((0,), (1,))),
    ]
    assert narrate(events, names) == [
        "You play card 07 and declare red; have marked nothing",
        "random plays card 08 and declares blue",
        "Simona plays card 09 and declares yellow",
        "The game is over: you win",
    ]


def test_a_terminal_without_unicode_gets_ascii(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rich.console.Console.encoding", "ascii")
    monkeypatch.setattr("builtins.input", lambda prompt: prompt + "a\x1b\tb")
    terminal = RichTerminal()
    terminal.say("▼ é → ┌─┐")
    assert capsys.readouterr().out == "v ? > +-+\n"
    assert terminal.ask("▸ ") == r"> a\x1b b"


def test_nothing_raw_reaches_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A game that somebody else wrote may show what a terminal would obey."""
    monkeypatch.setattr("builtins.input", lambda prompt: prompt)
    terminal = RichTerminal()
    terminal.say("a\x1b[2Jb\nc")
    terminal.draw([Text("\x9b31m\ud800")])
    assert capsys.readouterr().out == "a\\x1b[2Jb\nc\n\\x9b31m\\ud800\n"
    assert terminal.ask("\x1b]0;x> ") == "\\x1b]0;x> "


def test_names_of_seats() -> None:
    assert [seat.name for seat in read_seats(ROTA_GAME, "you,random")] == ["You", "random"]
    assert [seat.name for seat in read_seats(ROTA_GAME, "random,you,random")] == ["random 1", "You", "random 2"]
    assert [seat.name for seat in read_seats(ROTA_GAME, "you, you:Ben ,you")] == ["Player 1", "Ben", "Player 3"]
