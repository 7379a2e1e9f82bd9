"""The board of the 1994 game."""
