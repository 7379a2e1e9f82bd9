"""Maharaja, 1994: an area wargame of India, 1500 BC to AD 1850."""

from core.games.empires.charts import shipped
from core.games.empires.rules import Empires

game = Empires(shipped())
"""The game on the charts that come with the program."""
