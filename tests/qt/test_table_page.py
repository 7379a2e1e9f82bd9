"""What the table page says: refusals with their rule, whose turn it is, what is left, undo and redo."""

from __future__ import annotations

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QPushButton
from pytestqt.qtbot import QtBot

from core.games.empires.actions import AskLeave, Done, March, Stand
from core.games.empires.outlook import enemy_in, outlook, sketch, stakes
from core.games.empires.pieces import places_of
from core.games.empires.standing import LEAVE, NEVER, SUBMISSION
from core.games.empires.state import ERRATA
from maharaja_qt.empires import odds_words
from maharaja_qt.empires.lights import label_box
from maharaja_qt.frame.status_line import StatusLine, split_rule
from maharaja_qt.frame.todo_line import TodoLine
from net import messages as m
from tests.empires.board import NAMES, Board
from tests.qt import hands
from tests.qt.kinds import KINDS
from tests.qt.positions import gupta_board
from tests.qt.sitting import LEFT, Sitting, dress


def sit(
    qtbot: QtBot, board: Board, mine: list[int] | None = None, size: tuple[int, int] = (1280, 750)
) -> Sitting:
    dress()
    made = Sitting(board, mine, size=size)
    qtbot.addWidget(made.page)
    return made


def test_the_end_says_who_has_won_and_with_how_many_points(qtbot: QtBot) -> None:
    board = Board(turn=16, nation="british", armies={"british": {"Bengal": 2}, "dutch": {"Lanka": 1}})
    board.state.points[board.c.names["nation"].index("British")] = 40
    sitting = sit(qtbot, board)
    while board.game.outcome(board.state) is None:
        sitting.client.elsewhere(board.game.legal(board.state, board.ask.seat).first())

    end = board.game.outcome(board.state)
    assert end is not None
    points = max(end.scores)
    assert sitting.presenter.heading().prompt == f"Won by Tomas (Purple) with {points} points"
    said = [label.text() for label in sitting.page.choices.findChildren(QLabel) if label.isVisible()]
    assert any("The game is won by Purple" in each for each in said)
    assert not sitting.page._done.isVisible()


# Refusals.


def test_gui_05_a_vain_drop_tells_the_rule_and_changes_nothing(qtbot: QtBot) -> None:
    sitting = sit(qtbot, gupta_board())
    before = sitting.map.view
    hands.drag(sitting.map, sitting.at("Bengal"), sitting.free("Delhi"))

    assert sitting.said[-1].endswith("[5.12]")
    assert [answer.code for answer in sitting.client.answers] == ["too-far"]
    assert sitting.map.view == before and sitting.map.hand is None

    hands.drag(sitting.map, sitting.at("Bengal"), sitting.free("Magadha"))

    assert isinstance(sitting.client.sent[-1], March)
    assert sitting.client.answers[-1].code == ""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Too far. [5.12]", ("Too far.", "5.12")),
        ("Too far. [5.12a]", ("Too far.", "5.12a")),
        ("No rule", ("No rule", "")),
        ("[x]", ("[x]", "")),
    ],
)
def test_a_sentence_and_its_section_are_told_apart(text: str, found: tuple[str, str]) -> None:
    assert split_rule(text) == found


def test_a_click_on_the_section_opens_the_rule(qtbot: QtBot) -> None:
    line = StatusLine()
    qtbot.addWidget(line)
    line.show()
    opened: list[str] = []
    line.rule_wanted.connect(opened.append)
    line.setText("<b>Malabar</b> is hill country. [5.12]")
    assert line.text() == "<b>Malabar</b> is hill country."

    qtbot.mouseClick(line._rule, LEFT)

    assert opened == ["5.12"]
    line.clear()
    assert not line._rule.isVisible()


# Whose turn it is.


def test_rul_12_who_is_out_of_turn_is_told_whose_turn_it_is(qtbot: QtBot) -> None:
    board = gupta_board()
    others = [seat for seat in range(4) if seat != board.ask.seat]
    sitting = sit(qtbot, board, others)

    hands.click(sitting.map, sitting.at("Delhi"))

    assert sitting.said[-1] == "Not your turn: Anand (Yellow) moves the Guptas."
    assert sitting.client.sent == []
    assert sitting.page._prompt.text() == "Anand (Yellow) moves the Guptas"
    assert sitting.page.choices._prompt.text() == "Waiting: Anand (Yellow) moves the Guptas."


