"""The toy game: the whole contract in one small file.

Everybody has a hidden hand. Each round all seal a card in secret against the clock; the highest card
wins the roll of two dice and its owner keeps the points or offers some to another, who may decline.
"""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import TypeAlias

from core.ctx import Ctx
from core.faults import UserError
from core.game import (
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
from core.legal import Just, Legal, Offer
from core.options import Option, OptionValue
from core.rules import rule
from tests.toy.pieces import (
    Action,
    Answer,
    Answered,
    Choose,
    Chosen,
    Dealt,
    Event,
    Gifts,
    Give,
    Given,
    Keep,
    Kept,
    Offers,
    Out,
    Resign,
    Rolled,
    Shown,
    Stand,
    State,
    Stood,
    TimeUp,
    View,
    Void,
    Withdraw,
    Withdrew,
)  # fmt: skip

GameCtx: TypeAlias = Ctx[Action]


class Toy(Game[State, Action, Event, View]):
    """The rules; sections are those of rules.toml."""

    meta = Meta(
        id="toy", title="Bazaar", rules_version=1, seats=(3, 2, 4), simultaneous=True, dice=True,
        hidden=True, timed=True,
        options=(
            Option("cards", 4, "Cards in a hand at the start.", low=2, high=5),
            Option("seconds", 60, "Time to choose a card; 0 for no limit.", low=0, high=600),
            Option("gifts", True, "May the winner of a round offer points to others?"),
        ),
    )  # fmt: skip
    codec = Codec[State, Action, Event, View](
        state=State, action=Action, event=Event, view=View, offer=Offers,
        claims=(Withdraw, Stand, Resign), sealed=(Choose,),
    )  # fmt: skip
    names: Mapping[str, Sequence[str]] = {"seat": ("Red", "Blue", "Green", "Gold")}
    resources = files(__name__)

    @rule("1.1")
    def new(self, options: Mapping[str, OptionValue], seats: int, ctx: GameCtx) -> tuple[State, list[Event]]:
        if seats not in self.meta.seats:
            raise UserError(f"{self.meta.title} is for 2 to 4 seats, not {seats}")
        each = int(options["cards"])
        events: list[Event] = [Dealt(each)]
        deck = [card + 1 for card in ctx.shuffle(20)]
        hands = [sorted(deck[seat * each : (seat + 1) * each]) for seat in range(seats)]
        state = State(hands, [0] * seats, [0] * seats, [False] * seats, [0] * seats,
                      limit_ms=int(options["seconds"]) * 1000, gifts=bool(options["gifts"]))  # fmt: skip
        self._next_round(state, ctx, events)
        return state, events

    def pending(self, state: State) -> tuple[Pending, ...]:
        if state.phase == "choose":
            waiting = (s for s in state.alive() if not state.sealed[s])
            return tuple(Pending(s, state.decision, "choose") for s in waiting)
        if state.phase == "give":
            return (Pending(state.winner, state.decision, "give", (state.pot,)),)
        if state.phase == "answer":
            return (Pending(state.to, state.decision, "answer", (state.winner, state.gift)),)
        return ()

    def legal(self, state: State, seat: int) -> Legal[Action]:
        answers: list[Offer[Action]] = []
        if any(p.seat == seat for p in self.pending(state)):
            if state.phase == "choose":
                answers = [Just[Action](Choose(card)) for card in state.hands[seat]]
            elif state.phase == "give":
                others = tuple(s for s in state.alive() if s != seat)
                answers = [Just[Action](Keep()), *([Gifts(others, state.pot)] if state.gifts else [])]
            else:
                answers = [Just[Action](Answer(yes)) for yes in (True, False)]
        tries: list[Action] = [Withdraw(), Resign(), *(Stand(answer) for answer in range(3))]
        claims = (Just[Action](t) for t in tries if self.refuse(state, seat, t) is None)
        return Legal(tuple(answers), tuple(claims))

    def refuse(self, state: State, actor: int, action: Action | HostAction) -> Refusal | None:
        match action:
            case Expire() | Drop() | Return() | Pause() | Resume():
                return None if actor < 0 else Refusal("host-only")
            case _ if actor < 0 or state.out[actor] or state.phase == "over":
                return Refusal("not-playing", "4.1")
            case Choose() | Keep() | Give() | Answer() if not self._asked(state, actor, action):
                return Refusal("not-asked", "2.1")
            case Choose(card):
                return None if card in state.hands[actor] else Refusal("not-in-hand", "2.1", {"card": card})
            case Withdraw():
                open_ = state.phase == "choose" and state.sealed[actor]
                return None if open_ else Refusal("nothing-to-withdraw", "2.2")
            case Give(to, points):
                return self._refuse_gift(state, actor, to, points)
            case Stand(answer):
                fresh = answer in (0, 1, 2) and answer != state.standing[actor]
                return None if fresh else Refusal("no-change", "3.3")
            case _:
                return None

    @rule("2.1", permissive=True)
    def _asked(self, state: State, actor: int, action: Action) -> bool:
        kinds = {"choose": (Choose,), "give": (Keep, Give), "answer": (Answer,)}
        return any(p.seat == actor and isinstance(action, kinds[p.kind]) for p in self.pending(state))

    @rule("3.2")
    def _refuse_gift(self, state: State, actor: int, to: int, points: int) -> Refusal | None:
        if not state.gifts or to == actor or to not in state.alive() or not 1 <= points <= state.pot:
            return Refusal("no-such-gift", "3.2", {"points": points, "most": state.pot})
        return None

    def apply(
        self, state: State, actor: int, action: Action | Sealed | HostAction, ctx: GameCtx
    ) -> list[Event]:
        events: list[Event] = []
        match action:
            case Sealed(handle):
                state.sealed[actor] = handle
                events.append(Chosen(actor))
            case Withdraw():
                state.sealed[actor] = 0
                events.append(Withdrew(actor))
            case Keep():
                self._pay(state, ctx, events, 0)
            case Give(to, points):
                self._ask(state, ctx, events, to, points)
            case Answer(yes):
                events.append(Answered(actor, yes, False))
                self._pay(state, ctx, events, state.gift if yes else 0)
            case Stand(answer):
                state.standing[actor] = answer
                events.append(Stood(actor, answer))
            case Resign():
                self._resign(state, ctx, events, actor)
            case Expire(seat):
                state.sealed[seat] = -1
                events.append(TimeUp(seat))
            case Pause() | Drop() if state.paused_ms < 0:
                state.paused_ms = max(0, state.due_ms - ctx.now_ms)
            case Resume() | Return() if state.paused_ms >= 0:
                state.due_ms, state.paused_ms = ctx.now_ms + state.paused_ms, -1
            case _:
                pass
        if state.phase == "choose" and all(state.sealed[s] for s in state.alive()):
            self._reveal(state, ctx, events)
        return events

    @rule("3.1")
    def _reveal(self, state: State, ctx: GameCtx, events: list[Event]) -> None:
        handles = [h for s in state.alive() if (h := state.sealed[s]) > 0]
        # Small cards alone are sent back unseen, once a round.
        if not state.voided and handles and ctx.judge(handles, _all_small):
            state.voided = True
            state.sealed = [0] * len(state.sealed)
            state.decision += 1
            events.append(Void())
            self._clock(state, ctx)
            return
        for seat in state.alive():
            opened = ctx.open(state.sealed[seat]) if state.sealed[seat] > 0 else None
            card = opened.card if isinstance(opened, Choose) else min(state.hands[seat])
            state.hands[seat].remove(card)
            events.append(Shown(seat, card))
        best = max((e for e in events if isinstance(e, Shown)), key=lambda e: e.card)
        dice = ctx.roll(2)
        events.append(Rolled(best.seat, tuple(dice)))
        state.winner, state.pot, state.phase = best.seat, sum(dice), "give"
        state.decision += 1
        if not state.gifts:
            self._pay(state, ctx, events, 0)  # the only answer left: a forced step

    def _ask(self, state: State, ctx: GameCtx, events: list[Event], to: int, points: int) -> None:
        state.to, state.gift, state.phase = to, points, "answer"
        state.decision += 1
        events.append(Given(state.winner, to, points))
        if state.standing[to]:
            events.append(Answered(to, state.standing[to] == 1, True))
            self._pay(state, ctx, events, points if state.standing[to] == 1 else 0)

    @rule("3.3")
    def _pay(self, state: State, ctx: GameCtx, events: list[Event], gift: int) -> None:
        state.points[state.winner] += state.pot - gift
        if gift:
            state.points[state.to] += gift
        events.append(Kept(state.winner, state.pot - gift))
        self._next_round(state, ctx, events)

    @rule("2.3")
    def _next_round(self, state: State, ctx: GameCtx, events: list[Event]) -> None:
        state.decision += 1
        state.sealed = [0] * len(state.sealed)
        state.voided = False
        left = min((len(state.hands[s]) for s in state.alive()), default=0)
        state.phase = "choose" if left and len(state.alive()) > 1 else "over"
        self._clock(state, ctx)
        if state.phase == "choose" and left == 1:
            state.sealed = [-1] * len(state.sealed)  # one card each: nothing to choose
            self._reveal(state, ctx, events)

    def _clock(self, state: State, ctx: GameCtx) -> None:
        state.due_ms, state.paused_ms = ctx.now_ms + state.limit_ms, -1

    @rule("4.1")
    def _resign(self, state: State, ctx: GameCtx, events: list[Event], seat: int) -> None:
        state.out[seat] = True
        events.append(Out(seat))
        asked = {"give": state.winner, "answer": state.to}.get(state.phase)
        if len(state.alive()) < 2:
            state.phase = "over"
        elif asked == seat:
            self._pay(state, ctx, events, 0)

    @rule("2.4")
    def deadline(self, state: State) -> tuple[int, int] | None:
        late = [p.seat for p in self.pending(state)] if state.phase == "choose" else []
        return (late[0], state.due_ms) if late and state.limit_ms and state.paused_ms < 0 else None

    def view(self, state: State, seat: int | None) -> View:
        return View(
            hand=() if seat is None else tuple(state.hands[seat]),
            standing=0 if seat is None else state.standing[seat],
            cards=tuple(len(hand) for hand in state.hands),
            points=tuple(state.points),
            ready=tuple(handle != 0 for handle in state.sealed),
            out=tuple(state.out),
            phase=state.phase, winner=state.winner, pot=state.pot, to=state.to, gift=state.gift,
        )  # fmt: skip

    @rule("1.2")
    def redact(self, event: Event, seat: int | None) -> Event | None:
        return None if isinstance(event, Stood) and event.seat != seat else event

    def barrier(self, event: Event) -> bool:
        return isinstance(event, Out)

    def holds(self, state: State) -> tuple[int, ...]:
        return (
            tuple(h for s in state.alive() if (h := state.sealed[s]) > 0) if state.phase == "choose" else ()
        )

    def refuse_reseal(self, state: State, seat: int, action: Action) -> Refusal | None:
        known = isinstance(action, Choose) and action.card in state.hands[seat]
        return None if known else Refusal("not-in-hand", "2.1", {"card": 0})

    def rewound(self, state: State, ms: int) -> None:
        state.due_ms += ms

    @rule("4.2")
    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        worth = [-1 if out else points for points, out in zip(state.points, state.out, strict=True)]
        places = sorted(set(worth), reverse=True)
        ranking = tuple(tuple(s for s, w in enumerate(worth) if w == place) for place in places)
        return Outcome(ranking, tuple(state.points), "played-out")

    def invariants(self, state: State) -> None:
        cards = [card for hand in state.hands for card in hand]
        assert len(cards) == len(set(cards)), "a card is there twice"
        assert state.decision > 0
        assert min(state.points) >= 0


def _all_small(choices: object) -> int:
    assert isinstance(choices, list)
    return int(all(isinstance(choice, Choose) and choice.card <= 4 for choice in choices))


game = Toy()
