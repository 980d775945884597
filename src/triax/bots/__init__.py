"""Players made of code. A bot is given what its seat may know, never a state."""

from triax.bots.core import DEFAULT_BUDGET, Bot, Candidate
from triax.bots.own import OwnBotSpec, find_own_bot
from triax.bots.registry import LEVELS, BotSpec, bots_of, characters_of, find_bot, find_spec, opponents_of, think, warm

__all__ = [
    "DEFAULT_BUDGET",
    "LEVELS",
    "Bot",
    "BotSpec",
    "Candidate",
    "OwnBotSpec",
    "bots_of",
    "characters_of",
    "find_bot",
    "find_own_bot",
    "find_spec",
    "opponents_of",
    "think",
    "warm",
]
