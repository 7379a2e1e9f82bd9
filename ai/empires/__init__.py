"""Policies for the 1994 game."""
