"""A position for every kind of question, made by hand or played to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from core.games.empires.actions import Answer, Build, Give
from tests.empires.board import NAMES, Board
from tests.empires.fights import attack

SOUTH: Final = [
    name
    for n, name in enumerate(NAMES.c.names["area"][: NAMES.c.board.land])
    if NAMES.c.board.region_of[n] == NAMES.region("South India")
]
OCEAN = "Indian Ocean"


def _move() -> Board:
    return Board(
        turn=9,
        nation="muslims",
        plain=True,
        armies={"muslims": {"Delhi": 3, "Malwa": 1}, "rajputs": {"Lahore": 2}},
    )


def _growth() -> Board:
    return Board(
        turn=9, nation="cholas", phase="reinforcements", armies={"cholas": {"Andhra": 1, "Bidar": 1}}
    )


def _vacant(place: bool = False) -> Board:
    held = dict.fromkeys(set(SOUTH) - {"Andhra", "Bidar"}, 1)
    board = Board(turn=9, nation="cholas", phase="reinforcements", armies={"muslims": held})
    if place:
        board.place("Andhra", "Bidar")
    return board


def _arrival() -> Board:
    return Board(
        turn=5, nation="rajputs", phase="arrivals", armies={"rajputs": {"Delhi": 3, "Agra": 3, "Oudh": 3}}
    )


def _arms_in() -> Board:
    return Board(
        turn=15,
        nation="marathas",
        phase="arms-in",
        factories={"Maharashtra": "british"},
        armies={"british": {"Bengal": 1}, "marathas": {"Maharashtra": 1, "Malwa": 2, "Berar": 1}},
        arms={"british": ("marathas", None)},
    )


def _stacking() -> Board:
    board = Board(
        turn=9,
        nation="rajputs",
        plain=True,
        armies={"rajputs": {"Delhi": 4, "Agra": 4, "Oudh": 1}},
        came={"Delhi": "Lahore", "Agra": "Malwa"},
    )
    board.done()
    return board


def _overpopulation() -> Board:
    return Board(
        turn=9,
        nation="rajputs",
        phase="overpopulation",
        plain=True,
        armies={"rajputs": {"Delhi": 3, "Agra": 3}},
    )


def _leave() -> Board:
    board = Board(
        turn=4,
        nation="pandyas",
        plain=True,
        chart={"boats": NAMES.mask(OCEAN)},
        armies={"pandyas": {"Malabar": 3}, "portuguese": {OCEAN: 1}},
    )
    board.ask_leave(OCEAN)
    return board


def _submission() -> Board:
    board = Board(
        turn=9,
        nation="muslims",
        plain=True,
        armies={"rajputs": {"Rajputana": 1}, "muslims": {"Delhi": 2, "Malwa": 1, "Bengal": 1}},
    )
    board.march("Delhi", "Rajputana", armies=2)
    board.done()
    return board


def _withdrawal() -> Board:
    board = _submission()
    board.answer(True)
    return board


def _withdrawal_escort() -> Board:
    board = Board(
        turn=13,
        nation="mughals",
        plain=True,
        leaders={"Alamgir": "Delhi"},
        factories={"Sind": "dutch"},
        armies={
            "rajputs": {"Rajputana": 1},
            "mughals": {"Delhi": 2, "Malwa": 1, "Sind": 1},
            "dutch": {"Arabian Sea": 1},
        },
        arms={"dutch": ("mughals", "Delhi")},
    )
    board.march("Delhi", "Rajputana", armies=2, escorts=("Alamgir", "dutch arms"))
    board.done()
    board.answer(True)
    board.place("Malwa", "Delhi")
    return board


def _last_attack() -> Board:
    board = Board(
        turn=13,
        nation="mughals",
        plain=True,
        factories={"Gujarat": "dutch"},
        rolls=(6, 1, 1) * 4,
        armies={"rajputs": {"Gujarat": 1}, "mughals": {"Malwa": 2}},
    )
    board.march("Malwa", "Gujarat", armies=2)
    board.done()
    board.answer(True)
    return board


def _british(rolls: list[int]) -> Board:
    board = Board(
        turn=13,
        nation="british",
        plain=True,
        rolls=rolls,
        armies={"marathas": {"Bengal": 3, "Orissa": 1}, "british": {"Bay of Bengal": 3}},
    )
    board.march("Bay of Bengal", "Bengal", armies=3)
    board.done()
    return board


def _price() -> Board:
    board = Board(
        turn=13, nation="british", plain=True, armies={"rajputs": {"Sind": 2}, "british": {"Arabian Sea": 2}}
    )
    board.march("Arabian Sea", "Sind", armies=2)
    board.done()
    board.act(Answer(True))
    return board


def _factories() -> Board:
    return Board(
        turn=16,
        nation="british",
        phase="factories",
        armies={"british": {"Bengal": 1, "Orissa": 1, "Arabian Sea": 1}, "marathas": {"Maharashtra": 1}},
    )


def _permission() -> Board:
    board = _factories()
    board.act(Build(NAMES.place("Maharashtra")))
    return board


def _arms() -> Board:
    return Board(
        turn=16,
        nation="british",
        phase="arms",
        factories={"Bengal": "british", "Kerala": "british"},
        armies={"british": {"Bay of Bengal": 1}, "marathas": {"Bengal": 1}, "muslims": {"Kerala": 1}},
    )


def _arms_offer() -> Board:
    board = _arms()
    board.act(Give(NAMES.nation("muslims")))
    return board


def _battle(rolls: list[int]) -> Board:
    armies = {"mughals": {"Sind": 1, "Punjab": 1, "Agra": 3}, "guptas": {"Agra": 3, "Bihar": 1}}
    return Board(
        turn=10,
        nation="mughals",
        phase="battles",
        plain=True,
        armies=armies,
        rolls=rolls,
        came={"Agra": {"Delhi": 2, "Malwa": 1}},
    )


def _battles() -> Board:
    armies = {"mughals": {"Sind": 1, "Punjab": 1, "Agra": 2, "Bihar": 2}, "guptas": {"Agra": 1, "Bihar": 1}}
    return Board(
        turn=10,
        nation="mughals",
        phase="battles",
        plain=True,
        armies=armies,
        rolls=[6, 1, 1] * 9,
        came={"Agra": "Delhi", "Bihar": "Jaunpur"},
    )


def _fall_back() -> Board:
    board = _battle([1] * 60)
    while board.asked() == "retreat":
        board.done()
    return board


def _landing() -> Board:
    return Board(
        turn=13,
        nation="mughals",
        phase="battles",
        plain=True,
        rolls=[6, 1, 1],
        came={OCEAN: "Karnatak"},
        armies={"mughals": {OCEAN: 2, "Sind": 1, "Delhi": 1}, "dutch": {OCEAN: 1}},
        leave=[(OCEAN, "dutch", False)],
        chart={"boats": NAMES.mask(OCEAN)},
    )


def _landing_asked() -> Board:
    board = _landing()
    attack(board, OCEAN, "dutch")
    return board


KINDS: Final[dict[str, Callable[[], Board]]] = {
    "move": _move,
    "growth": _growth,
    "vacant": _vacant,
    "arrival": _arrival,
    "leader": lambda: _vacant(place=True),
    "arms-in": _arms_in,
    "removal": lambda: Board(
        turn=4,
        nation="greeks",
        phase="end-removals",
        leaders={"Alexander": "Lahore"},
        armies={"greeks": {"Lahore": 2, "Punjab": 1}},
    ),
    "stacking": _stacking,
    "overpopulation": _overpopulation,
    "leave": _leave,
    "submission": _submission,
    "alliance": lambda: _british([1] * 6),
    "price": _price,
    "withdrawal": _withdrawal,
    "withdrawal-escort": _withdrawal_escort,
    "last-attack": _last_attack,
    "factories": _factories,
    "permission": _permission,
    "arms": _arms,
    "arms-offer": _arms_offer,
    "battle": _battles,
    "battle-loss": lambda: _battle([1, 1, 1, 6, 1, 1]),
    "retreat": lambda: _battle([1] * 60),
    "fall-back": _fall_back,
    "landing": _landing_asked,
}
