"""Players made of code. A bot is given what its seat may know, never a state."""

from triax.bots.core import BOTS, DEFAULT_BUDGET, LEVELS, Bot, BotSpec, find_bot, warm

__all__ = ["BOTS", "DEFAULT_BUDGET", "LEVELS", "Bot", "BotSpec", "find_bot", "warm"]
