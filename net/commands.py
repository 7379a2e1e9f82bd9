"""What members and the host may ask of a room besides playing: one table, one line each.

A command carries a verb, two numbers and a text. It is refused unless the room is in one of its phases
and, where it says so, its sender is the host.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from msgspec.structs import replace

from core.faults import UserError
from core.game import HOST, Refusal
from core.options import complete
from net.messages import Command as Said
from net.seats import Slot, parse_seat

if TYPE_CHECKING:
    from net.people import Person
    from net.room import Room

HOUR_MS: Final = 3_600_000

_LOBBY: Final = ("lobby",)
_PLAYING: Final = ("playing",)
_BOTH: Final = ("lobby", "playing")
_ALWAYS: Final = ("lobby", "playing", "over")


class Verb(Struct, frozen=True):
    """When a command may come, from whom, and what does it."""

    run: Callable[[Room, Person, Said], Refusal | None]
    phases: tuple[str, ...]
    host_only: bool = False


def _sit(room: Room, who: Person, said: Said) -> Refusal | None:
    """Takes the open seat `number`; in the lobby a person has one seat, or more if `other` is 1."""
    slot = room.slots[said.number] if 0 <= said.number < len(room.slots) else None
    if slot is None:
        return Refusal("unknown-seat", params={"number": said.number})
    if not slot.open:
        return Refusal("seat-taken")
    if room.play is not None and room.seats_of(who):
        # Else somebody could look at another hand and stand up again.
        return Refusal("has-seat")
    if not said.other:
        for own in room.seats_of(who):
            room.slots[own].hand(None)
    slot.hand(who)
    who.watch = False
    room.reseated(said.number, "joined")
    return None


def _stand(room: Room, who: Person, said: Said) -> Refusal | None:
    """Leaves all seats and watches."""
    if not room.rules.watchers and not who.host:
        return Refusal("no-watchers")
    who.watch = True
    for seat in room.seats_of(who):
        room.slots[seat].hand(None)
        room.reseated(seat, "stood-up")
    return None


def _ready(room: Room, who: Person, said: Said) -> Refusal | None:
    """Agrees to begin (`number` 1), or no longer."""
    who.ready = bool(said.number)
    return None


def _hand_over(room: Room, who: Person, said: Said) -> Refusal | None:
    """Gives the own seat `number` to the policy `text`; '' takes it back."""
    if said.number not in room.seats_of(who) or room.play is None:
        return Refusal("not-your-seat")
    if not said.text:
        if not room.slots[said.number].ai:
            return Refusal("not-handed-over", params={"seat": said.number})
        room.play.give_back(said.number)
        return None
    if ":" in said.text and not who.host:
        # Such a name is looked up by running code: only the host decides whose.
        return Refusal("host-only")
    refusal = _unknown_policy(room, said.text)
    if refusal is None:
        room.play.stand_in(said.number, said.text, "handed-over")
    return refusal


def _set_seat(room: Room, who: Person, said: Said) -> Refusal | None:
    """Makes seat `number` open or an AI's: `text` is `open` or `ai:POLICY`."""
    if not 0 <= said.number < len(room.slots):
        return Refusal("unknown-seat", params={"number": said.number})
    try:
        wanted = parse_seat(said.text, room.check_policy)
    except UserError as fault:
        return Refusal("bad-seat", params={"why": str(fault)})
    room.slots[said.number].hand(None, wanted.ai)
    room.reseated(said.number, "by-host")
    return None


def _assign(room: Room, who: Person, said: Said) -> Refusal | None:
    """Gives seat `number` to person `other`."""
    person = room.people.get(said.other)
    if not 0 <= said.number < len(room.slots):
        return Refusal("unknown-seat", params={"number": said.number})
    if person is None or person.gone_at >= 0:
        return Refusal("no-such-person")
    room.slots[said.number].hand(person)
    person.watch = False
    room.reseated(said.number, "by-host")
    return None


def _swap(room: Room, who: Person, said: Said) -> Refusal | None:
    """Whoever has seat `number` gets `other`, and the other way round."""
    a, b = said.number, said.other
    if not (0 <= a < len(room.slots) and 0 <= b < len(room.slots) and a != b):
        return Refusal("unknown-seat", params={"number": b})
    room.slots[a], room.slots[b] = room.slots[b], room.slots[a]
    room.reseated(a, "swapped")
    room.reseated(b, "swapped")
    return None


