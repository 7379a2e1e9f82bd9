"""The contract every game meets, and why it has this shape.

A game is pure rules over a mutable state. A *table* (`core.table`) owns one state, is the only
caller of `Game.apply`, and serves people at this screen, people across the network and AI alike.
Seats are small ints from 0; `HOST` stands for the table's owner. Three unlike games shaped this
contract; each was thought through on paper before a line was written.

**Seventeen nations under three to five seats (the 1994 wargame).** Play goes by nation, a seat
owns several, and a nation of one seat may attack another of the same. So a `Pending` names the
seat that answers and, in `subject`, the nation and area the question is about: the same seat can
owe two answers for two nations one after the other. A seat is asked in the middle of another's
turn (retreat, submission, leave to cross a sea), so who owes what is never derived from a turn
order: `pending` says it. A leader with eight armies has 19,000 marches: `Legal` therefore holds
*offers* (`core.legal`), ranges and routes that can be counted, sampled and searched without being
written out, and one march is one action, one record line, one undo. Alliance may be declared at
any moment by a nation nobody asked: that is a *claim*. Where the rules make the table wait
(submission), a seat may leave a standing answer, which is a claim too: it lives in the state and
the game uses it instead of asking. Dice come from `Ctx` and are logged as results. Ledger and dice
history only grow, so they are events, kept beside the state and undone by length.

**Five players with secret simultaneous plans (the palace game).** Several `Pending` are open at
once, each with its own decision id, and one answer must not make the others stale (`Meta.simultaneous`).
A plan must not be readable before its owner's turn, not even in the host's own save, yet play goes
on for minutes between the first reveal and the last. So a secret choice never enters the state.
The action types a game lists in `Codec.sealed` reach `apply` only as `Sealed(handle)`; the table
keeps the plain choice in memory and a salted commitment in the record. When the rules reveal it
the game calls `ctx.open(handle)`, and the table logs what was opened, exactly as it logs a die.
State, snapshot, digest and view cannot leak what they do not hold. After a crash of the host the
state is whole; only the plain choices are missing, and their owners' programs send them again.
Hidden money is in the state; `view` and `redact` leave it out for the others.

**Two players, hidden set-up and clocks (the chess variant).** An army is a sealed choice. If the
pair fails the start test nothing may be shown but which test failed: `ctx.judge` hands the plain
choices to a test and logs only its answer, so a replay needs no army. Clocks are state: ints of
milliseconds; `now_ms` comes in with each action from the owner's monotonic clock and is logged,
so replay is exact. `deadline` tells the owner when to submit the host action `Expire`; a dropped
connection, a pause and a return are host actions as well (`Drop`, `Pause`, `Return`, `Resume`), and
the rules say what they mean. Draw offers and resignation are claims.

What follows for every game: no clock, no randomness, no socket and no prose inside; ints, never
floats, in a state; no sets (their order is not fixed); `view` is built field by field from nothing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, Generic, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from core.ctx import Ctx
from core.faults import UserError
from core.legal import Legal, Offer
from core.options import Option, OptionValue

S = TypeVar("S", bound=Struct)
A = TypeVar("A", bound=Struct)
E = TypeVar("E", bound=Struct)
V = TypeVar("V", bound=Struct)

HOST: Final = -1
"""The actor of host actions: the table's owner, not a seat."""

CLAIM: Final = 0
"""The decision id under which a claim is submitted; real decisions count from 1."""

Param: TypeAlias = int | str | bool | tuple[int, ...]
"""What a code carries for its text: numbers, ids looked up in a names table, or lists of them."""


class Meta(Struct, frozen=True):
    """Facts about a game as data.

    `seats` are the numbers of seats it can be played with, the usual one first.
    """

    id: str
    title: str
    rules_version: int
    seats: tuple[int, ...]
    options: tuple[Option, ...] = ()
    simultaneous: bool = False
    dice: bool = False
    hidden: bool = False
    timed: bool = False