def test_rul_12_the_defender_decides_in_the_attackers_turn_and_may_jump_there(qtbot: QtBot) -> None:
    board = KINDS["submission"]()
    sitting = sit(qtbot, board, [board.ask.seat])
    choices = sitting.page.choices
    assert choices._prompt.text() == "Rajputs: submit to the Muslims in North India?"
    start = sitting.map.stored()

    qtbot.mouseClick(sitting.button("Show on the board", choices), LEFT)

    assert sitting.map.stored() != start
    assert sitting.map.found == sitting.place("Rajputana")


def test_rul_12_one_player_acts_twice_running(qtbot: QtBot) -> None:
    sitting = sit(qtbot, KINDS["growth"]())
    first = sitting.page._position
    hands.click(sitting.map, sitting.free("Andhra"))
    assert sitting.page._position is not first
    assert sitting.page._position is not None and sitting.page._position.asked


# Done, undo, redo.


def test_the_old_position_is_not_answered_again_before_the_new_one_is_in_sight(qtbot: QtBot) -> None:
    sitting = sit(qtbot, KINDS["move"]())
    page, client, sent = sitting.page, sitting.client, []

    def act(position, action, then) -> None:
        sent.append(action)
        then(m.Answer(1, "", position.n + 1))

    client.act = act  # type: ignore[method-assign, assignment]
    qtbot.mouseClick(page._done, LEFT)
    page.done()
    assert len(sent) == 1 and not page._done.isEnabled()

    client._news([])  # the next position

    page.done()
    assert len(sent) == 2


