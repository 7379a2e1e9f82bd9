"""A room's row as it reads a while after it was written."""

from __future__ import annotations

from msgspec.structs import replace

from net.messages import RoomRow


def aged(row: RoomRow, ms: int) -> RoomRow:
    """The row if nothing but `ms` has passed since; while the game is paused nobody's time to decide runs."""

    def less(left: int) -> int:
        return max(0, left - ms) if left >= 0 else -1

    return replace(
        row,
        people=tuple(replace(p, away_ms=p.away_ms + ms) if p.away_ms >= 0 else p for p in row.people),
        seats=tuple(replace(seat, grace_ms=less(seat.grace_ms)) for seat in row.seats),
        waiting=row.waiting
        if row.paused
        else tuple(replace(w, since_ms=w.since_ms + ms, left_ms=less(w.left_ms)) for w in row.waiting),
    )
