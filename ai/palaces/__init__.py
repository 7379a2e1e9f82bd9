"""Policies for the palace game."""
