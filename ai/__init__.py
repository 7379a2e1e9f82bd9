"""Seats that play: they are given what their seat may see, and answer."""
