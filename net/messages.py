"""Every message there is, each field bounded.

The first two of each direction never change their form, so that any two versions can tell each other
what they are. `Hello` is answered by `Welcome`, `Enter` by `Entered`; a `Bye` may come at any time and
is the last. Bytes named `action`, `view`, `legal` and `events` are of the game and read by its codec.
Times and durations are whole milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Struct

from core.game import Param
from net.bans import KEPT
from net.proof import NONCE_BYTES, PROOF_BYTES, TOKEN_BYTES

PROTOCOL: Final = 4
"""Both ends must speak the same."""
MAGIC: Final = "maharaja"
PROGRAM: Final = "0.1.0"
"""Version of the program, for people to read."""

MAX_SEATS: Final = 8
MAX_PEOPLE: Final = 64
MAX_TEXT: Final = 500
"""Letters of one chat line."""

Short: TypeAlias = Annotated[str, Meta(max_length=64)]
Long: TypeAlias = Annotated[str, Meta(max_length=MAX_TEXT)]
Nat: TypeAlias = Annotated[int, Meta(ge=0, le=(1 << 53))]
Whole: TypeAlias = Annotated[int, Meta(ge=-(1 << 53), le=(1 << 53))]
Seat: TypeAlias = Annotated[int, Meta(ge=-1, le=MAX_SEATS - 1)]
"""A seat; -1 is a watcher's."""
Ident: TypeAlias = Annotated[int, Meta(ge=1, le=(1 << 53))]
"""Names one command of a member, for ever: the same one sent again is not carried out again."""
Blob: TypeAlias = Annotated[bytes, Meta(max_length=64 * 1024)]
View: TypeAlias = Annotated[bytes, Meta(max_length=128 * 1024)]
Proof: TypeAlias = Annotated[bytes, Meta(max_length=PROOF_BYTES)]
Nonce: TypeAlias = Annotated[bytes, Meta(min_length=NONCE_BYTES, max_length=NONCE_BYTES)]
Token: TypeAlias = Annotated[bytes, Meta(max_length=TOKEN_BYTES)]
MemberId: TypeAlias = Annotated[bytes, Meta(max_length=8)]
Hash: TypeAlias = Annotated[bytes, Meta(min_length=8, max_length=8)]
Value: TypeAlias = Whole | bool | Long | Annotated[tuple[Whole, ...], Meta(max_length=256)]
Params: TypeAlias = Annotated[tuple[tuple[Short, Value], ...], Meta(max_length=16)]


class Hello(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="hello"):
    """First of a guest. Its form never changes."""

    magic: Short
    protocol: Nat


class Bye(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="bye"):
    """Last of a connection: why, and the versions of the host. Its form never changes.

    To a member whose frame could not be read `params` name its number, `frame`.
    """

    code: Short
    protocol: Nat
    program: Short
    params: Params = ()


class Welcome(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="welcome"):
    """What anybody may know of a table before coming in."""

    table: Short
    name: Short
    host: Short
    game: Short
    title: Short
    program: Short
    nonce: Nonce
    seats_free: Nat
    password: bool
    locked: bool
    banned: bool


class Enter(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="enter"):
    """Asks to be let in; with `member` and `proof` as who one was before.

    `edition` and `rules` are those of the guest's copy of the game; `known` is the last line it has.
    `visit` is a random number that a program keeps from its first connection to its last.
    """

    name: Long
    edition: Short
    rules: Nat
    nonce: Nonce
    member: MemberId = b""
    proof: Proof = b""
    password: Proof = b""
    watch: bool = False
    robot: bool = False
    seat: Seat = -1
    known: Whole = -1
    visit: Nat = 0


class Entered(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="entered"):
    """Let in as person `me`. `token` is new (else empty). From here on frames are sealed."""

    me: Nat
    token: Token


class Act(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="act"):
    """An action of a seat: see `core.table.Table.submit`."""

    id: Ident
    seat: Seat
    decision: Nat
    expected: Nat
    action: Blob
    salt: Token = b""


class Undo(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="undo"):
    """The last step of this seat back, as far as no barrier stands behind it. `expected` is the line
    its sender knew: what was pressed twice does not go back two steps."""

    id: Ident
    seat: Seat
    expected: Nat


