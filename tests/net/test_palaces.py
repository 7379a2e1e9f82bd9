"""The palace game at a network table: nobody learns a plan or hidden money, and the phases go on for all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

import pytest
from msgspec.structs import replace

from core.game import AnyGame
from core.games.palaces import game as palaces_game
from core.games.palaces.actions import Character, Exchange, Plan, TakeGold, Withdraw
from core.games.palaces.view import View
from net import messages as m
from net.plan import Plan as Table
from tests.net.kit import plan
from tests.net.secrecy import Peer, Run, check_twins, random_twins
from tests.palaces.kit import substitute

palaces = cast("AnyGame", palaces_game)
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve")


def table(seats: int, **options: bool | int | str) -> Callable[[], Table]:
    """Makes a table of the palace game."""
    chosen = {"chooser": "first", **options}
    return lambda: replace(plan(palaces, ["open"] * seats, options=chosen), spec="palaces")


def view(peer: Peer, seat: int) -> View:
    """What a seat's owner sees."""
    found = palaces.codec.view.decode(peer.updates[seat].view)
    assert isinstance(found, View)
    return found


def planning(run: Run, seats: int) -> list[Peer]:
    """Everybody sits; characters and first houses are chosen; all are to plan."""
    peers = [run.come(name) for name in NAMES[:seats]]
    run.room.start()
    run.settle()
    while (owed := run.table.pending[0]).kind != "plan":
        assert not peers[owed.seat].act(owed.seat, run.table.legal(owed.seat).first()).code
    return peers


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_another_plan_changes_no_byte_for_anybody_else(seats: int) -> None:
    """EUR-01: also for who only watches, who comes later and who comes back."""

    def story(run: Run) -> Sequence[str]:
        ann, bob, *_ = planning(run, seats)
        run.come("Watcher", watch=True)
        assert not ann.act(0, run.hidden(Plan(0, 0), Plan(5, 8))).code
        run.pass_time(1_000)
        bob.drop()
        bob.connect()
        bob.send(m.Say("Well, Ann?"))
        if seats > 2:
            assert not bob.act(1, Plan(1, 2)).code
        run.come("Late", watch=True)
        return (*NAMES[1:seats], "Watcher", "Late")

    check_twins(table(seats), story)


def test_a_plan_taken_back_leaves_no_trace_for_anybody_else() -> None:
    """EUR-03: set, taken back, set, undone, refused and set again."""

    def story(run: Run) -> Sequence[str]:
        ann, bob, _ = planning(run, 3)
        run.come("Watcher", watch=True)
        assert not ann.act(0, run.hidden(Plan(0, 0), Plan(5, 8))).code
        assert not ann.act(0, Withdraw()).code
        assert not ann.act(0, run.hidden(Plan(1, 7), Plan(2, 2))).code
        assert not ann.undo(0).code
        assert ann.act(0, run.hidden(Plan(8, 7), Plan(0, 9))).code == "no-such-plan"
        assert not ann.act(0, run.hidden(Plan(3, 4), Plan(6, 6))).code
        assert not bob.act(1, Plan(0, 1)).code
        return "Bob", "Cleo", "Watcher"

    check_twins(table(3), story)


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_plans_hidden(seats: int, seed: int) -> None:
    assert random_twins(table(seats), seats, seed) > 20


@pytest.mark.parametrize("seats", [2, 3, 5])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_keep_money_hidden(seats: int, seed: int) -> None:
    assert random_twins(table(seats, hidden_money=True), seats, seed, substitute) > 20  # type: ignore[arg-type]


def test_money_that_is_not_hidden_would_be_noticed() -> None:
    """The test itself: with open money the runs differ."""

    def story(run: Run) -> Sequence[str]:
        ann, *_ = planning(run, 3)

        def richer(state: object, seat: int | None) -> object:
            state.gold[0] += 1  # type: ignore[attr-defined]
            state.bank -= 1  # type: ignore[attr-defined]
            return state

        run.put(richer, 1)  # type: ignore[arg-type]
        assert not ann.act(0, Plan(0, 0)).code
        return ("Bob",)

    with pytest.raises(AssertionError, match="Bob: piece"):
        check_twins(table(3), story)


# Planning together.


def one(seats: int = 3, **options: bool | int | str) -> tuple[Run, list[Peer]]:
    """One run, everybody about to plan."""
    run = Run(table(seats, **options)(), second=False)
    return run, planning(run, seats)


def test_eur_04_a_plan_is_changed_until_the_last_is_set_and_then_fixed_for_all_at_once() -> None:
    run, (ann, bob, cleo) = one()
    assert not ann.act(0, Plan(0, 0)).code
    assert not ann.act(0, Withdraw()).code
    assert view(cleo, 2).ready == (False, False, False)
    assert ann.act(0, Plan(8, 3)).code == "no-such-plan", "a change is checked like any plan"
    assert not ann.act(0, Plan(3, 8)).code
    assert not bob.act(1, Plan(1, 1)).code
    # Cleo's plan and Ann's change of mind are under way together; the host takes one first.
    known = ann.updates[0].n
    assert not cleo.act(2, Plan(0, 0)).code
    late = palaces.codec.encode(Withdraw())
    answer = ann.command(m.Act(99, 0, 0, known, late))
    assert answer.code == "plans-fixed"
    assert run.table.pending[0].kind == "turn"


