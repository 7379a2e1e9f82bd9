"""Maharajah chess: chess with compound pieces, armies of one's own and a hidden set-up."""