@pytest.mark.parametrize("size", [(1280, 750), (1024, 650)])
def test_buttons_of_the_header_keep_their_places_when_the_turn_passes(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    """Nothing comes to lie where the main button was: a second click there presses nothing else."""
    sitting = sit(qtbot, KINDS["move"](), [KINDS["move"]().ask.seat], size)
    page = sitting.page
    places: list[list[int]] = []

    def places_now() -> None:
        QApplication.processEvents()
        buttons = [each for each in (page._hint, page._undo) if each.isVisible()]
        places.append([each.mapTo(page, QPoint()).x() for each in buttons])

    qtbot.waitUntil(lambda: page._undo.shows_key == (size[0] > 1100))
    qtbot.waitUntil(lambda: page._undo.width() == page._undo.sizeHint().width())
    at = page._done.mapTo(page, page._done.rect().center())
    places_now()
    qtbot.mouseClick(page._done, LEFT)  # to another question
    places_now()
    while page._done.isVisible():
        qtbot.mouseClick(page._done, LEFT)
        places_now()
    assert sitting.table.ask.seat not in sitting.client.seats(), "on to somebody else"
    assert len(places) >= 2 and all(each == places[0] for each in places), places
    assert not isinstance(page.childAt(at), QPushButton)


def test_too_many_for_the_land_is_told_with_its_number(qtbot: QtBot) -> None:
    sitting = sit(qtbot, KINDS["overpopulation"]())
    assert sitting.page.choices._left.text() == "Still to come off: 2 armies; an area feeds two."
    qtbot.mouseClick(sitting.button("Take an army off Delhi", sitting.page.choices), LEFT)
    assert sitting.page.choices._left.text() == "Still to come off: 1 army; an area feeds two."


def test_the_second_battles_of_a_major_invasion_are_not_ticked_before_they_are_fought(qtbot: QtBot) -> None:
    board = Board(
        turn=9, nation="rajputs", phase="overpopulation-in-major", plain=True, chart={"major": True},
        cycle=2, armies={"rajputs": {"Delhi": 3, "Agra": 3}},
    )  # fmt: skip
    strip = sit(qtbot, board).page._phases._steps
    assert [name for name, state in strip if state == "past"][-2:] == ["Battle", "March again"]
    assert ("Too many for the land", "now") in strip
    assert [name for name, state in strip if state == "next"] == ["Battle", "Factories and Arms"]


def test_two_seats_of_one_player_and_a_computer_player_in_a_seat_are_told_apart(qtbot: QtBot) -> None:
    board = KINDS["move"]()
    sitting, view = sit(qtbot, board), board.game.view(board.state, None)
    room, presenter = sitting.client.room, sitting.presenter
    seat = room.waiting[0].seat
    other = (seat + 1) % len(room.seats)
    seats = list(room.seats)
    seats[other] = structs.replace(seats[seat], ai="normal")
    doubled = structs.replace(room, seats=tuple(seats))
    presenter._dice.show_view(view, doubled)
    cells = [presenter._dice.grid.item(n, 0) for n in (seat, other)]
    names = [cell.text() for cell in cells if cell is not None]
    own = [presenter.texts.name("seat", n) for n in (seat, other)]
    assert names == [f"{seats[seat].name} ({each})" for each in own]
    presenter._score.show_view(view, doubled, [seat, other])
    notes = {row[0]: row[2] for row in presenter._score._rows}
    assert (notes[seat], notes[other]) == ("you", "AI for you")
    waits = structs.replace(room.waiting[0], seat=other)
    assert presenter.awaits(doubled, waits).startswith(f"The AI for {names[1]}")


def test_before_done_armies_too_many_for_the_land_are_told(qtbot: QtBot) -> None:
    board = Board(turn=9, nation="rajputs", plain=True, armies={"rajputs": {"Delhi": 4}})
    sitting = sit(qtbot, board)
    told = "2 armies too many for your land as it stands: an area feeds two"
    assert sitting.page._done.toolTip() == f"Not moved yet: Delhi (4) · {told}"
    hands.drag(sitting.map, sitting.at("Delhi"), sitting.free("Agra"))
    assert told in sitting.page._done.toolTip(), "all of them in another place are as many"


@pytest.mark.parametrize("errata", [True, False])
def test_in_a_major_invasion_the_warning_comes_when_somebody_will_look(qtbot: QtBot, errata: bool) -> None:
    board = Board(
        turn=9, nation="rajputs", plain=True, chart={"major": True}, errata=errata,
        armies={"rajputs": {"Delhi": 5, "Agra": 1}},
    )  # fmt: skip
    sitting = sit(qtbot, board)

    warned = "2 armies too many" in sitting.page._done.toolTip()
    sitting.page.done()

    assert warned == (not errata)
    assert (sitting.kind == "overpopulation") == warned


def test_done_says_what_is_left_and_takes_one_key(qtbot: QtBot) -> None:
    sitting = sit(qtbot, KINDS["move"]())
    assert sitting.page._done.toolTip() == "Not moved yet: Delhi (3), Malwa (1)"
    assert sitting.page.choices._left.text() == sitting.page._done.toolTip()
    hands.drag(sitting.map, sitting.at("Malwa"), sitting.free("Agra"))
    assert sitting.page._done.toolTip() == "Not moved yet: Delhi (3)"

    sitting.page.done()

    assert sitting.client.sent[-1] == Done()
    assert QApplication.activeModalWidget() is None


def test_what_was_undone_is_done_again(qtbot: QtBot) -> None:
    sitting = sit(qtbot, gupta_board())
    hands.drag(sitting.map, sitting.at("Bengal"), sitting.free("Magadha"))
    hands.drag(sitting.map, sitting.at("Assam"), sitting.free("Bhutan"))
    after = sitting.table.game.codec.encode(sitting.table.state)
    sitting.page.deeds.undo()
    sitting.page.deeds.undo()
    assert sitting.table.at("Bengal") == {"guptas": 2}

    sitting.page.deeds.redo()
    sitting.page.deeds.redo()

    assert sitting.table.game.codec.encode(sitting.table.state) == after
    sitting.page.deeds.redo()
    assert sitting.said[-1] == "There is nothing to do again."


def test_something_else_done_empties_redo(qtbot: QtBot) -> None:
    sitting = sit(qtbot, gupta_board())
    hands.drag(sitting.map, sitting.at("Bengal"), sitting.free("Magadha"))
    sitting.page.deeds.undo()
    hands.drag(sitting.map, sitting.at("Assam"), sitting.free("Bhutan"))

    sitting.page.deeds.redo()

    assert sitting.said[-1] == "There is nothing to do again."
    assert sitting.table.at("Bengal") == {"guptas": 2}


def test_beyond_a_barrier_the_reason_is_told_and_the_others_are_asked_only_if_wanted(qtbot: QtBot) -> None:
    board = gupta_board()
    sitting = sit(qtbot, board, [board.ask.seat])
    hands.drag(sitting.map, sitting.at("Bengal"), sitting.free("Magadha"))
    sitting.client.barrier = "nation-ended"

    sitting.page.deeds.undo()

    assert "a nation's turn has ended" in sitting.page.notices.barrier.text.text()
    assert sitting.client.proposed == []
    qtbot.mouseClick(sitting.button("Ask the others to take it back"), LEFT)
    assert sitting.client.proposed == [("take-back", 3)]


# Odds beside the goal.


def test_the_odds_follow_a_change_of_number_at_once(qtbot: QtBot) -> None:
    sitting = sit(qtbot, gupta_board())
    board = sitting.map
    hands.drag(board, sitting.at("Agra"), sitting.free("Delhi"), drop=False)
    board.repaint()
    shown = board.bubble.shown
    assert shown is not None and shown.battle.attackers.armies == 4
    assert [NAMES.place_name(place) for place in shown.refuges] == ["Lahore", "Rajputana"]

    for number in (3, 2, 1):
        hands.wheel(board, sitting.free("Delhi"), -1)
        board.repaint()
        shown = board.bubble.shown
        assert shown is not None and shown.battle.attackers.armies == number

    hands.key(board, Qt.Key.Key_O)
    board.repaint()
    assert board.bubble.shown is None
    hands.key(board, Qt.Key.Key_Escape)


def test_the_bubble_covers_neither_goal_nor_what_is_held(qtbot: QtBot) -> None:
    from maharaja_qt.empires.bubble import _beside

    view = QRectF(0, 0, 780, 690)
    for x in range(60, 740, 85):
        for y in range(60, 640, 58):
            goal, held = QRectF(x - 30, y - 25, 60, 50), QRectF(x - 20, y - 20, 40, 48)
            lit = [QRectF(each, 200, 40, 40) for each in range(0, 740, 200)]
            for dx, dy in ((90, 0), (-90, 0), (0, 80), (0, -80)):
                came = goal.translated(dx, dy)
                box = _beside((goal, held, came), lit, view, 292, 280)
                assert view.contains(box)
                assert not any(map(box.intersects, (goal, held, came)))


@pytest.mark.parametrize("goal", ["Delhi", "Malwa", "Orissa", "Rajputana"])
def test_the_odds_do_not_hide_how_many_are_held(qtbot: QtBot, goal: str) -> None:
    sitting = Sitting(gupta_board())
    qtbot.addWidget(sitting.page)
    board = sitting.map
    hands.drag(board, sitting.at("Agra"), sitting.free(goal), drop=False)
    board.repaint()
    box, hand = board.bubble.box, board.hand
    assert box is not None and hand is not None and hand.label
    words = label_box(board, sitting.free(goal), hand.label)
    assert not words.intersects(box) and QRectF(board.rect()).contains(words)
    left = board.board_transform().map(QPointF(*board.map.shape(hand.origin).stack))
    assert not box.contains(left), "the place they came from is in sight"
    hands.key(board, Qt.Key.Key_Escape)
    board.repaint()
    assert board.bubble.box is None


def test_over_empty_land_the_points_for_entering_it_are_told(qtbot: QtBot) -> None:
    board = Board(turn=12, nation="mughals", plain=True, armies={"mughals": {"Lahore": 3}})
    sitting = sit(qtbot, board)
    hands.drag(sitting.map, sitting.at("Lahore"), sitting.free("Delhi"), drop=False)
    sitting.map.repaint()
    assert sitting.map.bubble.worth == "2 points for entering Delhi"
    hands.glide(sitting.map, sitting.free("Delhi"), sitting.free("Kashmir"))
    sitting.map.repaint()
    assert sitting.map.bubble.worth == ""


def test_percents_are_whole_and_add_up() -> None:
    for shares in ([1 / 3] * 3, [0.995, 0.004, 0.001], [0.125, 0.125, 0.75], [0.0, 0.0, 1.0]):
        assert sum(odds_words.percents(shares)) == 100
    assert odds_words.percents([0.929, 0.011, 0.06]) == [93, 1, 6]


@pytest.mark.parametrize("errata", [True, False])
def test_what_the_view_shows_is_the_position_again(errata: bool) -> None:
    board = gupta_board()
    board.state.options[ERRATA] = errata
    board.march("Agra", "Delhi", armies=3, escorts="Chandra")
    view = board.game.view(board.state, None)

    made = sketch(board.c, view)

    assert made.options == board.state.options
    for nation in range(len(board.c.nations)):
        assert places_of(made, nation) == places_of(board.state, nation)
    ways = sorted((k.place, k.entered_from(), k.armies) for k in board.state.cohorts)
    assert sorted((k.place, k.entered_from(), k.armies) for k in made.cohorts) == ways


def test_the_odds_are_those_of_the_march_once_made() -> None:
    board = gupta_board()
    way = board.way("Agra", "Delhi", armies=4, escorts="Chandra")
    place, enemy = NAMES.place("Delhi"), NAMES.nation("rajputs")
    before = board.game.view(board.state, None)
    assert enemy_in(board.c, before, place) == enemy
    held = outlook(board.c, before, place, enemy, way)
    said = [stake.why for stake in stakes(board.c, before, place, enemy, way)]
    board.act(way)

    assert held == outlook(board.c, board.game.view(board.state, None), place, enemy)
    assert said == ["hold", "empty"]


def test_armies_that_pay_when_they_fall_are_at_stake() -> None:
    board = gupta_board()
    board.state.turn = 6  # guptas-d1 pays for Rajputs in this turn
    place, enemy = NAMES.place("Delhi"), NAMES.nation("rajputs")

    assert [stake.why for stake in stakes(board.c, board.game.view(board.state, None), place, enemy)] == [
        "destroy"
    ]


# Leave asked by a drop, and standing answers.


def test_a_drop_on_a_sea_that_needs_leave_asks_for_it(qtbot: QtBot) -> None:
    board = Board(turn=4, nation="pandyas", plain=True, chart={"boats": NAMES.mask("Indian Ocean")},
                  armies={"pandyas": {"Malabar": 3}, "portuguese": {"Indian Ocean": 1}})  # fmt: skip
    sitting = sit(qtbot, board)
    sea = sitting.place("Indian Ocean")
    hands.drag(sitting.map, sitting.at("Malabar"), sitting.free(sea))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert menu.actions()[0].text() == "Ask for leave to cross the Indian Ocean"
    qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(menu.actions()[0]).center())
    assert sitting.client.sent == [AskLeave(sea)]
    assert sitting.kind == "leave"


