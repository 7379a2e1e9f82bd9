"""Leaders and Arms in the hand, by mouse and by keys; what is held is said, nothing lies over its goals."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from core.games.empires.actions import March
from core.games.empires.state import ARMS
from tests.empires.board import NAMES, Board
from tests.qt import hands
from tests.qt.frame.conftest import until
from tests.qt.sitting import Sitting, dress

ALAMGIR, DUTCH = NAMES.leader("Alamgir"), NAMES.nation("dutch")


def mughals() -> Board:
    return Board(
        turn=13, nation="mughals", plain=True, leaders={"Alamgir": "Delhi"}, factories={"Sind": "dutch"},
        armies={"mughals": {"Delhi": 4, "Malwa": 1, "Sind": 1}, "rajputs": {"Rajputana": 2, "Lahore": 3},
                "dutch": {"Arabian Sea": 1}},
        arms={"dutch": ("mughals", "Delhi")},
    )  # fmt: skip


def sit(qtbot: QtBot, board: Board, size: tuple[int, int] = (1280, 750)) -> Sitting:
    dress()
    made = Sitting(board, size=size)
    qtbot.addWidget(made.page)
    until(qtbot, lambda: not made.page._fresh)
    return made


def spot(sitting: Sitting, *id_: object) -> QPointF:
    piece = sitting.map.layer.get(id_)
    assert piece is not None
    return sitting.map.layer.place(piece, sitting.map.camera).center()


def label(sitting: Sitting) -> str:
    assert sitting.map.hand is not None
    return sitting.map.hand.label


def test_who_goes_along_with_a_stack_is_said_and_goes(qtbot: QtBot, tmp_path: Path) -> None:
    sitting = sit(qtbot, mughals())
    start, goal = spot(sitting, "army", NAMES.nation("mughals"), sitting.place("Delhi")), "Lahore"
    hands.drag(sitting.map, start, sitting.free(goal), drop=False)
    assert label(sitting) == "4 of 4 with Alamgir and Arms of the Dutch · wheel for fewer"
    sitting.keep("taken-along", tmp_path)
    for _ in range(3):
        hands.wheel(sitting.map, sitting.free(goal), -1)
    assert label(sitting).startswith("1 of 4 with Alamgir and Arms of the Dutch · wheel for ")
    hands.release(sitting.map, sitting.free(goal))
    sent = sitting.client.sent[-1]
    assert isinstance(sent, March)
    assert sent.ends == (1,) and {piece for piece, _ in sent.escorts} == {ALAMGIR, ARMS + DUTCH}
    assert sitting.client.answers[-1].code == ""


def test_one_army_alone_can_only_become_more(qtbot: QtBot) -> None:
    sitting = sit(qtbot, mughals())
    start = spot(sitting, "army", NAMES.nation("mughals"), sitting.place("Delhi"))
    hands.drag(sitting.map, start, sitting.free("Agra"), keys=Qt.KeyboardModifier.ShiftModifier, drop=False)
    assert label(sitting) == "1 of 4 · wheel for more"
    hands.wheel(sitting.map, sitting.free("Agra"), 1)
    assert label(sitting) == "2 of 4 · wheel for fewer · Space leaves one here"


def test_a_leader_alone_is_named_and_armies_can_join_him(qtbot: QtBot) -> None:
    sitting = sit(qtbot, mughals())
    hands.drag(sitting.map, spot(sitting, "leader", ALAMGIR), sitting.free("Agra"), drop=False)
    assert label(sitting) == "Alamgir · wheel takes armies along"
    hands.wheel(sitting.map, sitting.free("Agra"), 2)
    assert label(sitting).startswith("2 of 4 with Alamgir · wheel for fewer")
    hands.release(sitting.map, sitting.free("Agra"))
    sent = sitting.client.sent[-1]
    assert isinstance(sent, March) and sent.escorts == ((ALAMGIR, 0),) and sent.ends == (2,)


def test_arms_alone_go_nowhere_and_are_told_why(qtbot: QtBot) -> None:
    sitting = sit(qtbot, mughals())
    hands.drag(sitting.map, spot(sitting, "arms", DUTCH), sitting.free("Malwa"), drop=False)
    assert label(sitting) == "Arms of the Dutch · wheel takes armies along"
    hands.release(sitting.map, sitting.free("Malwa"))
    assert sitting.said[-1].startswith("The Arms move only with an army, and stay only with one (Malwa).")
    assert sitting.client.answers[-1].rule == "12.2"


def test_by_keys_the_stack_the_leader_and_the_arms_are_taken_up_one_after_the_other(qtbot: QtBot) -> None:
    sitting = sit(qtbot, mughals())
    labels = []
    sitting.map.setFocus()
    for _ in range(5):
        hands.key(sitting.map, Qt.Key.Key_Tab)
        labels.append(label(sitting) if sitting.map.hand is not None else "")
    assert {"Alamgir · wheel takes armies along", "Arms of the Dutch · wheel takes armies along"} <= {*labels}
    assert "4 of 4 with Alamgir and Arms of the Dutch · wheel for fewer" in labels
    hands.key(sitting.map, Qt.Key.Key_Escape)


def test_of_a_stack_fanned_out_those_clicked_are_taken_and_each_is_told(qtbot: QtBot) -> None:
    sitting = sit(qtbot, mughals())
    board = sitting.map
    hands.move(board, spot(sitting, "army", NAMES.nation("mughals"), sitting.place("Delhi")))
    hands.key(board, Qt.Key.Key_Space)
    fan = board.fan
    assert fan is not None
    tips = []
    for piece in (fan.pieces[0], fan.pieces[1], fan.pieces[-1]):
        at = fan.place(fan.pieces.index(piece))
        hands.move(board, at)
        tips.append(board.toolTip())
        if piece is not fan.pieces[-1]:
            hands.click(board, at)
    assert tips == [
        "Alamgir, leader of the Mughals", "Mughals: 1 army", "Arms of the Dutch, with the Mughals",
    ]  # fmt: skip
    first = fan.place(0)
    hands.drag(board, first, sitting.free("Agra"), drop=False)
    assert label(sitting) == "1 of 4 with Alamgir · wheel for more"
    hands.key(board, Qt.Key.Key_Escape)
    hands.release(board, sitting.free("Agra"))


def test_over_a_small_map_the_panels_stand_aside_while_something_is_held(qtbot: QtBot) -> None:
    sitting = sit(qtbot, mughals(), (1024, 642))
    drawer = sitting.page.over.right
    until(qtbot, drawer.isVisible)
    sitting.page.dock("score").enter()
    assert drawer.current == "score"
    start = spot(sitting, "army", NAMES.nation("mughals"), sitting.place("Delhi"))
    hands.drag(sitting.map, start, sitting.free("Lahore"), drop=False)
    assert drawer.isHidden()
    hands.key(sitting.map, Qt.Key.Key_Escape)
    assert drawer.isVisible() and drawer.current == "score"
    hands.release(sitting.map, sitting.free("Lahore"))
