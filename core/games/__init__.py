"""One sub-package a game; `core.registry` finds them by their `game` object."""

from core.compiled import use_compiled

use_compiled()
