"""Positions with questions that hardly ever come up in games: one for each such kind."""

from __future__ import annotations

from core.games.empires.actions import Attack
from tests.empires.board import NAMES, Board


def rare() -> dict[str, Board]:
    """By kind of question."""
    return {
        "arrival": Board(
            turn=5, nation="rajputs", phase="arrivals",
            armies={"rajputs": {"Delhi": 3, "Agra": 3, "Oudh": 3}},
        ),
        "vacant": Board(
            turn=9, nation="cholas", phase="reinforcements",
            armies={"muslims": {"Bijapur": 1, "Mysore": 1}},
        ),
        "landing": _landing(),
        "last-attack": _last_attack(),
        "withdrawal-escort": _withdrawal_escort(),
    }  # fmt: skip


def _landing() -> Board:
    board = Board(
        turn=13, nation="mughals", phase="battles", plain=True, rolls=[6, 1, 1],
        armies={"mughals": {"Indian Ocean": 2, "Sind": 1, "Delhi": 1}, "dutch": {"Indian Ocean": 1}},
        came={"Indian Ocean": "Karnatak"}, leave=[("Indian Ocean", "dutch", False)],
        chart={"boats": NAMES.mask("Indian Ocean")},
    )  # fmt: skip
    board.act(Attack(NAMES.place("Indian Ocean"), NAMES.nation("dutch")))
    return board


def _last_attack() -> Board:
    board = Board(
        turn=13, nation="mughals", plain=True, factories={"Gujarat": "dutch"},
        armies={"rajputs": {"Gujarat": 1}, "mughals": {"Malwa": 2}},
    )  # fmt: skip
    board.march("Malwa", "Gujarat", armies=2)
    board.done()
    board.answer(True)
    return board


def _withdrawal_escort() -> Board:
    board = Board(
        turn=13, nation="mughals", plain=True, leaders={"Alamgir": "Delhi"}, factories={"Sind": "dutch"},
        armies={
            "rajputs": {"Rajputana": 1}, "mughals": {"Delhi": 2, "Malwa": 1, "Sind": 1},
            "dutch": {"Arabian Sea": 1},
        },
        arms={"dutch": ("mughals", "Delhi")},
    )  # fmt: skip
    board.march("Delhi", "Rajputana", armies=2, escorts=("Alamgir", "dutch arms"))
    board.done()
    board.answer(True)
    board.place("Malwa", "Delhi")
    return board
