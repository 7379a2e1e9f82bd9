"""The option `errata`: off, the printed text holds where the publisher's corrections differ from it."""

from __future__ import annotations

import pytest

from core.ctx import Ctx
from core.dice import SeededDice
from core.games.empires import game
from core.games.empires.actions import BreakOff, Shift
from core.games.empires.events import Lost, Round
from core.games.empires.scoring import raj_areas
from core.games.empires.state import ERRATA
from core.options import complete
from core.vault import Vault
from tests.empires.board import NAMES, Board
from tests.empires.fights import attack, fall_back

both = pytest.mark.parametrize("errata", [True, False])


def test_they_are_in_force_unless_switched_off() -> None:
    for given in ({}, {"errata": True}, {"errata": False}):
        state, _ = game.new(complete(game.meta.options, given), 4, Ctx(0, SeededDice(b"1"), Vault()))
        assert state.options[ERRATA] == given.get("errata", True)


def test_every_option_has_one_line_of_help() -> None:
    assert [option.name for option in game.meta.options] == ["setup", "keep_in_play", "errata"]
    assert all(option.help.endswith(".") and "\n" not in option.help for option in game.meta.options)


def test_the_help_says_where_armies_are_kept_in_play() -> None:
    option = next(option for option in game.meta.options if option.name == "keep_in_play")
    assert option.help.endswith(" (set-up four, five, three: in turns 8, 9; set-up short: in no turn).")


@pytest.mark.rule("6.0d")
@both
def test_overpopulation_in_a_major_invasion_is_tested_once_or_after_both_movements(errata: bool) -> None:
    board = Board(
        turn=9, nation="rajputs", plain=True, chart={"major": True}, errata=errata,
        armies={"rajputs": {"Delhi": 5, "Agra": 1}},
    )  # fmt: skip
    board.done()
    if not errata:
        assert (board.asked(), board.state.cycle) == ("overpopulation", 1)
        board.remove("Delhi", "Delhi")
    assert (board.asked(), board.state.cycle) == ("move", 2)
    board.march("Delhi", "Oudh")
    board.done()
    assert board.asked() != "overpopulation", "three areas with six armies, or with four"


@pytest.mark.rule("7.1e")
@both
def test_neighbours_may_submit_before_invaders_enter_or_not(errata: bool) -> None:
    board = Board(
        turn=9, nation="afghans", phase="entry-window", plain=True, waiting={"Afghanistan": 3},
        armies={"rajputs": {"Punjab": 1, "Sind": 1}}, errata=errata,
    )  # fmt: skip
    assert board.asked() == ("submission" if errata else "move")


@pytest.mark.rule("7.1e")
@both
def test_invaders_kept_out_by_allies_go_round_or_are_lost(errata: bool) -> None:
    board = Board(
        turn=14, nation="afghans", plain=True, waiting={"Persia": 3}, allied={"afghans": 1, "sikhs": 1},
        armies={"sikhs": {"Baluchistan": 1}, "afghans": {"Delhi": 1}}, errata=errata,
    )  # fmt: skip
    assert any(isinstance(action, Shift) for action in board.listed()) == errata
    assert [event.why for event in board.seen(Lost)] == ([] if errata else ["no-way-in"])


def against_a_factory(errata: bool, came: dict[str, str]) -> Board:
    board = Board(
        turn=13, nation="mughals", phase="battles", plain=True, came=came, factories={"Gujarat": "dutch"},
        armies={"mughals": {"Gujarat": 2, "Delhi": 1}, "dutch": {"Bay of Bengal": 1}}, errata=errata,
        rolls=[1, 1, 1, 6, 1, 1],
    )  # fmt: skip
    attack(board, "Gujarat", "dutch", factory=True)
    return board


@pytest.mark.rule("8.1d")
def test_against_a_factory_who_came_may_only_go_back_and_does_not_stay() -> None:
    assert against_a_factory(True, {"Gujarat": "Malwa"}).legal(BreakOff())
    board = against_a_factory(False, {"Gujarat": "Malwa"})
    assert board.refused(BreakOff()) == ("not-now", "8.6")
    fall_back(board, "Malwa", 2)
    assert board.state.factories[NAMES.place("Gujarat")] == NAMES.nation("dutch")


@pytest.mark.rule("8.1d")
def test_against_a_factory_who_did_not_come_fights_to_the_end() -> None:
    board = against_a_factory(False, {})
    assert [event.number for event in board.seen(Round)] == [1, 2]
    assert board.state.factories[NAMES.place("Gujarat")] == -1


@pytest.mark.rule("13.0h")
@pytest.mark.parametrize(
    ("holder", "printed", "corrected"),
    [("marathas", False, True), ("mughals", False, False), ("sikhs", True, True), ("french", True, True)],
)
def test_whose_armies_deny_the_british_the_area_of_a_factory(
    holder: str, printed: bool, corrected: bool
) -> None:
    for errata, counts in ((False, printed), (True, corrected)):
        board = Board(
            turn=13, nation="british", factories={"Bijapur": "british"}, allied={"sikhs": 1},
            armies={"british": {"Bay of Bengal": 1}, holder: {"Bijapur": 1}}, errata=errata,
        )  # fmt: skip
        areas = raj_areas(board.c, board.state, NAMES.nation("british"))
        assert bool(areas & NAMES.mask("Bijapur")) == counts, errata
        theirs = raj_areas(board.c, board.state, NAMES.nation(holder))
        assert bool(theirs & NAMES.mask("Bijapur")) == (holder == "french" or counts), (
            "neither, or both could"
        )
