"""Drop-outs, hand-overs and restarts, case by case; with the bytes of both ends, without sockets."""

from __future__ import annotations

import errno
import shutil
from itertools import permutations
from pathlib import Path

import pytest

from core.faults import UserError
from core.game import Refusal
from core.record import RecordFile
from core.record import read as read_record
from net import messages as m
from net.plan import Plan
from tests.net import kit
from tests.net.hall import Caller, Hall
from tests.net.kit import toy
from tests.toy.pieces import Choose, Keep, Stand, View


def slow(**more: object) -> Plan:
    return kit.plan(options={"seconds": 0}, **more)  # type: ignore[arg-type]


def seated(hall: Hall) -> list[tuple[str, str]]:
    return [(slot.owner.name if slot.owner else "", slot.ai) for slot in hall.room.slots]


def view(caller: Caller, seat: int) -> View:
    seen = toy.codec.view.decode(caller.updates[seat].view)
    assert isinstance(seen, View)
    return seen


# SES-14: the host crashes.


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_ses_14_after_a_crash_everybody_sits_where_they_sat(tmp_path: Path, order: tuple[int, ...]):
    record = tmp_path / "game"
    seats = ["open", "ai:random", "open", "open"]
    hall = Hall(slow(seats=seats, record=record))
    others = [hall.caller("Bob"), hall.caller("Cleo")]
    hall.start()
    assert hall.ann.act(0).code == "" and others[0].act(2).code == ""
    before, asked = seated(hall), hall.table.pending
    shutil.copy(record, tmp_path / "again")  # what is on the disk when the power goes

    again = Hall(slow(seats=seats), resume=tmp_path / "again", host=False)
    again.room.admit_host(bytes(16))
    assert seated(again) == before and again.table.pending == asked
    assert again.room.row().phase == "playing"
    # A stranger first: no seat of anybody's is free.
    eve = again.caller("Bob", address="10.0.0.66")
    assert eve.seats == [] and eve.who.name == "Bob"
    people = [(0, hall.ann), (2, others[0]), (3, others[1])]
    for which in order:
        seat, caller = people[which]
        caller.hall = again
        again.callers.append(caller)
        caller.connect()
        again.settle()
        assert caller.seats == [seat]
    assert seated(again) == before
    assert people[0][1].updates[0].owed and view(people[0][1], 0).ready[0]


def test_ses_14_a_seat_of_somebody_absent_is_not_taken_without_the_host(tmp_path: Path):
    hall = Hall(slow(record=tmp_path / "game"))
    hall.caller("Bob")
    hall.start("random")
    shutil.copy(tmp_path / "game", tmp_path / "again")
    again = Hall(slow(), resume=tmp_path / "again")
    eve = again.caller("Eve", address="10.0.0.66")
    assert again.ann.seats == [0] and eve.seats == []
    assert eve.ask("sit", 1).code == "seat-taken"
    assert again.ann.ask("assign", 1, eve.me).code == "" and eve.seats == [1]


def test_a_game_clock_stands_while_nobody_is_back_after_a_crash(tmp_path: Path):
    hall = Hall(kit.plan(options={"seconds": 30}, record=tmp_path / "game"))
    hall.start("random")
    shutil.copy(tmp_path / "game", tmp_path / "again")
    again = Hall(kit.plan(), resume=tmp_path / "again", host=False)
    again.room.admit_host(bytes(16))
    again.tick(600_000)
    assert not any(b'"expire"' in line for line in again.table.journal.lines)
    again.callers.append(hall.ann)
    hall.ann.hall = again
    hall.ann.connect()
    again.settle()
    again.tick(20_000)
    assert not any(b'"expire"' in line for line in again.table.journal.lines)
    again.tick(20_000)
    assert any(b'"expire"' in line for line in again.table.journal.lines)


# Votes.


