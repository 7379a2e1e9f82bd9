"""The Arms Phase of a colonial nation: its Arms are taken back, given, or left where they are (12.2)."""

from __future__ import annotations

from core.game import Refusal
from core.games.empires.actions import Action, Done, Give, TakeBack
from core.games.empires.answers import yes_or_no
from core.games.empires.arms import may_have_arms
from core.games.empires.chart_types import NONE, Charts
from core.games.empires.events import ArmsAnswered, ArmsOffered, ArmsTaken
from core.games.empires.offers import Offers, Plain
from core.games.empires.run import Run, decision, step
from core.games.empires.state import ARMS_OFFER, Ask, State
from core.games.empires.steps import Step
from core.rules import rule


@step(Step.ARMS_OUT)
def arms_out(r: Run, frame: list[int]) -> None:
    """Asks until the Arms are given or nothing can be done; `frame[1]`: they have been given."""
    if not frame[1] and _choices(r.c, r.s):
        r.ask("arms", r.s.nation)
    else:
        r.drop()


class ArmsPhase:
    """The question of the Arms Phase."""

    def offers(self, c: Charts, s: State, ask: Ask) -> list[Offers]:
        """Receivers, or taking back, and an end."""
        return [Plain((*_choices(c, s), Done()))]

    def refuse(self, c: Charts, s: State, ask: Ask, action: Action) -> Refusal | None:
        """By the rule that forbids it."""
        match action:
            case Give(nation):
                return refuse_give(c, s, nation)
            case TakeBack():
                return _can_take_back(s)
            case Done():
                return None
            case _:
                return Refusal("not-now", "12.2")

    def apply(self, r: Run, ask: Ask, action: Action) -> None:
        """One thing done; the step asks again unless the phase is over."""
        r.s.ask = None
        match action:
            case Give(nation):
                r.out.append(ArmsOffered(r.s.nation, nation))
                r.push(Step.ARMS_OFFER, nation)
            case TakeBack():
                _take_back(r)
            case _:
                r.drop()


decision("arms", ArmsPhase())


def _choices(c: Charts, s: State) -> list[Action]:
    gifts: list[Action] = []
    if _in_stock(c, s) is None:
        near = sorted(may_have_arms(c, s, s.nation))
        gifts += [Give(nation) for nation in near if not _bad_receiver(c, s, nation)]
    return [*gifts, TakeBack()] if _can_take_back(s) is None else gifts


def refuse_give(c: Charts, s: State, nation: int) -> Refusal | None:
    """The first rule that giving the Arms to a nation would break, or None."""
    return _in_stock(c, s) or _bad_receiver(c, s, nation)


def _bad_receiver(c: Charts, s: State, nation: int) -> Refusal | None:
    return _indian(c, nation) or _shares_factory(c, s, nation) or _not_declined(s, nation)


@rule("12.2")
def _in_stock(c: Charts, s: State) -> Refusal | None:
    """One marker, neither out nor promised nor lost."""
    mine = s.nation
    good = c.nations[mine].arms and s.arms_at[mine] == NONE and s.arms_to[mine] == NONE
    return None if good else Refusal("no-arms", "12.2", {"nation": mine})


@rule("12.2")
def _indian(c: Charts, nation: int) -> Refusal | None:
    """Indian nations of any seat receive Arms; so they never serve their supplier's armies."""
    if nation in range(len(c.nations)) and not c.nations[nation].colonial:
        return None
    return Refusal("not-indian", "12.2", {"nation": nation})


def _shares_factory(c: Charts, s: State, nation: int) -> Refusal | None:
    if nation in may_have_arms(c, s, s.nation):
        return None
    return Refusal("no-shared-factory", "12.2", {"nation": nation, "supplier": s.nation})


@rule("16.0")
def _not_declined(s: State, nation: int) -> Refusal | None:
    """One offer of each marker to each nation in a phase (R16.0-d)."""
    if [ARMS_OFFER, nation, s.nation] not in s.refused:
        return None
    return Refusal("arms-declined", "16.0", {"nation": nation})


@step(Step.ARMS_OFFER)
def offer(r: Run, frame: list[int]) -> None:
    """The receiver's seat may decline, unless it is the supplier's own (R12.2-b)."""
    s, nation = r.s, frame[1]
    if refuse_give(r.c, s, nation) is not None:
        r.drop()  # the position has changed since the offer
    elif r.seat_of(nation) == r.seat_of(s.nation):
        _answer(r, nation, True)
    else:
        r.ask("arms-offer", nation, s.nation)


def _answer(r: Run, nation: int, yes: bool) -> None:
    """What is accepted comes on the map in the receiver's next growth phase."""
    s = r.s
    r.drop()
    r.out.append(ArmsAnswered(nation, s.nation, yes))
    if not yes:
        s.refused.append([ARMS_OFFER, nation, s.nation])
    elif refuse_give(r.c, s, nation) is None:
        s.arms_to[s.nation] = nation
        s.stack[-1][1] = 1


yes_or_no("arms-offer", "12.2", lambda r, ask, yes: _answer(r, ask.nation, yes))


@rule("12.2")
def _can_take_back(s: State) -> Refusal | None:
    """From the map or from a promise (R12.2-e)."""
    return None if s.arms_to[s.nation] != NONE else Refusal("no-arms-out", "12.2", {"nation": s.nation})


def _take_back(r: Run) -> None:
    s = r.s
    r.out.append(ArmsTaken(s.nation, s.arms_to[s.nation]))
    s.arms_at[s.nation] = s.arms_to[s.nation] = NONE
