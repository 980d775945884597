"""Who meets whom. Pure: what has been played in, boards out, the same for the same.

At two a board by a maximum-weight matching, without anybody meeting again as long as that is possible at all; at
three and four by a greedy grouping that swaps improve. Whoever is left over has a bye, or a board with bots; those who
had the fewest of them first, and of those the last in the standings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations

from triax.server.tournaments.shape import Entrant, Round, points_of, points_of_bye

DrawnBoard = tuple[str | None, ...]
"""The players of a board by seat; None: a bot."""
WINDOW = 32
"""So many neighbours in the standings are matched at once: in such a window everybody finds somebody new for as long
as nobody has met half of it, and a thousand players are paired in a second."""
NEAR, PASSES = 24, 12
"""How far the grouping looks, and how often it looks again."""
AGAIN, SHUNNED = 1_000_000, 100_000
"""What meeting again costs, and meeting somebody who is blocked."""


@dataclass(frozen=True)
class Pairing:
    boards: tuple[DrawnBoard, ...]
    byes: tuple[str, ...] = ()


@dataclass
class Contender:
    """Somebody to be paired, with what they have had so far."""

    player: str
    rank: int = 0
    points: int = 0
    met: Counter[str] = field(default_factory=Counter)
    sat: Counter[int] = field(default_factory=Counter)
    """How often at each seat: the first of them starts."""
    alone: int = 0
    """Byes, and boards without another person."""
    shuns: frozenset[str] = frozenset()


def contenders(entrants: Sequence[Entrant], rounds: Sequence[Round], size: int) -> list[Contender]:
    """Those to be paired, best first: by points, then as they are seeded."""
    found: defaultdict[str, Contender] = defaultdict(lambda: Contender(""))
    for boards in rounds:
        for board in boards:
            places = [sat.place for sat in board.seats if sat.place is not None]
            won = points_of(places) if len(places) == len(board.seats) else [0] * len(board.seats)
            for seat, sat in enumerate(board.seats):
                if sat.player is None:
                    continue
                one = found[sat.player]
                one.points += points_of_bye(size) if board.bye else won[seat]
                one.alone += len(board.people) == 1
                one.sat[seat] += not board.bye
                one.met.update(other for other in board.people if other != sat.player)
    present = [found[one.player] for one in entrants if one.here]
    for one, entrant in zip(present, (one for one in entrants if one.here), strict=True):
        one.player, one.shuns = entrant.player, entrant.shuns
    present.sort(key=lambda one: -one.points)
    for rank, one in enumerate(present):
        one.rank = rank
    return present


def pair(those: Sequence[Contender], size: int, *, fill: bool, by_points: bool = True) -> Pairing:
    """A round for those who are there. With `fill`, bots take the seats that would stay empty."""
    if size == 1:
        return Pairing(tuple((one.player,) for one in those))
    over = len(those) % size
    if len(those) < size:
        over = len(those)
    if size == 2 and over != len(those):
        left, boards = _pairs(those, over)
    else:
        left = _left_over(those, over)[:over]
        boards = _groups([one for one in those if one not in left], size, by_points=by_points)
    seated = [_seated(board, number) for number, board in enumerate(boards)]
    if not left or not fill:
        return Pairing(tuple(seated), tuple(one.player for one in left))
    return Pairing((*seated, (*_seated(left, 0), *([None] * (size - len(left))))))


def _left_over(those: Sequence[Contender], over: int) -> list[Contender]:
    """In the order in which they are left over."""
    return sorted(those, key=lambda one: (one.alone, -one.rank)) if over else []


# At two.


def _pairs(those: Sequence[Contender], over: int) -> tuple[list[Contender], list[list[Contender]]]:
    if not over:
        return [], _new_pairs(those) or _matched(those, again=True)
    candidates = _left_over(those, over)
    fewest = [one for one in candidates if one.alone == candidates[0].alone]
    for left in fewest:
        if pairs := _new_pairs([one for one in those if one is not left]):
            return [left], pairs
    left = fewest[0]
    return [left], _matched([one for one in those if one is not left], again=True)


def _new_pairs(those: Sequence[Contender]) -> list[list[Contender]]:
    """All of them, with nobody whom they have met; nothing, if there is no such way. Window by window: one in which it
    cannot be done is opened to the next, and in the end to all."""
    windows = [list(those[at : at + WINDOW]) for at in range(0, len(those), WINDOW)]
    done: list[list[Contender]] = []
    pairs: list[list[list[Contender]]] = []
    for window in windows:
        here = window
        found = _matched(here, again=False)
        while 2 * len(found) < len(here) and done:
            here = done.pop() + here
            pairs.pop()
            found = _matched(here, again=False)
        done.append(here)
        pairs.append(found)
    while len(done) > 1 and 2 * len(pairs[0]) < len(done[0]):
        done[:2] = [done[0] + done[1]]
        pairs[:2] = [_matched(done[0], again=False)]
    found = [pair for some in pairs for pair in some]
    return found if 2 * len(found) == len(those) else []


def _matched(those: Sequence[Contender], *, again: bool) -> list[list[Contender]]:
    """As many pairs as there can be, at the least cost."""
    # Imported here: most servers never pair anybody.
    import networkx  # noqa: PLC0415

    alike = Counter(one.points for one in those)
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(those)))
    costs = {
        (first, second): _cost(those[first], those[second], alike)
        for first, second in combinations(range(len(those)), 2)
        if again or not those[first].met[those[second].player]
    }
    most = max(costs.values(), default=0) + 1
    graph.add_weighted_edges_from((*edge, most - cost) for edge, cost in costs.items())
    chosen = networkx.max_weight_matching(graph, maxcardinality=True)
    return [[those[first], those[second]] for first, second in sorted(tuple(sorted(edge)) for edge in chosen)]


def _cost(one: Contender, other: Contender, alike: Counter[int]) -> int:
    """Equal points first. Among equals the upper half meets the lower; who has started as often is second to that."""
    apart = (one.points - other.points) ** 2
    half = alike[one.points] // 2 if one.points == other.points else 1
    folded = abs(abs(one.rank - other.rank) - half)
    same_start = (one.sat[0] - one.sat[1]) * (other.sat[0] - other.sat[1])
    unwilling = SHUNNED * (other.player in one.shuns)
    return AGAIN * one.met[other.player] + unwilling + 1_000 * apart + 2 * folded + 8 * max(0, same_start)


# At three and four.


def _groups(those: Sequence[Contender], size: int, *, by_points: bool) -> list[list[Contender]]:
    """From the top: the first, and whoever of those behind fits best, until the board is full. Then players change
    boards for as long as that makes it better."""
    waiting = list(those)
    boards: list[list[Contender]] = []
    while len(waiting) >= size:
        board = [waiting.pop(0)]
        while len(board) < size:
            near = waiting[:NEAR]
            best = min(near, key=lambda one: sum(_strain(one, held, by_points=by_points) for held in board))
            waiting.remove(best)
            board.append(best)
        boards.append(board)
    for _ in range(PASSES):
        if not any(_swap(*two, by_points=by_points) for two in _with_trouble(boards)):
            break
    return boards


def _with_trouble(boards: Sequence[list[Contender]]) -> Iterator[tuple[list[Contender], list[Contender]]]:
    for number, board in enumerate(boards):
        if any(one.met[other.player] or other.player in one.shuns for one, other in combinations(board, 2)):
            others = sorted((abs(other - number), other) for other in range(len(boards)) if other != number)
            yield from ((board, boards[other]) for _, other in others[:NEAR])


def _swap(first: list[Contender], second: list[Contender], *, by_points: bool) -> bool:
    """The best exchange of one for one between two boards, if any is better than none."""
    now = _board_strain(first, by_points=by_points) + _board_strain(second, by_points=by_points)
    best, where = now, None
    for one in range(len(first)):
        for other in range(len(second)):
            first[one], second[other] = second[other], first[one]
            then = _board_strain(first, by_points=by_points) + _board_strain(second, by_points=by_points)
            first[one], second[other] = second[other], first[one]
            if then < best:
                best, where = then, (one, other)
    if where is None:
        return False
    one, other = where
    first[one], second[other] = second[other], first[one]
    return True


def _board_strain(board: Sequence[Contender], *, by_points: bool) -> int:
    return sum(_strain(one, other, by_points=by_points) for one, other in combinations(board, 2))


def _strain(one: Contender, other: Contender, *, by_points: bool) -> int:
    apart = (one.points - other.points) ** 2 if by_points else 0
    return AGAIN * one.met[other.player] ** 2 + SHUNNED * (other.player in one.shuns) + apart


def _seated(board: Sequence[Contender], number: int) -> DrawnBoard:
    """Everyone where they have sat least; of equal ways another one at each board."""
    ways = list(permutations(board))
    turned = ways[number % len(ways) :] + ways[: number % len(ways)]
    best = min(turned, key=lambda way: sum(one.sat[seat] ** 2 * 2 + one.sat[seat] for seat, one in enumerate(way)))
    return tuple(one.player for one in best)


# Everyone against everyone.


def robin_rounds(players: int, size: int) -> int:
    """At two everyone meets everyone once; at more, as often as it takes to meet as many."""
    if size == 2:
        return players - 1 + players % 2
    return -(-(players - 1) // (size - 1))


def robin(entrants: Sequence[Entrant], rounds: Sequence[Round], size: int, *, fill: bool) -> Pairing:
    """The next round. The list is the one with which it began: whoever has left leaves their opponents a bye."""
    those = contenders([Entrant(one.player) for one in entrants], rounds, size)
    here = {one.player for one in entrants if one.here}
    if size > 2:
        return pair([one for one in those if one.player in here], size, fill=fill, by_points=False)
    by_player = {one.player: one for one in those}
    boards: list[DrawnBoard] = []
    byes: list[str] = []
    for number, two in enumerate(_circle([one.player for one in entrants], len(rounds))):
        present = [by_player[player] for player in two if player in here]
        if len(present) == 2:
            boards.append(_seated(present, number))
        elif present and fill:
            boards.append((present[0].player, None))
        elif present:
            byes.append(present[0].player)
    return Pairing(tuple(boards), tuple(byes))


def _circle(players: Sequence[str], number: int) -> Iterator[tuple[str, ...]]:
    """The first stays, the others go round; with an odd number one seat of the circle is empty."""
    circle: list[str | None] = [*players, *([None] * (len(players) % 2))]
    turned = circle[1:]
    turn = number % max(1, len(turned))
    circle[1:] = turned[turn:] + turned[:turn]
    for at in range(len(circle) // 2):
        yield tuple(one for one in (circle[at], circle[-1 - at]) if one is not None)


# Continuous pairing.


def pair_waiting(those: Sequence[Contender], last: dict[str, set[str]], size: int) -> Pairing:
    """As many boards as those who wait fill, the others wait on; nobody meets those of their last board again if
    there is another way."""
    fresh = [replace(one, met=Counter(last.get(one.player, ()))) for one in those]
    boards = _groups(fresh, size, by_points=True)
    # Two who have just met and are alone wait for a third.
    new = [
        board for board in boards if not any(a.met[b.player] for a, b in combinations(board, 2)) or len(those) == size
    ]
    return Pairing(tuple(_seated(board, number) for number, board in enumerate(new)))
