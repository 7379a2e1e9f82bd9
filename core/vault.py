"""Where sealed choices wait until the rules reveal them: in memory, never in a state or a file."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

import msgspec
from msgspec import Raw, Struct

from core import lines
from core.ctx import NotSent

A = TypeVar("A", bound=Struct)

SALT_BYTES: Final = 16
"""A salt keeps a choice of few from being guessed from its commitment."""

_json = msgspec.json.Encoder().encode


class Choice(Struct, Generic[A], frozen=True):
    """A sealed choice: whose, its commitment and, unless it was lost in a crash, salt and action."""

    seat: int
    commitment: str
    salt: bytes = b""
    action: A | None = None

    def opened(self, handle: int) -> lines.Opened:
        """As it stands in the line that reveals it."""
        return lines.Opened(handle, self.salt.hex(), Raw(_json(self.action)))


def commit(seat: int, action: A, salt: bytes) -> Choice[A]:
    """A new sealed choice."""
    return Choice(seat, lines.commit_to(salt, _json(action)), salt, action)


class Vault(Generic[A]):
    """All sealed choices of a table by handle (the number of the line that committed to them)."""

    def __init__(self) -> None:
        self.choices: dict[int, Choice[A]] = {}

    def plain(self, handle: int) -> A:
        """The action behind a handle; `NotSent` if it is not here."""
        choice = self.choices.get(handle)
        if choice is None or choice.action is None:
            raise NotSent(handle)
        return choice.action

    def lost(self, handles: tuple[int, ...]) -> dict[int, int]:
        """Of these handles those whose plain choice is missing, with the seat that made each."""
        return {h: self.choices[h].seat for h in handles if self.choices[h].action is None}