class Resend(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="resend"):
    """A sealed choice again, which went with the host's memory."""

    id: Ident
    seat: Seat
    handle: Nat
    action: Blob
    salt: Token


class Propose(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="propose"):
    """Asks all others: `take-back` to before line `line`, `correct` with a host's action of the game,
    or `reseal` another choice in the place of the lost one behind `line`."""

    id: Ident
    seat: Seat
    kind: Short
    line: Nat = 0
    action: Blob = b""


class Vote(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="vote"):
    """Yes or no to the proposal with this number."""

    id: Ident
    proposal: Nat
    yes: bool


class Command(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="command"):
    """Whatever else a member or the host asks of the room: `net.commands` says which there are."""

    id: Ident
    verb: Short
    number: Whole = 0
    other: Whole = 0
    text: Long = ""


class LookBack(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="look-back"):
    """Asks what a computer player had before it when it decided what line `n` tells: see `Decided`."""

    id: Ident
    n: Nat


class Say(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="say"):
    """A line of chat."""

    text: Long


class Point(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="point"):
    """Shows all others a place (ids of the game)."""

    place: Annotated[tuple[Whole, ...], Meta(max_length=4)]


class Seen(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="seen"):
    """The hash of the view a guest now holds for a seat at line `n`."""

    seat: Seat
    n: Nat
    hash: Hash


class Ping(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="ping"):
    """Still here; `rtt` is the last round trip measured, -1 none yet."""

    number: Nat
    rtt: Whole


class Pong(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="pong"):
    """The answer to a ping."""

    number: Nat


class Answer(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="answer"):
    """What became of a command: `code` is '' when it was carried out, in line `n` if it has one."""

    id: Ident
    code: Short
    n: Whole = -1
    rule: Short = ""
    params: Params = ()
    pieces: Annotated[tuple[Whole, ...], Meta(max_length=256)] = ()