def test_standing_answers_have_a_switch_for_each_own_nation(qtbot: QtBot) -> None:
    board = KINDS["submission"]()
    sitting = sit(qtbot, board, [board.ask.seat])
    switches = sitting.presenter._switches
    nation = NAMES.nation("rajputs")
    assert {n for n, _ in switches._boxes} == {nation}
    box = switches._boxes[nation, SUBMISSION]
    assert box.currentText() == "Ask me" and "Submission" in box.accessibleName()
    assert (nation, LEAVE) not in switches._boxes

    box.setCurrentIndex(box.findData(NEVER))
    box.activated.emit(box.currentIndex())

    assert sitting.client.sent == [Stand(nation, SUBMISSION, NEVER)]
    assert sitting.client.answers[-1].code == ""
    assert switches._boxes[nation, SUBMISSION].currentText() == "Not this turn"
    assert sitting.kind == "submission"


def test_an_alliance_is_declared_by_its_button(qtbot: QtBot) -> None:
    armies = {"marathas": {"Bengal": 2, "Orissa": 1}, "british": {"Bay of Bengal": 2}}
    board = Board(turn=13, nation="british", plain=True, armies=armies)
    owner = board.c.setups["four"].owner[NAMES.nation("marathas")]
    sitting = sit(qtbot, board)
    assert owner in sitting.client.seats()
    position = sitting.client.positions[owner]
    allies = [choice for choice in sitting.presenter.choices(position) if choice.quiet]
    assert [choice.text for choice in allies] == ["Marathas: ally with the overlord"]
    assert [sitting.presenter.word(action, "") for action in allies[0].actions] == [
        "Give the population marker", "Give an army of Bengal", "Give an army of Orissa",
    ]  # fmt: skip

    sitting.page.act(allies[0].actions[0])

    assert board.state.allied[NAMES.nation("marathas")]


