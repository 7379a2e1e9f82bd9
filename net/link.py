"""What a room asks of a member's connection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from net import messages as m


class Link(Protocol):
    """A member's connection, as the room uses it."""

    def send(self, message: Struct) -> None:
        """One message, in order."""
        ...

    def send_packed(self, content: bytes) -> None:
        """One message that has been packed for several members."""
        ...

    def send_history(self, contents: Sequence[bytes]) -> None:
        """Packed messages about what happened before, as long as they may be."""
        ...

    def room_changed(self) -> None:
        """The newest row of the room is to be sent."""
        ...

    def turn_changed(self) -> None:
        """Of the room's row only what every action changes is to be sent."""
        ...

    def position_changed(self, seats: Sequence[int], *, anew: bool = False) -> None:
        """The newest views of these seats are to be sent, `anew` also if they were."""
        ...

    def close(self, code: str, params: m.Params = ()) -> None:
        """A last word, and the end."""
        ...
