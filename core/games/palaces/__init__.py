"""Maharaja: Palace Building, 2004: two secret actions a round, and who does more for the visited city."""

from core.games.palaces.board import shipped
from core.games.palaces.rules import Palaces

game = Palaces(shipped())
"""The game on the board that comes with the program."""
