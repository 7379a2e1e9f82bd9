"""Pieces are lifted, carried and dropped with a real mouse and real keys."""

import gc

import pytest
from msgspec import structs
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from core.games.empires.actions import Action, March
from maharaja_qt.board.pieces import Piece
from maharaja_qt.board.play import PlayBoard
from maharaja_qt.empires.odds_words import same_seat
from tests.empires.board import NAMES
from tests.qt import hands
from tests.qt.conftest import Desk
from tests.qt.positions import gupta_board
from tests.qt.sitting import Sitting, dress


def army(desk: Desk, place: str, nation: str = "Guptas") -> Piece:
    number = desk.game.charts.names["nation"].index(nation)
    found = desk.board.layer.get(("army", number, desk.place(place)))
    assert found is not None
    return found


def march(
    desk: Desk, origin: str, *path: str, ends: tuple[int, ...], escorts: tuple[tuple[int, int], ...] = ()
):
    return March(desk.place(origin), tuple(desk.place(name) for name in path), ends, escorts)


def chandra(desk: Desk) -> int:
    return desk.game.charts.names["leader"].index("Chandra")


def held(board: PlayBoard) -> bool:
    return board.dragging and board.hand is not None


def at_rest(desk: Desk) -> list[tuple[object, float, float, int]]:
    board = desk.board
    boxes = [(p, board.layer.place(p, board.camera).center()) for p in board.layer.pieces]
    return [(p.id, c.x(), c.y(), p.z) for p, c in boxes]


def test_a_whole_stack_is_dragged_to_a_neighbour(desk: Desk) -> None:
    hands.drag(desk.board, desk.at("Bengal"), desk.free("Magadha"))

    assert desk.actions == [march(desk, "Bengal", "Magadha", ends=(2,))]
    assert desk.board.pending == {army(desk, "Bengal").id}
    assert desk.board.hand is None


def test_nothing_changes_until_a_new_view_comes(desk: Desk) -> None:
    before = at_rest(desk)
    hands.drag(desk.board, desk.at("Bengal"), desk.free("Magadha"))
    assert at_rest(desk) == before
    rules = gupta_board()
    rules.act(desk.actions[0])

    desk.board.show(desk.game.view(rules.state, None))

    assert desk.board.pending == frozenset()
    assert army(desk, "Magadha").count == 5
    guptas = desk.game.charts.names["nation"].index("Guptas")
    assert desk.board.layer.get(("army", guptas, desk.place("Bengal"))) is None


def test_shift_lifts_one_and_ctrl_all_but_one(desk: Desk) -> None:
    hands.drag(desk.board, desk.at("Oudh"), desk.free("Jaunpur"), keys=Qt.KeyboardModifier.ShiftModifier)
    hands.drag(desk.board, desk.at("Oudh"), desk.free("Jaunpur"), keys=Qt.KeyboardModifier.ControlModifier)

    assert [action.ends for action in desk.actions] == [(1,), (2,)]


def test_the_wheel_and_figures_change_how_many_are_held(desk: Desk) -> None:
    board, start, goal = desk.board, desk.at("Magadha"), desk.free("Bengal")
    scale = board.camera.scale
    hands.drag(board, start, goal, drop=False)
    assert board.hand is not None and board.hand.label.startswith("3 of 3 · wheel for fewer")
    for _ in range(5):
        hands.wheel(board, goal, -1)
    assert list(board.hand.taken.values()) == [1]
    hands.key(board, Qt.Key.Key_9)
    assert list(board.hand.taken.values()) == [3]
    hands.key(board, Qt.Key.Key_2)

    hands.release(board, goal)

    assert desk.actions == [march(desk, "Magadha", "Bengal", ends=(2,))]
    assert board.camera.scale == scale


def test_straight_to_a_goal_two_areas_off(desk: Desk) -> None:
    hands.drag(desk.board, desk.at("Bengal"), desk.free("Jaunpur"))

    (action,) = desk.actions
    assert action.path[-1] == desk.place("Jaunpur") and len(action.path) == 2
    assert desk.legal.contains(action)


@pytest.mark.parametrize("through", ["Oudh", "Bundelkhand"])
def test_the_way_is_the_one_dragged_through(desk: Desk, through: str) -> None:
    hands.drag(desk.board, desk.at("Agra"), desk.free(through), desk.free("Jaunpur"))

    (action,) = desk.actions
    assert [desk.name(place) for place in action.path] == [through, "Jaunpur"]


