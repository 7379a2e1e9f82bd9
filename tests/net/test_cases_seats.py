"""Seats that change hands, and the time of whoever is away, case by case; with the bytes of both ends."""

from __future__ import annotations

import shutil
from pathlib import Path

from net import host_session
from net import messages as m
from tests.net import kit
from tests.net.hall import Hall
from tests.net.test_cases_back import seated, slow


def test_ses_16_the_owner_is_back_while_the_computer_thinks():
    hall = Hall(slow(rules=m.Rules(after_drop="random", grace_ms=60_000)))
    bob, cleo = hall.caller("Bob"), hall.caller("Cleo")
    hall.start()
    bob.cut()
    hall.tick(30_000)
    row = hall.room.row()
    assert row.seats[1].grace_ms == 30_000 and row.people[1].away_ms == 30_000
    assert cleo.row is not None and cleo.row.seats[1].grace_ms >= 0
    hall.tick(30_000)
    assert seated(hall)[1] == ("Bob", "random") and "stands-in" in cleo.notices()
    (ask,) = hall.room.asks()
    bob.connect()
    hall.settle()
    assert seated(hall)[1] == ("Bob", "")
    hall.room.answered(ask, ask.legal.first(), "")
    assert bob.owes(1), "the thought in flight counts no more"
    assert bob.act(1).code == ""
    assert [(actor, who) for actor, who, _ in hall.story()] == [(1, "Bob")]
    record = b"".join(hall.table.journal.lines)
    assert b"ai:random for Bob" in record


def test_ses_16_a_seat_handed_over_stays_so_until_its_owner_takes_it_back(tmp_path: Path):
    """Also when the host is started anew: nobody has to sit there then."""
    hall = Hall(slow(record=tmp_path / "game", rules=m.Rules(after_drop="random", grace_ms=0)))
    bob, cleo = hall.caller("Bob"), hall.caller("Cleo")
    hall.start()
    assert bob.ask("hand-over", 1, text="random").code == ""
    cleo.cut()
    hall.tick(100)
    assert [ai for _, ai in seated(hall)] == ["", "random", "random"]
    shutil.copy(tmp_path / "game", tmp_path / "again")

    again = Hall(slow(), resume=tmp_path / "again", host=False)
    for caller in (bob, cleo):
        caller.hall = again
        again.callers.append(caller)
        caller.connect()
        again.settle()
    assert seated(again)[1:] == [("Bob", "random"), ("Cleo", "")]
    assert bob.ask("hand-over", 1).code == "" and seated(again)[1] == ("Bob", "")


def test_ses_16_what_a_stand_in_did_is_in_its_name():
    hall = Hall(slow(rules=m.Rules(after_drop="random", grace_ms=0)))
    bob = hall.caller("Bob")
    hall.start("random")
    bob.cut()
    hall.tick(100)
    hall.think()
    assert (1, "ai:random for Bob") in [(actor, who) for actor, who, _ in hall.story()]


def test_nobody_stands_in_while_nobody_at_all_is_here():
    hall = Hall(slow(rules=m.Rules(after_drop="random", grace_ms=1_000)))
    bob, cleo = hall.caller("Bob"), hall.caller("Cleo")
    hall.start()
    n = hall.table.n
    for caller in (hall.ann, bob, cleo):
        caller.cut()
    hall.tick(3_600_000)
    hall.think()
    assert [ai for _, ai in seated(hall)] == ["", "", ""]
    assert not any(b'"act"' in line[:16] for line in hall.table.journal.lines[n + 1 :])
    cleo.connect()
    hall.settle()
    hall.tick(1_000)
    assert [ai for _, ai in seated(hall)] == ["random", "random", ""]


def test_ses_18_a_choice_on_its_way_while_the_seat_changes_hands():
    hall = Hall(slow())
    bob, cleo = hall.caller("Bob"), hall.caller("Cleo")
    hall.start()
    late = bob.action(1)
    assert hall.ann.ask("assign", 1, cleo.me).code == ""
    assert bob.command(late).code == "not-your-seat"
    assert sorted(cleo.updates) == [1, 2] and cleo.seats == [1, 2] and bob.seats == []
    assert cleo.act(1).code == "" and len(hall.story()) == 1
    assert -1 in bob.updates and bob.row is not None and bob.row.seats[1].owner == cleo.me


def test_ses_18_an_own_choice_on_its_way_while_a_computer_takes_the_seat():
    hall = Hall(slow())
    hall.start("random")
    late = hall.ann.action(0)
    assert hall.ann.ask("hand-over", 0, text="random").code == ""
    assert hall.ann.command(late).code == "seat-changed"
    asks = hall.room.asks()
    assert hall.ann.ask("hand-over", 0).code == ""
    for ask in asks:
        hall.room.answered(ask, ask.legal.first(), "")
    assert [actor for actor, _, _ in hall.story()] == [1, 2], "the seat's own question is open again"
    assert hall.ann.act(0).code == ""


