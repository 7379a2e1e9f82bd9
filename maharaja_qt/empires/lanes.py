"""The rounds of a battle, one below the other: dice outside, what came of them in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from core.games.empires.events import FactoryFell, Lost, NoRetreat, Passed, Retreated, Rolled
from core.texts import Texts
from maharaja_qt.board.motion import Motion
from maharaja_qt.empires.fight import Fight, FightRound
from maharaja_qt.empires.ground import ART
from maharaja_qt.theme import colour, panels, sans, serif, step, theme

ROLL_MS: Final = {"slow": 1500, "normal": 550, "at-once": 0}
SETTLE_MS: Final = {"slow": 120, "normal": 40, "at-once": 0}
LANE: Final = 16, 60
FOLDED: Final = 0, 26
NEXT: Final = 10, 48
"""How high a lane, the line about earlier rounds and the frames of the next throw are: pixels that stay, and
pixels that grow with type."""
SHOWN: Final = 3
"""Rounds that are seen whole; earlier ones fold to one line."""
_FACE: Final = 38.0
_MOST: Final = 1.3
"""So much larger than usual dice become with larger type."""


def _sized(high: tuple[int, int], size: float) -> float:
    return high[0] + high[1] * size


class Lanes(QWidget):
    """Dice that roll once for each round, and come to rest at a click."""

    rolled = Signal()
    """The dice lie still."""

    def __init__(self, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._fight: Fight | None = None
        self._next: tuple[int, int] | None = None
        self._seen: tuple[int, int, int] = (-1, -1, -1)
        self._share = 1.0
        self._size = 1.0
        self._plan = 1, False
        """So many lanes are shown, and are the frames of the next throw?"""
        self.motion = Motion(self, self.update)
        self.setMinimumWidth(300)
        theme().changed.connect(self.update)

    @property
    def rolling(self) -> bool:
        """Do dice roll?"""
        return self.motion.busy

    def show_fight(self, fight: Fight, following: tuple[int, int] | None, speed: str) -> None:
        """The rounds so far, and how many dice the next would be; dice not yet seen roll."""
        self._fight, self._next = fight, following
        rounds = len(fight.rounds)
        now = (fight.place, fight.enemy, rounds)
        dice = sum(len(throw.dice) for throw in fight.rounds[-1].throws) if rounds else 0
        new = now != self._seen and rounds > 0
        self._seen = now
        self.setAccessibleName("; ".join(self._words(each) for each in fight.rounds))
        self.update()
        if new:
            self._share = 0.0
            self.motion.run("dice", ROLL_MS[speed] + dice * SETTLE_MS[speed], self._roll, self._still)

    def finish(self) -> None:
        """The dice come to rest at once."""
        self.motion.finish("dice")

    def _roll(self, share: float) -> None:
        self._share = share

    def _still(self) -> None:
        self._share = 1.0
        self.rolled.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A click finishes what moves."""
        self.finish()

    def fit(self, room: float) -> None:
        """Takes as much of so many pixels as is of use: lanes of the last rounds with the frames of the next
        throw where there is room for them, but one lane in any case, and a line about those before."""
        rounds = len(self._fight.rounds) if self._fight is not None else 0
        nexts = (True, False) if self._next is not None else (False,)
        lanes = range(min(rounds, SHOWN), 0, -1) or (0,)
        high = {(n, following): self._high(n, following=following) for n in lanes for following in nexts}
        fitting = [plan for plan in high if high[plan] <= room] or [(lanes[-1], False)]
        self._plan = fitting[0]  # they are in the order of their heights
        self.setFixedHeight(round(high[self._plan]))
        self.update()

    @property
    def least(self) -> float:
        """The height of the last lane and a line about those before."""
        return self._high(min(1, len(self._fight.rounds) if self._fight is not None else 0), following=False)

    def _high(self, shown: int, *, following: bool) -> float:
        size = step(1)
        rounds = len(self._fight.rounds) if self._fight is not None else 0
        before = _sized(FOLDED, size) if rounds > shown else 0
        return before + shown * _sized(LANE, size) + (_sized(NEXT, size) if following else 0)

    # ----------------------------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Earlier rounds in a line, the last ones in lanes, the next as empty frames."""
        fight = self._fight
        if fight is None:
            return
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._size = size = step(1)
        lane, next_, folded = (_sized(high, size) for high in (LANE, NEXT, FOLDED))
        across, rounds = self.width(), len(fight.rounds)
        shown, following = min(self._plan[0], rounds), self._plan[1] and self._next is not None
        earlier = fight.rounds[: rounds - shown]
        y = 0.0
        if earlier:
            p.setPen(colour(panels(theme().look).text2))
            p.setFont(sans(12 * size))
            p.drawText(QRectF(0, 0, across, folded - 4), Qt.AlignmentFlag.AlignCenter, self._earlier(earlier))
            y = folded
        for each in fight.rounds[rounds - shown :]:
            self._lane(p, each, QRectF(0.5, y + 0.5, across - 1, lane - 6))
            y += lane
        if following:
            self._following(p, QRectF(0.5, y + 0.5, across - 1, next_ - 4), rounds + 1)
        p.end()

    def _earlier(self, rounds: Sequence[FightRound]) -> str:
        assert self._fight is not None
        ours = sum(each.hits(self._fight.attacker) for each in rounds)
        theirs = sum(each.hits(self._fight.enemy) for each in rounds)
        return self._texts.say("battle", "earlier", {"rounds": len(rounds), "ours": ours, "theirs": theirs})

    def _lane(self, p: QPainter, one: FightRound, box: QRectF) -> None:
        assert self._fight is not None
        c = panels(theme().look)
        p.setPen(QPen(colour(c.line), 1))
        p.setBrush(colour(c.panel2))
        p.drawRoundedRect(box, 5, 5)
        last = one is self._fight.rounds[-1]
        left = [throw for throw in one.throws if throw.nation == self._fight.attacker]
        right = [throw for throw in one.throws if throw.nation != self._fight.attacker]
        wide = box.width() * 0.36
        places = (
            QRectF(box.left() + 14, box.top(), wide, box.height()),
            QRectF(box.right() - 14 - wide, box.top(), wide, box.height()),
        )
        taken = max(
            self._dice(p, left, places[0], last, to_right=False),
            self._dice(p, right, places[1], last, to_right=True),
        )
        size = self._size
        middle = box.adjusted(taken + 24, 4, -taken - 24, -4)
        top = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        p.setPen(colour(c.text))
        p.setFont(serif(16 * size))
        p.drawText(middle, top, self._texts.say("battle", "round", {"number": one.number}))
        if last and self.rolling:
            return
        p.setFont(sans(12 * size, 600))
        hits = {"ours": one.hits(self._fight.attacker), "theirs": one.hits(self._fight.enemy)}
        p.drawText(middle.adjusted(0, 20 * size, 0, 0), top, self._texts.say("battle", "hit-count", hits))
        p.setPen(colour(c.text2))
        below, words = middle.adjusted(0, 36 * size, 0, 4), self._after(one)
        for px in (12.0, 11.0, 10.0, 9.0):
            p.setFont(sans(px * size))
            if p.boundingRect(below, top | Qt.TextFlag.TextWordWrap, words).height() <= below.height():
                break
        p.drawText(below, top | Qt.TextFlag.TextWordWrap, words)

    def _dice(
        self, p: QPainter, throws: Sequence[Rolled], box: QRectF, last: bool, *, to_right: bool
    ) -> float:
        """Draws them from the outside; how much of the width they take."""
        c = panels(theme().look)
        dice = [(face, face >= throw.need) for throw in throws for face in throw.dice]
        if not dice:
            return 0
        apart = min((_FACE + 9) * min(self._size, _MOST), box.width() / len(dice))
        size = min(_FACE * min(self._size, _MOST), apart * 0.86)
        settled = len(dice) if not (last and self.rolling) else round(self._share * len(dice) * 1.15 - 0.6)
        turning = Random(int(self._share * 22))
        for n, (face, hit) in enumerate(dice):
            x = box.right() - apart * (len(dice) - n - 0.5) if to_right else box.left() + apart * (n + 0.5)
            at = QPointF(x, box.top() + box.height() / 2 - 4)
            still = n < settled
            shown = face if still else turning.randint(1, 6)
            ART.draw(p, f"die-{shown}", at, size / 200, "#9C2F24" if still and hit else "#2A2118",
                     {"ground": "#FBF6EA"})  # fmt: skip
            if still and hit:
                p.setPen(Qt.PenStyle.NoPen)
                p.setBrush(colour(c.warning))
                y = at.y() + size / 2 + 4
                p.drawPolygon(QPolygonF([QPointF(x, y), QPointF(x - 4.5, y + 7), QPointF(x + 4.5, y + 7)]))
        return apart * len(dice)

    def _following(self, p: QPainter, box: QRectF, number: int) -> None:
        assert self._next is not None
        c = panels(theme().look)
        pen = QPen(colour(c.line), 1.2, Qt.PenStyle.DashLine)
        p.setPen(pen)
        p.setBrush(Qt.BrushStyle.NoBrush)
        p.drawRoundedRect(box, 5, 5)
        wide = box.width() * 0.36
        for count, left in zip(self._next, (True, False), strict=True):
            apart = min(38.0, wide / max(count, 1))
            size = apart * 0.78
            for n in range(count):
                x = box.left() + 14 + n * apart if left else box.right() - 14 - (n + 1) * apart
                p.drawRoundedRect(QRectF(x, box.center().y() - size / 2, size, size), 4, 4)
        p.setPen(colour(c.text2))
        size = self._size
        p.setFont(serif(15 * size))
        say = self._texts.say
        top = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        p.drawText(box.adjusted(0, 5, 0, 0), top, say("battle", "round", {"number": number}))
        p.setFont(sans(12 * size))
        ours, theirs = self._next
        p.drawText(
            box.adjusted(0, 5 + 22 * size, 0, 0), top, say("battle", "next", {"ours": ours, "theirs": theirs})
        )

    # -------------------------------------------------------------------------------------- words

    def _after(self, one: FightRound) -> str:
        return " · ".join(dict.fromkeys(self._said(event) for event in one.after))

    def _said(self, event: object) -> str:
        say = self._texts.say
        match event:
            case Lost(nation, _, armies):
                return say("battle", "lost-in-round", {"nation": nation, "armies": armies})
            case Retreated(nation, _, goal, armies):
                return say("battle", "fled-in-round", {"nation": nation, "goal": goal, "armies": armies})
            case FactoryFell():
                return say("battle", "fell-in-round", {})
            case Passed(nation):
                return say("battle", "stayed-in-round", {"nation": nation})
            case NoRetreat(nation):
                return say("battle", "no-way-in-round", {"nation": nation})
        return ""

    def _words(self, one: FightRound) -> str:
        assert self._fight is not None
        hits = {"ours": one.hits(self._fight.attacker), "theirs": one.hits(self._fight.enemy)}
        say = self._texts.say
        return f"{say('battle', 'round', {'number': one.number})}: {say('battle', 'hit-count', hits)}"