def test_a_vote_is_counted_again_when_a_voter_is_gone_for_good():
    hall = Hall(slow(rules=m.Rules(after_drop="random", grace_ms=5_000)))
    bob, cleo = hall.caller("Bob"), hall.caller("Cleo")
    hall.start()
    line = hall.ann.act(0).n
    assert hall.ann.command(m.Propose(hall.ann.new_id(), 0, "take-back", line)).code == ""
    assert bob.row is not None and bob.row.proposal is not None
    assert bob.command(m.Vote(bob.new_id(), bob.row.proposal.number, True)).code == ""
    assert hall.room.row().proposal is not None
    cleo.cut()
    assert len(hall.story()) == 1
    hall.tick(6_000)
    assert hall.story() == [] and hall.room.row().proposal is None


def test_a_proposal_ends_with_its_author_and_a_yes_with_who_said_it():
    hall = Hall(slow())
    bob, cleo = hall.caller("Bob"), hall.caller("Cleo")
    hall.start()
    line = bob.act(1).n
    assert bob.command(m.Propose(bob.new_id(), 1, "take-back", line)).code == ""
    row = hall.room.row().proposal
    assert row is not None and cleo.command(m.Vote(cleo.new_id(), row.number, True)).code == ""
    hall.ann.ask("assign", 2, hall.ann.me)
    row = hall.room.row().proposal
    assert row is not None and row.agreed == (1,), "Cleo's yes was not Ann's"
    hall.ann.ask("remove", bob.me)
    assert hall.room.row().proposal is None and len(hall.story()) == 1


# Hand-over, seats.


def test_a_guest_cannot_have_the_host_load_code():
    hall = Hall(slow())
    bob = hall.caller("Bob")
    hall.start("random")
    loaded: list[str] = []
    hall.room.check_policy = loaded.append
    assert bob.ask("hand-over", 1, text="os:abort").code == "host-only" and loaded == []
    assert bob.ask("hand-over", 1, text="random").code == "" and loaded == ["random"]


def test_nobody_looks_at_a_second_hand_and_stands_up_again():
    hall = Hall(slow())
    bob = hall.caller("Bob")
    hall.start()
    assert seated(hall)[2] == ("", "")
    assert bob.ask("sit", 2).code == "has-seat"
    dora = hall.caller("Dora", watch=True)
    assert dora.ask("sit", 2).code == "" and dora.seats == [2]


def test_what_was_for_once_does_not_stay_with_the_seat():
    hall = Hall(slow(rules=m.Rules(limit_ms=1_000)))
    bob = hall.caller("Bob")
    hall.start()
    hall.tick(1_100)
    assert hall.room.slots[1].once
    hall.ann.ask("remove", bob.me)
    hall.ann.ask("seat", 1, text="ai:random")
    hall.think()
    assert seated(hall)[1] == ("", "random")


def test_a_long_complaint_does_not_throw_its_reader_out():
    hall = Hall(slow())
    bob = hall.caller("Bob")
    hall.start("random")

    def complain(policy: str) -> None:
        raise UserError("there is no policy " + policy * 9)

    hall.room.check_policy = complain
    assert bob.ask("hand-over", 1, text="x" * 500).code == "bad-seat" and bob.inside


# EUR-05 and EUR-10.


def test_eur_05_a_sealed_choice_is_there_after_a_drop_and_others_see_that_it_is():
    hall = Hall(slow())
    bob, cleo = hall.caller("Bob"), hall.caller("Cleo")
    hall.start()
    card = view(bob, 1).hand[0]
    assert bob.act(1, Choose(card)).code == ""
    bob.cut()
    bob.updates.clear()
    bob.connect()
    hall.settle()
    assert view(bob, 1).ready == (False, True, False) == view(cleo, 2).ready
    assert not bob.owes(1) and card in view(bob, 1).hand
    claims = toy.codec.decode_legal(bob.updates[1].legal).claims
    assert any(type(claim.nth(0)).__name__ == "Withdraw" for claim in claims)
    assert list(hall.table.sealed_of(1).values()) == [Choose(card)]


