"""A room in lines and as data: who is here, who sits where, whom all wait for, who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.game import Outcome, Pending
from core.table import OPEN_SEAT
from core.texts import Texts
from maharaja_qt.cli.common import table
from net.messages import PersonRow, Result, RoomRow, SeatRow


def facts(row: RoomRow, texts: Texts) -> dict[str, object]:
    """What a program that reads along wants to know of a room."""
    shown: dict[str, object] = {
        "phase": row.phase,
        "name": row.name,
        "people": [person.name for person in row.people if person.away_ms < 0],
        "seats": [
            {"seat": number, "name": texts.name("seat", number), "player": player(seat)}
            for number, seat in enumerate(row.seats)
        ],
    }
    return shown if row.result is None else {**shown, **result_facts(row.result, texts)}


def result_facts(result: Result | Outcome, texts: Texts) -> dict[str, object]:
    """How the game ended, for a program."""
    return {
        "ranking": [list(group) for group in result.ranking],
        "scores": list(result.scores),
        "reason": result.reason,
        "text": outcome(result, texts),
    }


def outcome(result: Result | Outcome, texts: Texts) -> str:
    """How the game ended, in one sentence."""
    return texts.outcome(Outcome(result.ranking, result.scores, result.reason))


def final(result: Result | Outcome, players: Sequence[str], texts: Texts) -> list[str]:
    """The final table and who has won."""
    rows: list[list[str]] = []
    for group in result.ranking:
        place = f"{len(rows) + 1}{'=' if len(group) > 1 else ''}"
        rows += [[place, texts.name("seat", s), players[s], str(result.scores[s])] for s in group]
    return [*table(("place", "seat", "player", ">score"), rows), outcome(result, texts)]


def player(seat: SeatRow) -> str:
    """Who plays a seat, as the record says it."""
    if not seat.ai:
        return seat.name or OPEN_SEAT
    return f"ai:{seat.ai} for {seat.name}" if seat.name else f"ai:{seat.ai}"


def who(row: RoomRow, me: int, texts: Texts) -> list[str]:
    """Everybody with a number, and all seats."""
    people = [[str(p.no), p.name, ", ".join(_marks(p, me))] for p in row.people]
    owed = {w.seat: w for w in row.waiting}
    seats = [
        [
            str(number), texts.name("seat", number), player(seat),
            _owes(row, number, texts) if number in owed else "",
        ]
        for number, seat in enumerate(row.seats)
    ]  # fmt: skip
    bans = [[str(ban.no), ban.name, "and newcomers from there" if ban.there else ""] for ban in row.bans]
    return [
        *table((">no", "who", ""), people),
        *table((">seat", "", "player", ""), seats),
        *(table((">ban", "", ""), bans) if bans else ()),
    ]


def _marks(person: PersonRow, me: int) -> list[str]:
    marks: Mapping[str, bool] = {
        "you": person.no == me, "host": person.host, "watches": person.watch, "robot": person.robot,
        "ready": person.ready and not person.robot, "muted": person.muted,
    }  # fmt: skip
    found = [mark for mark, on in marks.items() if on]
    if person.away_ms >= 0:
        return [*found, f"gone for {_seconds(person.away_ms)}"]
    return [*found, *([f"{person.rtt} ms"] if person.rtt >= 0 else [])]


def _owes(row: RoomRow, seat: int, texts: Texts) -> str:
    owed = next(w for w in row.waiting if w.seat == seat)
    asked = texts.pending(Pending(seat, owed.decision, owed.kind, owed.subject))
    left = f", {_seconds(owed.left_ms)} left" if owed.left_ms >= 0 else ""
    grace = row.seats[seat].grace_ms
    stands_in = f"; somebody else in {_seconds(grace)}" if grace >= 0 else ""
    return f"{asked} (for {_seconds(owed.since_ms)}{left}{stands_in})"


def _seconds(ms: int) -> str:
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes}:{seconds:02}"


def awaited(row: RoomRow, me: int) -> list[str]:
    """The people all wait for, without the reader; computer players are never waited for long."""
    names = (row.seats[w.seat] for w in row.waiting if w.seat < len(row.seats))
    return list(dict.fromkeys(s.name or "open seat" for s in names if not s.ai and s.owner != me))


def options(row: RoomRow) -> str:
    """The game's options."""
    shown = (
        f"{name} {('off', 'on')[value] if isinstance(value, bool) else value}" for name, value in row.options
    )
    return ", ".join(shown)


def rules(row: RoomRow, texts: Texts) -> str:
    """What the host has set for the evening."""
    r = row.rules
    codes = {
        "gone-wait": r.after_drop == "wait",
        "gone": r.after_drop != "wait",
        "limit": r.limit_ms > 0,
        "unwatched": not r.watchers,
        "locked": r.locked,
    }
    params = {"what": r.after_drop, "grace": r.grace_ms, "limit": r.limit_ms}
    return "; ".join(texts.say("network", f"rules-{code}", params) for code, on in codes.items() if on)
