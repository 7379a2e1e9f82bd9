"""Arms: given and taken back in the Arms Phase, coming on the map, and lapsing (12.2)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from core.ctx import Ctx
from core.dice import ScriptedDice
from core.games.empires.actions import Action, Give, TakeBack
from core.games.empires.arms import lapse
from core.games.empires.chart_types import NONE
from core.games.empires.events import ArmsAnswered, ArmsLapsed, ArmsTaken
from core.games.empires.pieces import take_armies
from core.games.empires.run import Run
from core.vault import Vault
from tests.empires.board import NAMES, Board

BRITISH, MARATHAS, RAJPUTS = (NAMES.nation(name) for name in ("british", "marathas", "rajputs"))


def phase(
    nation: str = "british",
    *,
    armies: Mapping[str, Mapping[str, int]],
    factories: Mapping[str, str],
    arms: Mapping[str, tuple[str, str | None]] | None = None,
) -> Board:
    return Board(turn=16, nation=nation, phase="arms", armies=armies, factories=factories, arms=arms)


def give(nation: str) -> Give:
    return Give(NAMES.nation(nation))


def receivers(board: Board) -> set[str]:
    return {NAMES.nation_name(action.nation) for action in board.listed() if isinstance(action, Give)}


def lapsed(board: Board) -> list[ArmsLapsed]:
    r = Run(board.c, board.state, Ctx[Action](0, ScriptedDice(), Vault[Action]()))
    lapse(r)
    return [event for event in r.out if isinstance(event, ArmsLapsed)]


@pytest.mark.rule("12.2a")
@pytest.mark.rule("12.2j")
def test_arms_are_for_any_indian_nation_of_any_seat_that_shares_an_area_with_a_factory() -> None:
    board = phase(
        armies={
            "british": {"Arabian Sea": 1},
            "marathas": {"Maharashtra": 1},
            "rajputs": {"Gujarat": 1},
            "sikhs": {"Lahore": 1},
            "cholas": {"Andhra": 1},
            "muslims": {"Kerala": 1},
        },
        factories={"Maharashtra": "british", "Gujarat": "british", "Andhra": "british", "Kerala": "dutch"},
    )
    assert receivers(board) == {"marathas", "rajputs", "cholas"}
    assert board.refused(give("sikhs")) == ("no-shared-factory", "12.2")
    assert board.refused(give("muslims")) == ("no-shared-factory", "12.2")


@pytest.mark.rule("12.2e")
def test_arms_never_go_to_colonial_nations() -> None:
    board = phase(
        armies={"british": {"Bengal": 1}, "dutch": {"Kerala": 1}, "marathas": {"Maharashtra": 1}},
        factories={"Bengal": "british", "Kerala": "british", "Maharashtra": "british"},
    )
    for nation in (*map(NAMES.nation, ("british", "dutch")), -1, 17, 1 << 40):
        assert board.refused(Give(nation)) == ("not-indian", "12.2")


@pytest.mark.rule("12.2b")
def test_the_supplier_needs_an_army_on_land_or_sea() -> None:
    factories = {"Maharashtra": "british"}
    armies = {"marathas": {"Maharashtra": 1}}
    assert phase(armies=armies, factories=factories).asked() != "arms"
    board = phase(armies={**armies, "british": {"Bay of Bengal": 1}}, factories=factories)
    assert receivers(board) == {"marathas"}


@pytest.mark.rule("12.2c")
@pytest.mark.parametrize("place", [None, "Malwa"])
def test_arms_promised_or_placed_are_out_of_the_game_when_the_suppliers_last_army_goes(
    place: str | None,
) -> None:
    board = phase(
        armies={"british": {"Bay of Bengal": 1}, "marathas": {"Maharashtra": 1, "Malwa": 1}},
        factories={"Maharashtra": "british"},
        arms={"british": ("marathas", place)},
    )
    assert lapsed(board) == []
    take_armies(board.state, BRITISH, NAMES.place("Bay of Bengal"), 1)
    assert lapsed(board) == [ArmsLapsed(BRITISH, MARATHAS)]
    assert board.escort("british arms") == "gone"
    assert board.state.arms_to[BRITISH] == NONE


@pytest.mark.rule("12.2c")
@pytest.mark.parametrize("place", [None, "Malwa"])
def test_arms_promised_or_placed_are_out_of_the_game_when_no_factory_is_shared_any_more(
    place: str | None,
) -> None:
    board = phase(
        armies={"british": {"Bay of Bengal": 1}, "marathas": {"Maharashtra": 1, "Malwa": 1}},
        factories={"Maharashtra": "british", "Bengal": "british"},
        arms={"british": ("marathas", place)},
    )
    take_armies(board.state, MARATHAS, NAMES.place("Maharashtra"), 1)
    assert lapsed(board) == [ArmsLapsed(BRITISH, MARATHAS)]


@pytest.mark.rule("12.2c")
def test_a_lapsed_marker_is_never_given_again() -> None:
    board = phase(
        armies={"british": {"Bengal": 1}, "marathas": {"Maharashtra": 1}, "cholas": {"Andhra": 1}},
        factories={"Andhra": "british", "Orissa": "british"},
        arms={"british": ("cholas", "Andhra")},
    )
    board.state.factories[NAMES.place("Andhra")] = NONE
    assert lapsed(board) == [ArmsLapsed(BRITISH, NAMES.nation("cholas"))]
    board.state.factories[NAMES.place("Andhra")] = BRITISH
    assert board.refused(give("cholas")) == ("no-arms", "12.2")
    assert board.refused(TakeBack()) == ("no-arms-out", "12.2")


@pytest.mark.rule("12.2h")
def test_arms_left_alone_by_losses_are_removed() -> None:
    board = phase(
        armies={"british": {"Bengal": 1}, "marathas": {"Maharashtra": 1, "Malwa": 1}},
        factories={"Maharashtra": "british"},
        arms={"british": ("marathas", "Malwa")},
    )
    take_armies(board.state, MARATHAS, NAMES.place("Malwa"), 1)
    assert lapsed(board) == [ArmsLapsed(BRITISH, MARATHAS)]


@pytest.mark.rule("12.2d")
@pytest.mark.parametrize("place", [None, "Maharashtra"])
def test_arms_are_taken_back_from_the_map_or_a_promise_and_given_elsewhere(place: str | None) -> None:
    board = phase(
        armies={"british": {"Bengal": 1}, "marathas": {"Maharashtra": 1}, "rajputs": {"Gujarat": 1}},
        factories={"Maharashtra": "british", "Gujarat": "british"},
        arms={"british": ("marathas", place)},
    )
    assert board.refused(give("rajputs")) == ("no-arms", "12.2")
    assert board.act(TakeBack()) == [ArmsTaken(BRITISH, MARATHAS)]
    assert board.escort("british arms") == ""
    board.act(give("rajputs"))
    assert board.seen(ArmsAnswered) == [ArmsAnswered(RAJPUTS, BRITISH, True)]
    assert board.state.arms_to[BRITISH] == RAJPUTS
    assert board.escort("british arms") == ""
    assert board.asked() != "arms"


@pytest.mark.rule("12.2d")
def test_arms_may_be_left_where_they_are() -> None:
    board = phase(
        armies={"british": {"Bengal": 1}, "marathas": {"Maharashtra": 1}},
        factories={"Maharashtra": "british"},
        arms={"british": ("marathas", "Maharashtra")},
    )
    board.done()
    assert board.escort("british arms") == "Maharashtra"


@pytest.mark.rule("16.0b")
def test_a_nation_may_decline_and_is_not_asked_again_in_the_phase() -> None:
    board = phase(
        armies={"british": {"Bengal": 1}, "marathas": {"Maharashtra": 1}, "muslims": {"Gujarat": 1}},
        factories={"Maharashtra": "british", "Gujarat": "british"},
    )
    board.act(give("marathas"))
    assert (board.asked(), board.asked_of(), board.ask.args) == ("arms-offer", "marathas", [BRITISH])
    board.answer(False)
    assert board.state.arms_to[BRITISH] == NONE
    assert board.refused(give("marathas")) == ("arms-declined", "16.0")
    board.act(give("muslims"))
    board.answer(True)
    assert board.state.arms_to[BRITISH] == NAMES.nation("muslims")
    assert board.asked() != "arms"


@pytest.mark.rule("12.2i")
@pytest.mark.rule("12.2k")
def test_promised_arms_come_in_the_receivers_next_growth_phase_in_any_area_it_occupies() -> None:
    board = Board(
        turn=15,
        nation="marathas",
        phase="arms-in",
        armies={"british": {"Bengal": 1}, "marathas": {"Maharashtra": 1, "Malwa": 2, "Berar": 1}},
        factories={"Maharashtra": "british"},
        arms={"british": ("marathas", None)},
    )
    assert board.asked() == "arms-in"
    assert board.choices() == {"Maharashtra", "Malwa", "Berar"}
    board.place("Malwa")
    assert board.escort("british arms") == "Malwa"
    assert board.asked() == "move"


@pytest.mark.rule("12.2f")
def test_arms_lead_a_march_as_a_leader_does() -> None:
    held = {"british": {"Bengal": 1}, "marathas": {"Maharashtra": 1, "Malwa": 1}}
    board = Board(
        turn=15, nation="marathas", armies=held, factories={"Maharashtra": "british"},
        arms={"british": ("marathas", "Malwa")},
    )  # fmt: skip
    assert board.can("Malwa", "Rajputana", "Delhi", "Oudh", escorts="british arms")
    assert board.no_march("Maharashtra", "Gujarat", "Rajputana", "Delhi") == ("too-far", "5.12")