def _players(room: Room, who: Person, said: Said) -> Refusal | None:
    """Another number of seats; whoever loses one watches."""
    if said.number not in room.game.meta.seats:
        return Refusal("bad-seat", params={"why": f"not a game for {said.number}"})
    while len(room.slots) > said.number:
        gone = room.slots.pop()
        if gone.owner is not None and not room.seats_of(gone.owner):
            gone.owner.watch = True
    room.slots += [Slot() for _ in range(said.number - len(room.slots))]
    room.unready("seats-changed")
    return None


def _mix(room: Room, who: Person, said: Said) -> Refusal | None:
    """Seats everybody anew, by chance."""
    room.shuffle_seats()
    return None


def _option(room: Room, who: Person, said: Said) -> Refusal | None:
    """An option of the game: `text` is NAME=VALUE."""
    name, _, text = said.text.partition("=")
    known = {option.name: option for option in room.game.meta.options}
    try:
        if name not in known:
            raise UserError(f"there is no option {name!r}")
        room.options = complete(room.game.meta.options, {**room.options, name: known[name].parse(text)})
    except UserError as fault:
        return Refusal("bad-option", params={"why": str(fault)})
    room.unready("options-changed")
    return None


def _remove(room: Room, who: Person, said: Said) -> Refusal | None:
    """Sends person `number` away; it may come again."""
    person = room.people.get(said.number)
    if person is None or person.host:
        return Refusal("no-such-person")
    room.send_away(person, "removed")
    return None


def _ban(room: Room, who: Person, said: Said) -> Refusal | None:
    """Sends person `number` away for good, whatever it calls itself."""
    person = room.people.get(said.number)
    if person is None or person.host:
        return Refusal("no-such-person")
    room.bans.add(room.people.ban_of(person))
    room.send_away(person, "banned")
    return None


def _unban(room: Room, who: Person, said: Said) -> Refusal | None:
    """Lifts ban `number`; with `other` 1 only for newcomers from where its person came from."""
    ban = room.bans.lift_there(said.number) if said.other else room.bans.lift(said.number)
    if ban is None:
        return Refusal("no-such-ban", params={"number": said.number})
    if said.other:
        room.notice("unbanned-there", {"name": ban.name})
    else:
        room.notice("unbanned", {"name": ban.name})
    return None


def _mute(room: Room, who: Person, said: Said) -> Refusal | None:
    """Person `number` says and shows nothing more (`other` 1), or does again."""
    person = room.people.get(said.number)
    if person is None or person.host:
        return Refusal("no-such-person")
    person.muted = bool(said.other)
    return None


def _lock(room: Room, who: Person, said: Said) -> Refusal | None:
    room.rules = replace(room.rules, locked=bool(said.number))
    return None


def _watchers(room: Room, who: Person, said: Said) -> Refusal | None:
    room.rules = replace(room.rules, watchers=bool(said.number))
    return None


def _after_drop(room: Room, who: Person, said: Said) -> Refusal | None:
    """What becomes of a dropped seat: `text` is wait, save or a policy, after `number` ms."""
    if not 0 <= said.number <= 24 * HOUR_MS:
        return Refusal("bad-time")
    if said.text not in ("wait", "save") and (refusal := _unknown_policy(room, said.text)) is not None:
        return refusal
    room.rules = replace(room.rules, after_drop=said.text[:64], grace_ms=said.number)
    return None


def _limit(room: Room, who: Person, said: Said) -> Refusal | None:
    """`number` ms for each decision, 0 for no limit."""
    if said.number != 0 and not 1_000 <= said.number <= 24 * HOUR_MS:
        return Refusal("bad-time")
    room.rules = replace(room.rules, limit_ms=said.number)
    room.unready("options-changed")
    return None


def _pace(room: Room, who: Person, said: Said) -> Refusal | None:
    """`number` ms between two actions of computer players, while people look on."""
    if not 0 <= said.number <= 60_000:
        return Refusal("bad-time")
    room.rules = replace(room.rules, pace_ms=said.number)
    return None


