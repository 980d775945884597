"""Axio Rota by simple rules."""

from triax.bots.rules import RuleBot
from triax.bots.track_rules import best_tracks, most_points
from triax.games.rota import ROTA

NOVICE = RuleBot(ROTA, most_points)
APPRENTICE = RuleBot(ROTA, best_tracks)