def test_ses_18_a_drop_at_the_very_start_of_the_own_turn():
    hall = Hall(slow(rules=m.Rules(after_drop="random", grace_ms=0)))
    bob, cleo = hall.caller("Bob"), hall.caller("Cleo")
    hall.start()
    hall.ann.act(0)
    cleo.act(2)
    n = hall.table.n
    bob.act(1)  # all is shown, dice are rolled, somebody has points to keep
    rolled = [
        line for line in hall.table.journal.lines[n + 1 :] if b'"rolls":[[' in line or b'"dice":[[' in line
    ]
    owner = {0: hall.ann, 1: bob, 2: cleo}[hall.table.pending[0].seat]
    owner.cut()
    hall.tick(100)
    hall.think()
    owner.connect()
    hall.settle()
    kept = [events for _, _, events in hall.story() if any(type(e).__name__ == "Kept" for e in events)]
    assert len(kept) <= 1 and len(rolled) <= 1
    hall.table.check()


def test_a_limit_lets_a_computer_decide_once_and_no_more():
    hall = Hall(slow(rules=m.Rules(limit_ms=10_000)))
    bob = hall.caller("Bob")
    hall.start("random")
    hall.tick(9_900)
    assert seated(hall)[1] == ("Bob", "")
    hall.tick(200)
    assert [ai for _, ai in seated(hall)] == ["random"] * 3
    # Bob's question goes while it is thought about: his card was taken back to before it was asked.
    asks = hall.room.asks()
    assert {ask.seat for ask in asks} == {0, 1, 2}
    hall.think()
    for ask in asks:
        hall.room.answered(ask, ask.legal.first(), "")
    hall.think()
    assert seated(hall)[0] == ("Ann", "") and seated(hall)[1] == ("Bob", "")
    assert bob.owes(1) == any(p.seat == 1 for p in hall.table.pending)


def test_a_lobby_of_an_hour_costs_no_time_of_the_game():
    hall = Hall(kit.plan(options={"seconds": 30}))
    hall.tick(3_600_000)
    hall.start("random")
    hall.tick(29_000)
    assert not any(b'"expire"' in line for line in hall.table.journal.lines)


def test_a_host_without_a_seat_stops_the_clocks_too():
    hall = Hall(kit.plan(options={"seconds": 30}))
    hall.caller("Bob")
    hall.ann.ask("stand")
    hall.start("random")
    assert hall.ann.ask("pause", 1).code == ""
    hall.tick(600_000)
    assert hall.ann.ask("pause", 0).code == ""
    hall.tick(20_000)
    assert not any(b'"expire"' in line for line in hall.table.journal.lines)


def test_sleep_is_nobodys_time():
    hall = Hall(kit.plan(options={"seconds": 30}, rules=m.Rules("random", 10_000, 20_000)))
    bob = hall.caller("Bob")
    hall.start("random")
    bob.cut()
    hall.time.ms += 3_600_000  # the host's machine sleeps
    hall.tick(1_000)
    hall.ann.connect()
    hall.settle()
    assert "host-slept" in hall.ann.notices()
    assert seated(hall)[1] == ("Bob", "") and seated(hall)[0] == ("Ann", "")
    hall.tick(10_000)
    assert seated(hall)[1] == ("Bob", "random")


def test_a_guest_that_sleeps_has_no_time_to_think():
    """Its lid is closed in the middle of a decision: that is no drop yet, and no time of its own either."""
    hall = Hall(slow(rules=m.Rules(limit_ms=8_000)))
    bob = hall.caller("Bob")
    hall.start("random")
    hall.think()
    hall.tick(2_000)
    owed = next(w for w in hall.room.row().waiting if w.seat == 1)
    assert owed.left_ms == 6_000
    bob.asleep = True
    hall.tick(host_session.SILENT_MS - 3_000)
    assert seated(hall)[1] == ("Bob", "") and bob.host.state == "member"
    hall.tick(3_600_000)
    assert bob.host.state == "closed" and seated(hall)[1] == ("Bob", "")
    bob.asleep = False
    bob.guest.close("silent")
    bob.connect()
    hall.settle()
    left = next(w for w in hall.room.row().waiting if w.seat == 1).left_ms
    assert 0 < left <= 6_000 and left >= 6_000 - host_session.NEAR_MS - 1_000
    hall.tick(left + 1_000)
    assert seated(hall)[1] == ("Bob", "random"), "awake its time goes on"
