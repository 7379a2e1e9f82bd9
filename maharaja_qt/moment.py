"""A question takes no key that was meant for the one before it: it has to be in sight for a moment first."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

SPAN: Final = 0.6
"""Seconds."""


class Moment:
    """When a question came into sight. `clock`: seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._since = clock() - SPAN

    def came(self) -> None:
        """Another question is in sight."""
        self._since = self.clock()

    def meant(self) -> bool:
        """May a key decide now? One that comes too soon puts it off: keys pressed again and again decide
        nothing until they rest."""
        now = self.clock()
        if now - self._since >= SPAN:
            return True
        self._since = now
        return False


_moment: Final = Moment()


def moment() -> Moment:
    """The one of this program: there is one keyboard."""
    return _moment
