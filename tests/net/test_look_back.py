"""Looking back at what a computer player had before it: for all at the table, but never at a secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest
from msgspec.structs import replace

from core.game import AnyGame
from core.games.empires.charts import shipped
from core.games.empires.rules import Empires
from core.games.palaces import game as palaces
from net import messages as m
from net.desk import LOOKS_MOST
from net.plan import Plan
from tests.net.kit import plan, toy
from tests.net.secrecy import Peer, Run

empires = cast("AnyGame", Empires(shipped()))
FOUR = ["open", "ai:easy", "ai:easy", "ai:easy"]


def sitting(what: Plan) -> tuple[Run, Peer, Peer]:
    """Ann plays with computer players and Bob looks on; the game has begun."""
    run = Run(what, second=False)
    ann, bob = run.come("Ann"), run.come("Bob", watch=True)
    assert run.room.start() is None
    run.settle()
    return run, ann, bob


def play(run: Run, until: Callable[[], bool]) -> None:
    """Everybody answers by the first that is legal."""
    while not until():
        for ask in run.room.asks():
            run.room.answered(ask, ask.legal.first(), "")
        for owed in [p for p in run.table.pending if not run.room.slots[p.seat].ai]:
            action = run.table.legal(owed.seat).first()
            assert run.room.play is not None
            run.room.play.done(run.table.submit(owed.seat, owed.decision, run.table.n, action))
        run.settle()


def look(peer: Peer, n: int) -> m.Decided | m.Answer:
    """Asks for line `n`; the answer."""
    before = len(peer.messages)
    peer.send(m.LookBack(5, n))
    found = [each for each in peer.messages[before:] if isinstance(each, m.Decided | m.Answer)]
    assert len(found) == 1
    return found[0]


def told(run: Run, seat: int) -> list[int]:
    """The lines that tell of decisions of a seat."""
    return [step.n for step in run.table.position.steps if step.actor == seat]


def test_a_watcher_is_told_what_a_computer_player_saw_could_do_and_did() -> None:
    run, _, bob = sitting(replace(plan(empires, FOUR), spec="empires"))
    seen = {}

    def enough() -> bool:
        for owed in run.table.pending:
            view, legal = run.table.view(owed.seat), run.table.legal(owed.seat)
            seen[run.table.n] = empires.codec.encode(view), empires.codec.encode_legal(legal), owed
        return len(told(run, 1)) >= 3

    play(run, enough)
    for n in told(run, 1):
        found = look(bob, n)

        assert isinstance(found, m.Decided)
        view, legal, owed = seen[n - 1]
        assert (found.n, found.seat, found.controller) == (n, 1, "ai:easy")
        assert (found.view, found.legal) == (view, legal)
        assert found.asked == (m.Asked(owed.decision, owed.kind, owed.subject),)
        action = empires.codec.action.decode(found.action)
        assert action == empires.codec.decode_legal(legal).first()


def test_what_people_decide_and_what_never_was_is_nobodys_to_ask() -> None:
    run, _, bob = sitting(replace(plan(empires, FOUR), spec="empires"))
    play(run, lambda: bool(told(run, 0)))
    for n in (told(run, 0)[0], 0, run.table.n + 1, 1 << 53):
        found = look(bob, n)
        assert isinstance(found, m.Answer) and found.code == "no-decision"


def test_only_so_many_are_looked_at_in_a_while() -> None:
    run, _, bob = sitting(replace(plan(empires, FOUR), spec="empires"))
    play(run, lambda: bool(told(run, 1)))
    (n, *_) = told(run, 1)
    assert all(isinstance(look(bob, n), m.Decided) for _ in range(LOOKS_MOST))
    found = look(bob, n)
    assert isinstance(found, m.Answer) and found.code == "too-often"
    for _ in range(20):
        run.pass_time(500)
    assert isinstance(look(bob, n), m.Decided)


@pytest.mark.parametrize(
    "what",
    [
        plan(toy, ["open", "ai:random", "ai:random"]),
        replace(plan(cast("AnyGame", palaces), ["open", "ai:random", "ai:random"]), spec="palaces"),
    ],
    ids=("toy", "palaces"),
)
def test_a_game_with_secrets_is_looked_back_at_once_it_is_over(what: Plan) -> None:
    run, ann, bob = sitting(what)
    play(run, lambda: bool(told(run, 1)))
    n = told(run, 1)[0]
    for peer in (ann, bob):
        found = look(peer, n)
        assert isinstance(found, m.Answer) and found.code == "secret"

    play(run, lambda: run.table.outcome is not None)

    for _ in range(20):
        run.pass_time(500)
    shown = [look(bob, n) for n in told(run, 1)[:LOOKS_MOST]]
    assert any(isinstance(each, m.Decided) for each in shown)
    assert all(each.code == "no-decision" for each in shown if isinstance(each, m.Answer))


def test_before_a_game_there_is_nothing_to_look_back_at() -> None:
    run = Run(plan(), second=False)
    found = look(run.come("Ann"), 3)
    assert isinstance(found, m.Answer) and found.code == "not-now"
