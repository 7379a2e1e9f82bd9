"""Single nation-turns in sentences, held against tests/golden/empires/.

A transcript that changes is a rule or a sentence that changed. After reading the difference,
`MAHARAJA_WRITE_GOLDEN=1 pytest tests/empires/test_transcripts.py` writes them anew.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from core import texts
from core.games.empires.actions import Build, Give
from core.games.empires.events import Event, NationEnded
from tests.empires.board import NAMES, Board
from tests.empires.fights import attack, retreat

GOLDEN = Path(__file__).parents[1] / "golden" / "empires"


class Telling:
    """Writes down what happens on a board."""

    def __init__(self, title: str, board: Board) -> None:
        self._texts = texts.load(board.game)
        self.board = board
        self.lines = [title, ""]
        self.tell(board.events)

    def tell(self, events: list[Event]) -> None:
        """The sentences of events, each with its section."""
        for event in events:
            section = self._texts.section(event)
            self.lines.append(self._texts.event(event) + (f" [{section}]" if section else ""))

    def refused(self, *way: str, armies: int = 1) -> None:
        """What is not allowed and why."""
        march = self.board.way(*way, armies=armies)
        refusal = self.board.game.refuse(self.board.state, self.board.ask.seat, march)
        assert refusal is not None
        self.lines.append(f"  (not allowed: {' - '.join(way)}: {self._texts.refusal(refusal)})")

    def ask(self) -> None:
        """The open question."""
        self.lines.append(f"  ({self._texts.pending(self.board.game.pending(self.board.state)[0])})")

    def stands(self, *nations: str) -> None:
        """What these nations have on the map."""
        for nation in nations:
            armies = ", ".join(f"{place} {n}" for place, n in self.board.armies(nation).items())
            self.lines.append(f"{nation}: {armies or 'nothing'}")

    def text(self) -> str:
        return "\n".join(self.lines) + "\n"


def major_invasion() -> str:
    """A leader's group pins for itself, others pass, and all move and fight twice."""
    board = Board(
        turn=10,
        nation="muslims",
        phase="turn",
        armies={
            "muslims": {"Baluchistan": 1, "Sind": 1},
            "rajputs": {"Punjab": 1, "Delhi": 1, "Rajputana": 1, "Malwa": 1, "Gujarat": 1},
            "guptas": {"Agra": 1},
        },
        rolls=[6, 5, 1, 1, 5, 2, 6, 5, 4, 2, 3],
    )
    told = Telling("Turn 10, the Muslims: a Major Invasion with a leader and a pass-through", board)
    told.ask()
    told.tell(board.place("Afghanistan"))
    told.refused("Afghanistan", "Punjab", "Lahore")
    told.tell(
        board.march("Afghanistan", "Punjab", "Lahore", "Delhi", drop={"Punjab": 2}, armies=3, escorts="Aybak")
    )
    told.tell(board.march("Afghanistan", "Punjab", "Lahore", armies=1))
    told.refused("Afghanistan", "Gandhara", "Kashmir")
    told.tell(board.march("Afghanistan", "Gandhara"))
    told.tell(board.march("Afghanistan", "Punjab"))
    told.tell(board.march("Persia", "Baluchistan", armies=2))
    told.stands("muslims", "rajputs", "guptas")
    told.tell(board.done())
    told.tell(_battles(board))
    told.stands("muslims", "rajputs", "guptas")
    told.tell(board.march("Baluchistan", "Sind"))
    told.tell(board.march("Delhi", "Agra", armies=2, escorts="Aybak"))
    told.tell(board.done())
    told.tell(_battles(board))
    told.stands("muslims", "rajputs", "guptas")
    return told.text()


def _battles(board: Board) -> list[Event]:
    """Fights on to the end: the first answer listed to each question that is not about movement."""
    before = len(board.events)
    while board.asked() != "move":
        board.act(board.game.legal(board.state, board.ask.seat).first())
    return board.events[before:]


def boats() -> str:
    """Leave is given in one sea and refused in another."""
    board = Board(
        turn=13,
        nation="marathas",
        phase="turn",
        armies={
            "marathas": {"Maharashtra": 2, "Golconda": 2},
            "dutch": {"Indian Ocean": 1},
            "portuguese": {"Indian Ocean": 1},
            "british": {"Bay of Bengal": 1},
        },
    )
    told = Telling("Turn 13, the Marathas: boats, with leave and without", board)
    told.ask()
    told.tell(board.place("Maharashtra"))
    told.refused("Golconda", "Indian Ocean", "Lanka")
    told.tell(board.ask_leave("Indian Ocean"))
    told.ask()
    told.tell(board.answer(True))
    told.ask()
    told.tell(board.answer(True))
    told.tell(board.march("Golconda", "Indian Ocean", "Lanka"))
    told.tell(board.ask_leave("Bay of Bengal"))
    told.ask()
    told.tell(board.answer(False))
    told.refused("Golconda", "Bay of Bengal", "Bengal")
    told.tell(board.march("Maharashtra", "Arabian Sea", "Gujarat", "Malwa", escorts="Shivaji"))
    told.tell(board.done())
    told.stands("marathas", "british")
    return told.text()