def test_eur_05_a_drop_before_choosing_leaves_the_question_open():
    hall = Hall(slow())
    bob = hall.caller("Bob")
    hall.caller("Cleo")
    hall.start()
    question = bob.updates[1].asked
    bob.cut()
    hall.ann.act(0)
    bob.connect()
    hall.settle()
    assert bob.updates[1].asked == question and bob.act(1).code == ""


def test_eur_05_a_drop_in_the_lobby_frees_the_seat_until_one_is_back():
    hall = Hall(slow())
    bob = hall.caller("Bob")
    bob.ask("ready", 1)
    bob.cut()
    assert hall.room.row().seats[1].owner == 0
    bob.connect()
    hall.settle()
    assert bob.seats == [1] and not next(p for p in hall.room.row().people if p.no == bob.me).ready


def test_eur_10_only_who_is_asked_may_answer_the_further_question():
    hall = Hall(slow())
    bob, cleo = hall.caller("Bob"), hall.caller("Cleo")
    hall.start()
    people = {0: hall.ann, 1: bob, 2: cleo}
    for seat, caller in people.items():
        caller.act(seat)
    if hall.table.pending[0].kind == "choose":  # small cards alone are sent back once
        for seat, caller in people.items():
            caller.act(seat)
    (asked,) = hall.table.pending
    before = hall.table.position.bytes
    for seat, caller in people.items():
        if seat == asked.seat:
            continue
        assert caller.updates[seat].asked == ()
        answer = m.Act(caller.new_id(), seat, asked.decision, hall.table.n, toy.codec.encode(Keep()))
        assert caller.command(answer).code == "not-your-decision"
        stolen = m.Act(caller.new_id(), asked.seat, asked.decision, hall.table.n, toy.codec.encode(Keep()))
        assert caller.command(stolen).code == "not-your-seat"
        assert caller.act(seat, Stand(1)).code == "", "a claim of one's own is free"
    assert (hall.table.pending, len(before)) == ((asked,), len(hall.table.position.bytes))
    assert people[asked.seat].act(asked.seat, Keep()).code == ""


# The disk.


def test_a_full_disk_is_told_once_and_the_game_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def no_room(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    hall = Hall(slow(seats=["open", "ai:random", "ai:random"], record=tmp_path / "game"))
    hall.start()
    before, text = hall.table.n, (tmp_path / "game").read_bytes()
    with monkeypatch.context() as full:
        full.setattr(RecordFile, "append", no_room)
        for _ in range(5):
            hall.think()
            assert hall.ann.act(0).code == "record-not-written"
            hall.tick(3_000)
        assert (hall.table.n, (tmp_path / "game").read_bytes()) == (before, text)
    told = [line for line in hall.ann.heard if isinstance(line, m.Chat) and not line.by]
    assert [(line.code, line.params) for line in told if line.code not in ("joined", "started")] == [
        ("stuck", (("why", "No space left on device"),))
    ]
    assert caplog.text.count("cannot be written") == 1
    hall.tick(3_000)
    assert hall.ann.notices()[-1] == "unstuck"
    hall.think()
    assert hall.ann.act(0).code == "" and "ai-failed" not in hall.ann.notices()
    assert hall.ann.notices().count("stuck") == hall.ann.notices().count("unstuck") == 1
    assert hall.events.count("stuck") == 2
    hall.room.stop("host-ended")
    assert read_record(tmp_path / "game").damage is None


def test_a_seat_that_could_not_be_noted_is_noted_later(monkeypatch: pytest.MonkeyPatch):
    hall = Hall(slow())
    bob = hall.caller("Bob")
    hall.start("random")
    with monkeypatch.context() as full:
        full.setattr(hall.table, "_write", lambda *args, **more: Refusal("record-not-written"))
        hall.ann.ask("assign", 2, bob.me)
        hall.tick(3_000)
        assert hall.table.controllers[2] == "ai:random"
    hall.tick(2_000)
    assert hall.table.controllers[2] == "Bob" and b'"late"' in hall.table.journal.lines[-1]
