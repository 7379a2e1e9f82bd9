"""Tests with networks of their own: each computer is a network namespace. Run by `make netns`."""
