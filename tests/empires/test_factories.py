"""The Factory Phase (12.1), and what submission and alliance do for it (11.1, 11.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from core.games.empires.actions import Build, Lift
from core.games.empires.chart_types import NONE
from core.games.empires.charts import shipped
from core.games.empires.events import ArmsLapsed, Built, Lifted, NationBegan, PermissionAnswered
from tests.empires.board import NAMES, Board

FACTORY_COASTS = {
    "Andhra", "Bengal", "Bijapur", "Golconda", "Gujarat", "Karnatak", "Kerala", "Lanka", "Maharashtra",
    "Malabar", "Orissa", "Sind",
}  # fmt: skip


def phase(
    nation: str = "british",
    *,
    armies: Mapping[str, Mapping[str, int]],
    factories: Mapping[str, str] | None = None,
    submitted: Sequence[tuple[str, str]] = (),
    allied: Mapping[str, int] | None = None,
    arms: Mapping[str, tuple[str, str | None]] | None = None,
) -> Board:
    return Board(
        turn=16, nation=nation, phase="factories", armies=armies, factories=factories, submitted=submitted,
        allied=allied, arms=arms,
    )  # fmt: skip


def build(area: str) -> Build:
    return Build(NAMES.place(area))


def lift(area: str) -> Lift:
    return Lift(NAMES.place(area))


def coasts(board: Board) -> set[str]:
    return {NAMES.place_name(action.area) for action in board.listed() if isinstance(action, Build)}


def owner(board: Board, area: str) -> str:
    nation = board.state.factories[NAMES.place(area)]
    return "" if nation == NONE else NAMES.nation_name(nation)


@pytest.mark.rule("12.1a")
def test_factories_stand_only_in_the_twelve_coastal_areas() -> None:
    for area in NAMES.c.names["area"][: NAMES.c.board.land]:
        board = phase(armies={"british": {"Bengal": 1, area: 1}})
        assert coasts(board) == {"Bengal", area} & FACTORY_COASTS
        if area not in FACTORY_COASTS:
            assert board.refused(build(area)) == ("no-factory-coast", "12.1")
    for number in (-1, -40, NAMES.place("Arabian Sea"), 1 << 40):
        assert board.refused(Build(number)) == ("no-factory-coast", "12.1")
        assert board.refused(Lift(number)) == ("not-your-factory", "12.1")


@pytest.mark.rule("12.1b")
def test_no_area_has_two_factories() -> None:
    board = phase(
        armies={"british": {"Bengal": 1, "Orissa": 1, "Sind": 1}},
        factories={"Bengal": "dutch", "Orissa": "british"},
    )
    assert board.refused(build("Bengal")) == ("factory-there", "12.1")
    assert board.refused(build("Orissa")) == ("factory-there", "12.1")
    assert coasts(board) == {"Sind"}


@pytest.mark.rule("12.1c")
@pytest.mark.rule("12.1f")
def test_under_one_seat_a_factory_is_built_beside_the_other_nations_armies_unasked() -> None:
    board = phase(armies={"british": {"Arabian Sea": 1}, "rajputs": {"Gujarat": 2}})
    assert board.act(build("Gujarat"))[0] == Built(NAMES.nation("british"), NAMES.place("Gujarat"))
    assert owner(board, "Gujarat") == "british"
    assert board.at("Gujarat") == {"rajputs": 2}


@pytest.mark.rule("12.1d")
def test_own_armies_in_the_area_allow_building() -> None:
    board = phase(armies={"british": {"Bengal": 1, "Orissa": 1}})
    board.act(build("Bengal"))
    assert owner(board, "Bengal") == "british"
    assert board.asked() == "factories"


@pytest.mark.rule("12.1d")
def test_a_vacant_coast_is_closed_without_own_armies_and_so_is_one_with_only_a_leader() -> None:
    board = Board(
        turn=15, nation="british", phase="factories", leaders={"Clive": "Orissa"},
        armies={"british": {"Bengal": 1, "Bay of Bengal": 2}},
    )  # fmt: skip
    assert coasts(board) == {"Bengal"}
    assert board.refused(build("Orissa")) == ("no-foothold", "12.1")
    assert board.refused(build("Andhra")) == ("no-foothold", "12.1")


@pytest.mark.rule("12.1e")
def test_a_permitting_nation_lets_build_from_a_sea_that_touches_that_very_area() -> None:
    held = {"marathas": {"Maharashtra": 1}, "cholas": {"Andhra": 1}, "british": {"Arabian Sea": 1}}
    board = phase(armies=held)
    assert coasts(board) == {"Maharashtra"}
    assert board.refused(build("Andhra")) == ("no-foothold", "12.1")
    board.act(build("Maharashtra"))
    assert (board.asked(), board.asked_of()) == ("permission", "marathas")
    assert board.ask.args == [NAMES.nation("british"), NAMES.place("Maharashtra")]
    assert owner(board, "Maharashtra") == ""
    board.answer(True)
    assert owner(board, "Maharashtra") == "british"
    assert [answer.yes for answer in board.seen(PermissionAnswered)] == [True]


@pytest.mark.rule("16.0b")
def test_leave_to_build_that_was_refused_is_not_asked_again_in_the_phase() -> None:
    held = {"marathas": {"Maharashtra": 1, "Bijapur": 1}, "british": {"Arabian Sea": 1, "Bengal": 1}}
    board = phase(armies=held)
    board.act(build("Maharashtra"))
    board.answer(False)
    assert owner(board, "Maharashtra") == ""
    assert board.refused(build("Maharashtra")) == ("permission-refused", "16.0")
    assert coasts(board) == {"Bijapur", "Bengal"}
    board.act(build("Bijapur"))
    assert board.asked() == "permission"
    board.answer(True)
    assert owner(board, "Bijapur") == "british"


@pytest.mark.rule("12.1g")
def test_two_factories_are_built_in_a_phase() -> None:
    board = phase(armies={"british": {"Bengal": 1, "Orissa": 1, "Andhra": 1}})
    board.act(build("Bengal"))
    assert board.asked() == "factories"
    board.act(build("Orissa"))
    assert board.state.factories.count(NAMES.nation("british")) == 2
    assert board.asked() != "factories"


@pytest.mark.rule("12.1h")
def test_one_more_is_moved_if_it_is_taken_up_before_building() -> None:
    board = phase(
        armies={"british": {"Bengal": 1, "Orissa": 1, "Andhra": 1, "Kerala": 1}},
        factories={"Sind": "british", "Lanka": "british", "Gujarat": "dutch"},
    )
    assert board.refused(lift("Gujarat")) == ("not-your-factory", "12.1")
    assert board.refused(lift("Kerala")) == ("not-your-factory", "12.1")
    assert board.act(lift("Sind")) == [Lifted(NAMES.nation("british"), NAMES.place("Sind"))]
    assert board.refused(lift("Lanka")) == ("lift-first", "12.1")
    for area in ("Bengal", "Orissa", "Andhra"):
        board.act(build(area))
    assert owner(board, "Andhra") == "british"
    assert board.asked() != "factories"


@pytest.mark.rule("12.1h")
def test_nothing_is_taken_up_after_building_and_not_without_another_place() -> None:
    board = phase(armies={"british": {"Bengal": 1, "Orissa": 1}}, factories={"Sind": "british"})
    board.act(build("Bengal"))
    assert board.refused(lift("Sind")) == ("lift-first", "12.1")
    alone = phase(armies={"british": {"Bengal": 1}}, factories={"Bengal": "british"})
    assert alone.asked() != "factories"


@pytest.mark.rule("12.1h")
def test_a_factory_taken_up_and_not_set_down_is_back_in_stock() -> None:
    board = phase(armies={"british": {"Bengal": 1}}, factories={"Sind": "british"})
    board.act(lift("Sind"))
    board.done()
    assert board.state.factories.count(NAMES.nation("british")) == 0
    assert board.asked() != "factories"


@pytest.mark.rule("12.1i")
def test_the_stock_is_three_each_and_six_for_the_british() -> None:
    most = {nation.id: nation.factories for nation in shipped().nations if nation.factories}
    assert most == {"portuguese": 3, "dutch": 3, "french": 3, "british": 6}
    here = {"Sind": "dutch", "Lanka": "dutch", "Kerala": "dutch"}
    board = phase("dutch", armies={"dutch": {"Bengal": 1}}, factories=here)
    assert board.refused(build("Bengal")) == ("no-factory-left", "12.1")
    board.act(lift("Sind"))
    board.act(build("Bengal"))
    assert owner(board, "Bengal") == "dutch"
    here = dict.fromkeys(("Sind", "Lanka", "Kerala", "Andhra", "Orissa"), "british")
    board = phase(armies={"british": {"Bengal": 1, "Gujarat": 1}}, factories=here)
    board.act(build("Bengal"))
    assert board.state.factories.count(NAMES.nation("british")) == 6
    assert board.asked() != "factories"


@pytest.mark.rule("12.1m")
def test_the_place_of_a_moved_factory_is_open_to_any_colonial_nation_and_its_piece_to_its_owner() -> None:
    board = phase("dutch", armies={"dutch": {"Lanka": 1}}, factories={"Bengal": "dutch"})
    board.act(lift("Bengal"))
    board.act(build("Lanka"))
    assert (owner(board, "Lanka"), owner(board, "Bengal")) == ("dutch", "")
    board = phase(armies={"british": {"Bengal": 1}}, factories={"Lanka": "dutch"})
    board.act(build("Bengal"))
    assert owner(board, "Bengal") == "british"
    board = phase("dutch", armies={"dutch": {"Bengal": 1, "Orissa": 1}}, factories={"Lanka": "dutch"})
    board.act(build("Bengal"))
    assert owner(board, "Bengal") == "dutch"


@pytest.mark.rule("11.1q")
def test_a_nation_that_has_submitted_must_let_build_on_all_its_coasts_this_turn() -> None:
    held = {"marathas": {"Maharashtra": 1, "Gujarat": 1}, "dutch": {"Arabian Sea": 1}}
    board = phase("dutch", armies=held, submitted=[("marathas", "South India")])
    board.act(build("Maharashtra"))
    board.act(build("Gujarat"))
    assert (owner(board, "Maharashtra"), owner(board, "Gujarat")) == ("dutch", "dutch")
    assert board.seen(PermissionAnswered) == []


@pytest.mark.rule("11.2k")
def test_the_british_build_in_areas_of_their_allies_unasked_and_nobody_else_does() -> None:
    def held(nation: str) -> dict[str, dict[str, int]]:
        return {"marathas": {"Maharashtra": 1}, nation: {"Arabian Sea": 1}}

    board = phase(armies=held("british"), allied={"marathas": 1})
    board.act(build("Maharashtra"))
    assert owner(board, "Maharashtra") == "british"
    board = phase("dutch", armies=held("dutch"), allied={"marathas": 1})
    board.act(build("Maharashtra"))
    assert board.asked() == "permission"


@pytest.mark.rule("4.0c")
def test_indian_nations_have_no_factory_and_arms_phases() -> None:
    board = Board(turn=16, nation="marathas", phase="factories", armies={"marathas": {"Maharashtra": 1}})
    assert (board.asked(), board.asked_of()) == ("move", "sikhs")
    began = [NAMES.nation_name(event.nation) for event in board.seen(NationBegan)]
    assert began == ["sikhs"]


@pytest.mark.rule("12.2c")
def test_taking_up_the_factory_that_is_shared_ends_the_arms() -> None:
    board = phase(
        armies={"british": {"Bengal": 1}, "marathas": {"Maharashtra": 1, "Malwa": 1}},
        factories={"Maharashtra": "british", "Sind": "british"},
        arms={"british": ("marathas", "Malwa")},
    )
    board.act(lift("Sind"))
    assert board.escort("british arms") == "Malwa"
    board = phase(
        armies={"british": {"Bengal": 1}, "marathas": {"Maharashtra": 1, "Malwa": 1}},
        factories={"Maharashtra": "british", "Sind": "british"},
        arms={"british": ("marathas", "Malwa")},
    )
    board.act(lift("Maharashtra"))
    assert board.escort("british arms") == "gone"
    assert board.seen(ArmsLapsed) == [ArmsLapsed(NAMES.nation("british"), NAMES.nation("marathas"))]


@pytest.mark.rule("11.1s")
def test_on_a_later_turn_the_nation_may_attack_the_factory_it_had_to_allow() -> None:
    held = {"marathas": {"Maharashtra": 2}, "dutch": {"Arabian Sea": 1}}
    board = phase("dutch", armies=held, submitted=[("marathas", "South India")])
    board.act(build("Maharashtra"))
    assert owner(board, "Maharashtra") == "dutch"
    board = Board(
        turn=15, nation="marathas", armies=held, factories={"Maharashtra": "dutch"}, rolls=[6, 1, 1]
    )
    board.done()
    assert board.asked() == "battle"
    board.act(board.listed()[0])
    assert owner(board, "Maharashtra") == ""