def collapse() -> str:
    """Six Mauryans and Ashoka go at the start of Turn 5, the rest turn Gupta at the start of Turn 6."""
    board = Board(
        turn=5,
        nation="mauryans",
        phase="game-turn",
        leaders={"Ashoka": "Delhi"},
        armies={"mauryans": {"Delhi": 3, "Agra": 3, "Oudh": 1, "Magadha": 2}, "pandyas": {"Mysore": 1}},
        carry={"mauryans": 4},
        chart={"major": False},
    )
    told = Telling("Turns 5 and 6: the Mauryans collapse and the Guptas take their place", board)
    told.ask()
    told.tell(board.remove("Delhi", "Agra"))
    before = len(board.events)
    board.remove("Delhi", "Agra", "Magadha", "Oudh")
    told.lines.append("  ...")
    told.tell(board.events[before:])
    told.stands("mauryans")
    while board.state.turn == 5:
        board.act(board.game.legal(board.state, board.ask.seat).offers[-1].nth(0))
    told.lines += ["  ... and when the nations have had their turns", ""]
    began = next(
        i for i in range(before, len(board.events)) if board.events[i].__struct_config__.tag == "turn-began"
    )
    told.tell(board.events[began:])
    told.stands("mauryans", "guptas")
    told.lines.append(
        f"carry of the Mauryans {board.carry('mauryans')}, of the Guptas {board.carry('guptas')} halves"
    )
    return told.text()


def submission() -> str:
    """One battle won, and with it the second may end in a submission: refused at first, then given."""
    board = Board(
        turn=9,
        nation="muslims",
        plain=True,
        armies={"muslims": {"Delhi": 3, "Malwa": 4}, "rajputs": {"Rajputana": 1, "Gujarat": 2, "Sind": 1}},
        rolls=[6, 1, 1, 5, 1, 1, 2, 6],
    )
    told = Telling("Turn 9, the Muslims: the Rajputs submit in battle", board)
    told.tell(board.march("Delhi", "Rajputana", armies=2))
    told.tell(board.march("Malwa", "Gujarat", armies=3))
    told.tell(board.done())
    told.ask()
    told.tell(attack(board, "Gujarat", "rajputs"))
    told.ask()
    told.tell(retreat(board, "Sind"))
    told.ask()
    told.tell(board.answer(False))
    told.ask()
    told.tell(board.answer(True))
    told.ask()
    before = len(board.events)
    board.place("Delhi")
    ended = next(i for i in range(before, len(board.events)) if isinstance(board.events[i], NationEnded))
    told.tell(board.events[before : ended + 1])
    told.stands("muslims", "rajputs")
    return told.text()


def colonial_turn() -> str:
    """A fleet sails, a factory is built unasked, one with leave, one is refused; then Arms."""
    board = Board(
        turn=16,
        nation="british",
        phase="turn",
        armies={
            "british": {"Bengal": 3, "Indian Ocean": 2},
            "marathas": {"Maharashtra": 2, "Bijapur": 1},
            "rajputs": {"Gujarat": 1},
        },
        factories={"Bengal": "british"},
        chart={"major": False},
    )
    told = Telling("Turn 16, the British: ships, factories with leave, and Arms", board)
    told.ask()
    told.tell(board.march("Indian Ocean", "Arabian Sea", armies=2))
    told.tell(board.done())
    for area, yes in (("Bijapur", False), ("Maharashtra", True), ("Gujarat", None)):
        told.ask()
        told.tell(board.act(Build(NAMES.place(area))))
        if yes is not None:
            told.ask()
            told.tell(board.answer(yes))
    told.ask()
    told.tell(board.act(Give(NAMES.nation("marathas"))))
    told.ask()
    before = len(board.events)
    board.answer(True)
    ended = next(i for i in range(before, len(board.events)) if isinstance(board.events[i], NationEnded))
    told.tell(board.events[before : ended + 1])
    told.stands("british", "marathas", "rajputs")
    return told.text()


def last_count() -> str:
    """The last turn's count, nation by nation, and who has won."""
    board = Board(
        turn=16,
        nation="british",
        phase="end",
        armies={
            "british": {"Bengal": 2, "Delhi": 1, "Lahore": 1},
            "marathas": {"Maharashtra": 2, "Andhra": 1},
            "sikhs": {"Punjab": 1},
            "dutch": {"Lanka": 1},
            "cholas": {"Karnatak": 2},
        },
        factories={"Bengal": "british", "Lanka": "dutch", "Gujarat": "british"},
        points={"british": 16, "mughals": 30, "sikhs": 5, "marathas": 20},
    )
    told = Telling("Turn 16: the last count", board)
    outcome = board.game.outcome(board.state)
    assert outcome is not None
    told.lines.append(texts.load(board.game).outcome(outcome))
    told.lines.append("points of the seats: " + ", ".join(map(str, outcome.scores)))
    return told.text()


@pytest.mark.parametrize("made", [major_invasion, boats, collapse, submission, colonial_turn, last_count])
def test_transcripts(made: Callable[[], str]) -> None:
    path = GOLDEN / f"{made.__name__.replace('_', '-')}.txt"
    if os.environ.get("MAHARAJA_WRITE_GOLDEN"):
        path.write_text(made(), encoding="utf-8")
    assert made() == path.read_text(encoding="utf-8")
