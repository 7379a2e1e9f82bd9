"""How often somebody may do something."""

from __future__ import annotations


class Rate:
    """At most `most` in a row and as many in `per_ms`, refilled steadily (a token bucket)."""

    __slots__ = ("_at", "_left", "_most", "_per_ms")

    def __init__(self, most: int, per_ms: int, now: int) -> None:
        self._most = most
        self._per_ms = per_ms
        self._left = most * per_ms
        self._at = now

    def left(self, now: int) -> bool:
        """Is one more allowed?"""
        self._left = min(self._most * self._per_ms, self._left + (now - self._at) * self._most)
        self._at = now
        return self._left >= self._per_ms

    def take(self, now: int) -> bool:
        """One more, if allowed."""
        if not self.left(now):
            return False
        self._left -= self._per_ms
        return True

    def grant(self, more: int) -> None:
        """So many more at once, never above the most."""
        self._left = min(self._most * self._per_ms, self._left + more * self._per_ms)
