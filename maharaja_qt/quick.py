"""What makes a start quick; imported before all that it makes quick."""

from __future__ import annotations

import builtins
import gc
import sys
from typing import Final

from PySide6 import QtCore as QtCore  # noqa: PLC0414 - with it PySide puts itself in the way of imports

YOUNG: Final = 20_000
"""Objects made until the garbage is looked through; in the usual way that is done 250 times until the first
board is painted, and little is found."""
TURN_S: Final = 0.001
"""How long one thread makes another wait: until a table is seen, its news goes back and forth many times."""

# Else PySide reads the source of every module imported from here on, for a feature nothing here uses.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
gc.set_threshold(YOUNG)
sys.setswitchinterval(TURN_S)
