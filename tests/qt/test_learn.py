"""The lesson: a first turn at a real table, with a coach that follows whatever is done."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtCore import QPoint, QPointF, QSettings, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from core import texts
from core.faults import UserError
from core.registry import find_game
from maharaja_qt.empires.presenter import EmpiresPresenter
from maharaja_qt.frame import lesson as lessons
from maharaja_qt.frame.coach import Coach
from maharaja_qt.frame.lesson import Lesson, Step, check_lesson, lesson_file, read_lesson
from maharaja_qt.frame.window import Window
from net.keyring import Keyring
from tests.qt.hands import click, drag, glide, key, release, wheel
from tests.qt.sitting import dress

PATIENCE_MS = 20_000


class Pupil:
    """Somebody who does what the coach says, with mouse or keyboard."""

    def __init__(self, qtbot: QtBot, window: Window) -> None:
        self._qtbot = qtbot
        self.window = window
        self.seen: list[str] = []

    def until(self, what: object) -> None:
        assert callable(what)
        self._qtbot.waitUntil(lambda: bool(what()), timeout=PATIENCE_MS)

    @property
    def n(self) -> int:
        """The last line of the table that was heard of."""
        client = self.window.client
        return client.room.n if client is not None and client.room is not None else -1

    @property
    def table(self):
        return self.window.table

    @property
    def presenter(self) -> EmpiresPresenter:
        assert isinstance(self.window.presenter, EmpiresPresenter)
        return self.window.presenter

    @property
    def board(self):
        return self.presenter._board

    def spot(self, place: int) -> QPointF:
        found = self.presenter.spot((place,))
        assert found is not None
        return found

    @property
    def coach(self) -> Coach:
        coach = self.table.coach
        assert isinstance(coach, Coach)
        return coach

    @property
    def step(self) -> str:
        step = self.coach.step
        return "" if step is None else step.id

    def begin(self) -> None:
        """From the start page to the coach's first words."""
        self._qtbot.mouseClick(self.window.start.cards["empires"].learn, Qt.MouseButton.LeftButton)
        self.until(lambda: self.table is not None and self.table.coach is not None)
        assert self.window.client is not None
        self.window.client.ask("pace", 0)
        self.window.preferences.choose("dice", "at-once")
        self.board.motion.off = True
        self.window.activateWindow()
        self.until(lambda: self.window.isActiveWindow() and self.step == "hello")

    def press(self, page: QWidget, text: str) -> None:
        shown = (b for b in page.findChildren(QPushButton) if b.isVisible() and b.isEnabled())
        self._qtbot.mouseClick(next(b for b in shown if b.text() == text), Qt.MouseButton.LeftButton)

    def rings(self) -> list[QPointF]:
        """Where the coach points on the board."""
        return [QPointF(ring.geometry().center()) for ring in self.coach.rings if ring.isVisible()]

    def reads_all(self) -> bool:
        """Are all of the coach's words in sight?"""
        labels = (self.coach._title, self.coach._text, self.coach._keys)
        return all(
            label.height() >= label.heightForWidth(label.width()) for label in labels if label.isVisible()
        )

    def newest(self) -> bool:
        """Does the board show all that has happened?"""
        shown = self.presenter._position
        return shown is not None and shown.n == self.n and not self.table.deeds.busy

    def drag_out(self) -> None:
        """Drags a ringed stack to a quiet place that is lit."""
        board, start = self.board, self.rings()[0]
        drag(board, start, start + QPointF(12, 12), drop=False)
        assert board.hand is not None
        goal = next(place for place, goal in board.goals.items() if goal.kind == "quiet")
        self.until(lambda: self.step == "drop")
        self.seen.append("drop")
        board_point = self.spot(goal)
        glide(board, start + QPointF(12, 12), board_point)
        release(board, board_point)

    def attack(self) -> None:
        """By keyboard: a stack that can attack, carried over the enemy and dropped there."""
        board = self.board
        enemies = set(self.presenter.meant("enemies"))
        board.setFocus()
        while board.hand is None or not enemies & set(board.hand.goals):
            key(board, Qt.Key.Key_Tab)
        while board.aimed not in enemies:
            key(board, Qt.Key.Key_G)
        self.until(lambda: "odds" in self.coach.over)
        assert board.goals[board.aimed].kind == "battle"
        key(board, Qt.Key.Key_Return)

    def answer(self) -> None:
        """Some answer to whatever is asked, where it is asked."""
        table = self.table
        if table.cover.isVisible():
            made = table.cover.panel._made
            if made:
                self._qtbot.mouseClick(made[0], Qt.MouseButton.LeftButton)
        elif table._done.isVisible() and table._done.isEnabled():
            self._qtbot.mouseClick(table._done, Qt.MouseButton.LeftButton)
        elif self.board.spots:
            click(self.board, self.spot(min(self.board.spots)))
        else:
            first = table.choices.first()
            if first is not None:
                self._qtbot.mouseClick(first, Qt.MouseButton.LeftButton)

    def follow(self) -> None:
        """Does what the coach says now, and waits until it is taken."""
        step, n = self.step, self.n
        if step and (not self.seen or self.seen[-1] != step):
            self.seen.append(step)
        match step:
            case "look":
                wheel(self.board, QPointF(200, 200), 1)
                key(self.board, Qt.Key.Key_0)
                self.until(lambda: self.step != "look")
            case "lift":
                self.drag_out()
                self.until(lambda: self.step not in ("lift", "drop"))
            case "undo":
                self._qtbot.mouseClick(self.table._undo, Qt.MouseButton.LeftButton)
                self.until(lambda: self.step != "undo" and self.n > n and self.newest())
            case "odds":
                self.attack()
                self.until(lambda: self.n > n)
            case "growth" | "battles" | "stacking" | "overpopulation":
                click(self.board, self.rings()[0])
                self.until(lambda: self.n > n)
            case "fought":
                key(self.table.cover.panel, Qt.Key.Key_Escape)
                self.until(lambda: self.step != "fought")
            case "hello" | "prompt" | "scored":
                self._qtbot.keyClick(self.board, Qt.Key.Key_F2)
                self.until(lambda: self.step != step)
            case "rules":
                self._qtbot.mouseClick(self.coach.next, Qt.MouseButton.LeftButton)
                self.until(lambda: self.step != step)
            case "watch" | "":
                self._qtbot.wait(5)
            case _:
                self.answer()
                self._qtbot.wait(5)


