"""Axio by simple rules. An exchange is taken where it is offered."""

from triax.bots.rules import Rule, RuleBot
from triax.bots.track_rules import best_tracks, most_points
from triax.games.axio import AXIO, EXCHANGE, AxioMove, AxioState


def exchanging(rule: Rule[AxioState, AxioMove]) -> Rule[AxioState, AxioMove]:
    return lambda state, seat, moves, rng: EXCHANGE if state.deciding else rule(state, seat, moves, rng)


NOVICE = RuleBot(AXIO, exchanging(most_points))
APPRENTICE = RuleBot(AXIO, exchanging(best_tracks))