def _start(room: Room, who: Person, said: Said) -> Refusal | None:
    """Begins; open seats go to the policy `text`, or stay open if there is none."""
    here = [p for p in room.people.here() if room.seats_of(p)]
    waiting = [p.name for p in here if not (p.ready or p.host or p.robot)]
    if waiting:
        return Refusal("not-ready", params={"names": ", ".join(waiting)})
    if said.text and (refusal := _unknown_policy(room, said.text)) is not None:
        return refusal
    return room.start(said.text)


def _pause(room: Room, who: Person, said: Said) -> Refusal | None:
    """Time stops (`number` 1) or goes on; of those who play and the host."""
    seats = room.seats_of(who)
    if room.play is None or not (seats or who.host):
        return Refusal("not-your-seat")
    refusal = room.play.pause(seats[0] if seats else HOST, stop=bool(said.number))
    if refusal is not None:
        return refusal
    room.notice("paused" if said.number else "resumed", {"name": who.name})
    return None


def _rename(room: Room, who: Person, said: Said) -> Refusal | None:
    """The table is called `text`."""
    before = room.called
    room.rename(said.text)
    if room.called != before:
        room.notice("called", {"name": room.called})
    return None


def _password(room: Room, who: Person, said: Said) -> Refusal | None:
    """Newcomers need the password `text` from now on; '' for none."""
    room.door.set_password(said.text)
    room.notice("password-set" if said.text else "password-off", {})
    return None


def _stand_in(room: Room, who: Person, said: Said) -> Refusal | None:
    """The policy `text` plays seat `number` for its absent owner, until they are back."""
    slot = room.slots[said.number] if 0 <= said.number < len(room.slots) else None
    if slot is None or room.play is None:
        return Refusal("unknown-seat", params={"number": said.number})
    if slot.owner is None or slot.owner.gone_at < 0 or slot.ai:
        return Refusal("not-away")
    refusal = _unknown_policy(room, said.text)
    if refusal is None:
        room.stand_in(said.number, said.text)
    return refusal


def _stop(room: Room, who: Person, said: Said) -> Refusal | None:
    """Ends the sitting; the game can be gone on with from its record."""
    room.stop("host-ended")
    return None


def _unknown_policy(room: Room, name: str) -> Refusal | None:
    try:
        room.check_policy(name)
    except UserError as fault:
        return Refusal("bad-seat", params={"why": str(fault)})
    return None


COMMANDS: Final = {
    "sit": Verb(_sit, _BOTH),
    "stand": Verb(_stand, _BOTH),
    "ready": Verb(_ready, _LOBBY),
    "hand-over": Verb(_hand_over, _PLAYING),
    "pause": Verb(_pause, _PLAYING),
    "seat": Verb(_set_seat, _BOTH, host_only=True),
    "assign": Verb(_assign, _BOTH, host_only=True),
    "stand-in": Verb(_stand_in, _PLAYING, host_only=True),
    "rename": Verb(_rename, _LOBBY, host_only=True),
    "password": Verb(_password, _ALWAYS, host_only=True),
    "swap": Verb(_swap, _LOBBY, host_only=True),
    "players": Verb(_players, _LOBBY, host_only=True),
    "mix": Verb(_mix, _LOBBY, host_only=True),
    "option": Verb(_option, _LOBBY, host_only=True),
    "remove": Verb(_remove, _ALWAYS, host_only=True),
    "ban": Verb(_ban, _ALWAYS, host_only=True),
    "unban": Verb(_unban, _ALWAYS, host_only=True),
    "mute": Verb(_mute, _ALWAYS, host_only=True),
    "lock": Verb(_lock, _ALWAYS, host_only=True),
    "watchers": Verb(_watchers, _ALWAYS, host_only=True),
    "after-drop": Verb(_after_drop, _BOTH, host_only=True),
    "limit": Verb(_limit, _BOTH, host_only=True),
    "pace": Verb(_pace, _ALWAYS, host_only=True),
    "start": Verb(_start, _LOBBY, host_only=True),
    "stop": Verb(_stop, _ALWAYS, host_only=True),
}
