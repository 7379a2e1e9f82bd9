"""What was taken back and can be done again: the same actions, as long as they are legal."""

from __future__ import annotations

from msgspec import Struct

from core.legal import Legal


class Redo:
    """Remembers what somebody here did and took back, per seat. Anything else done empties it."""

    def __init__(self) -> None:
        self._done: list[tuple[int, Struct]] = []
        self._undone: list[tuple[int, Struct]] = []

    def did(self, seat: int, action: Struct) -> None:
        """An action was carried out."""
        if self._undone and self._undone[-1] == (seat, action):
            self._undone.pop()
        else:
            self._undone.clear()
        self._done.append((seat, action))

    def undid(self, seat: int) -> None:
        """The last step of a seat was taken back."""
        if self._done and self._done[-1][0] == seat:
            self._undone.append(self._done.pop())

    def next(self, seat: int, legal: Legal[Struct]) -> Struct | None:
        """What a seat would do again now."""
        if not self._undone or self._undone[-1][0] != seat:
            return None
        action = self._undone[-1][1]
        return action if legal.contains(action) else None