def test_armies_are_left_on_the_way_and_the_leader_goes_along(desk: Desk) -> None:
    board = desk.board
    hands.drag(board, desk.at("Agra"), desk.free("Oudh"), drop=False)
    hands.key(board, Qt.Key.Key_Space)
    hands.key(board, Qt.Key.Key_Space)
    hands.key(board, Qt.Key.Key_Space, Qt.KeyboardModifier.ShiftModifier)
    assert board.hand is not None and board.hand.left() == {desk.place("Oudh"): 1}
    hands.glide(board, desk.free("Oudh"), desk.free("Nepal"))
    hands.release(board, desk.free("Nepal"))

    assert desk.actions == [march(desk, "Agra", "Oudh", "Nepal", ends=(1, 3), escorts=((chandra(desk), 1),))]
    assert desk.legal.contains(desk.actions[0])


def test_what_is_held_says_how_armies_are_left_and_how_many_go_on(desk: Desk) -> None:
    board = desk.board
    hands.drag(board, desk.at("Agra"), desk.free("Oudh"), drop=False)
    assert board.hand is not None
    assert board.hand.label == "4 of 4 with Chandra · wheel for fewer · Space leaves one here"
    assert board.hand.goals[desk.place("Nepal")].badge == "+4"
    hands.key(board, Qt.Key.Key_Space)
    assert board.hand.label == "3 of 4 go on, 1 stays on the way"
    assert board.hand.goals[desk.place("Nepal")].badge == "+3"
    assert board.hand.goals[desk.place("Oudh")].badge == "+4", "where they are left, all of them are"


def test_every_lit_goal_is_a_legal_march_of_what_is_held(desk: Desk) -> None:
    board = desk.board
    for name in ("Agra", "Oudh", "Bundelkhand", "Nepal"):
        assert board.lift(army(desk, name))
        hand = board.hand
        assert hand is not None and hand.goals
        for goal in hand.goals:
            (action,) = hand.actions(goal)
            assert desk.legal.contains(action)
            assert sum(action.ends) == army(desk, name).count
        board.cancel()


def test_goals_with_other_nations_are_battles(desk: Desk) -> None:
    desk.board.lift(army(desk, "Bundelkhand"))
    assert desk.board.hand is not None
    goals = {desk.name(place): goal for place, goal in desk.board.hand.goals.items()}
    assert goals["Malwa"].kind == "battle"
    assert (goals["Magadha"].kind, goals["Magadha"].badge) == ("quiet", "+3")
    # Across the corner point nobody marches in one step, and through an enemy not at all.
    assert "Khandesh" in goals and "Maharashtra" not in goals


def test_a_piece_that_may_not_move_stays_and_says_why(desk: Desk) -> None:
    hands.drag(desk.board, desk.at("Delhi"), desk.free("Lahore"))
    assert desk.said == ["The Rajputs are not to be moved now."]
    desk.board.ask(None)
    hands.drag(desk.board, desk.at("Agra"), desk.free("Oudh"))

    assert desk.actions == []
    assert desk.board.hand is None


def test_gui_05_an_illegal_drop_glides_back_and_says_why(desk: Desk) -> None:
    before = at_rest(desk)
    for goal in (desk.at("Simhala"), desk.free("China"), QPointF(3, 3)):
        hands.drag(desk.board, desk.at("Bengal"), goal)
        assert desk.board.hand is None and not desk.board.dragging
        assert at_rest(desk) == before
    assert next(each for each in desk.said if each) == "There is no way from Bengal to Simhala."
    assert len([each for each in desk.said if each]) == 3
    assert desk.actions == []

    hands.drag(desk.board, desk.at("Bengal"), desk.free("Magadha"))

    assert len(desk.actions) == 1


def test_gui_05_dropped_outside_the_window(desk: Desk) -> None:
    before = at_rest(desk)

    hands.drag(desk.board, desk.at("Bengal"), QPointF(-50, -80))

    assert desk.said[-1] == "That is no area."
    assert (desk.actions, at_rest(desk)) == ([], before)


