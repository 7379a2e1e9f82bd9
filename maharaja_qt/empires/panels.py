"""The panels beside the map: order of play, score, Victory Point Card."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from core.games.empires.chart_types import NONE, Charts, Objective
from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.empires.counters import CounterLook, picture
from maharaja_qt.empires.palette import seat_colours
from maharaja_qt.frame.widgets import plain, rule
from maharaja_qt.theme import colour, panels, sans, serif, theme
from net.messages import RoomRow

ROW = 27


def owner_of(c: Charts, view: View, nation: int) -> int:
    """The seat that plays a nation in this set-up, or -1."""
    return c.setups[view.setup].owner[nation]


def held(view: View, c: Charts, nation: int) -> tuple[int, int]:
    """Armies on the map and land areas they stand in."""
    places = view.armies[nation]
    return sum(n for _, n in places), sum(place < c.board.land for place, _ in places)


def seat_points(c: Charts, view: View, seats: int) -> list[int]:
    """Points of each seat's nations together."""
    totals = [0] * seats
    for nation, points in enumerate(view.points):
        seat = owner_of(c, view, nation)
        if 0 <= seat < seats:
            totals[seat] += points
    return totals


class OrderOfPlay(QWidget):
    """All nations in the order they play: armies, areas, points; who has played, plays and is to come."""

    chosen = Signal(int)

    def __init__(self, c: Charts, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._c = c
        self._texts = texts
        self._view: View | None = None
        self.setAccessibleName(texts.say("panel", "order", {}))
        self.setMouseTracking(True)
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """One row a nation and a caption."""
        return QSize(236, ROW * len(self._c.nations) + 20)

    def minimumSizeHint(self) -> QSize:
        """May be squeezed a little."""
        return QSize(200, 21 * len(self._c.nations) + 18)

    def show_view(self, view: View) -> None:
        """The newest position."""
        self._view = view
        self.setAccessibleDescription(
            "; ".join(
                f"{self._texts.name('nation', n)} {view.points[n]}" for n in range(len(self._c.nations))
            )
        )
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A nation is chosen: its card is shown."""
        row = int((event.position().y() - 18) // self._row())
        if 0 <= row < len(self._c.nations):
            self.chosen.emit(row)

    def _row(self) -> float:
        return min(ROW, (self.height() - 18) / max(len(self._c.nations), 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Rows with tabular figures."""
        view = self._view
        if view is None:
            return
        p = QPainter(self)
        p.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        c = panels(theme().look)
        p.setFont(sans(12))
        p.setPen(colour(c.text2))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        p.drawText(QRectF(0, 0, self.width(), 16), right, self._texts.say("panel", "columns", {}))
        high = self._row()
        for nation in range(len(self._c.nations)):
            self._nation(p, view, nation, QRectF(0, 18 + nation * high, self.width(), high))
        p.end()

    def _nation(self, p: QPainter, view: View, nation: int, box: QRectF) -> None:
        c = panels(theme().look)
        armies, areas = held(view, self._c, nation)
        alive = armies > 0 or any(view.factories[a] == nation for a in range(len(view.factories)))
        now = nation == view.nation
        if now:
            p.setPen(QPen(colour(c.gilt), 1))
            p.setBrush(colour(c.chosen))
            p.drawRoundedRect(box.adjusted(0.5, 1, -0.5, -1), 5, 5)
        p.setOpacity(1.0 if alive or now else 0.55)
        seat = owner_of(self._c, view, nation)
        look = CounterLook("army", self._c.nations[nation].id, "", seat)
        p.setOpacity(p.opacity())
        made = picture(look, theme().look, 22, self.devicePixelRatioF())
        side = made.width() / made.devicePixelRatio()
        p.drawPixmap(QPointF(15 - side / 2, box.center().y() - side / 2), made)
        p.setPen(colour(c.text))
        p.setFont(sans(14, 700 if now else 400))
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        p.drawText(box.adjusted(32, 0, 0, 0), left, self._texts.name("nation", nation))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if alive or view.points[nation]:
            if view.nation != NONE and nation < view.nation and alive:
                p.setPen(QPen(colour(c.done), 1.8))
                x, y = self.width() - 104, box.center().y()
                p.drawPolyline([QPointF(x - 4, y), QPointF(x - 1, y + 3), QPointF(x + 5, y - 4)])
            p.setPen(colour(c.text2))
            p.setFont(sans(13))
            for text, end in ((str(armies), 66), (str(areas), 36)):
                p.drawText(box.adjusted(0, 0, -end, 0), right, text)
            p.setPen(colour(c.text))
            p.setFont(sans(14, 700))
            p.drawText(box.adjusted(0, 0, -6, 0), right, str(view.points[nation]))
        else:
            p.setPen(colour(c.text2))
            p.setFont(sans(12, italic=True))
            p.drawText(box.adjusted(0, 0, -6, 0), right, self._coming(view, nation))
        p.setOpacity(1)

    def _coming(self, view: View, nation: int) -> str:
        """When a nation that is not there comes, or that it has been."""
        for turn in range(view.turn, len(self._c.setups[view.setup].turns)):
            on = self._c.setups[view.setup].turns[turn].nations[nation]
            if on.arrivals or on.leaders_in or on.top_up is not None:
                return self._texts.say("panel", "comes", {"turn": turn})
        return self._texts.say("panel", "fallen", {})


class Score(QWidget):
    """Seats by points, with a bar each, and how it came about, turn by turn."""

    def __init__(self, c: Charts, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._c = c
        self._texts = texts
        self._rows: list[tuple[int, str, str, int]] = []
        self._history: dict[int, list[int]] = {}
        self._scoring: set[int] = set()
        self.setMinimumSize(200, 190)
        theme().changed.connect(self.update)

    def show_view(self, view: View, room: RoomRow, mine: Sequence[int]) -> None:
        """The newest position."""
        totals = seat_points(self._c, view, len(room.seats))
        self._history[view.turn] = totals
        self._scoring = {t for t, turn in enumerate(self._c.setups[view.setup].turns) if turn.scoring}
        rows = []
        for seat, row in enumerate(room.seats):
            name = row.name or self._texts.name("seat", seat)
            note = self.tr("you") if seat in mine else row.ai
            rows.append((seat, name, note, totals[seat]))
        self._rows = sorted(rows, key=lambda r: -r[3])
        self.setAccessibleDescription("; ".join(f"{name} {points}" for _, name, _, points in self._rows))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Rows above, the chart below."""
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        c = panels(theme().look)
        most = max([points for *_, points in self._rows] + [1])
        y = 0.0
        for seat, name, note, points in self._rows:
            box = QRectF(0, y, self.width(), 30)
            ground = colour(seat_colours(theme().look, seat).ground)
            p.setPen(QPen(colour(seat_colours(theme().look, seat).edge), 1.5))
            p.setBrush(ground)
            p.drawEllipse(QPointF(11, box.center().y()), 8, 8)
            p.setPen(colour(c.text))
            p.setFont(sans(14, 600))
            p.drawText(box.adjusted(28, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, name)
            wide = p.fontMetrics().horizontalAdvance(name)
            p.setPen(colour(c.text2))
            p.setFont(sans(12, italic=True))
            p.drawText(box.adjusted(34 + wide, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, note)
            bar = QRectF(self.width() - 126, box.center().y() - 3, 80, 6)
            p.setPen(Qt.PenStyle.NoPen)
            p.setBrush(colour(c.bar))
            p.drawRoundedRect(bar, 3, 3)
            p.setBrush(ground)
            p.drawRoundedRect(QRectF(bar.x(), bar.y(), bar.width() * points / most, 6), 3, 3)
            p.setPen(colour(c.text))
            p.setFont(serif(18))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            p.drawText(box.adjusted(0, 0, -4, 0), right, str(points))
            y += 30
        self._chart(p, QRectF(22, y + 8, self.width() - 44, self.height() - y - 28))
        p.end()

    def _chart(self, p: QPainter, box: QRectF) -> None:
        if box.height() < 50 or not self._history:
            return
        c = panels(theme().look)
        first, last = min(self._history), max(*self._history, min(self._history) + 3)
        most = max([max(totals) for totals in self._history.values()] + [10])

        def at(turn: int, points: float) -> QPointF:
            return QPointF(
                box.left() + box.width() * (turn - first) / (last - first),
                box.bottom() - box.height() * points / most,
            )

        p.setFont(sans(11))
        step = max(5, round(most / 3 / 5) * 5)
        for points in range(0, most + 1, step):
            p.setPen(QPen(colour(c.line), 1))
            p.drawLine(at(first, points), at(last, points))
            p.setPen(colour(c.text2))
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            p.drawText(QRectF(0, at(first, points).y() - 8, 18, 16), right, str(points))
        for turn in range(first, last + 1):
            p.setPen(colour(c.text2))
            p.drawText(
                QRectF(at(turn, 0).x() - 12, box.bottom() + 3, 24, 14),
                Qt.AlignmentFlag.AlignCenter,
                str(turn),
            )
            if turn in self._scoring and turn in self._history:
                p.setPen(QPen(colour(c.text2), 1, Qt.PenStyle.DotLine))
                p.drawLine(at(turn, 0), at(turn, most))
        styles = {
            "solid": Qt.PenStyle.SolidLine, "dashed": Qt.PenStyle.DashLine, "dotted": Qt.PenStyle.DotLine,
            "double": Qt.PenStyle.SolidLine, "dash-dot": Qt.PenStyle.DashDotLine,
        }  # fmt: skip
        for seat, *_ in self._rows:
            look = seat_colours(theme().look, seat)
            p.setPen(QPen(colour(look.ground), 2.6 if look.rim == "double" else 1.8, styles[look.rim]))
            line = [
                at(turn, totals[seat]) for turn, totals in sorted(self._history.items()) if seat < len(totals)
            ]
            p.drawPolyline(line)


class NationCard(QScrollArea):
    """What a nation's Victory Point Card pays, this turn in bold."""

    def __init__(self, c: Charts, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._c = c
        self._texts = texts
        self._shown: tuple[int, int] = (-1, -1)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_nation(self, view: View, nation: int) -> None:
        """The card of this nation in this turn."""
        if nation < 0 or self._shown == (nation, view.turn):
            return
        self._shown = (nation, view.turn)
        say = self._texts.say
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(0, 0, 4, 0)
        column.setSpacing(4)
        column.addWidget(plain(say("panel", "card", {"nation": nation}), "heading"))
        lines = [line for line in self._c.objectives if line.nation == nation]
        for line in lines:
            now = view.turn in line.turns
            label = plain(self._line(line), "strong" if now else "small", wrap=True)
            column.addWidget(label)
            turns = ", ".join(str(turn) for turn in line.turns)
            column.addWidget(plain(self.tr("Turns {turns}").format(turns=turns), "note", wrap=True))
        column.addWidget(rule())
        for note in self._c.notes[nation]:
            column.addWidget(plain(note, "aside", wrap=True))
        if any(self._c.sources.get(line.id) == "reconstructed" for line in lines):
            column.addWidget(plain(say("panel", "reconstructed", {}), "aside", wrap=True))
        column.addStretch()
        self.setWidget(inner)

    def _line(self, line: Objective) -> str:
        say = self._texts.say
        params = {
            "areas": tuple(a for a in range(self._c.board.land) if line.areas >> a & 1),
            "victims": tuple(n for n in range(len(self._c.nations)) if line.nations >> n & 1),
        }
        points = (
            say("panel", "each", {"points": line.points[0]})
            if line.kind in ("hold", "capture", "destroy")
            else say("panel", "steps", {})
        )
        return f"{say('panel', line.kind, params)}: {points}"


def counter_label(nation: str, seat: int, width: int, ratio: float) -> QLabel:
    """A counter as a widget, named for those who cannot see it."""
    label = QLabel()
    made: QPixmap = picture(CounterLook("army", nation, "", seat), theme().look, width, ratio)
    label.setPixmap(made)
    return label
