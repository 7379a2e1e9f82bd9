"""Leaders: when they come and go, whom they meet on the road (9.0)."""

from __future__ import annotations

import pytest

from core.games.empires.actions import Lift
from core.games.empires.chart_types import LEADER, Arrival, Objective
from core.games.empires.events import Grew, LeaderCame, LeaderMissed, LeaderWent
from tests.empires.board import NAMES, Board, with_lines
from tests.empires.fights import attack

C = NAMES.c


def leaders_in(*names: str) -> dict[str, object]:
    return {"leaders_in": tuple(NAMES.leader(name) for name in names)}


@pytest.mark.rule("9.0a", "2.22a")
def test_a_leader_is_no_army() -> None:
    board = Board(
        turn=9,
        nation="rajputs",
        plain=True,
        armies={"rajputs": {"Delhi": 3}, "muslims": {"Agra": 1}},
        leaders={"Sanga": "Delhi", "Aybak": "Agra"},
    )
    assert board.at("Delhi") == {"rajputs": 3}
    board.march("Delhi", "Agra", armies=2)
    assert board.can("Delhi", "Agra", "Malwa"), "two to one"


@pytest.mark.rule("9.0b")
def test_a_leader_alone_holds_its_area_against_nobody_but_holds_it() -> None:
    board = Board(
        turn=12, nation="rajputs", plain=True, armies={"rajputs": {"Delhi": 1}}, leaders={"Sanga": "Agra"}
    )
    assert board.can("Agra", "Malwa", "Gujarat", "Sind", armies=0, escorts="Sanga"), "he moves alone"
    # The Afghans capture by standing in an area, a leader of theirs alone too (R15.3-c).
    area = next(
        C.names["area"][a]
        for line in C.due[15][NAMES.nation("afghans")]
        if line.kind == "capture"
        for a in range(36)
        if line.areas >> a & 1
    )
    board = Board(
        turn=15, nation="afghans", plain=True, armies={"afghans": {"Kashmir": 1}}, leaders={"Abdali": area}
    )
    assert board.points("afghans") > 0


@pytest.mark.rule("9.0c", "9.0i")
def test_an_army_that_enters_or_passes_eliminates_a_leader_alone_and_goes_on() -> None:
    board = Board(
        turn=12,
        nation="rajputs",
        plain=True,
        armies={"rajputs": {"Delhi": 2}},
        leaders={"Akbar": "Agra", "Nizam": "Malwa", "Aybak": "Oudh"},
    )
    board.march("Delhi", "Agra", "Malwa")
    assert (board.escort("Akbar"), board.escort("Nizam"), board.escort("Aybak")) == ("gone", "gone", "Oudh")
    assert [event.why for event in board.seen(LeaderWent)] == ["eliminated"] * 2
    assert board.armies("rajputs") == {"Delhi": 1, "Malwa": 1}


@pytest.mark.rule("9.0c")
def test_r9_0_e_who_enters_is_credited() -> None:
    """No shipped card pays for leaders; own cards may."""
    rajputs, mughals = NAMES.nation("rajputs"), NAMES.nation("mughals")
    line = Objective(
        id="leaders",
        kind="destroy",
        nation=rajputs,
        turns=(12,),
        points=(2,),
        nations=1 << mughals,
        pieces=LEADER,
    )
    board = Board(
        turn=12,
        nation="rajputs",
        plain=True,
        charts=with_lines(line),
        armies={"rajputs": {"Delhi": 1}},
        leaders={"Akbar": "Agra"},
    )
    board.march("Delhi", "Agra")
    assert board.points("rajputs") == 2