class Asked(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """An answer that a seat owes; see `core.game.Pending`."""

    decision: Nat
    kind: Short
    subject: Annotated[tuple[Whole, ...], Meta(max_length=64)]


class Update(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="update"):
    """The newest position as `seat` may see it, what it may do and what it is asked.

    Older ones may be left out. `owed` are handles of sealed choices the host must be sent again.
    """

    seat: Seat
    n: Nat
    view: View
    legal: View
    hash: Hash
    asked: Annotated[tuple[Asked, ...], Meta(max_length=MAX_SEATS)]
    owed: Annotated[tuple[Nat, ...], Meta(max_length=64)] = ()


class Decided(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="decided"):
    """Answers `LookBack`: who played `seat`, what it saw, could do and was asked before line `n`, and its
    answer. Only of a game without secrets, or of one that is over."""

    id: Ident
    n: Nat
    seat: Seat
    controller: Long
    view: View
    legal: View
    asked: Annotated[tuple[Asked, ...], Meta(max_length=MAX_SEATS)]
    action: Blob


class Kept(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="kept"):
    """A choice that `seat` has sealed, for its owner alone: its program may have lost it, and the host
    may lose it yet (see `Resend`)."""

    seat: Seat
    handle: Nat
    action: Blob
    salt: Token


class Step(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A step of the game as one seat may know it; `barrier`: why its own maker cannot simply undo it."""

    n: Nat
    at_ms: Nat
    actor: Seat
    controller: Long
    events: Annotated[tuple[Blob, ...], Meta(max_length=1024)]
    barrier: Short = ""


class Told(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="told"):
    """What happened, in order; `seat` is whose eyes saw it."""

    seat: Seat
    steps: Annotated[tuple[Step, ...], Meta(max_length=64)]


class Undone(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="undone"):
    """Line `n` took back line `to` and all later ones."""

    n: Nat
    to: Nat


class Chat(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="chat"):
    """A line somebody said (person number), or a notice of the room (0; then `code` and `params`).

    `n` counts the lines that all are told, from 1; somebody who comes back is told the last ones again.
    `name` is what its speaker was called.
    """

    by: Nat
    text: Long
    code: Short = ""
    params: Params = ()
    n: Nat = 0
    name: Short = ""


class Pointed(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="pointed"):
    """Somebody shows a place."""

    by: Nat
    place: Annotated[tuple[Whole, ...], Meta(max_length=4)]


class PersonRow(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """Somebody at this table. `rtt` in ms, -1 unknown; `away_ms` how long gone, -1 when here."""

    no: Nat
    name: Short
    host: bool
    watch: bool
    robot: bool
    ready: bool
    muted: bool
    rtt: Whole
    away_ms: Whole


class SeatRow(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """A seat: whose (person number, 0 nobody), which policy plays it now ('' none), and for an absent
    owner the time left until somebody else does (-1: no countdown)."""

    owner: Nat
    name: Short
    ai: Short
    grace_ms: Whole = -1


class BanRow(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """Somebody who is kept out; `no` is what the host lifts the ban by, `there`: newcomers from where they
    came from are kept out too."""

    no: Nat
    name: Short
    there: bool


class Waiting(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """An owed decision: since how long it is awaited, and the time left of its limit (-1 none)."""

    seat: Seat
    decision: Nat
    kind: Short
    subject: Annotated[tuple[Whole, ...], Meta(max_length=64)]
    since_ms: Nat
    left_ms: Whole = -1


class ProposalRow(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What is being asked of all, by which seat, and the seats that have agreed."""

    number: Nat
    seat: Seat
    kind: Short
    line: Nat
    action: Blob
    agreed: Annotated[tuple[Seat, ...], Meta(max_length=MAX_SEATS)]


class Result(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """How the game ended; see `core.game.Outcome`."""

    ranking: Annotated[
        tuple[Annotated[tuple[Seat, ...], Meta(max_length=MAX_SEATS)], ...], Meta(max_length=MAX_SEATS)
    ]
    scores: Annotated[tuple[Whole, ...], Meta(max_length=MAX_SEATS)]
    reason: Short


class Rules(Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What the host has set for the table, besides the game's options.

    `after_drop` is `wait`, `save` or the name of a policy; `limit_ms` the time for one decision
    (0 none), after which the policy of the seat's stand-in makes it; `pace_ms` the time between two
    actions of computer players while people look on.
    """

    after_drop: Short = "wait"
    grace_ms: Nat = 60_000
    limit_ms: Nat = 0
    pace_ms: Nat = 0
    watchers: bool = True
    locked: bool = False


class RoomRow(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="room"):
    """The room as everybody sees it; the newest replaces all older ones."""

    phase: Short
    name: Short
    rules: Rules
    password: bool
    options: Annotated[tuple[tuple[Short, Whole | bool | Short], ...], Meta(max_length=32)]
    people: Annotated[tuple[PersonRow, ...], Meta(max_length=MAX_PEOPLE)]
    seats: Annotated[tuple[SeatRow, ...], Meta(max_length=MAX_SEATS)]
    waiting: Annotated[tuple[Waiting, ...], Meta(max_length=MAX_SEATS)]
    proposal: ProposalRow | None
    n: Nat
    paused: bool
    result: Result | None = None
    bans: Annotated[tuple[BanRow, ...], Meta(max_length=KEPT)] = ()


class Turn(Struct, array_like=True, frozen=True, forbid_unknown_fields=True, tag="turn"):
    """What of the newest `RoomRow` every action changes; the rest of it is as it was."""

    waiting: Annotated[tuple[Waiting, ...], Meta(max_length=MAX_SEATS)]
    n: Nat


FromStranger: TypeAlias = Hello | Enter
FromMember: TypeAlias = Act | Undo | Resend | Propose | Vote | Command | LookBack | Say | Point | Seen | Ping
FromHost: TypeAlias = (
    Welcome
    | Bye
    | Entered
    | Answer
    | Update
    | Decided
    | Kept
    | Told
    | Undone
    | Chat
    | Pointed
    | Pong
    | RoomRow
    | Turn
)


def bounded(params: Mapping[str, Param]) -> Params:
    """Parameters of a code as they may travel: a long text is cut, too many are left out."""
    found: list[tuple[str, Value]] = []
    for name, value in list(params.items())[:16]:
        if isinstance(value, str):
            value = value[:MAX_TEXT]
        elif isinstance(value, tuple):
            value = value[:256]
        found.append((name[:64], value))
    return tuple(found)
