"""The battle panel: both sides, the rounds, the ways in and out, and the decision (LOOK: battle panel)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from core.games.empires.events import BattleEnded
from core.games.empires.outlook import Outlook
from core.games.empires.view import View
from maharaja_qt.empires import odds_words as words
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.bubble import bar
from maharaja_qt.empires.counters import CounterLook, picture
from maharaja_qt.empires.cutting import cutting
from maharaja_qt.empires.fight import Fight
from maharaja_qt.empires.lanes import ROLL_MS, Lanes
from maharaja_qt.empires.palette import seat_colours
from maharaja_qt.frame.presenter import Choice
from maharaja_qt.frame.widgets import Segments, button, empty, plain
from maharaja_qt.theme import colour, panels, sans, serif, theme

WIDE: Final = 1020
HIGH: Final = 684
_COUNTER: Final = 54.0
_BAR: Final = 18
_MAP: Final = (332, 236)
_MAP_FROM: Final = 620
"""The map is shown in a panel at least so high."""
FEW: Final = 6
"""More answers than this are found on the map."""


class Question(Struct, frozen=True):
    """What is to be decided, by whoever sits here (with answers) or by somebody else (without)."""

    sentence: str
    choices: Sequence[Choice] = ()
    note: str = ""
    losses: bool = False
    """Are the losses of a round still to be taken off? Then there are no odds yet."""


class Side(QWidget):
    """One side of the battle: nation, who plays it, counters, what its dice hit with and why."""

    def __init__(self, board: EmpiresBoard, *, attacking: bool) -> None:
        super().__init__()
        self._board = board
        self._attacking = attacking
        self._view: View | None = None
        self._fight: Fight | None = None
        self._terms: words.Terms | None = None
        self._player = ""
        self.setMinimumSize(280, 132)
        self.setMaximumHeight(152)
        theme().changed.connect(self.update)

    def show_side(self, view: View, fight: Fight, look: Outlook | None, player: str) -> None:
        """The newest of it."""
        self._view, self._fight, self._player = view, fight, player
        if look is not None:
            self._terms = words.Terms(self._board.charts, self._board.words, look, attacking=self._attacking)
        elif self._terms is not None and self._terms.nation != self._nation:
            self._terms = None
        lines = "" if self._terms is None else self._terms.sentence()
        name = self._board.words.name("nation", self._nation)
        self.setAccessibleName(f"{name}, {player}: {len(self._standing())}. {lines}")
        self.update()

    @property
    def _nation(self) -> int:
        assert self._fight is not None
        return self._fight.attacker if self._attacking else self._fight.enemy

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
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        p.setPen(QPen(colour(seat.ground, 70), 1))
        p.setBrush(colour(seat.ground, 26) if theme().look.dark else colour(seat.pale))
        p.drawRoundedRect(box, 5, 5)
        rim = QRectF(box.left() if self._attacking else box.right() - 6, box.top(), 6, box.height())
        p.fillRect(rim, colour(seat.ground))
        near = Qt.AlignmentFlag.AlignLeft if self._attacking else Qt.AlignmentFlag.AlignRight
        far = Qt.AlignmentFlag.AlignRight if self._attacking else Qt.AlignmentFlag.AlignLeft
        room = box.adjusted(20, 6, -20, -6)
        p.setPen(colour(c.text))
        p.setFont(serif(21))
        p.drawText(room, near | Qt.AlignmentFlag.AlignTop, board.words.name("nation", self._nation))
        p.setPen(colour(c.text2))
        p.setFont(sans(12, italic=True))
        role = "attacker" if self._attacking else "defender"
        p.drawText(
            room.adjusted(0, 6, 0, 0), far | Qt.AlignmentFlag.AlignTop, board.words.say("battle", role, {})
        )
        p.setFont(sans(13))
        p.drawText(room.adjusted(0, 28, 0, 0), near | Qt.AlignmentFlag.AlignTop, self._player)
        self._counters(p, QRectF(room.left(), room.top() + 46, room.width(), _COUNTER))
        if self._terms is not None:
            p.setPen(colour(c.text))
            p.setFont(sans(12))
            below = QRectF(
                room.left(), room.top() + 46 + _COUNTER, room.width(), room.height() - 46 - _COUNTER
            )
            p.drawText(
                below, near | Qt.AlignmentFlag.AlignBottom | Qt.TextFlag.TextWordWrap, self._terms.sentence()
            )
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
            p.drawPixmap(at - QPointF(side / 2, side / 2), made)
            p.setOpacity(1.0)
            if state == "lost":
                p.setPen(QPen(colour("#9C2F24"), 3.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
                r = size * 0.32
                p.drawLine(at + QPointF(-r, -r), at + QPointF(r, r))
                p.drawLine(at + QPointF(-r, r), at + QPointF(r, -r))


class _Bar(QWidget):
    """The odds as they stand now."""

    def __init__(self, board: EmpiresBoard) -> None:
        super().__init__()
        self._board = board
        self._look: Outlook | None = None
        self.setFixedHeight(_BAR)

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
            bar(p, QRectF(self.rect()), self._look, self._board)
            p.end()


class BattlePanel(QFrame):
    """Shows one battle. It decides nothing: it says which answer was picked, or that it is to fold."""

    picked = Signal(object)
    folds = Signal()
    speed_chosen = Signal(str)

    def __init__(self, board: EmpiresBoard) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._board = board
        self._say = board.words.say
        self.speed = "normal"
        self._fight: Fight | None = None
        self._question = Question("")
        self._asked: object = None
        self._title = plain("", "title")
        self._note = plain("", "small")
        self._segments = Segments(
            [(each, self._say("battle", each, {})) for each in ("slow", "normal", "at-once")]
        )
        self._segments.chosen.connect(self._choose_speed)
        self._segments.show_value(self.speed)
        self._ours, self._theirs = Side(board, attacking=True), Side(board, attacking=False)
        self.lanes = Lanes(board.words)
        self.lanes.rolled.connect(self._settled)
        self._map = QLabel()
        self._map.setFixedSize(*_MAP)
        self._sentence = plain("", "prompt", wrap=True)
        self._bar = _Bar(board)
        self._losses = plain("", "small", wrap=True)
        self._facts = plain("", "small", wrap=True)
        self._buttons = QGridLayout()
        self._buttons.setSpacing(8)
        self._made: list[QPushButton] = []
        self._fold = button(self._say("battle", "fold", {}), quiet=True)
        self._fold.clicked.connect(self.folds)
        self._lay_out()

    def sizeHint(self) -> QSize:
        """As LOOK has it."""
        return QSize(WIDE, HIGH)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(22, 12, 22, 14)
        column.setSpacing(8)
        head = QHBoxLayout()
        head.setSpacing(14)
        titles = QVBoxLayout()
        titles.setSpacing(0)
        titles.addWidget(self._title)
        titles.addWidget(self._note)
        head.addLayout(titles, 1)
        speeds = QVBoxLayout()
        speeds.setSpacing(2)
        speeds.addWidget(
            plain(self._say("battle", "speed", {}), "note"), alignment=Qt.AlignmentFlag.AlignRight
        )
        self._segments.setFixedWidth(210)
        speeds.addWidget(self._segments)
        head.addLayout(speeds)
        head.addWidget(self._fold, alignment=Qt.AlignmentFlag.AlignBottom)
        column.addLayout(head)
        sides = QHBoxLayout()
        sides.setSpacing(14)
        sides.addWidget(self._ours)
        sides.addWidget(self._theirs)
        column.addLayout(sides)
        column.addWidget(self.lanes, 1)
        below = QHBoxLayout()
        below.setSpacing(20)
        below.addWidget(self._map, alignment=Qt.AlignmentFlag.AlignTop)
        decision = QVBoxLayout()
        decision.setSpacing(6)
        for widget in (self._sentence, self._bar, self._losses):
            decision.addWidget(widget)
        decision.addLayout(self._buttons)
        decision.addWidget(self._facts)
        decision.addStretch()
        below.addLayout(decision, 1)
        column.addLayout(below)

    # ------------------------------------------------------------------------------------- content

    def show_battle(
        self, fight: Fight, view: View, look: Outlook | None, players: tuple[str, str], question: Question
    ) -> None:
        """The newest of a battle and what is to be decided in it."""
        self._fight, self._question = fight, question
        say, land = self._say, self._board.charts.board
        sea = fight.place >= land.land
        title = "title-factory" if fight.factory else "title"
        self._title.setText(say("battle", title, {"place": fight.place, "sea": sea}))
        terrain = "sea" if sea else "hiland" if land.hilands >> fight.place & 1 else "open"
        note = say("battle", "note", {"turn": view.turn, "terrain": say("battle", terrain, {})})
        self._note.setText(note)
        self._ours.show_side(view, fight, look, players[0])
        self._theirs.show_side(view, fight, look, players[1])
        following = None
        open_ = fight.ended is None and not question.losses
        if look is not None and open_:
            following = look.battle.attackers.armies, look.battle.defenders.armies + look.battle.factory
        ins = sorted({entry for place, entry, _ in view.came if place == fight.place and 0 <= entry < 64})
        self._map.setPixmap(
            cutting(
                self._board,
                fight.place,
                *_MAP,
                ins,
                look.refuges if look else (),
                look.watched if look else (),
            )
        )
        self.lanes.show_fight(fight, following, self.speed)
        self._bar.show_odds(look if open_ else None)
        self._tell(self._losses, self._average(look) if open_ else "")
        self._tell(self._facts, "\n".join(self._about(look)) if fight.ended is None else "")
        self._settled()

    def _tell(self, label: QLabel, text: str) -> None:
        label.setText(text)
        label.setVisible(bool(text))

    def _average(self, look: Outlook | None) -> str:
        if look is None:
            return ""
        lost = look.odds.attackers_lost.expected, look.odds.defenders_lost.expected
        params = {"ours": f"{lost[0]:.1f}", "theirs": f"{lost[1]:.1f}"}
        return self._say("battle", "losses-both", {**params, "nation": look.attacker, "enemy": look.enemy})

    def _about(self, look: Outlook | None) -> list[str]:
        lines = [self._question.note] if self._question.note else []
        if look is None or self._question.losses:
            return lines
        if not look.battle.factory or look.battle.defenders.armies:
            lines.append(words.refuges(self._board.words, look))
        if look.watched:
            lines.append(self._say("battle", "watched", {"enemy": look.enemy, "places": look.watched}))
        return lines

    def _settled(self) -> None:
        """The decision is put once the dice lie still."""
        fight, question = self._fight, self._question
        if fight is None or self.lanes.rolling:
            empty(self._buttons)
            self._made, self._asked = [], None
            self._sentence.setText("")
            return
        ended = fight.ended if not question.choices else None
        self._sentence.setText(self._result(ended) if ended is not None else question.sentence)
        asked = (question, ended is not None)
        if asked == self._asked:
            return
        focus = QApplication.focusWidget()
        had_focus = focus is not None and (focus is self or self.isAncestorOf(focus))
        self._asked = asked
        empty(self._buttons)
        self._made = []
        if len(question.choices) > FEW:
            self._add(self._say("battle", "some", {}), None, main=True)
        for choice in question.choices[: FEW if len(question.choices) <= FEW else 1]:
            if len(choice.actions) == 1:
                self._add(choice.text, choice.actions[0], main=not self._made)
        if ended is not None:
            self._add(self._say("battle", "close", {}), None, main=True)
        if self._made and had_focus:
            self._made[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def _add(self, text: str, action: Struct | None, *, main: bool) -> None:
        """A button with an answer, or (without) one that folds the panel."""
        made = button(text, main=main)
        made.clicked.connect(self.folds if action is None else lambda: self.picked.emit(action))
        at = len(self._made)
        self._made.append(made)
        self._buttons.addWidget(made, at // 2, at % 2)

    def _result(self, ended: BattleEnded) -> str:
        fight = self._fight
        assert fight is not None
        standing = ended.armies, ended.enemy_armies
        if all(standing) or (fight.factory and standing[0]):
            holder = fight.attacker if fight.factory and not standing[1] else -1
            if holder < 0:
                return self._say("battle", "over-both", {"place": ended.place})
            return self._say("battle", "over", {"nation": holder, "place": ended.place})
        if not any(standing):
            return self._say("battle", "over-none", {"place": ended.place})
        nation = ended.nation if standing[0] else ended.enemy
        return self._say("battle", "over", {"nation": nation, "place": ended.place})

    def _choose_speed(self, value: object) -> None:
        self.speed = str(value)
        assert self.speed in ROLL_MS
        self.speed_chosen.emit(self.speed)
        if self.speed == "at-once":
            self.lanes.finish()

    def show_speed(self, speed: str) -> None:
        """As chosen elsewhere."""
        self.speed = speed
        self._segments.show_value(speed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """R calls back or retreats, by the first way there is; a key that is held down decides nothing."""
        if event.isAutoRepeat():
            return
        if event.key() == Qt.Key.Key_R and len(self._made) > 1:
            self._made[1].setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self.lanes.rolling:
            self.lanes.finish()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._made:
            self._made[0].setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: object) -> None:
        """Where there is little room, the answers have it; the map is a key away."""
        self._map.setVisible(self.height() >= _MAP_FROM)

    def mousePressEvent(self, event: object) -> None:
        """Inside the panel, a click beside everything does nothing."""
