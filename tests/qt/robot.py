"""Somebody who plays a seat with mouse and keyboard alone, as well as chance has it."""

from __future__ import annotations

from random import Random

from PySide6.QtCore import QPointF, Qt
from PySide6.QtWidgets import QApplication, QComboBox, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from maharaja_qt.board.pieces import Piece
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.frame.table_page import TablePage
from maharaja_qt.frame.window import Window
from tests.qt import hands
from tests.qt.sitting import LEFT

PATIENCE_MS = 60_000
MARCHES = 3
"""So many marches at most before the movement is ended."""
TRIES = 60
"""So often something may be pressed that leads nowhere."""


class Robot:
    """Looks at the window and presses what can be pressed; nothing is called that nobody could reach."""

    def __init__(self, qtbot: QtBot, window: Window, seed: int) -> None:
        self.qtbot, self.window = qtbot, window
        self.rng = Random(seed)
        self.did: dict[str, int] = {}
        """How often each kind of thing was done."""
        self._marched = 0
        self._at, self._tries = -1, 0

    # ------------------------------------------------------------------------------ what is seen

    @property
    def page(self) -> TablePage:
        assert self.window.table is not None
        return self.window.table

    @property
    def board(self) -> EmpiresBoard:
        board = self.page.presenter.board
        assert isinstance(board, EmpiresBoard)
        return board

    @property
    def over(self) -> bool:
        client = self.window.client
        return client is not None and client.room is not None and client.room.phase == "over"

    @property
    def turn(self) -> int:
        return self.board.view.turn if self.board.view is not None else 0

    def asked(self) -> bool:
        """Is it this person's to decide, and has the table answered what was done before?"""
        page = self.page
        position = page._position
        return (
            position is not None
            and bool(position.asked)
            and page._may_decide(position)
            and not page.deeds.busy
        )

    def buttons(self, within: QWidget) -> list[QPushButton]:
        found = within.findChildren(QPushButton)
        return [b for b in found if b.isVisible() and b.isEnabled() and b.text() and not b.isCheckable()]

    def until(self, what: object) -> None:
        assert callable(what)
        self.qtbot.waitUntil(lambda: bool(what()), timeout=PATIENCE_MS)

    # ---------------------------------------------------------------------------------- the lobby

    def press(self, text: str) -> None:
        """The button with these words, once there is one."""

        def found() -> QPushButton | None:
            shown = self.window.findChildren(QPushButton)
            return next((b for b in shown if b.text() == text and b.isVisible() and b.isEnabled()), None)

        self.until(found)
        button = found()
        assert button is not None
        self.qtbot.mouseClick(button, LEFT)

    def pick(self, name: str, text: str) -> None:
        """A line of a list, by typing its first letters."""

        def box() -> QComboBox | None:
            shown = self.window.findChildren(QComboBox)
            return next((b for b in shown if b.accessibleName() == name and b.isVisible()), None)

        self.until(box)
        found = box()
        assert found is not None
        found.setFocus()
        self.qtbot.keyClicks(found, text)
        assert found.currentText() == text

    # ------------------------------------------------------------------------------------ playing

    def play(self, until_turn: int = 99) -> None:
        """On until the game is over, or a turn has come."""
        while True:
            self.until(lambda: self.over or self.turn >= until_turn or self.asked())
            if self.over or self.turn >= until_turn:
                return
            number = self.page._position.n if self.page._position is not None else -1
            self._tries = self._tries + 1 if number == self._at else 0
            self._at = number
            assert self._tries < TRIES, self.stuck()
            QApplication.processEvents()  # what is new is in sight then
            if self.asked():
                self.answer()

    def stuck(self) -> str:
        """What is to be seen where nothing one presses leads on."""
        page, position = self.page, self.page._position
        assert position is not None
        words = [b.text() for b in self.buttons(page)]
        return f"nothing leads on: {position.asked}, {words}, said: {self.window._said.text()!r}"

    def answer(self) -> None:
        """One thing done about the question."""
        cover = self.page.cover
        position = self.page._position
        assert position is not None
        kind = position.asked[0].kind
        self.did[kind] = self.did.get(kind, 0) + 1
        if cover is not None and cover.isVisible():
            self.click_one(cover.panel)
        elif kind == "move" and self._marched < MARCHES and self.march():
            self._marched += 1
        elif self.board.spots and self.rng.random() < 0.8:
            self.click_spot()
        else:
            self._marched = 0
            self.end()

    def end(self) -> None:
        """The main button, else an answer in words."""
        done = self.page._done
        if done.isVisible() and done.isEnabled():
            if self.rng.random() < 0.5:
                self.qtbot.mouseClick(done, LEFT)
            else:
                self.page.done()
        elif self.board.spots:
            self.click_spot()
        elif not self.click_one(self.page.choices):
            self.march()

    def click_one(self, within: QWidget) -> bool:
        """A button with an answer: not one that only shows something."""
        quiet = {"Show on the board", "Look at the map"}
        found = [b for b in self.buttons(within) if b.text() not in quiet]
        if found:
            button = self.rng.choice(found)
            button.ensurePolished()
            self.qtbot.mouseClick(button, LEFT)
            self.menu()
        return bool(found)

    def menu(self) -> None:
        """The first line of a menu that has opened."""
        menu = QApplication.activePopupWidget()
        if isinstance(menu, QMenu):
            first = next(action for action in menu.actions() if action.isEnabled())
            self.qtbot.mouseClick(menu, LEFT, pos=menu.actionGeometry(first).center())

    def click_spot(self) -> None:
        """A lit place."""
        place = self.rng.choice(sorted(self.board.spots))
        at = self.free(place)
        if at is None:
            self.board.setFocus()
            hands.key(self.board, Qt.Key.Key_G)
            hands.key(self.board, Qt.Key.Key_Return)
        else:
            hands.move(self.board, at)
            hands.click(self.board, at)
        self.menu()

    def march(self) -> bool:
        """A stack, somewhere it may go; by mouse or by keys."""
        board = self.board
        moves = board.moves
        movable = [p for p in board.layer.pieces if moves is not None and moves.movable(p)]
        if not movable:
            return False
        piece = self.rng.choice(movable)
        if self.rng.random() < 0.5 and self.drag(piece):
            return True
        board.setFocus()
        hands.key(board, Qt.Key.Key_Escape)
        for _ in range(self.rng.randint(1, 4)):
            hands.key(board, Qt.Key.Key_Tab)
        if board.hand is None or not board.hand.goals:
            hands.key(board, Qt.Key.Key_Escape)
            return False
        for _ in range(self.rng.randint(1, 3)):
            hands.key(board, Qt.Key.Key_G)
        hands.key(board, Qt.Key.Key_Return)
        self.menu()
        return True

    def drag(self, piece: Piece) -> bool:
        """By mouse, if its middle is not covered."""
        board = self.board
        start = board.layer.place(piece, board.camera).center()
        hit = board.layer.hit(start.x(), start.y(), board.camera)
        if hit is None or hit.id != piece.id:
            return False
        hands.press(board, start)
        hands.glide(board, start, start + QPointF(30, 0), 3)
        if board.hand is None or not board.hand.goals:
            hands.release(board, start + QPointF(30, 0))
            return False
        goal = self.free(self.rng.choice(sorted(board.hand.goals)))
        if goal is None:
            hands.key(board, Qt.Key.Key_Escape)
            hands.release(board, start)
            return False
        hands.glide(board, start, goal, 4)
        hands.release(board, goal)
        self.menu()
        return True

    def free(self, place: int) -> QPointF | None:
        """A point of a place where no counter is, on the screen."""
        board = self.board
        shape = board.map.shape(place)
        left, top, right, bottom = shape.box
        for i in range(1, 12):
            for j in range(1, 12):
                x, y = left + (right - left) * i / 12, top + (bottom - top) * j / 12
                at = QPointF(QPointF(*board.camera.to_view(x, y)).toPoint())
                if (
                    board.rect().adjusted(4, 4, -4, -4).contains(at.toPoint())
                    and board._place_under(at) == place
                    and board.layer.hit(at.x(), at.y(), board.camera) is None
                    and board.childAt(at.toPoint()) is None
                ):
                    return at
        return None
