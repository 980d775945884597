"""Players made of code. A bot is given what its seat may know, never a state."""

from triax.bots.core import BOTS, DEFAULT_BUDGET, LEVELS, Bot, BotSpec, find_bot, warm
from triax.bots.own import OwnBotSpec, find_own_bot

__all__ = ["BOTS", "DEFAULT_BUDGET", "LEVELS", "Bot", "BotSpec", "OwnBotSpec", "find_bot", "find_own_bot", "warm"]
