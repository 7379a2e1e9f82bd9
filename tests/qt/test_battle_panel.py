"""The battle panel: what it says, that it never decides by itself, and that it can be put away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec import Struct
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from core.games.empires.actions import Done, Retreat
from maharaja_qt.client import Event
from maharaja_qt.empires import odds_words
from maharaja_qt.theme import Mode, theme
from tests.empires.board import Board
from tests.qt import hands
from tests.qt.sitting import LEFT, Sitting, dress, with_type


def delhi(rolls: list[int]) -> Board:
    """The Guptas with Chandra fall upon the Rajputs in Delhi."""
    rajputs = {"Delhi": 3, "Lahore": 2, "Rajputana": 2, "Punjab": 1}
    armies = {"guptas": {"Agra": 4, "Oudh": 3, "Nepal": 1}, "rajputs": rajputs}
    board = Board(turn=7, nation="guptas", rolls=rolls, leaders={"Chandra": "Agra"}, armies=armies)
    board.march("Agra", "Delhi", armies=3, escorts="Chandra")
    board.march("Oudh", "Delhi", armies=2)
    return board


def sit(qtbot: QtBot, board: Board, mine: list[int] | None = None, mode: Mode = "light") -> Sitting:
    dress(mode)
    made = Sitting(board, mine)
    qtbot.addWidget(made.page)
    return made


def fight(qtbot: QtBot, rolls: list[int], mine: list[int] | None = None, mode: Mode = "light") -> Sitting:
    board = delhi(rolls)
    seat = board.ask.seat
    made = sit(qtbot, board, mine, mode)
    if seat in made.client.seats():
        made.page.done()
    else:
        made.client.elsewhere(Done())
    return made


def repeat(widget: object, key: Qt.Key, times: int = 20) -> None:
    """A key held down: presses and releases that repeat by themselves."""
    for _ in range(times):
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, "", True)
            QApplication.sendEvent(widget, event)  # type: ignore[arg-type]


NONE_HIT = [1] * 8
ROUND = [5, 2, 3, 1, 3, 1, 5, 6]


def test_a_battle_opens_the_panel_with_everything_spelled_out(qtbot: QtBot, tmp_path: Path) -> None:
    sitting = fight(qtbot, NONE_HIT * 3)
    panel, cover = sitting.panel, sitting.page.cover
    assert cover is not None and cover.isVisible()
    assert panel._title.text() == "The battle of Delhi"
    assert panel._ours.accessibleName() == (
        "Guptas, Anand (Yellow), you · from Agra and Oudh: 6. "
        "Each hits on 4–6 · open country (8.3) · 1 more for Chandra (9.2)"
    )
    assert "Each hits on 5–6" in panel._theirs.accessibleName()
    assert panel._sentence.text() == "Rajputs: retreat from the Guptas in Delhi, or stay?"
    words = [b.text() for b in sitting.buttons(panel)]
    assert words[-3:] == [
        "Stay and fight", "Fall back to Lahore with 3 armies", "Fall back to Rajputana with 3 armies",
    ]  # fmt: skip
    view, battle = sitting.map.view, sitting.presenter._battle
    assert view is not None and battle.fight is not None
    look = battle._outlook(view, battle.fight)
    assert look is not None
    percents = odds_words.shares(look.odds)
    assert sum(percents) == 100
    assert panel._bar.accessibleName().startswith(f"Guptas {percents[0]} %")
    assert "They may retreat to Lahore" in panel._facts.text()
    sitting.keep("battle-panel", tmp_path)


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_rounds_losses_and_the_end_are_told(qtbot: QtBot, tmp_path: Path, mode: Mode) -> None:
    sitting = fight(qtbot, ROUND * 2 + [6] * 9, mode=mode)
    while sitting.kind in ("battle-loss", "retreat", "fall-back"):
        first = next(b for b in sitting.buttons(sitting.panel) if b in sitting.panel._made)
        sitting.keep(f"battle-{mode}-{len(sitting.client.sent)}", tmp_path)
        qtbot.mouseClick(first, LEFT)
    battle = sitting.presenter._battle.fight
    assert battle is not None and battle.ended is not None
    assert battle.rounds[0].hits(battle.attacker) == 1 and battle.rounds[0].hits(battle.enemy) == 2
    assert battle.lost(battle.enemy) + battle.fled(battle.enemy) == battle.began_with(battle.enemy)
    sitting.keep(f"battle-{mode}-over", tmp_path)
    assert all(answer.code == "" for answer in sitting.client.answers)


def test_dice_roll_and_a_click_brings_them_to_rest(qtbot: QtBot) -> None:
    sitting = sit(qtbot, delhi(NONE_HIT * 4))
    lanes = sitting.panel.lanes
    lanes.motion.off = False
    sitting.page.done()
    assert lanes.rolling
    assert sitting.panel._made == [], "nothing is put before the dice lie still"

    hands.click(lanes, QPointF(40, 30))

    assert not lanes.rolling
    assert sitting.panel._made
    before = len(sitting.client.sent)
    qtbot.mouseClick(sitting.button("At once", sitting.panel), LEFT)
    qtbot.mouseClick(sitting.button("Stay and fight", sitting.panel), LEFT)
    qtbot.mouseClick(sitting.button("Fight on", sitting.panel), LEFT)
    assert len(sitting.client.sent) == before + 2
    assert not lanes.rolling, "at once skips to the result"


def test_dice_come_to_rest_by_themselves(qtbot: QtBot) -> None:
    sitting = sit(qtbot, delhi(NONE_HIT * 4))
    sitting.panel.lanes.motion.off = False
    sitting.page.done()
    assert sitting.panel.lanes.rolling

    qtbot.waitUntil(lambda: bool(sitting.panel._made), timeout=5_000)


def test_rul_13_folding_decides_nothing_and_a_button_brings_it_back(qtbot: QtBot) -> None:
    sitting = fight(qtbot, NONE_HIT * 3)
    cover, page = sitting.page.cover, sitting.page
    assert cover is not None
    sent = list(sitting.client.sent)
    for fold in (
        lambda: hands.key(sitting.panel, Qt.Key.Key_Escape),
        lambda: qtbot.mouseClick(sitting.button("Look at the map", sitting.panel), LEFT),
        lambda: hands.click(cover, QPointF(4, cover.height() - 4)),
    ):
        fold()
        assert not cover.isVisible()
        assert page._sheet.isVisible() and page._sheet.text() == "The battle of Delhi"
        hands.click(sitting.map, sitting.free("Kerala"))
        assert sitting.client.sent == sent and sitting.kind == "retreat"
        qtbot.mouseClick(page._sheet, LEFT)
        assert cover.isVisible()

    hands.key(sitting.panel, Qt.Key.Key_Escape)
    hands.drag(sitting.map, sitting.at("Delhi"), sitting.free("Lahore"))
    assert isinstance(sitting.client.sent[-1], Retreat)


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_R])
def test_rul_13_a_key_held_down_decides_nothing(qtbot: QtBot, key: Qt.Key) -> None:
    sitting = fight(qtbot, NONE_HIT * 3)
    sent = list(sitting.client.sent)
    for widget in (sitting.panel, *sitting.panel._made, sitting.map, sitting.page._done):
        widget.setFocus()
        repeat(widget, key)
    assert sitting.client.sent == sent


def test_enter_pressed_twice_decides_and_r_goes_to_the_way_back(qtbot: QtBot) -> None:
    sitting = fight(qtbot, NONE_HIT * 3)
    sitting.page.activateWindow()
    hands.key(sitting.panel, Qt.Key.Key_R)
    hands.key(sitting.panel._made[1], Qt.Key.Key_Return)

    assert isinstance(sitting.client.sent[-1], Retreat)


def test_whoever_has_nothing_to_decide_sees_who_does(qtbot: QtBot, tmp_path: Path) -> None:
    guptas = 3
    sitting = fight(qtbot, NONE_HIT * 3, [guptas])
    assert sitting.kind == "retreat"
    panel = sitting.panel
    assert panel._sentence.text() == "Tomas (Purple) decides"
    assert panel._made == []
    sitting.keep("battle-others-decide", tmp_path)

    sitting.client.elsewhere(Done())

    assert sitting.kind == "fall-back"
    assert panel._made[0].text() == "Fight on"


def test_a_battle_of_others_only_lights_the_button(qtbot: QtBot) -> None:
    board = delhi(NONE_HIT * 3)
    lookers = [seat for seat in range(4) if seat not in (board.ask.seat, board.c.setups["four"].owner[9])]
    sitting = sit(qtbot, board, lookers)
    sitting.client.elsewhere(Done())
    cover = sitting.page.cover
    assert cover is not None and not cover.isVisible()
    assert sitting.page._sheet.isVisible()
    qtbot.mouseClick(sitting.page._sheet, LEFT)
    assert cover.isVisible()


def test_rounds_of_others_wait_for_whoever_looks_at_one(qtbot: QtBot, tmp_path: Path) -> None:
    board = delhi(NONE_HIT * 4)
    lookers = [seat for seat in range(4) if seat not in (board.ask.seat, board.c.setups["four"].owner[9])]
    sitting = sit(qtbot, board, lookers)
    sitting.client.elsewhere(Done())
    sitting.page.activateWindow()
    qtbot.mouseClick(sitting.page._sheet, LEFT)
    panel, cover = sitting.panel, sitting.page.cover
    assert cover is not None and cover.isVisible()
    seen = panel.lanes.accessibleName()
    assert "Round 1" in seen and "Round 2" not in seen

    def fight_on() -> None:
        for _ in range(2):  # who stays, and who goes on
            sitting.client.elsewhere(Done())

    fight_on()
    fight_on()
    assert panel.lanes.accessibleName() == seen, "what is looked at stays"
    assert panel._sentence.text() == "Since then: 2 more rounds"
    newest = sitting.button("Newest", panel)
    sitting.keep("battle-newest", tmp_path)
    newest.setFocus()
    hands.key(newest, Qt.Key.Key_Return)
    assert "Round 3" in panel.lanes.accessibleName() and "Since then" not in panel._sentence.text()

    fight_on()
    assert panel._sentence.text() == "Since then: 1 more round"
    hands.key(panel, Qt.Key.Key_Escape)
    assert not cover.isVisible(), "who folds it is done with it"
    qtbot.mouseClick(sitting.page._sheet, LEFT)
    assert "Round 4" in panel.lanes.accessibleName()


def test_enter_answers_where_the_header_has_led(qtbot: QtBot) -> None:
    sitting = fight(qtbot, NONE_HIT * 3)
    sitting.page.activateWindow()
    qtbot.waitUntil(sitting.page.isActiveWindow)
    hands.key(sitting.panel, Qt.Key.Key_Escape)
    sent = len(sitting.client.sent)
    qtbot.mouseClick(sitting.page._sheet, LEFT)
    qtbot.waitUntil(sitting.panel._made[0].hasFocus)
    focus = sitting.page.window().focusWidget()
    assert focus is not None
    hands.key(focus, Qt.Key.Key_Return)
    assert sitting.client.sent[sent:] == [Done()]


def test_who_writes_is_not_interrupted_by_a_battle(qtbot: QtBot) -> None:
    board = delhi(NONE_HIT * 3)
    rajputs = board.c.setups["four"].owner[board.names.nation("rajputs")]
    sitting = sit(qtbot, board, [rajputs])
    page = sitting.page
    page.tabs.setCurrentWidget(page.chat)
    page.activateWindow()
    page.chat._line.setFocus()
    qtbot.waitUntil(lambda: QApplication.focusWidget() is page.chat._line)

    sitting.client.elsewhere(Done())

    assert page.cover is not None and not page.cover.isVisible()
    assert QApplication.focusWidget() is page.chat._line
    assert page._sheet.isVisible()


def test_a_battle_taken_back_is_gone(qtbot: QtBot) -> None:
    sitting = fight(qtbot, NONE_HIT * 3)
    assert sitting.presenter.sheet_title()

    sitting.page.deeds.undo()

    assert sitting.kind == "move"
    assert sitting.presenter.sheet_title() == ""
    assert sitting.page.cover is not None and not sitting.page.cover.isVisible()
    assert not [
        b for b in sitting.page.findChildren(QPushButton) if b.isVisible() and "battle of" in b.text()
    ]


def at_agra(**guptas: int) -> Board:
    """Two Mughal armies have marched on Agra, where the dice fell one army without a loss."""
    board = Board(
        turn=10, nation="mughals", plain=True, rolls=[6, 6, 1],
        armies={"mughals": {"Delhi": 2, "Sind": 1, "Punjab": 1}, "guptas": guptas},
    )  # fmt: skip
    board.march("Delhi", "Agra", armies=2)
    return board


def test_a_battle_that_asks_nobody_anything_is_shown_all_the_same(qtbot: QtBot) -> None:
    board = at_agra(Agra=1)
    sitting = sit(qtbot, board, [board.ask.seat])
    sitting.page.done()
    cover = sitting.page.cover
    assert cover is not None and cover.isVisible()
    assert sitting.panel._sentence.text() == "The Mughals hold Agra"
    sent = list(sitting.client.sent)

    qtbot.mouseClick(sitting.button("Close", sitting.panel), LEFT)

    assert not cover.isVisible() and sitting.client.sent == sent
    assert sitting.presenter.sheet_title() == "" and not sitting.page._sheet.isVisible()


def test_what_lies_under_the_battle_is_not_ended_unseen(qtbot: QtBot) -> None:
    """The battle of one's own last march is still on show when one's next march is asked for."""
    board = at_agra(Agra=1, Nepal=1)
    sitting = sit(qtbot, board)
    sitting.page.done()
    page, cover = sitting.page, sitting.page.cover
    assert cover is not None and cover.isVisible() and "Turn 10" in sitting.panel._note.text()
    for _ in range(100):
        if sitting.kind == "move" and sitting.presenter.done() is not None:
            break
        sitting.client.elsewhere(board.game.legal(board.state, board.ask.seat).first())
    assert board.state.turn > 10 and cover.isVisible()
    assert "Turn 10" in sitting.panel._note.text(), "when it was fought"
    page.notices.news.tell(["Something happened."], 1)
    qtbot.waitUntil(page.notices.unfold.isVisible)
    qtbot.mouseClick(page.notices.unfold, LEFT)
    qtbot.waitUntil(page.notices.isVisible)
    page.activateWindow()
    page.notices.news.close_it.setFocus()
    qtbot.waitUntil(page.notices.news.close_it.hasFocus)
    sent = len(sitting.client.sent)

    hands.key(page.notices.news.close_it, Qt.Key.Key_Space)
    assert sitting.panel.hasFocus()
    sitting.page.done()
    page.done()

    assert len(sitting.client.sent) == sent and not page._done.isVisible()
    page.notices.news.tell(["Something happened."], 1)
    qtbot.mouseClick(page.notices.news.show_log, LEFT)
    assert not cover.isVisible() and page.log.isVisible()


def test_the_small_map_of_a_battle_that_is_over_stays_as_it_was_then(qtbot: QtBot, tmp_path: Path) -> None:
    board = at_agra(Agra=1, Jaunpur=1, Oudh=1)
    sitting = sit(qtbot, board)
    sitting.page.done()
    small = sitting.panel._map
    qtbot.waitUntil(lambda: not small._made.isNull() and not small._soon.isActive())
    then, large = small._made.toImage(), sitting.map.whole_picture().toImage()
    sitting.keep("battle-over", tmp_path)
    later = Board(
        turn=13, nation="british", plain=True,
        armies={"rajputs": {"Agra": 3, "Delhi": 2}, "british": {"Jaunpur": 2}},
    )  # fmt: skip

    board.state = later.state
    sitting.client._news([])

    assert sitting.presenter.sheet_title() == "The battle of Agra"
    qtbot.waitUntil(small._soon.isActive)
    qtbot.waitUntil(lambda: not small._soon.isActive())
    sitting.keep("battle-over-turns-later", tmp_path)
    assert small._made.toImage() == then
    assert "Mughals" in sitting.panel._ours.accessibleName()
    assert sitting.map.whole_picture().toImage() != large, "the map itself has gone on"
    holders = sitting.map.layout_.holders(later.game.view(later.state, None))
    held = {place: seat for place, seat in sitting.map.ground.tint._holders.items() if seat >= 0}
    assert held == {place: seat for place, seat in enumerate(holders) if seat >= 0}


def test_battles_from_before_one_came_back_are_not_news(qtbot: QtBot) -> None:
    """What happened until then is heard after the first position."""
    board = at_agra(Agra=1)
    events = board.act(Done())
    sitting = sit(qtbot, board)
    client = sitting.client
    sitting.page._happened(client.seats()[0], [Event(client.n, 0, 0, "", each) for each in events])

    client._news([])

    assert sitting.presenter.sheet_title() == "" and not sitting.page._sheet.isVisible()
    assert sitting.page.cover is not None and not sitting.page.cover.isVisible()


WAYS = (("Delhi", "Agra"), ("Bihar", "Nepal"), ("Punjab", "Lahore"))


def at_once(qtbot: QtBot, ways: Sequence[tuple[str, str]], *, stand_in: bool = False) -> Sitting:
    """The Mughals destroy some armies of a seat here before it hears of any."""
    mughals = {"Delhi": 2, "Sind": 1, "Punjab": 3, "Bihar": 2}
    board = Board(
        turn=10, nation="mughals", plain=True, rolls=[6, 6, 1] * len(ways),
        armies={"mughals": mughals, "guptas": {goal: 1 for _, goal in ways}},
    )  # fmt: skip
    for origin, goal in ways:
        board.march(origin, goal, armies=2)
    owner = board.c.setups[board.state.setup].owner[board.c.names["nation"].index("Guptas")]
    sitting = sit(qtbot, board, [owner])
    sitting.client.stand_ins = {owner} if stand_in else set()
    events: list[Struct] = list(board.act(Done()))
    while board.ask.kind == "battle":
        events += board.act(board.game.legal(board.state, board.ask.seat).first())
    sitting.client._news(events, 0)
    return sitting


def test_of_two_battles_in_one_step_both_are_seen(qtbot: QtBot) -> None:
    sitting = at_once(qtbot, WAYS[:2])
    panel, cover = sitting.panel, sitting.page.cover
    assert cover is not None and cover.isVisible()
    first = panel._title.text()
    other = {"The battle of Agra": "Nepal", "The battle of Nepal": "Agra"}[first]
    assert "1 more battle to see" in panel._note.text()
    assert "Each hits on" in panel._ours.accessibleName(), "what stood there before is known of both"
    assert sitting.button(f"Next: the battle of {other}", panel).isVisible()
    panel.setFocus()

    hands.key(panel, Qt.Key.Key_Return)

    assert cover.isVisible() and panel._title.text() == f"The battle of {other}"
    assert "to see" not in panel._note.text() and "Each hits on" in panel._ours.accessibleName()
    qtbot.mouseClick(sitting.button("Close", panel), LEFT)
    assert not cover.isVisible() and sitting.presenter.sheet_title() == ""
    assert sitting.client.sent == []


def test_who_looks_at_the_map_after_the_first_finds_the_second_behind_its_button(qtbot: QtBot) -> None:
    sitting = at_once(qtbot, WAYS[:2])
    first = sitting.panel._title.text()

    qtbot.mouseClick(sitting.button("Look at the map", sitting.panel), LEFT)

    cover = sitting.page.cover
    assert cover is not None and not cover.isVisible()
    assert sitting.page._sheet.isVisible() and sitting.page._sheet.text() != first
    qtbot.mouseClick(sitting.page._sheet, LEFT)
    assert cover.isVisible() and sitting.panel._title.text() == sitting.page._sheet.text()


def test_battles_that_are_over_can_be_passed_over_all_together(qtbot: QtBot) -> None:
    sitting = at_once(qtbot, WAYS)
    cover = sitting.page.cover
    assert cover is not None and cover.isVisible() and "2 more battles" in sitting.panel._note.text()

    qtbot.mouseClick(sitting.button("Skip the battles that are over", sitting.panel), LEFT)

    assert not cover.isVisible() and sitting.presenter.sheet_title() == ""
    assert sitting.client.sent == []


def test_battles_a_computer_player_fought_do_not_wait_for_whoever_comes_back(qtbot: QtBot) -> None:
    sitting = at_once(qtbot, WAYS, stand_in=True)
    cover = sitting.page.cover
    assert cover is not None and not cover.isVisible()
    assert "to see" not in sitting.panel._note.text()

    sitting.client.stand_ins = set()
    sitting.client._news([])

    assert not cover.isVisible() and sitting.presenter.sheet_title() == ""


# Keys while the panel lies over the table.


@pytest.mark.parametrize(
    ("key", "name"), [(Qt.Key.Key_S, "score"), (Qt.Key.Key_K, "card"), (Qt.Key.Key_L, "talk")]
)
def test_a_key_leads_to_its_panel_though_the_battle_lies_over_it(
    qtbot: QtBot, key: Qt.Key, name: str
) -> None:
    sitting = fight(qtbot, NONE_HIT * 3)
    sitting.page.activateWindow()
    cover = sitting.page.cover
    assert cover is not None and cover.isVisible()
    sent = list(sitting.client.sent)

    hands.key(sitting.panel, key)

    assert not cover.isVisible() and sitting.page.dock(name).has_keyboard()
    assert sitting.client.sent == sent and sitting.kind == "retreat"


@pytest.mark.parametrize("key", [Qt.Key.Key_Tab, Qt.Key.Key_Backtab])
def test_tab_goes_round_in_the_panel_and_nothing_under_it_takes_keys(
    qtbot: QtBot, tmp_path: Path, key: Qt.Key
) -> None:
    sitting = at_once(qtbot, WAYS[:2])
    panel, page = sitting.panel, sitting.page
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    panel.setFocus()
    been = []
    for _ in range(12):
        focus = QApplication.focusWidget()
        assert focus is not None
        hands.key(focus, key)
        focus = QApplication.focusWidget()
        assert focus is not None and panel.isAncestorOf(focus)
        been.append(focus)
    sitting.keep("battle-tab", tmp_path)
    assert panel._made[0] in been and panel._fold in been

    for behind in (sitting.map, page.log):
        behind.setFocus()
        focus = QApplication.focusWidget()
        assert focus is not None and (focus is panel or panel.isAncestorOf(focus))


def test_enter_presses_the_button_that_says_so(qtbot: QtBot) -> None:
    sitting = fight(qtbot, NONE_HIT * 3)
    sent = len(sitting.client.sent)
    hands.key(sitting.panel, Qt.Key.Key_Return)
    assert sitting.client.sent[sent:] == [Done()]


def test_home_goes_to_the_battle_and_r_back_to_its_panel(qtbot: QtBot) -> None:
    sitting = fight(qtbot, NONE_HIT * 3)
    board, cover = sitting.map, sitting.page.cover
    assert cover is not None
    board.restore(675, 790, board.camera.least * 4)

    hands.key(sitting.panel, Qt.Key.Key_Home)

    assert not cover.isVisible() and sitting.page.window().focusWidget() is board
    assert (board.camera.x, board.camera.y) == pytest.approx(
        board.map.shape(sitting.place("Delhi")).stack, abs=1
    )
    hands.key(board, Qt.Key.Key_R)
    assert cover.isVisible()


def test_the_finder_the_rules_and_zoom_come_out_from_under_the_battle(qtbot: QtBot) -> None:
    sitting = fight(qtbot, NONE_HIT * 3)
    page, board, cover = sitting.page, sitting.map, sitting.page.cover
    assert cover is not None
    hands.key(sitting.panel, Qt.Key.Key_Slash)
    assert not cover.isVisible() and sitting.presenter._finder.isVisible()
    page.open_sheet()
    page.rule_now()
    assert not cover.isVisible() and page.tabs.currentWidget() is page.rules
    page.open_sheet()
    hands.key(sitting.panel, Qt.Key.Key_Plus)
    assert not cover.isVisible() and not board.camera.fitted
    page.open_sheet()
    before = board.stored()
    hands.key(sitting.panel, Qt.Key.Key_Left)
    assert cover.isVisible() and board.stored() == before


@pytest.mark.parametrize(
    ("place", "said", "back"),
    [
        ("Agra", "Each hits on 5–6 · open country", "open country"),
        ("Nepal", "Each hits on 6 · against the hiland", "against attackers, also in the hiland"),
    ],
)
def test_what_dice_hit_with_is_told_of_a_battle_that_asked_nobody(
    qtbot: QtBot, place: str, said: str, back: str
) -> None:
    mughals = {"Delhi": 2, "Sind": 1, "Punjab": 1, "Bihar": 2}
    board = Board(
        turn=10, nation="mughals", plain=True, rolls=[6, 6, 1],
        armies={"mughals": mughals, "guptas": {"Agra": 1, "Nepal": 1}},
    )  # fmt: skip
    board.march("Delhi" if place == "Agra" else "Bihar", place, armies=2)
    sitting = sit(qtbot, board, [board.ask.seat])
    sitting.page.done()
    assert sitting.presenter.sheet_title() == f"The battle of {place}"
    assert sitting.presenter._battle.fight.ended is not None  # type: ignore[union-attr]
    assert said in sitting.panel._ours.accessibleName()
    assert f"Each hits on 5–6 · {back}" in sitting.panel._theirs.accessibleName()


def test_part_of_a_group_may_leave_by_the_panel(qtbot: QtBot) -> None:
    sitting = fight(qtbot, NONE_HIT * 3)
    panel = sitting.panel
    qtbot.mouseClick(sitting.button("1", panel), LEFT)
    assert [b.text() for b in panel._made] == [
        "Stay and fight", "Fall back to Lahore with 1 army", "Fall back to Rajputana with 1 army",
    ]  # fmt: skip
    qtbot.mouseClick(sitting.button("2", panel), LEFT)
    qtbot.mouseClick(sitting.button("Fall back to Lahore with 2 armies", panel), LEFT)
    sent = sitting.client.sent[-1]
    assert isinstance(sent, Retreat) and sent.armies == 2 and sent.goal == sitting.place("Lahore")
    assert sitting.client.answers[-1].code == ""
    assert sitting.table.at("Delhi")["rajputs"] == 1
    assert "Fall back to Lahore with 1 army" in [b.text() for b in panel._made]
    assert not panel._sizes.isVisible(), "one army is one group"


@pytest.fixture
def usual_type() -> Iterator[None]:
    yield
    theme().choose("light", colour_safe=False, percent=100)


def large(qtbot: QtBot, size: tuple[int, int], percent: int, folder: Path) -> Sitting:
    """The battle of Delhi in a window of this size, with type of this size."""
    sitting = Sitting(delhi(ROUND), size=size, preferences=with_type(percent, folder))
    qtbot.addWidget(sitting.page)
    qtbot.waitUntil(lambda: not sitting.page._fresh)
    sitting.page.done()
    qtbot.waitUntil(sitting.panel.isVisible)
    QApplication.processEvents()
    return sitting


@pytest.mark.usefixtures("usual_type")
@pytest.mark.parametrize(("size", "percent"), [((1024, 642), 100), ((1280, 742), 100), ((1280, 722), 150)])
def test_the_panel_leaves_no_hole_and_its_map_is_there_in_small_windows(
    qtbot: QtBot, tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    panel = large(qtbot, size, percent, tmp_path).panel
    below = [panel._map, panel._decision]
    for upper, lower in ((panel._ours, [panel.lanes]), (panel.lanes, below), (panel._theirs, [panel.lanes])):
        for each in lower:
            top = each.mapTo(panel, QPoint()).y()
            assert 0 < top - upper.geometry().bottom() < 16
    assert panel._map.isVisible() and panel._map.height() >= 140
    assert panel.height() - panel._map.geometry().bottom() < 20
    assert panel._title.geometry().left() > panel._sign.geometry().right() > panel._sign.x() > 0
    made = panel._made[0]
    assert made.visibleRegion().boundingRect() == made.rect()


@pytest.mark.usefixtures("usual_type")
def test_lanes_and_sides_grow_with_the_type(qtbot: QtBot, tmp_path: Path) -> None:
    usual = large(qtbot, (1280, 722), 100, tmp_path).panel
    lanes, side = usual.lanes.least, usual._ours.height()
    panel = large(qtbot, (1280, 722), 150, tmp_path).panel
    assert panel.lanes.height() >= panel.lanes.least > 1.3 * lanes
    assert panel._ours.height() > 1.2 * side
