"""The two sides of a battle with what each hits with and why, and the bar of the odds between them."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from core.games.empires.outlook import Outlook
from core.games.empires.view import View
from maharaja_qt.empires import odds_words as words
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.bubble import bar
from maharaja_qt.empires.counters import CounterLook, picture
from maharaja_qt.empires.fight import Fight
from maharaja_qt.empires.ground import ART
from maharaja_qt.empires.palette import seat_colours
from maharaja_qt.theme import colour, panels, sans, serif, step, theme

_FIXED, _TYPE = 66, 82
"""How high a side is: pixels that stay, and pixels that grow with type."""
_COUNTER: Final = 54.0
_BAR: Final = 18
_SWORDS: Final = 38


class Side(QWidget):
    """One side of the battle: nation, who plays it, counters, what its dice hit with and why."""

    def __init__(self, board: EmpiresBoard, *, attacking: bool) -> None:
        super().__init__()
        self._board = board
        self._attacking = attacking
        self._view: View | None = None
        self._fight: Fight | None = None
        self._lines = ""
        self._player = ""
        self.setMinimumWidth(280)
        theme().changed.connect(self.update)

    @property
    def heights(self) -> tuple[int, int]:
        """The least, with type of the usual size, and the best, with that of the size chosen."""
        return _FIXED + _TYPE, _FIXED + round(_TYPE * max(step(1), 1.0))

    @property
    def _size(self) -> float:
        """Type as large as is chosen, as far as there is room for it."""
        return max(min(step(1), (self.height() - _FIXED) / _TYPE), 1.0)

    def show_side(self, view: View, fight: Fight, look: Outlook | None, player: str) -> None:
        """The newest of it; `look` says what its dice hit with, and stays good for the whole battle."""
        known = self._fight is not None and self._fight.same(fight)
        self._view, self._fight, self._player = view, fight, player
        if look is not None:
            board = self._board
            self._lines = words.Terms(board.charts, board.words, look, attacking=self._attacking).sentence()
        elif not known:
            self._lines = self._rolled()
        lines = self._lines
        name = self._board.words.name("nation", self._nation)
        self.setAccessibleName(f"{name}, {player}: {len(self._standing())}. {lines}")
        self.update()

    @property
    def _nation(self) -> int:
        assert self._fight is not None
        return self._fight.attacker if self._attacking else self._fight.enemy

    def _rolled(self) -> str:
        """What its dice have hit with, where no more is known."""
        rounds = self._fight.rounds if self._fight is not None else []
        needs = [throw.need for one in rounds for throw in one.throws if throw.nation == self._nation]
        return words.hits(self._board.words, needs[0]) if needs else ""

    def _standing(self) -> list[tuple[CounterLook, str]]:
        """Counters with their state: there, gone or lost."""
        view, fight, board = self._view, self._fight, self._board
        assert view is not None and fight is not None
        c, nation = board.charts, self._nation
        seat, id_ = board.layout_.seat(view, nation), c.nations[nation].id
        found = [
            (CounterLook("leader", id_, c.names["leader"][n], seat), "here")
            for n, at in enumerate(view.leader_at)
            if at == fight.place and c.leaders[n].nation == nation
        ]
        found += [
            (CounterLook("arms", c.nations[n].id, c.names["nation"][n], board.layout_.seat(view, n)), "here")
            for n, at in enumerate(view.arms_at)
            if at == fight.place and view.arms_to[n] == nation
        ]
        began, lost, fled = fight.began_with(nation), fight.lost(nation), fight.fled(nation)
        army = CounterLook("army", id_, c.names["nation"][nation], seat)
        found += (
            [(army, "here")] * max(began - lost - fled, 0) + [(army, "fled")] * fled + [(army, "lost")] * lost
        )
        if fight.rounds and any(throw.factory for throw in fight.rounds[0].throws):
            there = view.factories[fight.place] == fight.enemy
            if not self._attacking:
                found.append((CounterLook("factory", id_, "", seat), "here" if there else "lost"))
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Attacker from the left, defender from the right."""
        if self._fight is None or self._view is None:
            return
        board, c = self._board, panels(theme().look)
        seat = seat_colours(theme().look, board.layout_.seat(self._view, self._nation))
        p = QPainter(self)
        p.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        size = self._size
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        p.setPen(QPen(colour(seat.ground, 70), 1))
        p.setBrush(colour(seat.ground, 26) if theme().look.dark else colour(seat.pale))
        p.drawRoundedRect(box, 5, 5)
        p.save()
        left = box.left() if self._attacking else box.right() - 6
        p.setClipRect(QRectF(left, box.top(), 6, box.height()))
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(seat.ground))
        p.drawRoundedRect(box, 5, 5)
        p.restore()
        near = Qt.AlignmentFlag.AlignLeft if self._attacking else Qt.AlignmentFlag.AlignRight
        far = Qt.AlignmentFlag.AlignRight if self._attacking else Qt.AlignmentFlag.AlignLeft
        room = box.adjusted(20, 6, -20, -6)
        p.setPen(colour(c.text))
        p.setFont(serif(21 * size))
        p.drawText(room, near | Qt.AlignmentFlag.AlignTop, board.words.name("nation", self._nation))
        p.setPen(colour(c.text2))
        p.setFont(sans(12 * size, italic=True))
        role = "attacker" if self._attacking else "defender"
        p.drawText(
            room.adjusted(0, 6 * size, 0, 0),
            far | Qt.AlignmentFlag.AlignTop,
            board.words.say("battle", role, {}),
        )
        p.setFont(sans(13 * size))
        p.drawText(room.adjusted(0, 28 * size, 0, 0), near | Qt.AlignmentFlag.AlignTop, self._player)
        self._counters(p, QRectF(room.left(), room.top() + 46 * size, room.width(), _COUNTER))
        if self._lines:
            p.setPen(colour(c.text))
            below = room.adjusted(0, 46 * size + _COUNTER, 0, 0)
            flags = near | Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWordWrap
            for px in (13, 12, 11):
                p.setFont(sans(px * size))
                if p.boundingRect(below, flags, self._lines).height() <= below.height():
                    break
            p.drawText(below, flags, self._lines)
        p.end()

    def _counters(self, p: QPainter, box: QRectF) -> None:
        looks = self._standing()
        if not looks:
            return
        size = min(_COUNTER - 8, box.height() - 6)
        step = min(size + 10, (box.width() - size) / max(len(looks) - 1, 1))
        for n, (look, state) in enumerate(looks):
            x = box.left() + size / 2 + n * step if self._attacking else box.right() - size / 2 - n * step
            at = QPointF(x, box.center().y())
            made = picture(look, theme().look, size, self.devicePixelRatioF())
            side = made.deviceIndependentSize().width()
            p.setOpacity(1.0 if state == "here" else 0.28)
            p.drawPixmap(QRectF(at.x() - side / 2, at.y() - side / 2, side, side), made, QRectF(made.rect()))
            p.setOpacity(1.0)
            if state == "lost":
                ink = colour(panels(theme().look).warning)
                p.setPen(QPen(ink, 3.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                r = size * 0.32
                p.drawLine(at + QPointF(-r, -r), at + QPointF(r, r))
                p.drawLine(at + QPointF(-r, r), at + QPointF(r, -r))


class OddsBar(QWidget):
    """The odds as they stand now."""

    def __init__(self, board: EmpiresBoard) -> None:
        super().__init__()
        self._board = board
        self._look: Outlook | None = None
        theme().changed.connect(self._resized)
        self._resized()

    def _resized(self) -> None:
        self.setFixedHeight(round(step(_BAR)))

    def show_odds(self, look: Outlook | None) -> None:
        """None: there is nothing more to reckon."""
        self._look = look
        self.setVisible(look is not None)
        if look is not None:
            names = [self._board.words.name("nation", n) for n in (look.attacker, look.enemy)]
            ours, both, theirs = words.shares(look.odds)
            self.setAccessibleName(f"{names[0]} {ours} %, {both} %, {names[1]} {theirs} %")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """One bar of three parts."""
        if self._look is not None:
            p = QPainter(self)
            p.setRenderHint(QPainter.RenderHint.Antialiasing)
            size = step(1)
            p.scale(size, size)
            bar(p, QRectF(0, 0, self.width() / size, _BAR), self._look, self._board)
            p.end()


class Swords(QWidget):
    """The sign of a battle, before its name."""

    def __init__(self) -> None:
        super().__init__()
        theme().changed.connect(self._resized)
        self._resized()

    def _resized(self) -> None:
        side = round(step(_SWORDS))
        self.setFixedSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """As it stands on the map."""
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        ART.draw(p, "battle", QRectF(self.rect()).center(), self.width() / 210)
        p.end()
