"""Who plays a seat, in a word that means this seat alone."""

from __future__ import annotations

from core.texts import Texts
from net.messages import RoomRow


def player(texts: Texts, room: RoomRow, seat: int) -> str:
    """The name of whoever has the seat, with the seat's own where they have several; that alone if nobody."""
    name, own = room.seats[seat].name, texts.name("seat", seat)
    if not name:
        return own
    several = sum(row.name == name for row in room.seats) > 1
    return f"{name} ({own})" if several else name
