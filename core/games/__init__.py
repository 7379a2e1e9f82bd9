"""One sub-package a game; `core.registry` finds them by their `game` object."""
