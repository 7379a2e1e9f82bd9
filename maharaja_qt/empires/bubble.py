"""The odds beside a goal while armies are held over an enemy (LOOK: dragging and lighting)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec import structs
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QFontMetricsF,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QPolygonF,
    QTextLayout,
    QTextOption,
)

from core.games.empires.actions import March
from core.games.empires.chart_types import NONE
from core.games.empires.outlook import Outlook, Stake, enemy_in, outlook, stakes
from maharaja_qt.board.hand import Hand
from maharaja_qt.board.layer_picture import LayerPicture
from maharaja_qt.board.pieces import counter_scale
from maharaja_qt.empires import odds_words as words
from maharaja_qt.empires.counters import SIZES, CounterLook, picture
from maharaja_qt.empires.marches import MarchHand
from maharaja_qt.empires.palette import seat_colours
from maharaja_qt.theme import colour, panels, sans, serif, step

if TYPE_CHECKING:
    from maharaja_qt.empires.board import EmpiresBoard

WIDE: Final = 292.0
_PAD: Final = 14.0
_GAP: Final = 18.0
_TAIL: Final = 16.0
_FAR: Final = 60.0
"""So many pixels away from its goal are as bad as one more goal under it."""
_BOTH: Final = "#B9A98A"
_ALIGN: Final = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter, Qt.AlignmentFlag.AlignRight)


class Bubble:
    """Reckons and paints the odds of what is held; kept as a picture until something is held otherwise."""

    def __init__(self, board: EmpiresBoard) -> None:
        self._board = board
        self.on = True
        self._key: Hashable = None
        self._made: QPixmap | None = None
        self._size = 1.0
        self._whole = LayerPicture()
        self.shown: Outlook | None = None
        """What is told now."""
        self.box: QRectF | None = None
        """Where."""
        self.worth = ""
        """The points that hang on a march to where nobody fights."""

    def reckon(self, hand: Hand[Any] | None) -> tuple[Outlook, tuple[Stake, ...]] | None:
        """The battle at the goal aimed at."""
        board = self._board
        view, place = board.view, board.aimed
        if view is None or not isinstance(hand, MarchHand) or place not in hand.goals:
            return None
        march = hand.march(place)
        enemy = enemy_in(board.charts, view, place)
        if march is None or enemy == NONE or hand.goals[place].kind != "battle":
            return None
        found = outlook(board.charts, view, place, enemy, march)
        return None if found is None else (found, stakes(board.charts, view, place, enemy, march))

    def _entering(self, march: March) -> str:
        board = self._board
        if board.view is None:
            return ""
        found = stakes(board.charts, board.view, march.path[-1], NONE, march)
        return " · ".join(words.stake(board.words, each) for each in found)

    def paint(self, painter: QPainter, hand: Hand[Any] | None, pointer: QPointF) -> None:
        """Beside the goal, with a tail to it: over neither it, what is held nor where that came from."""
        board = self._board
        march = hand.march(board.aimed) if isinstance(hand, MarchHand) and board.aimed >= 0 else None
        if not self.on or hand is None or march is None:
            self.shown = self.box = None
            self.worth, self._key = "", None
            return
        key = (march, board.look, board.devicePixelRatioF(), board.size(), step(1))
        if key != self._key:
            found = self.reckon(hand)
            self._key = key
            self.shown = None if found is None else found[0]
            self._made = None if found is None else self._picture(*found)
            self.worth = "" if found is not None else self._entering(march)
        if self._made is None:
            self.box = None
            return
        size = self._made.deviceIndependentSize()
        goal = board.board_transform().mapRect(board.atlas.area(board.aimed).box)
        reach = SIZES["army"] * counter_scale(board.camera.scale, board.layer.size)
        below = max(1.4 * reach, 0.65 * reach + step(28))  # with the words under it
        held = QRectF(pointer.x() - reach, pointer.y() - reach, 2 * reach, reach + below)
        shown = QRectF(board.rect())
        lit = [self._about(place) for place in hand.goals if place != board.aimed]
        kept = (goal, held, self._about(hand.origin))
        self.box = box = _beside(kept, lit, shown, size.width(), size.height())
        # To the edge of the goal that is nearest, a little inside.
        near = goal.adjusted(*(part * goal.width() / 5 for part in (1, 1, -1, -1)))
        middle = box.center()
        tip = QPointF(
            max(min(middle.x(), near.right()), near.left()), max(min(middle.y(), near.bottom()), near.top())
        )

        def draw(over: QPainter) -> None:
            self._frame(over, box, tip)
            if self._made is not None:
                over.drawPixmap(box.topLeft(), self._made)

        whole = box.united(QRectF(tip.x() - 1, tip.y() - 1, 2, 2)).adjusted(-4, -4, 4, 8)
        whose = self._key, box.getRect(), tip.toTuple()
        self._whole.paint(painter, whole, board.devicePixelRatioF(), whose, draw)

    def _about(self, place: int) -> QRectF:
        """A counter at a place and its name, on the screen."""
        board = self._board
        shape, reach = (
            board.map.shape(place),
            SIZES["army"] * counter_scale(board.camera.scale, board.layer.size),
        )
        stack = QPointF(*board.camera.to_view(*shape.stack))
        label = QPointF(*board.camera.to_view(shape.label.x, shape.label.y))
        return QRectF(stack, label).normalized().adjusted(-reach, -reach, reach, reach)

    def _frame(self, painter: QPainter, box: QRectF, goal: QPointF) -> None:
        c = panels(self._board.look)
        path = QPainterPath()
        path.addRoundedRect(box, 8, 8)
        path = path.united(_tail(box, goal))
        painter.fillPath(path.translated(0, 3), colour("#000000", 22))
        painter.fillPath(path, colour(c.panel))
        painter.strokePath(path, QPen(colour(c.warning), 1.4))

    def _picture(self, look: Outlook, at_stake: tuple[Stake, ...]) -> QPixmap:
        board, ratio = self._board, self._board.devicePixelRatioF()
        high = self._draw(None, look, at_stake)
        # As large as type is chosen, as far as the map has room for it.
        self._size = max(min(step(1), (board.height() - 16) / high, board.width() / 2 / WIDE), 1.0)
        made = QPixmap(round(WIDE * self._size * ratio), round(high * self._size * ratio))
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.scale(self._size, self._size)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self._draw(painter, look, at_stake)
        painter.end()
        return made

    def _draw(self, p: QPainter | None, look: Outlook, at_stake: tuple[Stake, ...]) -> float:
        """Draws, or only measures; how high it is."""
        board = self._board
        say, c = board.words.say, panels(board.look)
        place, wide = look.place, WIDE - 2 * _PAD
        terrain = "sea" if look.battle.sea else "hiland" if look.battle.hiland else "open"
        y = _PAD - 2
        if p is not None:
            p.setPen(colour(c.text))
            p.setFont(serif(18))
            line = QRectF(_PAD, y, wide, 24)
            p.drawText(line, Qt.AlignmentFlag.AlignVCenter, say("battle", "attack", {"place": place}))
            p.setPen(colour(c.text2))
            p.setFont(sans(12, italic=True))
            right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            p.drawText(line, right, say("battle", terrain, {}))
        y += 30
        if p is not None:
            self._sides(p, look, y)
        y += 34
        for attacking in (True, False):
            term = words.Terms(board.charts, board.words, look, attacking=attacking)
            y += _text(p, term.short(), _PAD, y, wide, c.text2, 12) + 2
        y += 4
        if p is not None:
            bar(p, QRectF(_PAD, y, wide, 16), look, board)
        y += 19
        if p is not None:
            _captions(p, QRectF(_PAD, y, wide, 16), look, board)
        y += 22
        view = board.view
        own = words.same_seat(board.words, board.charts, view.setup, look) if view is not None else ""
        lines = [(own, c.warning)] if own else []
        lines += [(words.losses(board.words, look.odds), c.text), (words.refuges(board.words, look), c.text)]
        inks = {"empty": c.warning}
        lines += [(words.stake(board.words, each), inks.get(each.why, c.text)) for each in at_stake]
        for text, ink in lines:
            if p is not None:
                p.setPen(Qt.PenStyle.NoPen)
                p.setBrush(colour(ink))
                p.drawEllipse(QPointF(_PAD + 3, y + 9), 1.8, 1.8)
            y += _text(p, text, _PAD + 12, y, wide - 12, ink, 13, 600 if ink == c.warning else 400) + 2
        return y + _PAD - 6

    def _sides(self, p: QPainter, look: Outlook, y: float) -> None:
        board = self._board
        assert board.view is not None
        c, x = panels(board.look), _PAD
        sides = ((look.attacker, look.battle.attackers.armies), (look.enemy, look.battle.defenders.armies))
        for n, (nation, armies) in enumerate(sides):
            if n:
                p.setFont(sans(12, italic=True))
                p.setPen(colour(c.text2))
                between = board.words.say("battle", "against", {})
                p.drawText(QRectF(x, y, 60, 28), Qt.AlignmentFlag.AlignVCenter, between)
                x += p.fontMetrics().horizontalAdvance(between) + 14
            seat = board.layout_.seat(board.view, nation)
            counter = CounterLook("army", board.charts.nations[nation].id, "", seat)
            made = picture(counter, board.look, 27 * self._size, board.devicePixelRatioF())
            side = made.deviceIndependentSize().width() / self._size
            p.drawPixmap(QRectF(x + 14 - side / 2, y + 14 - side / 2, side, side), made, QRectF(made.rect()))
            p.setFont(serif(20))
            p.setPen(colour(c.text))
            p.drawText(QRectF(x + 34, y, 40, 28), Qt.AlignmentFlag.AlignVCenter, str(armies))
            x += 40 + p.fontMetrics().horizontalAdvance(str(armies))


def bar(p: QPainter, box: QRectF, look: Outlook, board: EmpiresBoard) -> None:
    """Yours, both gone, theirs, in the colours of the seats, with whole percents that add up to 100."""
    assert board.view is not None
    ours = seat_colours(board.look, board.layout_.seat(board.view, look.attacker))
    theirs = seat_colours(board.look, board.layout_.seat(board.view, look.enemy))
    found = words.shares(look.odds)
    if ours == theirs:  # two nations of one seat: told apart by light and dark
        theirs = structs.replace(theirs, ground=theirs.edge)
    x = box.left()
    p.save()
    clip = QPainterPath()
    clip.addRoundedRect(box, 3, 3)
    p.setClipPath(clip, Qt.ClipOperation.IntersectClip)
    for part, (percent, ground, ink) in enumerate(
        zip(found, (ours.ground, _BOTH, theirs.ground), (ours.ink, "#241A12", theirs.ink), strict=True)
    ):
        piece = QRectF(x, box.top(), box.width() * percent / 100, box.height())
        p.fillRect(piece, colour(ground))
        p.setPen(colour(ink))
        p.setFont(sans(12, 700))
        if _fits(percent, box.width()):
            p.drawText(
                piece.adjusted(5, 0, -5, 0), _ALIGN[part] | Qt.AlignmentFlag.AlignVCenter, f"{percent} %"
            )
        x += piece.width()
    p.restore()


def _fits(percent: int, wide: float) -> bool:
    """Is there room for the number in its own piece of the bar?"""
    return QFontMetricsF(sans(12, 700)).horizontalAdvance(f"{percent} %") + 10 <= wide * percent / 100


def _captions(p: QPainter, box: QRectF, look: Outlook, board: EmpiresBoard) -> None:
    say, found = board.words.say, words.shares(look.odds)
    p.setFont(sans(12))
    p.setPen(colour(panels(board.look).text2))
    first = say("battle", "win" if look.battle.sea else "take", {})
    middle = f"{found[1]} % {say('battle', 'both', {})}"
    last = say("battle", "back", {})
    if not _fits(found[0], box.width()):
        first = f"{found[0]} % {first}"
    if not _fits(found[2], box.width()):
        last = f"{found[2]} % {last}"
    for align, text in zip(_ALIGN, (first, middle, last), strict=True):
        p.drawText(box, align | Qt.AlignmentFlag.AlignVCenter, text)


def _text(
    p: QPainter | None, text: str, x: float, y: float, wide: float, ink: str, px: float, weight: int = 400
) -> float:
    """Plain text in lines; how high they are."""
    layout = QTextLayout(text, sans(px, weight))
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(option)
    layout.beginLayout()
    high = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(wide)
        line.setPosition(QPointF(0, high))
        high += line.height()
    layout.endLayout()
    if p is not None:
        p.setPen(colour(ink))
        layout.draw(p, QPointF(x, y))
    return high


def _places(goal: QRectF, wide: float, high: float) -> Iterator[QRectF]:
    """Beside the goal at each side, a little higher or lower, farther left or right, and at a distance."""
    middle = goal.center()
    for away in (0.0, 0.5, 1.0):
        left, right = goal.left() - _GAP - wide * (1 + away), goal.right() + _GAP + wide * away
        upper, lower = goal.top() - _GAP - high * (1 + away), goal.bottom() + _GAP + high * away
        for shift in (0.0, -0.5, 0.5):
            yield QRectF(left, middle.y() - high * (0.5 + shift), wide, high)
            yield QRectF(right, middle.y() - high * (0.5 + shift), wide, high)
            yield QRectF(middle.x() - wide * (0.5 + shift), upper, wide, high)
            yield QRectF(middle.x() - wide * (0.5 + shift), lower, wide, high)


def _beside(kept: Sequence[QRectF], lit: Sequence[QRectF], view: QRectF, wide: float, high: float) -> QRectF:
    """A box inside the view, near the goal, the first of what is to be `kept` in sight, that covers as little
    as can be of these, and of what is `lit` besides."""
    room = view.adjusted(6, 6, -6, -6)

    def inside(box: QRectF) -> QRectF:
        box.moveLeft(max(min(box.left(), room.right() - wide), room.left()))
        box.moveTop(max(min(box.top(), room.bottom() - high), room.top()))
        return box

    def covered(box: QRectF) -> float:
        over = [box.intersected(each) for each in kept]
        return sum(max(each.width(), 0) * max(each.height(), 0) for each in over)

    boxes = [inside(box) for box in _places(kept[0], wide, high)]
    least = min(map(covered, boxes))
    best = (box for box in boxes if covered(box) <= least + 1)

    def worse(box: QRectF) -> float:
        aside = max(kept[0].left() - box.right(), box.left() - kept[0].right(), 0)
        along = max(kept[0].top() - box.bottom(), box.top() - kept[0].bottom(), 0)
        return sum(map(box.intersects, lit)) + (aside + along) / _FAR

    return min(best, key=worse)


def _tail(box: QRectF, goal: QPointF) -> QPainterPath:
    """A tail from the edge of the box towards the goal."""
    path = QPainterPath()
    middle = box.center()
    if box.left() <= goal.x() <= box.right():
        edge = box.bottom() if goal.y() > middle.y() else box.top()
        at = max(min(goal.x(), box.right() - 24), box.left() + 24)
        path.addPolygon(QPolygonF([QPointF(at - _TAIL / 2, edge), QPointF(at + _TAIL / 2, edge), goal]))
    else:
        edge = box.right() if goal.x() > middle.x() else box.left()
        at = max(min(goal.y(), box.bottom() - 24), box.top() + 24)
        path.addPolygon(QPolygonF([QPointF(edge, at - _TAIL / 2), QPointF(edge, at + _TAIL / 2), goal]))
    path.closeSubpath()
    return path
