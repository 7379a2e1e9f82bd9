"""The score: seats by points with what is usual, how it came about, and what every point is for."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from core.games.empires.chart_types import Charts
from core.games.empires.events import Scored
from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.empires.ledger import Ledger
from maharaja_qt.empires.palette import seat_colours, seat_line
from maharaja_qt.empires.panels import seat_points
from maharaja_qt.empires.usual import usual_total
from maharaja_qt.frame.seated import player
from maharaja_qt.theme import colour, panels, sans, serif, step, theme
from net.messages import RoomRow

_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_ROW = 30
_STYLES = {
    "solid": Qt.PenStyle.SolidLine, "dashed": Qt.PenStyle.DashLine, "dotted": Qt.PenStyle.DotLine,
    "double": Qt.PenStyle.SolidLine, "dash-dot": Qt.PenStyle.DashDotLine,
}  # fmt: skip


class Score(QWidget):
    """A row a seat: name, a bar with a mark at the usual total, points; the chart by turn below."""

    def __init__(self, c: Charts, texts: Texts, ledger: Ledger, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._c = c
        self._texts = texts
        self._ledger = ledger
        self._rows: list[tuple[int, str, str, int, int]] = []
        self._history: dict[int, list[int]] = {}
        self._usual: dict[int, list[int]] = {}
        self._scoring: set[int] = set()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(texts.say("panel", "score", {}))
        theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Rows and a chart."""
        return QSize(260, int(step(_ROW)) * max(len(self._rows), 4) + 150)

    def minimumSizeHint(self) -> QSize:
        """The rows alone, close together where type is large."""
        return QSize(180, _ROW * max(len(self._rows), 3))

    def show_view(self, view: View, room: RoomRow, mine: Sequence[int]) -> None:
        """The newest position."""
        seats = len(room.seats)
        totals = seat_points(self._c, view, seats)
        self._history = self._ledger.by_turn(view, seats)
        self._history[view.turn] = totals
        setup = self._c.setups[view.setup]
        turns = range(setup.first_turn - 1, self._c.last_turn + 1)
        self._usual = {t: [usual_total(self._c, view.setup, s, t) for s in range(seats)] for t in turns}
        self._scoring = {t for t, turn in enumerate(setup.turns) if turn.scoring}
        rows, texts = [], self._texts
        for seat, row in enumerate(room.seats):
            name = row.name or texts.name("seat", seat)
            ai = self.tr("AI, {policy}").format(policy=texts.say("policy", row.ai, {})) if row.ai else ""
            here = self.tr("AI for you") if ai else self.tr("you")
            note = here if seat in mine else ai
            usual = self._usual.get(view.turn - 1, totals)[seat]
            rows.append((seat, name, note, totals[seat], usual))
        if len(rows) != len(self._rows):
            self.updateGeometry()
        self._rows = sorted(rows, key=lambda r: -r[3])
        self.setAccessibleDescription(
            "; ".join(
                self.tr("{name} {points}, in history {usual}").format(
                    name=player(texts, room, seat), points=points, usual=usual
                )
                for seat, _, _, points, usual in self._rows
            )
        )
        self.setToolTip(self.tr("Black mark: the points by now if everything had gone as in history."))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Rows above, the chart below."""
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        most = max([max(points, usual) for *_, points, usual in self._rows] + [1])
        y, high = 0.0, min(step(_ROW), self.height() / max(len(self._rows), 1))
        for row in self._rows:
            self._paint_row(p, QRectF(0, y, self.width(), high), row, most)
            y += high
        self._chart(p, QRectF(22, y + 10, self.width() - 48, self.height() - y - 32))
        if self.hasFocus():
            p.setPen(QPen(colour(panels(theme().look).focus), 2))
            p.setBrush(Qt.BrushStyle.NoBrush)
            p.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        p.end()

    def _paint_row(self, p: QPainter, box: QRectF, row: tuple[int, str, str, int, int], most: int) -> None:
        seat, name, note, points, usual = row
        c, look = panels(theme().look), seat_colours(theme().look, seat)
        p.setPen(QPen(colour(look.edge), 1.5))
        p.setBrush(colour(look.ground))
        p.drawEllipse(QPointF(11, box.center().y()), 8, 8)
        p.setPen(QPen(colour(look.ink), 1, _STYLES[look.rim]))
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawEllipse(QPointF(11, box.center().y()), 5, 5)
        bar = QRectF(self.width() * 0.52, box.center().y() - 3, self.width() * 0.48 - step(40), 6)
        p.setPen(colour(c.text))
        p.setFont(sans(step(14), 600))
        words = p.fontMetrics().elidedText(name, Qt.TextElideMode.ElideRight, int(bar.x() - 32))
        p.drawText(box.adjusted(26, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, words)
        wide = p.fontMetrics().horizontalAdvance(words)
        p.setPen(colour(c.text2))
        p.setFont(sans(step(12), italic=True))
        if 40 + wide + p.fontMetrics().horizontalAdvance(note) < bar.x():
            p.drawText(box.adjusted(32 + wide, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, note)
        p.setPen(Qt.PenStyle.NoPen)
        p.setBrush(colour(c.bar))
        p.drawRoundedRect(bar, 3, 3)
        if points > 0:
            p.setPen(QPen(colour(seat_line(theme().look, seat, c.bar)), 1))
            p.setBrush(colour(look.ground))
            full = QRectF(bar.x(), bar.y(), bar.width() * points / most, 6)
            p.drawRoundedRect(full.adjusted(0.5, 0.5, -0.5, -0.5), 2.5, 2.5)
        p.setPen(QPen(colour(c.text), 1.6))
        x = bar.x() + bar.width() * usual / most
        p.drawLine(QPointF(x, bar.y() - 4), QPointF(x, bar.bottom() + 4))
        p.setFont(serif(step(18)))
        p.drawText(box.adjusted(0, 0, -4, 0), _RIGHT, str(points))

    def _chart(self, p: QPainter, box: QRectF) -> None:
        if box.height() < 60 or not self._history:
            return
        c = panels(theme().look)
        first = min(self._history)
        last = max(*self._history, first + 3)
        most = max([max(totals) for totals in self._history.values()] + [10])

        def at(turn: int, points: float) -> QPointF:
            return QPointF(
                box.left() + box.width() * (turn - first) / (last - first),
                box.bottom() - box.height() * points / most,
            )

        p.setFont(sans(step(11)))
        for points in range(0, most + 1, max(5, round(most / 3 / 5) * 5)):
            p.setPen(QPen(colour(c.line), 1))
            p.drawLine(at(first, points), at(last, points))
            p.setPen(colour(c.text2))
            p.drawText(QRectF(0, at(first, points).y() - 8, 18, 16), _RIGHT, str(points))
        every = 1 if last - first < 9 else 2
        for turn in range(first, last + 1):
            p.setPen(colour(c.text2))
            if (turn - first) % every == 0:
                mid = Qt.AlignmentFlag.AlignCenter
                p.drawText(QRectF(at(turn, 0).x() - 14, box.bottom() + 3, 28, 16), mid, str(turn))
            if turn in self._scoring and turn in self._history:
                p.setPen(QPen(colour(c.text2), 1, Qt.PenStyle.DotLine))
                p.drawLine(at(turn, 0), at(turn, most))
        now = max(self._history)
        heights = spread([at(now, total).y() for *_, total, _ in self._rows], step(11), box.bottom())
        for (seat, *_, total, _usual), high in zip(self._rows, heights, strict=True):
            look = seat_colours(theme().look, seat)
            ink = colour(seat_line(theme().look, seat, c.panel))
            p.setPen(QPen(ink, 2.6 if look.rim == "double" else 1.8, _STYLES[look.rim]))
            line = [at(turn, totals[seat]) for turn, totals in sorted(self._history.items())]
            p.drawPolyline(line)
            p.setPen(colour(c.text))
            end = QRectF(line[-1].x() + 5, high - 8, 26, 16)
            p.drawText(end, Qt.AlignmentFlag.AlignVCenter, str(total))


def spread(heights: Sequence[float], apart: float, bottom: float) -> list[float]:
    """Heights of labels, highest first, moved apart as little as can be, none below the bottom."""
    made: list[float] = []
    for high in heights:
        made.append(max(high, made[-1] + apart) if made else high)
    for n in range(len(made) - 1, -1, -1):
        made[n] = min(made[n], bottom - (len(made) - 1 - n) * apart)
    return made


class Points(QTreeWidget):
    """Every nation's points, and under it the reason of each."""

    def __init__(self, c: Charts, texts: Texts, ledger: Ledger, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._c = c
        self._texts = texts
        self._ledger = ledger
        self._shown: tuple[object, ...] = ()
        self.setAccessibleName(texts.say("panel", "points", {}))
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setWordWrap(True)
        self.setIndentation(14)
        self.setUniformRowHeights(False)

    def show_view(self, view: View) -> None:
        """The points so far. What was unfolded stays so."""
        shown = (tuple(view.points), len(self._ledger.scored))
        if shown == self._shown:
            return
        self._shown = shown
        items = [self.topLevelItem(n) for n in range(self.topLevelItemCount())]
        open_ = {item.text(0) for item in items if item is not None and item.isExpanded()}
        self.clear()
        for nation, points in enumerate(view.points):
            entries = [entry for _, entry in self._ledger.scored if entry.nation == nation]
            if not points and not entries:
                continue
            row = QTreeWidgetItem([self._texts.name("nation", nation), str(points)])
            row.setTextAlignment(1, _RIGHT)
            for entry in entries:
                turn = self._texts.say("panel", "comes", {"turn": entry.turn})
                why = f"{turn}: {self.reason(entry)}"
                inner = QTreeWidgetItem([why, f"{entry.points:+d}"])
                inner.setToolTip(0, why)
                inner.setTextAlignment(1, _RIGHT)
                row.addChild(inner)
            self.addTopLevelItem(row)
            row.setExpanded(row.text(0) in open_)
        if not self.topLevelItemCount():
            nobody = QTreeWidgetItem([self._texts.say("panel", "points-nobody", {})])
            nobody.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.addTopLevelItem(nobody)
            nobody.setFirstColumnSpanned(True)
        self.setColumnWidth(1, int(step(40)))
        self.header().setStretchLastSection(False)
        self.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)

    def reason(self, entry: Scored) -> str:
        """What an entry was for."""
        return self._texts.say("scored", entry.kind, structs.asdict(entry))

    def table(self, view: View) -> list[list[str]]:
        """All entries as rows under a head."""
        owner = self._c.setups[view.setup].owner
        rows = [["turn", "nation", "seat", "points", "reason"]]
        for _, entry in self._ledger.scored:
            seat = owner[entry.nation]
            rows.append(
                [
                    str(entry.turn), self._texts.name("nation", entry.nation), self._texts.name("seat", seat),
                    str(entry.points), self.reason(entry),
                ]
            )  # fmt: skip
        return rows
