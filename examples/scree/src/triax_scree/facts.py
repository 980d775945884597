"""What is true of Scree at every table."""

from triax.games.facts import Facts, PointScore

NUMBERS = "123456789"
STONES = tuple(3 * NUMBERS)
HAND = 3
SITES = (1, 2, 3)
GOALS = {2: 15, 3: 10, 4: 8}

FACTS = Facts(
    name="scree",
    title="Scree",
    scores={players: PointScore(goal) for players, goal in GOALS.items()},
    # Each turn but the last draws a stone: those that were not dealt, then all that nobody holds.
    decisions={players: 2 * (len(STONES) - HAND * players + 1) for players in GOALS},
)
