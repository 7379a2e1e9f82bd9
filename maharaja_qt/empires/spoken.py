"""The map for those who hear it: each place and each stack as something of its own, with one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget

from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.gazetteer import Gazetteer

_SIDE: Final = 24
_REST_MS: Final = 250


class _Spot(QWidget):
    """Nothing to see and nothing to press: a name, a sentence and where on the map it is."""

    def __init__(self, board: EmpiresBoard, place: int) -> None:
        super().__init__(board)
        self.place = place
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.resize(_SIDE, _SIDE)


class Spoken(QObject):
    """Makes the spots when a screen reader listens and keeps them true; tells what is aimed at or held."""

    def __init__(self, board: EmpiresBoard, texts: Texts) -> None:
        super().__init__(board)
        self._board = board
        self._texts = texts
        self._words = Gazetteer(board.charts, texts)
        self._spots: list[_Spot] = []
        self._said = ""
        self._soon = QTimer(self, interval=_REST_MS, singleShot=True)
        self._soon.timeout.connect(self._lay)
        board.moved.connect(self._moved)
        board.hovered.connect(self._tell)
        board.lifted.connect(self._lifted)

    def sentence(self, place: int) -> str:
        """A place with its pieces, and what it is for what is held."""
        board = self._board
        said = self._words.sentence(board.view, place)
        goal = board.goals.get(place)
        if goal is not None:
            code = "goal-battle" if goal.kind == "battle" else "goal"
            said = f"{said} {self._texts.say('place', code, {})}"
        elif place in board.origins() and board.hand is None:
            said = f"{said} {self._texts.say('place', 'may-move', {})}"
        return said

    def held(self) -> str:
        """What is in the hand, and where it may go."""
        hand, piece = self._board.hand, self._board.held
        if hand is None or piece is None:
            return ""
        params = {"label": hand.label, "places": tuple(sorted(hand.goals)), "place": piece.place}
        return f"{self._board.tip(piece)}. {self._texts.say('place', 'held', params)}"

    def show_view(self, view: View) -> None:
        """The newest position."""
        if QAccessible.isActive():
            self._fill(view)

    # ----------------------------------------------------------------------------------- announced

    def _tell(self, place: int) -> None:
        if place >= 0:
            self._announce(self.sentence(place))

    def _lifted(self) -> None:
        self._announce(self.held())

    def _announce(self, said: str) -> None:
        """The board's own description, and spoken at once where somebody listens."""
        if not said or said == self._said:
            return
        self._said = said
        self._board.setAccessibleDescription(said)
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._board, said))

    # --------------------------------------------------------------------------------- the spots

    def _all(self, view: View) -> Iterator[tuple[int, str, str]]:
        """(place, name, sentence) of every place, each followed by the stacks that stand there."""
        for shape in self._board.map.shapes:
            if shape.place < 0:
                continue
            place, name = shape.place, self._texts.name("place", shape.place)
            yield place, name, self.sentence(place)
            for nation, armies in self._words.nations_at(view, place):
                yield (
                    place,
                    self._words.stack(view, place, nation, armies),
                    f"{name}. {self._moves(nation, place)}",
                )

    def _moves(self, nation: int, place: int) -> str:
        may = nation == self._board.nation and place in self._board.origins()
        return self._texts.say("place", "may-move" if may else "stands", {})

    def _fill(self, view: View) -> None:
        found = list(self._all(view))
        while len(self._spots) > len(found):
            self._spots.pop().deleteLater()
        for n, (place, name, sentence) in enumerate(found):
            if n == len(self._spots):
                self._spots.append(_Spot(self._board, place))
            spot = self._spots[n]
            spot.place = place
            spot.setAccessibleName(name)
            spot.setAccessibleDescription(sentence)
            spot.show()
        self._lay()

    def _moved(self) -> None:
        if self._spots:
            self._soon.start()

    def _lay(self) -> None:
        board = self._board
        for spot in self._spots:
            x, y = board.camera.to_view(*board.map.shape(spot.place).stack)
            spot.move(round(x) - _SIDE // 2, round(y) - _SIDE // 2)