class Pending(Struct, frozen=True, array_like=True):
    """One owed answer: this seat, this decision, what kind, and about what (ids of the game).

    A game numbers its decisions upwards and gives a new number whenever what is asked has changed: an
    answer to an older number is refused, one to the same number counts however long it was under way.
    """

    seat: int
    decision: int
    kind: str
    subject: tuple[int, ...] = ()


class Refusal(Struct, frozen=True, array_like=True):
    """Why not: a code for the text file, the rule section, parameters and the offending pieces."""

    code: str
    rule: str = ""
    params: dict[str, Param] = {}
    pieces: tuple[int, ...] = ()


class Outcome(Struct, frozen=True, array_like=True):
    """How it ended: groups of seats, best first (a group shares its place), scores, reason code."""

    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    reason: str


class Sealed(Struct, frozen=True, array_like=True, tag="sealed"):
    """Stands for a secret choice; `handle` is the record line that committed to it."""

    handle: int


class Expire(Struct, frozen=True, array_like=True, tag="expire"):
    """Host action: the deadline of this seat has passed."""

    seat: int


class Drop(Struct, frozen=True, array_like=True, tag="drop"):
    """Host action: this seat's player is gone for now."""

    seat: int


class Return(Struct, frozen=True, array_like=True, tag="return"):
    """Host action: this seat's player is back."""

    seat: int


class Pause(Struct, frozen=True, array_like=True, tag="pause"):
    """Host action: clocks stop at this seat's wish; with HOST as the seat, at the owner's."""

    seat: int


class Resume(Struct, frozen=True, array_like=True, tag="resume"):
    """Host action: clocks run again."""

    seat: int


HostAction: TypeAlias = Expire | Drop | Return | Pause | Resume
HOST_ACTIONS: Final = (Expire, Drop, Return, Pause, Resume)

Tell: TypeAlias = Callable[[int, int], None]
"""Is told how much of something long is done, and of how much; 0 of 0 if another process is at it."""


def _written_out(value: object) -> object:
    """What an offer works out only when it is looked at travels as the list it stands for."""
    if isinstance(value, Sequence):
        return tuple(value)
    raise TypeError(f"{type(value).__name__} cannot be encoded")


_ENCODER = msgspec.msgpack.Encoder(enc_hook=_written_out)


class Codec(Generic[S, A, E, V]):
    """Encoders and decoders of a game's types, and which actions are claims, sealed, or the host's own to
    which everybody must agree (`consent`).

    `action`, `event` and `offer` are structs or unions of tagged structs. Encoding is positional
    MessagePack; decoding is strict and raises `msgspec.ValidationError` on anything else.
    """

    def __init__(
        self,
        *,
        state: type[S],
        action: object,
        event: object,
        view: type[V],
        offer: object,
        claims: tuple[type[A], ...] = (),
        sealed: tuple[type[A], ...] = (),
        consent: tuple[type[A], ...] = (),
    ) -> None:
        self.state: msgspec.msgpack.Decoder[S] = msgspec.msgpack.Decoder(state)
        self.action: msgspec.msgpack.Decoder[A] = msgspec.msgpack.Decoder(action)
        self.event: msgspec.msgpack.Decoder[E] = msgspec.msgpack.Decoder(event)
        self.view: msgspec.msgpack.Decoder[V] = msgspec.msgpack.Decoder(view)
        self.action_json: msgspec.json.Decoder[A] = msgspec.json.Decoder(action)
        offers = tuple[offer, ...]  # type: ignore[valid-type]  # built at run time from the union
        self._legal: msgspec.msgpack.Decoder[tuple[tuple[Offer[A], ...], tuple[Offer[A], ...]]]
        self._legal = msgspec.msgpack.Decoder(tuple[offers, offers])
        self.claims = claims
        self.sealed = sealed
        self.consent = consent

    def encode(self, value: Struct) -> bytes:
        """MessagePack bytes of a state, action, event or view."""
        return _ENCODER.encode(value)

    def encode_legal(self, legal: Legal[A]) -> bytes:
        """MessagePack bytes of a factored list, as it travels to the seat it belongs to."""
        return _ENCODER.encode((legal.offers, legal.claims))

    def decode_legal(self, data: bytes) -> Legal[A]:
        """The inverse of `encode_legal`."""
        return Legal(*self._legal.decode(data))


