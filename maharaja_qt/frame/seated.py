"""Who plays a seat, in the same words everywhere: the person, and the seat's colour, which the log names."""

from __future__ import annotations

from core.texts import Texts
from net.messages import RoomRow


def player(texts: Texts, room: RoomRow, seat: int) -> str:
    """The name of whoever has the seat, with the seat's own; that alone if nobody has it."""
    name, own = room.seats[seat].name, texts.name("seat", seat)
    return f"{name} ({own})" if name else own
