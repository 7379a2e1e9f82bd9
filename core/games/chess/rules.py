"""Maharajah chess as the contract wants it: set-up, questions, answers, view and result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from random import Random

from msgspec import Struct

from core.ctx import Ctx
from core.faults import UserError
from core.game import (
    HOST,
    Codec,
    Drop,
    Expire,
    Game,
    HostAction,
    Meta,
    Outcome,
    Pause,
    Pending,
    Refusal,
    Resume,
    Return,
    Sealed,
    Tell,
)
from core.games.chess import clocks
from core.games.chess.actions import (
    CLAIMS,
    AcceptDraw,
    Action,
    Army,
    DeclineDraw,
    Move,
    OfferDraw,
    Resign,
    Unlock,
    as_move,
    as_number,
)
from core.games.chess.armies import Armies, refuse_army
from core.games.chess.compiled import prepare
from core.games.chess.events import Began, Event, Locked, Unlocked
from core.games.chess.invariants import check_state
from core.games.chess.locked import never_mates
from core.games.chess.pieces import ORTHODOX, SQUARES
from core.games.chess.play import Play
from core.games.chess.position import empty_board
from core.games.chess.refusals import refuse_move
from core.games.chess.state import ARMIES, NOBODY, OVER, PLAY, Clocks, State
from core.games.chess.typed import read_army, read_move
from core.games.chess.view import Fact, View, facts_of, position_of, view_of
from core.legal import Just, Legal, Offer
from core.options import Option, OptionValue
from core.rules import rule

PIECES = (
    "nothing", "pawn", "knight", "bishop", "rook", "queen", "Archbishop", "Chancellor", "Maharajah", "king",
)  # fmt: skip


class Moves(Struct, frozen=True, array_like=True, tag="moves"):
    """Offer: these moves, as numbers of `moves`."""

    numbers: tuple[int, ...]

    def count(self) -> int:
        """How many."""
        return len(self.numbers)

    def nth(self, index: int) -> Action:
        """In the order of the generator."""
        return as_move(self.numbers[index])

    def sample(self, rng: Random) -> Action:
        """Any, each as likely."""
        return as_move(rng.choice(self.numbers))

    def contains(self, action: Action) -> bool:
        """Is it one of them?"""
        return isinstance(action, Move) and as_number(action) in self.numbers


Offers = Armies | Moves | Just[Action]


class Chess(Game[State, Action, Event, View]):
    """Two seats: 0 is White, 1 is Black."""

    def __init__(self) -> None:
        self.resources = files("resources") / "chess"
        self.names: Mapping[str, Sequence[str]] = {
            "seat": ("White", "Black"), "square": SQUARES, "piece": PIECES,
        }  # fmt: skip
        self.meta = Meta(
            id="chess",
            title="Maharajah chess",
            rules_version=1,
            seats=(2,),
            options=(
                Option("setup", "hidden", "Armies of one's own, built in secret, or the usual ones.",
                       choices=("hidden", "classic")),
                Option("minutes", 0, "Time of each side for the whole game; 0 for no clocks.", high=180),
                Option("increment", 0, "Seconds added with each move.", high=180),
            ),
            simultaneous=True,
            hidden=True,
            timed=True,
        )  # fmt: skip
        self.codec = Codec[State, Action, Event, View](
            state=State, action=Action, event=Event, view=View, offer=Offers,
            claims=CLAIMS, sealed=(Army,),
        )  # fmt: skip

    def new(
        self, options: Mapping[str, OptionValue], seats: int, ctx: Ctx[Action]
    ) -> tuple[State, list[Event]]:
        """The usual game at once, or two empty halves to build in."""
        if seats != 2:
            raise UserError(f"{self.meta.title} is for 2 seats, not {seats}")
        base, step = int(options["minutes"]) * 60_000, int(options["increment"]) * 1_000
        hidden = options["setup"] == "hidden"
        state = State(ARMIES, 1, [0, 0], empty_board(), Clocks(base, step, [base, base]))
        play = Play(state, ctx)
        play.out.append(Began(hidden, base, step))
        if not hidden:
            play.start(ORTHODOX, ORTHODOX)
        return state, play.out

    def prepare(self, options: Mapping[str, OptionValue], tell: Tell) -> None:
        """Compiles the search at the fall of a flag; with clocks it is loaded as well."""
        prepare(never_mates, tell, load=bool(options["minutes"]))

    def pending(self, state: State) -> tuple[Pending, ...]:
        """The armies that are not locked, or the next move."""
        if state.phase == ARMIES:
            open_ = (seat for seat, handle in enumerate(state.sealed) if not handle)
            return tuple(Pending(seat, state.decision, "army") for seat in open_)
        if state.phase == PLAY:
            return (Pending(state.position.side, state.decision, "move"),)
        return ()

    def legal(self, state: State, seat: int) -> Legal[Action]:
        """Any army, or the legal moves; claims as they stand."""
        answers: tuple[Offer[Action], ...] = ()
        if any(pending.seat == seat for pending in self.pending(state)):
            answers = (Armies(),) if state.phase == ARMIES else (Moves(state.position.legal()),)
        claims = (kind() for kind in CLAIMS)
        return Legal(answers, tuple(Just[Action](c) for c in claims if not self.refuse(state, seat, c)))

    def refuse(self, state: State, actor: int, action: Action | HostAction) -> Refusal | None:
        """By the rule that forbids it."""
        match action:
            case Expire() | Drop() | Return() | Pause() | Resume():
                return refuse_host(state, action) if actor == HOST else Refusal("host-only")
            case _ if actor not in (0, 1) or state.phase == OVER:
                return Refusal("not-your-decision")
            case Army(pieces):
                if state.phase != ARMIES or state.sealed[actor]:
                    return Refusal("not-your-decision")
                return refuse_army(pieces, actor)
            case Move():
                if state.phase != PLAY or state.position.side != actor:
                    return Refusal("not-your-decision")
                return refuse_move(state.position, action)
            case Unlock():
                fits = state.phase == ARMIES and state.sealed[actor] > 0
                return None if fits else Refusal("nothing-to-unlock", "4.1")
            case _:
                return refuse_claim(state, actor, action)

    def apply(
        self, state: State, actor: int, action: Action | Sealed | HostAction, ctx: Ctx[Action]
    ) -> list[Event]:
        """Carries an action out."""
        play = Play(state, ctx)
        match action:
            case Sealed(handle):
                play.lock(actor, handle)
            case Move():
                play.move(actor, action)
            case Expire() | Drop() | Return() | Pause() | Resume():
                play.by_host(action)
            case _:
                play.claim(actor, action)
        return play.out

    def deadline(self, state: State) -> tuple[int, int] | None:
        """The fall of a flag or the end of a pause."""
        return clocks.deadline(state)

    def rewound(self, state: State, ms: int) -> None:
        """Clocks show what they showed then."""
        clocks.shift(state.clocks, ms)

    def refuse_reseal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """Any army that can be."""
        return refuse_army(action.pieces, seat) if isinstance(action, Army) else Refusal("not-your-decision")

    def view(self, state: State, seat: int | None) -> View:
        """No seat sees more than another: what is hidden is not in the state."""
        return view_of(state)

    def read(self, view: View, seat: int, text: str) -> Action | Refusal | None:
        """An army in ranks or squares; a move in coordinates or SAN."""
        if view.phase == ARMIES:
            return read_army(text, seat)
        return read_move(position_of(view), text)

    def facts(self, view: View) -> tuple[Fact, ...]:
        """The board as it is printed."""
        return facts_of(view)

    def redact(self, event: Event, seat: int | None) -> Event:
        """Everything that becomes an event is public: armies do so together."""
        return event

    def barrier(self, event: Event) -> bool:
        """Once play has begun nothing is undone without consent: thinking about it would cost no time."""
        return not isinstance(event, (Locked, Unlocked))

    def holds(self, state: State) -> tuple[int, ...]:
        """Locked armies that have not been shown."""
        return tuple(handle for handle in state.sealed if handle)

    def outcome(self, state: State) -> Outcome | None:
        """Two half points for the winner, one each for a draw."""
        if state.phase != OVER:
            return None
        if state.winner == NOBODY:
            shares = (0, 0) if state.reason == "aborted" else (1, 1)
            return Outcome(((0, 1),), shares, state.reason)
        ranking = ((state.winner,), (1 - state.winner,))
        return Outcome(ranking, (2, 0) if state.winner == 0 else (0, 2), state.reason)

    def invariants(self, state: State) -> None:
        """What is true after every action."""
        check_state(state)


def refuse_host(state: State, action: HostAction) -> Refusal | None:
    """What the owner of the table cannot say now."""
    match action:
        case Pause(seat):
            return clocks.refuse_pause(state, seat) if seat in (HOST, 0, 1) else Refusal("unknown-seat")
        case Resume(seat) | Return(seat):
            return clocks.refuse_resume(state, seat)
        case Drop(seat):
            return clocks.refuse_drop(state, seat)
        case Expire():
            return None if clocks.deadline(state) else Refusal("not-expired")


@rule("5.5")
def refuse_claim(state: State, seat: int, claim: Action) -> Refusal | None:
    """Draws and resignation: while there is play; an offer once between two own moves."""
    if state.phase != PLAY:
        return Refusal("not-now", "5.5")
    match claim:
        case OfferDraw():
            fresh = state.offer == NOBODY and state.offered[seat] != state.moved[seat]
            return None if fresh else Refusal("offered-already", "5.5")
        case AcceptDraw() | DeclineDraw():
            return None if state.offer == 1 - seat else Refusal("nothing-offered", "5.5")
        case Resign():
            return None
        case _:
            return Refusal("not-your-decision")


game = Chess()