@pytest.mark.parametrize("how", ["escape", "right button", "other window"])
def test_gui_05_a_drag_broken_off_leaves_everything_as_it_was(desk: Desk, how: str) -> None:
    board, before, goal = desk.board, at_rest(desk), desk.free("Magadha")
    hands.drag(board, desk.at("Bengal"), goal, drop=False)
    assert held(board)

    if how == "escape":
        hands.key(board, Qt.Key.Key_Escape)
    elif how == "right button":
        hands.press(board, goal, hands.RIGHT)
    else:
        QApplication.sendEvent(
            board, QFocusEvent(QFocusEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason)
        )

    assert board.hand is None and not board.dragging
    hands.release(board, goal)
    assert (desk.actions, at_rest(desk)) == ([], before)
    hands.drag(board, desk.at("Bengal"), goal)
    assert len(desk.actions) == 1


def test_the_table_is_asked_for_the_rule_behind_a_vain_drop(desk: Desk) -> None:
    doubted: list[Action] = []
    desk.board.doubted.connect(doubted.append)

    hands.drag(desk.board, desk.at("Bengal"), desk.free("Delhi"))

    (tried,) = doubted
    assert isinstance(tried, March)
    assert (desk.name(tried.origin), desk.name(tried.path[-1]), tried.ends[-1]) == ("Bengal", "Delhi", 2)
    refusal = gupta_board().refused(tried)
    assert refusal == ("too-far", "5.12")


@pytest.mark.parametrize("scale", [0.5, 3.0])
@pytest.mark.parametrize("grab", [(0, 0), (7, -7)])
def test_gui_07_a_press_that_moves_three_pixels_is_a_click(
    desk: Desk, scale: float, grab: tuple[int, int]
) -> None:
    board = desk.board
    x, y = board.map.shape(desk.place("Bengal")).stack
    board.restore(x, y, max(scale, board.camera.least))
    start = desk.at("Bengal") + QPointF(*grab)

    hands.press(board, start)
    hands.move(board, start + QPointF(2, 0), start + QPointF(2, 1))
    hands.release(board, start + QPointF(2, 1))

    assert not held(board)
    assert board.hand is not None and list(board.hand.taken) == [army(desk, "Bengal").id]
    assert desk.actions == []
    hands.key(board, Qt.Key.Key_Escape)
    threshold = QApplication.startDragDistance()
    hands.press(board, start)
    hands.move(board, start + QPointF(threshold, 1))
    assert held(board)
    hands.key(board, Qt.Key.Key_Escape)


def test_gui_07_a_double_click_with_jitter_opens_the_card_and_moves_nothing(desk: Desk) -> None:
    board, at = desk.board, desk.free("Rajputana")
    start = board.stored()
    hands.click(board, at)
    hands.move(board, at + QPointF(2, 1))

    hands.double_click(board, at + QPointF(2, 1))

    assert [desk.name(place) for place in desk.opened] == ["Rajputana"]
    assert board.stored() == start
    assert desk.actions == []


def test_click_and_click_does_what_a_drag_does(desk: Desk) -> None:
    hands.click(desk.board, desk.at("Bengal"))
    assert desk.board.hand is not None
    hands.click(desk.board, desk.free("Magadha"))

    assert desk.actions == [march(desk, "Bengal", "Magadha", ends=(2,))]


def test_the_keyboard_does_what_a_drag_does(desk: Desk) -> None:
    board = desk.board
    seen: list[tuple[object, ...]] = []
    for _ in range(30):
        hands.key(board, Qt.Key.Key_Tab)
        assert board.hand is not None
        seen.append(tuple(board.hand.taken))
        if board.hand.origin == desk.place("Assam"):
            break
    assert len(seen) == len(set(seen)) > 1
    while board.aimed != desk.place("Bhutan"):
        hands.key(board, Qt.Key.Key_G)
    hands.key(board, Qt.Key.Key_Return)

    assert desk.actions == [march(desk, "Assam", "Bhutan", ends=(1,))]


def test_gui_08_exactly_the_chosen_of_a_stack_move(desk: Desk) -> None:
    board = desk.board
    board.open_fan(army(desk, "Agra"))
    fan = board.fan
    assert fan is not None and len(fan.pieces) == 5
    hands.click(board, fan.place(1))
    hands.click(board, fan.place(2))
    hands.click(board, fan.place(3))
    hands.click(board, fan.place(3))

    hands.drag(board, fan.place(2), desk.free("Oudh"))

    assert desk.actions == [march(desk, "Agra", "Oudh", ends=(2,))]


def test_gui_08_a_leader_is_taken_alone_from_the_fan(desk: Desk) -> None:
    board = desk.board
    board.open_fan(army(desk, "Agra"))
    assert board.fan is not None

    hands.drag(board, board.fan.place(0), desk.free("Oudh"))

    assert desk.actions == [march(desk, "Agra", "Oudh", ends=(0,), escorts=((chandra(desk), 0),))]


