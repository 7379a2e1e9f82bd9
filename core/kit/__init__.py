"""Pieces that more than one game uses."""
