"""The palace game as the contract wants it: set-up, questions, answers, view and result."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final

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
)
from core.games.palaces import asking, rounds, scoring, setup
from core.games.palaces.actions import Action, Plan, Withdraw
from core.games.palaces.board import Board, load
from core.games.palaces.board_file import BOARD
from core.games.palaces.events import Event, TurnEnded
from core.games.palaces.facts import Fact, facts_of
from core.games.palaces.invariants import check_state
from core.games.palaces.offers import Offers, Plain
from core.games.palaces.pieces import CARD_NAMES, KIND_NAMES, PALACES, SEATS
from core.games.palaces.run import Run
from core.games.palaces.setup import USUAL
from core.games.palaces.state import State
from core.games.palaces.view import View, view_of
from core.kit.datafile import ChartError
from core.legal import Legal
from core.options import Option, OptionValue

OPTIONS: Final = (
    Option("advanced", False, "Advanced game: the Yogi and chits; usual in it: auction, blocked sites."),
    Option("auction", USUAL, "The first characters are auctioned (house rule).",
           choices=(USUAL, "on", "off")),
    Option("blocked", USUAL, "With fewer than five players an outer site of each city is taken (house rule).",
           choices=(USUAL, "on", "off")),
    Option("payout_row", "in_game", "The Maharaja pays by the number of players, or of those with points in "
           "the city (5 gold for a lone one).", choices=("in_game", "in_city")),
    Option("goal", PALACES, "Palaces that end the game; 5 or 6 for a shorter one.", low=5, high=PALACES),
    Option("hidden_money", False, "Nobody is shown the gold of others."),
    Option("last_tie", "character", "Equal in palaces and gold: the lower character is ahead, or the place "
           "is shared (house rule).", choices=("character", "shared")),
    Option("chooser", "lot", "Who chooses a character first: drawn by lot (house rule), or the first seat, "
           "where the youngest should sit.", choices=("lot", "first")),
)  # fmt: skip


class Palaces(Game[State, Action, Event, View]):
    """The rules on one board."""

    meta = Meta(
        id="palaces",
        title="Maharaja: Palace Building, 2004",
        rules_version=1,
        seats=(4, 2, 3, 5),
        options=OPTIONS,
        simultaneous=True,
        dice=True,
        hidden=True,
    )
    codec = Codec[State, Action, Event, View](
        state=State, action=Action, event=Event, view=View, offer=Offers, claims=(Withdraw,), sealed=(Plan,)
    )

    def __init__(self, board: Board) -> None:
        self.board = board
        self.edition = board.digest
        self.names = {
            "seat": SEATS,
            "place": board.names,
            "road": board.road_names,
            "card": CARD_NAMES,
            "kind": KIND_NAMES,
        }
        self.resources = files("resources") / "palaces"

    def with_charts(self, directory: Path) -> Palaces:
        """The game on the board in a folder."""
        if not (directory / BOARD).is_file():
            raise UserError(f"{directory} holds no {BOARD}")
        try:
            return Palaces(load(directory))
        except ChartError as error:
            first, *more = error.faults
            others = f"; and {len(more)} more: run `maharaja charts check`" if more else ""
            raise UserError(f"{directory}: {first}{others}") from None

    def new(
        self, options: Mapping[str, OptionValue], seats: int, ctx: Ctx[Action]
    ) -> tuple[State, list[Event]]:
        """The set-up (2) up to the first choice of a character."""
        if seats not in self.meta.seats:
            raise UserError(f"{self.meta.title} is for 2 to 5 seats, not {seats}")
        return setup.begin(self.board, options, seats, ctx)

    def pending(self, state: State) -> tuple[Pending, ...]:
        """In planning all who have not sealed a plan, else one seat."""
        return asking.pending(state)

    def legal(self, state: State, seat: int) -> Legal[Action]:
        """The answers to what is asked; taking back a plan as a claim."""
        owed = any(pending.seat == seat for pending in self.pending(state))
        offers = asking.offers(self.board, state, seat) if owed else []
        mine = rounds.refuse_withdrawal(state, seat) is None
        return Legal(tuple(offers), (Plain((Withdraw(),)),) if mine else ())

    def refuse(self, state: State, actor: int, action: Action | HostAction) -> Refusal | None:
        """By the rule that forbids it."""
        match action:
            case Expire() | Drop() | Return() | Pause() | Resume():
                return None if actor == HOST else Refusal("host-only")
            case _ if not 0 <= actor < state.seats:
                return Refusal("not-your-decision")
            case Withdraw():
                return rounds.refuse_withdrawal(state, actor)
            case _ if all(pending.seat != actor for pending in self.pending(state)):
                return Refusal("not-your-decision")
            case _:
                return asking.refuse(self.board, state, actor, action)

    def apply(
        self, state: State, actor: int, action: Action | Sealed | HostAction, ctx: Ctx[Action]
    ) -> list[Event]:
        """Carries an answer out and goes on to the next question."""
        r = Run(self.board, state, ctx)
        match action:
            case Expire() | Drop() | Return() | Pause() | Resume():
                return []  # the game has no clocks
            case Sealed(handle):
                rounds.seal(r, actor, handle)
            case Withdraw():
                rounds.withdraw(r, actor)
            case _:
                state.decision += 1
                asking.apply(r, actor, action)
        rounds.run_on(r)
        return r.out

    def refuse_reseal(self, state: State, seat: int, action: Action) -> Refusal | None:
        """Any plan will do for one that was lost."""
        return rounds.refuse_plan(action) if isinstance(action, Plan) else Refusal("not-asked", "3.3")

    def holds(self, state: State) -> tuple[int, ...]:
        """The plans of those who have not begun their turn."""
        return rounds.unopened(state)

    def view(self, state: State, seat: int | None) -> View:
        """All but plans and hidden money."""
        return view_of(state, seat)

    def facts(self, view: View) -> tuple[Fact, ...]:
        """The round, and seat by seat what it has."""
        return facts_of(self.board, view)

    def redact(self, event: Event, seat: int | None) -> Event:
        """What changes hands is seen by all; how much somebody has is in no event before the end."""
        return event

    def barrier(self, event: Event) -> bool:
        """The end of a turn."""
        return isinstance(event, TurnEnded)

    def outcome(self, state: State) -> Outcome | None:
        """Most palaces, then most gold (8)."""
        return scoring.outcome(state)

    def invariants(self, state: State) -> None:
        """What is true after every action."""
        check_state(self.board, state)