@pytest.fixture
def pupil(qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pupil]:
    for name in ("DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    window = Window(QSettings(str(tmp_path / "s.ini"), QSettings.Format.IniFormat), Keyring())
    qtbot.addWidget(window)
    window.resize(1024, 700)
    window.show()
    yield Pupil(qtbot, window)
    window.close()


def test_a_first_turn_from_the_start_page_to_the_end(pupil: Pupil) -> None:
    dress()
    pupil.begin()
    while pupil.step != "end":
        pupil.follow()
        # It says one thing, with all of its words, and takes no more of a small window than that.
        pupil.until(pupil.reads_all)
        assert pupil.coach._text.text() and pupil.coach.height() < 120
    order = [*dict.fromkeys(pupil.seen), "end"]
    for earlier, later in (
        ("hello", "prompt"), ("prompt", "look"), ("look", "lift"), ("lift", "drop"), ("drop", "undo"),
        ("undo", "odds"), ("odds", "done"), ("done", "watch"), ("watch", "attacked"), ("attacked", "growth"),
        ("growth", "end"),
    ):  # fmt: skip
        assert order.index(earlier) < order.index(later), order
    pupil.press(pupil.coach, "Play on")
    assert pupil.table.coach is None and pupil.window.focusWidget() is pupil.board
    n = pupil.n
    while pupil.n == n:
        pupil.answer()
        pupil._qtbot.wait(5)
    record = pupil.window.record_file()
    assert record is not None and record.is_file()


def test_whoever_does_something_else_is_followed(pupil: Pupil) -> None:
    pupil.begin()
    board = pupil.board
    board.setFocus()
    key(board, Qt.Key.Key_Tab)
    key(board, Qt.Key.Key_G)
    key(board, Qt.Key.Key_Return)  # marches before a word is read
    pupil.until(lambda: pupil.step == "undo")
    key(board, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)  # and is done at once
    pupil.until(lambda: pupil.step == "fought")  # one army fell at once; the next is asked
    panel = pupil.presenter._battle.panel
    pupil.press(panel, panel._made[0].text())
    pupil.until(lambda: pupil.step == "attacked")


def test_it_can_be_left_at_any_time_and_the_game_goes_on(pupil: Pupil) -> None:
    pupil.begin()
    page, n = pupil.table, pupil.n
    rings = pupil.coach.rings
    pupil.press(pupil.coach, "Leave the lesson")
    assert page.coach is None and pupil.table is page
    assert not any(ring.isVisible() for ring in rings)
    assert pupil.window.focusWidget() is pupil.board
    key(pupil.board, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    pupil.until(lambda: pupil.n > n)
    pupil.window.leave()
    assert pupil.table is None


def test_the_coach_takes_neither_keyboard_nor_clicks(pupil: Pupil) -> None:
    pupil.begin()
    board = pupil.board
    board.setFocus()
    while pupil.step != "lift":
        pupil._qtbot.keyClick(board, Qt.Key.Key_F2)
        pupil._qtbot.wait(5)
        assert pupil.window.focusWidget() is board
    pupil.until(pupil.rings)
    ring = next(ring for ring in pupil.coach.rings if ring.isVisible())
    middle = ring.mapTo(pupil.window, QPoint(ring.width() // 2, ring.height() // 2))
    assert pupil.window.childAt(middle) is board


def test_l_on_the_start_page_learns(pupil: Pupil) -> None:
    pupil._qtbot.keyClick(pupil.window.start.cards["empires"].new, Qt.Key.Key_L)
    pupil.until(lambda: pupil.table is not None and pupil.table.coach is not None)


def test_the_lesson_of_each_game_has_its_texts_and_can_be_ended() -> None:
    game = find_game("empires")
    lesson = read_lesson("empires")
    said = texts.load(game)
    assert check_lesson(lesson, said) == []
    kinds = set(tomllib.loads((game.resources / "texts.toml").read_text())["prompt"])
    known = {*kinds, "asked", "waiting", "sheet", "over", "holding", "reach", "fought", "scored", "later"}
    for step in lesson.step:
        assert {fact.removeprefix("!") for fact in step.when} <= known, step.id
        signs = {s for s in step.until if "-" in s and not any(s.startswith(f"{kind}-") for kind in kinds)}
        assert not signs, step.id
    # Whoever is asked, or waits, is told something, however much is over.
    everything = {step.id for step in lesson.step if step.until}
    for facts in ({"asked"}, {"waiting"}, {"asked", "sheet"}, {"waiting", "sheet"}):
        assert lesson.now(facts, everything) is not None


def test_every_place_a_step_points_at_is_there(qapp: QApplication) -> None:
    presenter = EmpiresPresenter(find_game("empires"), texts.load(find_game("empires")))
    docks = {dock.id for dock in presenter.docks()} | {"decision", "talk", "prompt", "undo", "done", "sheet"}
    meant = {"movable", "goals", "enemies", "place"}
    assert {step.show for step in read_lesson("empires").step if step.show} <= docks | meant
    presenter.deleteLater()


def test_names_of_the_map_stand_in_no_sentence() -> None:
    game = find_game("empires")
    names = {name for table in ("place", "nation", "leader", "region") for name in game.names[table] if name}
    for step in read_lesson("empires").step:
        words = f"{step.title} {step.text} {step.keys}"
        assert not [name for name in names if name in words], step.id


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("table = 3", "Expected `object`, got `int`"),
        ("[table]\nseats = ['open']\nseed = 1\nstep = []", "step"),
        ("[[step", "learn.toml"),
    ],
)
def test_a_lesson_that_cannot_be_read_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, why: str
) -> None:
    (tmp_path / "learn.toml").write_text(text)
    monkeypatch.setattr(lessons, "lesson_file", lambda game: tmp_path / "learn.toml")
    with pytest.raises(UserError, match=r"empires/learn\.toml") as fault:
        read_lesson("empires")
    assert why in str(fault.value)


def test_wrong_sentences_and_double_names_are_told() -> None:
    said = texts.load(find_game("empires"))
    step = Step("a", "", "{place:nowhere}")
    lesson = structs.replace(read_lesson("empires"), step=(step, step))
    assert isinstance(lesson, Lesson)
    wrong = check_lesson(lesson, said)
    assert any("two of this id" in line for line in wrong) and any("nowhere" in line for line in wrong)
    assert lesson_file("empires").is_file() and not lesson_file("nothing").is_file()
