"""Seats that play Maharajah chess."""