def test_eur_05_a_drop_in_planning_loses_nothing() -> None:
    run, (ann, bob, cleo) = one()
    question = bob.updates[1].asked
    assert not bob.act(1, Plan(2, 4)).code
    for peer in (bob, cleo):
        peer.drop()
        peer.messages.clear()
        peer.connect()
    kept = [message for message in bob.messages if isinstance(message, m.Kept)]
    assert [palaces.codec.action.decode(each.action) for each in kept] == [Plan(2, 4)], "shown to its owner"
    assert not [message for message in cleo.messages if isinstance(message, m.Kept)]
    assert view(cleo, 2).ready == view(bob, 1).ready == (False, True, False)
    assert bob.updates[1].asked == () and cleo.updates[2].asked[0].decision == question[0].decision
    assert not cleo.act(2, Plan(0, 0)).code
    assert not ann.act(0, Plan(0, 0)).code
    assert run.table.pending[0].kind == "turn"


def test_eur_07_all_see_who_is_still_planning_and_how_long() -> None:
    run, (ann, bob, cleo) = one()
    run.pass_time(5_000)
    assert not bob.act(1, Plan(0, 0)).code
    cleo.drop()
    run.pass_time(1_000)
    rows = [message for message in ann.messages if isinstance(message, m.RoomRow)]
    waiting = [(row.seat, row.kind) for row in rows[-1].waiting]
    assert waiting == [(0, "plan"), (2, "plan")]
    assert all(row.since_ms >= 5_000 for row in rows[-1].waiting)
    assert not ann.act(0, Plan(0, 0)).code
    cleo.connect()
    assert [row.seat for row in run.room.row().waiting] == [2]


def test_eur_08_the_time_for_a_plan_is_one_time_and_each_later_decision_has_its_own() -> None:
    run, (ann, bob, cleo) = one()
    run.room.rules = replace(run.room.rules, limit_ms=60_000)
    assert not bob.act(1, Plan(0, 0)).code
    for _ in range(59):
        run.pass_time(1_000)
    assert not ann.act(0, Plan(0, 0)).code
    assert not ann.act(0, Withdraw()).code
    left = {row.seat: row.left_ms for row in run.room.row().waiting}
    assert left[0] <= 1_000 and left[2] <= 1_000, "taken back at 59 s: no new minute"
    assert not ann.act(0, Plan(0, 0)).code
    assert not cleo.act(2, Plan(0, 0)).code
    (turn,) = run.room.row().waiting
    assert (turn.kind, turn.left_ms) == ("turn", 60_000)


def test_eur_08_a_pause_stops_the_time_and_a_wall_clock_is_nothing() -> None:
    run, (ann, bob, cleo) = one()
    run.room.rules = replace(run.room.rules, limit_ms=60_000)
    next(person for person in run.room.people if person.name == "Ann").host = True
    assert not bob.act(1, Plan(0, 0)).code
    for _ in range(30):
        run.pass_time(1_000)
    assert not ann.ask("pause", 1).code
    for _ in range(40):
        run.pass_time(1_000)
    assert not ann.ask("pause", 0).code
    run.time.wall_ahead += 3_600_000
    cleo.drop()
    cleo.connect()
    left = {row.seat: row.left_ms for row in run.room.row().waiting}
    assert set(left) == {0, 2}, "who is ready is not charged"
    assert all(29_000 <= ms <= 30_000 for ms in left.values())
    for _ in range(30):
        run.pass_time(1_000)
    assert {slot.ai for slot in run.room.slots} == {"random", ""}, "the stand-in plans for those two"
    assert [ask.seat for ask in run.room.asks()] == [0, 2]


def test_eur_10_only_who_was_robbed_is_asked_for_another_character() -> None:
    run, peers = one()
    for seat, peer in enumerate(peers):
        assert not peer.act(seat, Plan(0, 8)).code
    robber = run.table.pending[0].seat
    cards = view(peers[robber], robber).card
    victim = (robber + 1) % 3
    assert not peers[robber].act(robber, Exchange(cards[victim])).code
    (asked,) = run.table.pending
    assert (asked.seat, asked.kind) == (victim, "replace")
    free = next(card for card in range(1, 7) if card not in view(peers[robber], robber).card)
    for seat, peer in enumerate(peers):
        if seat != victim:
            assert peer.updates[seat].asked == ()
            assert peer.act(seat, TakeGold(), asked.decision).code == "not-your-decision"
            stolen = m.Act(98, victim, asked.decision, run.table.n, palaces.codec.encode(Character(free)))
            assert peer.command(stolen).code == "not-your-seat"
    assert run.table.pending == (asked,)
    assert not peers[victim].act(victim, Character(free)).code
    assert run.table.pending[0].seat == robber