def test_a_stack_fans_out_under_a_resting_pointer(desk: Desk, qtbot) -> None:
    hands.move(desk.board, desk.at("Agra") + QPointF(4, 4))
    qtbot.waitUntil(lambda: desk.board.fan is not None)

    hands.move(desk.board, desk.free("Tibet"))

    assert desk.board.fan is None


def test_gui_10_a_view_that_comes_in_the_middle_of_a_drop(desk: Desk) -> None:
    board = desk.board
    rules = gupta_board()

    def answer(action: March) -> None:
        board.show(desk.game.view(rules.state, None))
        board.ask(desk.legal)

    board.submitted.connect(answer)
    start, goal = desk.at("Bengal"), desk.free("Magadha")
    for _ in range(30):
        hands.press(board, start)
        hands.move(board, start + QPointF(20, 0), goal)
        hands.release(board, goal)
    assert len(desk.actions) == 30
    assert board.hand is None


def test_gui_10_a_view_that_comes_in_the_middle_of_a_drag_puts_the_piece_back(desk: Desk) -> None:
    board = desk.board
    hands.drag(board, desk.at("Bengal"), desk.free("Magadha"), drop=False)

    board.show(structs.replace(desk.view))
    board.ask(desk.legal)

    assert board.hand is None
    hands.release(board, desk.free("Magadha"))
    assert desk.actions == []


def test_what_was_seen_before_shown_again_in_the_middle_of_a_drag_leaves_it_in_the_hand(desk: Desk) -> None:
    board = desk.board
    hands.drag(board, desk.at("Bengal"), desk.free("Magadha"), drop=False)

    board.show(desk.view)
    board.ask(desk.legal)

    assert board.hand is not None
    hands.release(board, desk.free("Magadha"))
    assert len(desk.actions) == 1


def test_gui_11_gui_13_views_without_end_leave_nothing_behind(desk: Desk) -> None:
    board = desk.board
    rules = gupta_board()
    views = [desk.view, desk.game.view(rules.state, None)]

    def round_of(times: int) -> int:
        for n in range(times):
            board.show(views[n % 2])
            board.ask(desk.legal)
        board.grab()
        gc.collect()
        return sum(1 for each in gc.get_objects() if str(type(each).__module__).startswith("maharaja_qt"))

    first = round_of(20)
    assert round_of(60) == first
    ids = [piece.id for piece in board.layer.pieces]
    assert len(ids) == len(set(ids))


def test_the_status_line_tells_what_can_be_done_under_the_pointer(qtbot: QtBot) -> None:
    board = gupta_board()
    dress()
    sitting = Sitting(board, [board.ask.seat])
    qtbot.addWidget(sitting.page)
    hands.move(sitting.map, QPointF(3, 3), sitting.at("Bengal"))
    assert sitting.said[-1].startswith("Bengal") and sitting.said[-1].endswith(
        "drag an army, or click it and then a lit area"
    )
    hands.move(sitting.map, sitting.free("Sind"))
    assert sitting.said[-1].endswith("a double click tells all about it")
    hands.drag(sitting.map, sitting.at("Bengal"), sitting.free("Magadha"), drop=False)
    assert "Magadha" in sitting.said[-1] and sitting.said[-1].endswith("let go, or click, to go there")
    hands.glide(sitting.map, sitting.free("Magadha"), sitting.free("Sind"))
    assert sitting.said[-1].endswith("cannot be reached now")


def test_it_is_said_before_one_attacks_a_nation_of_ones_own(qtbot: QtBot) -> None:
    board = gupta_board()
    dress()
    sitting = Sitting(board, [board.ask.seat])
    qtbot.addWidget(sitting.page)
    hands.drag(sitting.map, sitting.at("Agra"), sitting.free("Delhi"), drop=False)
    sitting.map.repaint()
    look = sitting.map.bubble.shown
    assert look is not None
    words, setup = sitting.map.words, board.state.setup
    assert same_seat(words, board.c, setup, look) == ""
    own = structs.replace(look, enemy=NAMES.nation("Sinhalese"))
    assert same_seat(words, board.c, setup, own) == "The Sinhalese are played by the same seat"
    height = sitting.map.bubble._draw(None, look, ())
    assert sitting.map.bubble._draw(None, own, ()) > height
