"""The rounds of a battle, one below the other: dice outside, what came of them in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
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
LANE: Final = 76
FOLDED: Final = 26
NEXT: Final = 58
SHOWN: Final = 3
"""Rounds that are seen whole; earlier ones fold to one line."""
_FACE: Final = 38.0


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
        self.motion = Motion(self, self.update)
        self.setSizePolicy(self.sizePolicy().Policy.Expanding, self.sizePolicy().Policy.Preferred)
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
        self.updateGeometry()
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

    def sizeHint(self) -> QSize:
        """As high as its lanes, with type of the size chosen."""
        return QSize(600, round(step(self._high())))

    def minimumSizeHint(self) -> QSize:
        """The last lane at least, and a line about those before."""
        before = FOLDED if self._fight is not None and len(self._fight.rounds) > 1 else 0
        return QSize(300, min(self._high(), LANE + before))

    def _high(self) -> int:
        rounds = len(self._fight.rounds) if self._fight is not None else 0
        folded = FOLDED if rounds > SHOWN else 0
        following = NEXT if self._next is not None else 0
        return folded + min(rounds, SHOWN) * LANE + following + 4

    # ----------------------------------------------------------------------------------- painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Earlier rounds in a line, the last ones in lanes, the next as empty frames."""
        fight = self._fight
        if fight is None:
            return
        p = QPainter(self)
        p.setRenderHint(QPainter.RenderHint.Antialiasing)
        # Type as large as is chosen, as far as there is room for it.
        size = max(min(step(1), self.height() / self._high()), 1.0)
        p.scale(size, size)
        across = self.width() / size
        # The frames of the next throw only where there is room for them.
        following = self._next is not None and self.height() / size >= LANE + NEXT
        room = self.height() / size - (NEXT if following else 0)
        shown = max(min(SHOWN, len(fight.rounds), int(room // LANE)), min(1, len(fight.rounds)))
        earlier = fight.rounds[: len(fight.rounds) - shown]
        y = 0.0
        if earlier:
            p.setPen(colour(panels(theme().look).text2))
            p.setFont(sans(12))
            p.drawText(QRectF(0, 0, across, FOLDED - 4), Qt.AlignmentFlag.AlignCenter, self._earlier(earlier))
            y = FOLDED
        for each in fight.rounds[len(fight.rounds) - shown :]:
            self._lane(p, each, QRectF(0.5, y + 0.5, across - 1, LANE - 6))
            y += LANE
        if following:
            self._following(p, QRectF(0.5, y + 0.5, across - 1, NEXT - 4), len(fight.rounds) + 1)
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
        self._dice(p, left, QRectF(box.left() + 14, box.top(), wide, box.height()), last, to_right=False)
        self._dice(
            p, right, QRectF(box.right() - 14 - wide, box.top(), wide, box.height()), last, to_right=True
        )
        middle = QRectF(
            box.center().x() - box.width() * 0.14, box.top() + 4, box.width() * 0.28, box.height() - 8
        )
        p.setPen(colour(c.text))
        p.setFont(serif(16))
        p.drawText(middle, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop,
                   self._texts.say("battle", "round", {"number": one.number}))  # fmt: skip
        if last and self.rolling:
            return
        p.setFont(sans(12, 600))
        hits = {"ours": one.hits(self._fight.attacker), "theirs": one.hits(self._fight.enemy)}
        p.drawText(middle.adjusted(0, 20, 0, 0), Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop,
                   self._texts.say("battle", "hit-count", hits))  # fmt: skip
        p.setFont(sans(12))
        p.setPen(colour(c.text2))
        p.drawText(middle.adjusted(-40, 36, 40, 0), Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap,
                   self._after(one))  # fmt: skip

    def _dice(
        self, p: QPainter, throws: Sequence[Rolled], box: QRectF, last: bool, *, to_right: bool
    ) -> None:
        c = panels(theme().look)
        dice = [(face, face >= throw.need) for throw in throws for face in throw.dice]
        if not dice:
            return
        apart = min(_FACE + 9, box.width() / len(dice))
        size = min(_FACE, apart * 0.86)
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
        p.setFont(serif(15))
        say = self._texts.say
        top = Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop
        p.drawText(box.adjusted(0, 5, 0, 0), top, say("battle", "round", {"number": number}))
        p.setFont(sans(12))
        ours, theirs = self._next
        p.drawText(box.adjusted(0, 27, 0, 0), top, say("battle", "next", {"ours": ours, "theirs": theirs}))

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
