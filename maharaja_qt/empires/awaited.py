"""Who is waited for, as whoever decides nothing now reads it: in the header, and over the map."""

from __future__ import annotations

from collections.abc import Callable

from core.games.empires.chart_types import NONE
from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.frame.seated import player
from net.messages import RoomRow, Waiting


def in_header(texts: Texts, view: View, room: RoomRow, awaits: Callable[[RoomRow, Waiting], str]) -> str:
    """Who decides what, whose turn it is, or who has won; `awaits`: see `Presenter`."""
    if room.result is not None:
        winners = room.result.ranking[0]
        names = " · ".join(player(texts, room, seat) for seat in winners)
        return texts.say("panel", "won", {"names": names, "points": room.result.scores[winners[0]]})
    if not room.waiting:
        code = "to-move" if view.nation != NONE else "nobody"
        return texts.say("panel", code, {"nation": view.nation})
    return awaits(room, room.waiting[0]).removesuffix(".")


def over_map(texts: Texts, room: RoomRow, awaits: Callable[[RoomRow, Waiting], str]) -> str:
    """Why nothing can be taken up now."""
    if not room.waiting:
        return texts.say("panel", "nobody", {})
    return texts.say("board", "idle", {"what": awaits(room, room.waiting[0])})