class Game(ABC, Generic[S, A, E, V]):
    """The members a game supplies. All but `apply` leave the state as it is.

    `edition` tells replaceable data (own charts) apart; a record is only replayed with its own.
    `names` maps a table name ("area", "nation", "seat") to the names of its ids, for texts only.
    `resources` is the folder that holds the game's `texts.toml` and `rules.toml`.
    """

    meta: Meta
    codec: Codec[S, A, E, V]
    edition: str = ""
    names: Mapping[str, Sequence[str]]
    resources: Traversable

    @abstractmethod
    def new(self, options: Mapping[str, OptionValue], seats: int, ctx: Ctx[A]) -> tuple[S, list[E]]:
        """The set-up, up to the first question, and what happened in it.

        Raises `UserError` when options and number of seats do not fit together.
        """

    def with_charts(self, directory: Path) -> Game[S, A, E, V]:
        """This game on somebody's own charts; raises `UserError` if it has none or they are faulty."""
        raise UserError(f"{self.meta.title} has no charts to replace")

    def prepare(self, options: Mapping[str, OptionValue], tell: Tell) -> None:
        """What takes long once on a computer is done now, before anybody waits for an answer.

        `options` as for `new`. `tell` is called only while it takes long. Not for a thread that draws.
        """

    @abstractmethod
    def pending(self, state: S) -> tuple[Pending, ...]:
        """Who owes what now; empty exactly when the game is over."""

    @abstractmethod
    def legal(self, state: S, seat: int) -> Legal[A]:
        """All a seat may answer (offers) and may declare unasked (claims), factored and complete."""

    @abstractmethod
    def refuse(self, state: S, actor: int, action: A | HostAction) -> Refusal | None:
        """Why this action is not legal now, or None. Total: takes any well-formed action."""

    @abstractmethod
    def apply(self, state: S, actor: int, action: A | Sealed | HostAction, ctx: Ctx[A]) -> list[E]:
        """Carries out an action that `refuse` let pass, with all automatic and forced steps.

        Every answer of a seat gives an event, first of all its own: what is told is told by events alone.
        """

    def deadline(self, state: S) -> tuple[int, int] | None:
        """(seat, table time in ms) at which the owner must submit `Expire`, or None."""
        return None

    def rewound(self, state: S, ms: int) -> None:
        """A position from `ms` ago is in force again: moves whatever is kept as a point in time."""

    def refuse_reseal(self, state: S, seat: int, action: A) -> Refusal | None:
        """Why this sealed choice cannot stand in the place of one that a crash of the host lost."""
        return None

    @abstractmethod
    def view(self, state: S, seat: int | None) -> V:
        """What that seat may see, built field by field; None is a watcher."""

    def read(self, view: V, seat: int, text: str) -> A | Refusal | None:
        """The answer that a person types in the notation of the game, or why it cannot be read; None if the
        game has no notation. The action need not be legal."""
        return None

    def facts(self, view: V) -> Sequence[Struct]:
        """What a view shows, for people, as values the texts have a sentence for (family `fact`)."""
        return ()

    @abstractmethod
    def redact(self, event: E, seat: int | None) -> E | None:
        """What that seat may see of an event; None if nothing."""

    @abstractmethod
    def barrier(self, event: E) -> bool:
        """May undo not cross this event? The table itself sees dice, reveals and hand-overs."""

    def holds(self, state: S) -> tuple[int, ...]:
        """The sealed handles this state still needs to have opened or judged."""
        return ()

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result once the game is over, else None."""

    def how_far(self, state: S) -> tuple[int, int] | None:
        """Turns that are over, and all there will be; None where nobody can know."""
        return None

    @abstractmethod
    def invariants(self, state: S) -> None:
        """Raises AssertionError on a corrupt state; called by tests and the fuzzer."""


AnyGame: TypeAlias = Game[Struct, Struct, Struct, Struct]
"""A game of which only the contract is known."""
