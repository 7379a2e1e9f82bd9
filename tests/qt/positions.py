"""Positions the tests of the window begin from."""

from core.games.empires.actions import Action
from core.games.empires.rules import Empires
from core.games.empires.view import View
from core.legal import Legal
from tests.empires.board import Board


def gupta() -> tuple[Empires, View, Legal[Action]]:
    """Turn 7: the Guptas about to march, with every kind of neighbour."""
    board = gupta_board()
    return board.game, board.game.view(board.state, None), board.game.legal(board.state, board.ask.seat)


def gupta_board() -> Board:
    """The same, to play on."""
    return Board(
        turn=7,
        nation="guptas",
        armies={
            "guptas": {"Agra": 4, "Oudh": 3, "Jaunpur": 2, "Bihar": 2, "Bundelkhand": 3, "Magadha": 3,
                       "Bengal": 2, "Assam": 1, "Nepal": 1, "Gondwana": 1},
            "rajputs": {"Punjab": 1, "Lahore": 2, "Delhi": 3, "Rajputana": 3, "Malwa": 1},
            "greeks": {"Gandhara": 2, "Kashmir": 1},
            "harappans": {"Sind": 1, "Baluchistan": 1, "Gujarat": 2},
            "marathas": {"Khandesh": 1, "Maharashtra": 2, "Berar": 1},
            "cholas": {"Bidar": 1, "Golconda": 3, "Andhra": 2, "Karnatak": 3, "Orissa": 1},
            "pandyas": {"Bijapur": 2, "Malabar": 1, "Mysore": 2, "Kerala": 2},
            "sinhalese": {"Lanka": 2, "Simhala": 2},
        },
        leaders={"Chandra": "Agra"},
        carry={"greeks": 2, "marathas": 4, "cholas": 5, "pandyas": 1, "sinhalese": 3, "rajputs": 4},
    )  # fmt: skip
