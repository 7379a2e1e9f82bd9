"""The host corrects a position all seats agreed was wrong; the rules keep it one that play can go on from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from msgspec import structs

from core.ctx import Ctx
from core.dice import ScriptedDice, SeededDice
from core.game import HOST, Refusal
from core.games.empires.actions import (
    Action,
    CorrectArmies,
    CorrectFactory,
    Correction,
    CorrectLeader,
    CorrectPoints,
    Done,
    Stand,
)
from core.games.empires.charts import shipped
from core.games.empires.events import (
    ArmiesCorrected,
    ArmsLapsed,
    Event,
    FactoryCorrected,
    LeaderCorrected,
    PointsCorrected,
)
from core.games.empires.rules import Empires
from core.kit.check import check_replay
from core.lines import Act, Agreed, Line, from_bytes, to_bytes
from core.record import read
from core.replay import Mismatch, replay
from core.table import Accepted, open_table
from core.vault import Vault
from tests.empires.board import NAMES, Board

NOWHERE = -1
N, P, L = NAMES.nation, NAMES.place, NAMES.leader


def board() -> Board:
    return Board(
        turn=13,
        nation="mughals",
        armies={
            "mughals": {"Delhi": 3, "Agra": 1, "Oudh": 2},
            "rajputs": {"Agra": 1, "Malwa": 2},
            "marathas": {"Maharashtra": 1, "Berar": 1},
            "dutch": {"Arabian Sea": 1, "Bengal": 1},
        },
        came={"Agra": "Delhi"},
        leaders={"Akbar": "Delhi", "Shivaji": "Berar"},
        factories={"Maharashtra": "dutch", "Sind": "british"},
        arms={"dutch": ("marathas", "Maharashtra")},
        points={"mughals": 7},
    )


def correct(board: Board, correction: Correction) -> list[Event]:
    assert board.game.refuse(board.state, HOST, correction) is None
    events = board.game.apply(board.state, HOST, correction, Ctx[Action](0, ScriptedDice(), Vault[Action]()))
    board.game.invariants(board.state)
    return events


def refused(board: Board, correction: Correction) -> str:
    refusal = board.game.refuse(board.state, HOST, correction)
    return refusal.code if refusal else ""


def test_armies_are_set_and_the_same_question_is_asked_anew() -> None:
    b = board()
    decision = b.state.decision
    assert correct(b, CorrectArmies(N("mughals"), P("Oudh"), 4)) == [
        ArmiesCorrected(N("mughals"), P("Oudh"), 2, 4)
    ]
    assert b.at("Oudh") == {"mughals": 4}
    assert (b.asked(), b.asked_of(), b.state.decision) == ("move", "mughals", decision + 1)
    correct(b, CorrectArmies(N("rajputs"), P("Malwa"), 0))
    correct(b, CorrectArmies(N("rajputs"), P("Sind"), 1))
    correct(b, CorrectArmies(N("rajputs"), P("Agra"), 0))
    assert (b.at("Malwa"), b.at("Sind"), b.at("Agra")) == ({}, {"rajputs": 1}, {"mughals": 1})
    correct(b, CorrectArmies(N("dutch"), P("Indian Ocean"), 1))
    assert b.at("Indian Ocean") == {"dutch": 1}


@pytest.mark.parametrize(
    ("correction", "code"),
    [
        (CorrectArmies(N("rajputs"), P("Delhi"), 1), "held-by-others"),
        (CorrectArmies(N("mughals"), P("Malwa"), 1), "held-by-others"),
        (CorrectArmies(N("mughals"), P("Agra"), 2), "held-by-others"),
        (CorrectArmies(N("rajputs"), P("Berar"), 1), "held-by-others"),
        (CorrectArmies(N("mughals"), P("Oudh"), 30), "no-counters"),
        (CorrectArmies(N("dutch"), P("Arabian Sea"), 5), "no-counters"),
        (CorrectArmies(N("mughals"), P("Oudh"), 2), "no-change"),
        (CorrectArmies(N("mughals"), P("Oudh"), -1), "no-change"),
        (CorrectArmies(N("mughals"), P("Arabian Sea"), 1), "not-at-sea"),
        (CorrectArmies(N("rajputs"), P("Arabian Sea"), 1), "not-at-sea"),
        (CorrectArmies(N("marathas"), P("Maharashtra"), 0), "escort-needs-army"),
        (CorrectArmies(17, P("Oudh"), 1), "not-in-play"),
        (CorrectArmies(-1, P("Oudh"), 1), "not-in-play"),
        (CorrectArmies(N("mughals"), 64, 1), "no-such-place"),
        (CorrectArmies(N("mughals"), -1, 1), "no-such-place"),
        (CorrectLeader(L("Akbar"), P("Malwa")), "escort-needs-army"),
        (CorrectLeader(L("Akbar"), P("Arabian Sea")), "escort-needs-army"),
        (CorrectLeader(L("Akbar"), P("Delhi")), "no-change"),
        (CorrectLeader(L("Clive"), NOWHERE), "no-change"),
        (CorrectLeader(L("Akbar"), 64), "no-such-place"),
        (CorrectLeader(16, P("Delhi")), "no-such-leader"),
        (CorrectLeader(-1, P("Delhi")), "no-such-leader"),
        (CorrectFactory(P("Delhi"), N("dutch")), "no-factory-coast"),
        (CorrectFactory(-1, N("dutch")), "no-factory-coast"),
        (CorrectFactory(P("Sind"), N("dutch")), "factory-there"),
        (CorrectFactory(P("Sind"), N("british")), "no-change"),
        (CorrectFactory(P("Bengal"), N("mughals")), "no-factory-left"),
        (CorrectFactory(P("Bengal"), 17), "not-in-play"),
        (CorrectPoints(N("mughals"), 7), "no-change"),
        (CorrectPoints(N("mughals"), -1), "no-such-points"),
        (CorrectPoints(N("mughals"), 1000), "no-such-points"),
        (CorrectPoints(17, 1), "not-in-play"),
    ],
)
def test_what_would_break_the_position_is_refused(correction: Correction, code: str) -> None:
    assert refused(board(), correction) == code


def test_leaders_are_moved_taken_off_and_brought_back() -> None:
    b = board()
    akbar = L("Akbar")
    assert correct(b, CorrectLeader(akbar, P("Agra"))) == [LeaderCorrected(akbar, P("Agra"), True)]
    assert b.escort("Akbar") == "Agra"
    assert refused(b, CorrectArmies(N("mughals"), P("Agra"), 0)) == "escort-needs-army"
    assert correct(b, CorrectLeader(akbar, NOWHERE)) == [LeaderCorrected(akbar, P("Agra"), False)]
    assert b.escort("Akbar") == "gone"
    correct(b, CorrectLeader(akbar, P("Nepal")))
    assert b.escort("Akbar") == "Nepal"


def test_a_leader_who_waits_outside_stays_there() -> None:
    b = Board(
        turn=11, nation="mughals", armies={"mughals": {"Delhi": 1}}, waiting={"Afghanistan": 2},
        waiting_leaders={"Afghanistan": ["Timur"]},
    )  # fmt: skip
    assert refused(b, CorrectLeader(L("Timur"), P("Delhi"))) == "leader-outside"


def test_waiting_invaders_keep_their_counters() -> None:
    b = Board(turn=15, nation="afghans", armies={"afghans": {"Punjab": 1}}, waiting={"Afghanistan": 2})
    most = b.c.nations[N("afghans")].armies
    assert refused(b, CorrectArmies(N("afghans"), P("Punjab"), most - 1)) == "no-counters"
    assert refused(b, CorrectArmies(N("afghans"), P("Punjab"), most - 2)) == ""


def test_factories_and_points_are_set() -> None:
    b = board()
    sind, dutch, british = P("Sind"), N("dutch"), N("british")
    assert correct(b, CorrectFactory(sind, NOWHERE)) == [FactoryCorrected(sind, british, False)]
    assert correct(b, CorrectFactory(sind, dutch)) == [FactoryCorrected(sind, dutch, True)]
    assert b.state.factories[sind] == dutch
    assert correct(b, CorrectPoints(N("mughals"), 3)) == [PointsCorrected(N("mughals"), 7, 3)]
    assert b.points("mughals") == 3


@pytest.mark.rule("12.2c")
def test_arms_go_with_the_factory_that_a_correction_takes_away() -> None:
    b = board()
    area, dutch = P("Maharashtra"), N("dutch")
    lapsed = ArmsLapsed(dutch, N("marathas"))
    assert correct(b, CorrectFactory(area, NOWHERE)) == [FactoryCorrected(area, dutch, False), lapsed]
    assert b.escort("dutch arms") == "gone"
    assert correct(b, CorrectFactory(area, dutch)) == [FactoryCorrected(area, dutch, True)]
    assert b.escort("dutch arms") == "gone"


@pytest.mark.rule("12.2c")
def test_arms_go_with_the_last_army_of_the_supplier_that_a_correction_takes_away() -> None:
    b = board()
    correct(b, CorrectArmies(N("dutch"), P("Bengal"), 0))
    assert b.escort("dutch arms") == "Maharashtra"
    correct(b, CorrectArmies(N("dutch"), P("Arabian Sea"), 0))
    assert b.escort("dutch arms") == "gone"


def test_nothing_else_follows_from_a_correction() -> None:
    b = board()
    correct(b, CorrectFactory(P("Sind"), NOWHERE))
    correct(b, CorrectArmies(N("dutch"), P("Bengal"), 0))
    b.march("Oudh", "Nepal")
    assert b.escort("dutch arms") == "Maharashtra"


def test_seats_cannot_correct_and_the_host_cannot_play() -> None:
    b = board()
    for seat in range(4):
        assert b.game.refuse(b.state, seat, CorrectPoints(N("mughals"), 3)) == Refusal("host-only")
    assert b.game.refuse(b.state, HOST, Done()) == Refusal("not-your-decision")
    assert b.game.refuse(b.state, HOST, Stand(0, 0, 1)) == Refusal("not-your-decision")


def test_building_and_giving_arms_can_be_corrected_and_other_questions_first_have_an_answer() -> None:
    held = {"dutch": {"Bengal": 1, "Arabian Sea": 1}, "marathas": {"Maharashtra": 1}}
    b = Board(turn=13, nation="dutch", phase="factories", armies=held)
    correct(b, CorrectArmies(N("dutch"), P("Orissa"), 1))
    assert b.asked() == "factories"
    correct(b, CorrectFactory(P("Maharashtra"), N("dutch")))
    b.done()
    assert b.asked() == "arms"
    correct(b, CorrectPoints(N("dutch"), 4))
    assert b.asked() == "arms"
    b = Board(
        turn=9,
        nation="muslims",
        phase="growth",
        armies={"muslims": {"Delhi": 1, "Agra": 1}},
        carry={"muslims": 5},
    )
    assert b.asked() == "growth"
    assert refused(b, CorrectPoints(N("muslims"), 4)) == "correct-later"


def silly() -> Iterator[Correction]:
    """Any numbers whatever."""
    numbers = (-(1 << 62), -3, -2, -1, 0, 1, 5, 16, 17, 32, 38, 39, 63, 64, 70, 1 << 62)
    for first, second in product(numbers, numbers):
        yield CorrectLeader(first, second)
        yield CorrectFactory(first, second)
        yield CorrectPoints(first, second)
        for third in (-1, 0, 1, 3, 1 << 62):
            yield CorrectArmies(first, second, third)


def test_whatever_is_let_pass_leaves_a_sound_position() -> None:
    b = board()
    taken = 0
    for correction in silly():
        if not refused(b, correction):
            correct(b, correction)
            taken += 1
    assert taken > 20


def test_a_correction_is_in_the_record_and_undo_does_not_cross_it() -> None:
    table = open_table(
        Empires(shipped()), {}, ["person"] * 4, table_id="t", dice=SeededDice(b"1"), clock=lambda: 0,
        salts=lambda: bytes(16),
    )  # fmt: skip
    while table.pending[0].kind != "move":
        owed = table.pending[0]
        table.submit(owed.seat, owed.decision, table.n, table.legal(owed.seat).first())
    nation = N("sinhalese")
    answer = table.host(CorrectPoints(nation, 2), [3, 0, 1, 2])
    assert isinstance(answer, Accepted)
    assert answer.events == [PointsCorrected(nation, 0, 2)]
    assert isinstance(table.undo(table.pending[0].seat), Refusal)
    assert list(check_replay(table).position.state.points) == list(table.position.state.points)
    line = from_bytes(table.journal.lines[-1], table.n)
    assert line.kind == "agreed"
    assert isinstance(line.body, Agreed)
    assert line.body.consent == [0, 1, 2, 3]


def test_a_correction_needs_the_consent_of_all_people() -> None:
    table = open_table(
        Empires(shipped()), {}, ["Ann", "Ben", "ai:random", "open"], table_id="t", dice=SeededDice(b"1"),
        clock=lambda: 0, salts=lambda: bytes(16),
    )  # fmt: skip
    while table.pending[0].kind != "move":
        owed = table.pending[0]
        table.submit(owed.seat, owed.decision, table.n, table.legal(owed.seat).first())
    wanted = CorrectPoints(N("sinhalese"), 2)
    assert table.host(wanted) == Refusal("consent-missing", params={"seats": (0, 1)})
    assert table.host(wanted, [0, 2]) == Refusal("consent-missing", params={"seats": (1,)})
    assert table.host(wanted, [0, 1, 4]) == Refusal("unknown-seat", params={"number": 4})
    assert isinstance(table.host(wanted, [0, 1]), Accepted)


@pytest.mark.parametrize(
    ("kind", "consent", "why"),
    [
        ("agreed", [0, 1, 3], "seat 2 did not agree to the correction"),
        ("agreed", [0, 1, 2, 3, 4], "there is no seat 4"),
        ("host", None, "it needs the consent of all"),
    ],
)
def test_a_record_of_a_correction_without_consent_is_refused(
    kind: str, consent: list[int] | None, why: str, tmp_path: Path
) -> None:
    table = open_table(
        Empires(shipped()), {}, ["person"] * 4, table_id="t", dice=SeededDice(b"1"), clock=lambda: 0,
        salts=lambda: bytes(16),
    )  # fmt: skip
    while table.pending[0].kind != "move":
        owed = table.pending[0]
        table.submit(owed.seat, owed.decision, table.n, table.legal(owed.seat).first())
    table.host(CorrectPoints(N("sinhalese"), 2), range(4))
    *before, last = table.journal.lines
    agreed = from_bytes(last, table.n).body
    assert isinstance(agreed, Agreed)
    act = Act(*[getattr(agreed, field) for field in Act.__struct_fields__])
    body = act if consent is None else structs.replace(agreed, consent=consent)
    path = tmp_path / "game.maharaja"
    path.write_bytes(b"".join([*before, to_bytes(Line(table.n, kind, 0, body))]))
    with pytest.raises(Mismatch, match=why):
        replay(table.game, read(path))


def test_a_factory_is_not_taken_from_a_leader_who_would_be_alone_with_enemies() -> None:
    with_leader = Board(
        turn=14, nation="mughals", factories={"Sind": "french"}, leaders={"Dupleix": "Sind"},
        armies={"mughals": {"Sind": 1}},
    )  # fmt: skip
    refusal = with_leader.game.refuse(with_leader.state, HOST, CorrectFactory(P("Sind"), NOWHERE))
    assert refusal is not None and refusal.code == "escort-needs-army"