def beside_his_factory(**more: object) -> Board:
    """A French factory in Sind and usually Dupleix beside it; the Mughals in Punjab have the turn."""
    return Board(
        turn=14, plain=True, factories={"Sind": "french"},
        **{"nation": "mughals", "armies": {"mughals": {"Punjab": 3}}, "leaders": {"Dupleix": "Sind"}, **more},  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.rule("9.0c", "9.2b")
def test_r9_2_b_a_leader_beside_his_factory_is_not_alone_when_enemies_enter() -> None:
    board = beside_his_factory(rolls=[6, 1, 1, 1])
    board.march("Punjab", "Sind", armies=3)
    assert board.escort("Dupleix") == "Sind"
    board.done()
    attack(board, "Sind", "french", factory=True)
    fallen = [event.leader for event in board.seen(LeaderWent)]
    assert fallen == [NAMES.leader("Dupleix")], "when the factory has fallen he is alone"


@pytest.mark.rule("9.0c")
def test_r9_2_b_only_his_own_nations_factory_keeps_a_leader_company() -> None:
    board = beside_his_factory(leaders={"Clive": "Sind"})
    board.march("Punjab", "Sind")
    assert board.escort("Clive") == "gone"


@pytest.mark.rule("15.3c")
def test_r15_3_b_a_leader_beside_his_factory_does_not_bar_a_capture_by_an_army() -> None:
    line = Objective(
        id="sind", kind="capture", nation=NAMES.nation("mughals"), turns=(14,), points=(2,),
        areas=NAMES.mask("Sind"),
    )  # fmt: skip
    board = beside_his_factory(charts=with_lines(line))
    board.march("Punjab", "Sind")
    assert board.points("mughals") == 2


@pytest.mark.rule("9.0d")
def test_r9_2_b_a_leader_may_come_to_his_factory_among_enemies() -> None:
    board = beside_his_factory(
        nation="french", phase="leaders", leaders={}, armies={"mughals": {"Sind": 1}},
        chart=leaders_in("Dupleix"),
    )  # fmt: skip
    assert board.escort("Dupleix") == "Sind"
    assert board.can("Sind", "Punjab", armies=0, escorts="Dupleix"), "he stays, and may leave"


@pytest.mark.rule("9.2b")
def test_a_leader_whose_factory_is_taken_up_among_enemies_falls_and_pays_nobody() -> None:
    board = beside_his_factory(
        nation="french", phase="factories", armies={"mughals": {"Sind": 1}, "french": {"Kerala": 1}}
    )
    board.act(Lift(NAMES.place("Sind")))
    assert board.escort("Dupleix") == "gone"
    left = beside_his_factory(nation="french", phase="factories", armies={"french": {"Kerala": 1}})
    left.act(Lift(NAMES.place("Sind")))
    assert left.escort("Dupleix") == "Sind", "alone, but nobody is there"


@pytest.mark.rule("9.0c")
@pytest.mark.parametrize("armies", [1, 0])
def test_r9_0_d_a_fleet_that_enters_eliminates_a_leader_alone_at_sea(armies: int) -> None:
    fleets = {"dutch": {"Bay of Bengal": 1}, "french": {"Indian Ocean": armies}} if armies else {
        "dutch": {"Bay of Bengal": 1}}  # fmt: skip
    board = Board(turn=14, nation="dutch", plain=True, armies=fleets, leaders={"Dupleix": "Indian Ocean"})
    board.march("Bay of Bengal", "Indian Ocean", "Arabian Sea")
    assert board.escort("Dupleix") == ("Indian Ocean" if armies else "gone"), "passing is entering"


@pytest.mark.rule("9.0c")
def test_r9_0_d_arriving_in_a_sea_is_entering_it() -> None:
    board = Board(
        turn=15, nation="british", phase="arrivals", plain=True, leaders={"Dupleix": "Indian Ocean"},
        chart={"arrivals": (Arrival(number=2, sea=NAMES.place("Indian Ocean")),)},
    )  # fmt: skip
    assert board.armies("british") == {"Indian Ocean": 2}
    assert board.escort("Dupleix") == "gone"


def test_leaders_who_meet_alone_ignore_each_other() -> None:
    board = Board(turn=12, nation="rajputs", plain=True, leaders={"Sanga": "Delhi", "Akbar": "Agra"})
    board.march("Delhi", "Agra", armies=0, escorts="Sanga")
    assert (board.escort("Sanga"), board.escort("Akbar")) == ("Agra", "Agra")


@pytest.mark.rule("9.0d")
def test_a_leader_comes_to_an_occupied_area_of_the_owners_choice() -> None:
    board = Board(turn=12, nation="rajputs", phase="growth", armies={"rajputs": {"Delhi": 1, "Agra": 1}})
    assert (board.asked(), board.choices()) == ("leader", {"Delhi", "Agra"})
    board.place("Agra")
    assert board.escort("Sanga") == "Agra"
    board = Board(turn=12, nation="rajputs", phase="growth", armies={"rajputs": {"Delhi": 1}})
    assert board.escort("Sanga") == "Delhi", "without a choice nobody is asked"


@pytest.mark.rule("9.0d")
def test_r9_0_a_a_leader_may_come_with_the_invaders() -> None:
    board = Board(turn=4, nation="greeks", phase="turn", armies={"pandyas": {"Mysore": 1}})
    assert (board.asked(), board.escort("Alexander")) == ("move", "Afghanistan")
    board = Board(turn=10, nation="muslims", phase="arrivals", armies={"muslims": {"Delhi": 1}})
    assert board.choices() == {"Delhi", "Afghanistan", "Persia"}
    board.place("Persia")
    assert board.state.waiting[1] == [NAMES.place("Persia"), 2, 1 << NAMES.leader("Aybak")]


@pytest.mark.rule("9.0d")
def test_r9_0_a_a_colonial_leader_may_come_to_a_sea() -> None:
    board = Board(turn=12, nation="portuguese", phase="arrivals", armies={"dutch": {"Lanka": 1}})
    assert board.escort("Albuquerque") == "Arabian Sea"


@pytest.mark.rule("9.0e")
def test_no_leader_comes_to_an_eliminated_nation() -> None:
    board = Board(turn=14, nation="marathas", phase="leaders", armies={"dutch": {"Lanka": 1}})
    assert (board.escort("Rao"), len(board.seen(LeaderMissed))) == ("", 1)
    board = Board(turn=14, nation="marathas", phase="leaders", armies={"marathas": {"Berar": 1}})
    assert (board.escort("Rao"), board.seen(LeaderMissed)) == ("Berar", [])


@pytest.mark.rule("9.0e")
def test_r9_0_b_a_nation_with_a_factory_is_not_eliminated() -> None:
    board = Board(
        turn=14,
        nation="french",
        phase="leaders",
        factories={"Kerala": "french"},
        armies={"dutch": {"Lanka": 1}},
    )
    assert board.escort("Dupleix") == "Kerala"


@pytest.mark.rule("9.0h")
def test_other_leaders_go_when_their_nations_next_turn_begins_ahead_of_growth() -> None:
    board = Board(
        turn=13, nation="rajputs", phase="turn", armies={"rajputs": {"Delhi": 1}}, leaders={"Sanga": "Agra"}
    )
    assert board.escort("Sanga") == "gone"
    kinds = [type(event) for event in board.events]
    assert kinds.index(LeaderWent) < kinds.index(Grew)


@pytest.mark.rule("9.0h")
def test_a_nation_with_a_leader_and_no_army_has_the_turn_in_which_he_goes() -> None:
    board = Board(
        turn=13, nation="rajputs", phase="turn", armies={"dutch": {"Lanka": 1}}, leaders={"Sanga": "Agra"}
    )
    assert board.escort("Sanga") == "gone"


def test_r9_0_f_a_leader_outlives_his_armies() -> None:
    board = Board(turn=12, nation="rajputs", plain=True, leaders={"Sanga": "Agra"})
    assert (board.asked(), board.asked_of()) == ("move", "rajputs")


@pytest.mark.rule("9.0d", "2.41a")
def test_every_leader_comes_in_the_turn_of_the_chart() -> None:
    for turn in range(1, 17):
        for nation, chart in enumerate(C.setups["four"].turns[turn].nations):
            due = {
                C.names["leader"][n]
                for n, leader in enumerate(C.leaders)
                if leader.nation == nation and leader.turn == turn
            }
            assert {C.names["leader"][n] for n in chart.leaders_in} == due
            if due:
                name = C.nations[nation].id
                home = "Lanka" if C.nations[nation].colonial else "Nepal"
                board = Board(turn=turn, nation=name, phase="leaders", armies={name: {home: 1}})
                assert {C.names["leader"][e.leader] for e in board.seen(LeaderCame)} >= due