def test_a_sentence_of_the_log_under_the_pointer_lights_its_place(qtbot: QtBot) -> None:
    sitting = sit(qtbot, gupta_board())
    hands.drag(sitting.map, sitting.at("Bengal"), sitting.free("Magadha"))
    log = sitting.page.log
    pages = log._pages
    QApplication.processEvents()
    before = sitting.map.stored()
    qtbot.waitUntil(lambda: "March" in pages.toPlainText())
    cursor = pages.document().find("March")
    at = pages.cursorRect(cursor).center()

    hands.move(pages.viewport(), QPointF(at - QPoint(8, 0)), QPointF(at))

    assert sitting.map.found == sitting.place("Magadha") and sitting.map.stored() == before
    hands.move(pages.viewport(), QPointF(4, pages.viewport().height() - 4))
    assert sitting.map.found == -1


# What is still worth doing.


def todo(sitting: Sitting) -> list[TodoLine]:
    QApplication.processEvents()
    panel = sitting.page.choices
    return [each for each in panel.findChildren(TodoLine) if each.isVisibleTo(panel)]


def test_before_done_the_few_things_worth_doing_are_told_and_a_click_shows_where(qtbot: QtBot) -> None:
    sitting = sit(qtbot, gupta_board())
    qtbot.waitUntil(lambda: len(sitting.presenter.todo()) == 3)
    lines = todo(sitting)
    assert [line.text().replace("\u00a0", " ") for line in lines] == [
        "Attack Delhi (3 from Agra): 69 % to take it; 2 points if held",
        "Attack Malwa (2 from Bundelkhand): 87 % to take it; 1 point if held",
        "Attack Orissa (2 from Magadha): 87 % to take it; 1 point if held",
    ]
    assert all(f"\n• {line.text()}" in sitting.page._done.toolTip() for line in lines)
    before = sitting.map.camera.x, sitting.map.camera.y

    at = QPointF(20, 8)
    QApplication.sendEvent(lines[1], QEnterEvent(at, at, lines[1].mapToGlobal(at)))
    assert sitting.map.found == sitting.place("Malwa")
    assert (sitting.map.camera.x, sitting.map.camera.y) == before, "looking moves nothing"

    qtbot.mouseClick(lines[1], LEFT)
    assert sitting.map.found == sitting.place("Malwa")
    assert (sitting.map.camera.x, sitting.map.camera.y) != before
    assert sitting.client.sent == [], "it shows, and does nothing"


def test_what_has_been_done_is_no_longer_worth_doing_and_undo_brings_it_back(qtbot: QtBot) -> None:
    sitting = sit(qtbot, gupta_board())
    hands.drag(sitting.map, sitting.at("Bundelkhand"), sitting.free("Malwa"))
    qtbot.waitUntil(lambda: all("Malwa" not in line.text() for line in todo(sitting)))
    sitting.page.deeds.undo()
    qtbot.waitUntil(lambda: any("Malwa" in line.text() for line in todo(sitting)))


def test_nothing_is_worth_doing_for_whoever_is_not_asked(qtbot: QtBot) -> None:
    board = gupta_board()
    sitting = sit(qtbot, board, [(board.ask.seat + 1) % 4])
    assert todo(sitting) == [] and not sitting.page.choices._worth.isVisible()


def test_a_key_leads_to_what_is_worth_doing(qtbot: QtBot) -> None:
    sitting = sit(qtbot, KINDS["battle"]())
    sitting.page.activateWindow()
    line = todo(sitting)[0]
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    where = sitting.map.found
    assert where >= 0 and NAMES.place_name(where) in line.text()
    hands.key(line, Qt.Key.Key_Return)
    assert sitting.client.sent == [] and sitting.map.found == where
