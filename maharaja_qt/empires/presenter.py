"""The 1994 game in the window: its board, panels, header and lobby."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, cast

from msgspec import Struct, structs
from PySide6.QtCore import QObject, QPointF, Qt
from PySide6.QtGui import QCursor, QKeyEvent
from PySide6.QtWidgets import QDialog, QWidget

from core.game import AnyGame
from core.games.empires.actions import Action, Done
from core.games.empires.chart_types import NONE
from core.games.empires.events import TurnBegan
from core.games.empires.rules import Empires
from core.games.empires.unfolding import chapters, unfolded
from core.games.empires.view import View
from core.legal import Legal
from core.texts import Texts
from maharaja_qt.board.follow import Follow
from maharaja_qt.board.overview import Overview
from maharaja_qt.board.zoom_strip import ZoomStrip
from maharaja_qt.client import Event, Position
from maharaja_qt.empires import awaited, hovering, wording
from maharaja_qt.empires.advised import advised
from maharaja_qt.empires.area_card import AreaCard
from maharaja_qt.empires.battle import Battle
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.correction import Correction
from maharaja_qt.empires.cover import cover as cover  # noqa: PLC0414 - of this module's interface
from maharaja_qt.empires.dice import DicePanel
from maharaja_qt.empires.finder import Finder
from maharaja_qt.empires.glances import CARD as CARD  # noqa: PLC0414 - of this module's interface
from maharaja_qt.empires.glances import glance as glance  # noqa: PLC0414 - likewise
from maharaja_qt.empires.glances import where as where  # noqa: PLC0414 - likewise
from maharaja_qt.empires.headlines import headlines
from maharaja_qt.empires.ledger import Ledger
from maharaja_qt.empires.legend import Legend
from maharaja_qt.empires.lesson import Learning
from maharaja_qt.empires.log_signs import LogSigns
from maharaja_qt.empires.looking import Looking
from maharaja_qt.empires.order import OrderOfPlay
from maharaja_qt.empires.palette import seat_colours
from maharaja_qt.empires.panels import NationCard, nation_badge, seat_nations
from maharaja_qt.empires.phases import phases
from maharaja_qt.empires.picture import save_picture
from maharaja_qt.empires.record_chart import RecordChart
from maharaja_qt.empires.score import Points, Score
from maharaja_qt.empires.spoken import Spoken
from maharaja_qt.empires.spots import asked_about
from maharaja_qt.empires.switches import Switches
from maharaja_qt.empires.track_strip import TrackStrip
from maharaja_qt.empires.usual import usual_total
from maharaja_qt.empires.warm import warm as warm  # noqa: PLC0414 - of this module's interface
from maharaja_qt.frame.pages import Signs
from maharaja_qt.frame.preferences import Preferences
from maharaja_qt.frame.presenter import NEVER, WIDE, Choice, Dock, Heading, Presenter, Todo
from maharaja_qt.frame.widgets import Scrolled
from maharaja_qt.slices import Slices
from maharaja_qt.theme import mixed, panels, theme
from net.messages import RoomRow


class EmpiresPresenter(Presenter):
    """See `Presenter`."""

    def __init__(self, game: AnyGame, texts: Texts, parent: QObject | None = None) -> None:
        super().__init__(game, texts, parent)
        self._game = cast("Empires", game)
        self._c = self._game.charts
        self._board = EmpiresBoard(self._game, words=texts)
        self.board = self._board
        self._ledger = Ledger(self._c)
        self._order = OrderOfPlay(self._c, texts)
        self._score = Score(self._c, texts, self._ledger)
        self._points = Points(self._c, texts, self._ledger)
        self._dice = DicePanel(self._c, texts, self._ledger)
        self._chart = RecordChart(self._c, texts)
        self._finder = Finder(self._board)
        self._learning = Learning(self._c, self._board)
        self._card = NationCard(self._c, texts)
        self._area = AreaCard(self._board, texts)
        self._position: Position | None = None
        self._panels = Slices(self._board)
        self._room: RoomRow | None = None
        self._mine: Sequence[int] = ()
        self._preferences: Preferences | None = None
        self._elsewhere: tuple[int, ...] = ()
        """The places of what somebody else did last."""
        self._events: list[Struct] = []
        self._todo: tuple[Todo, ...] = ()
        self._switches = Switches(self._c, texts)
        self._switches.wanted.connect(self.wanted)
        self._battle = Battle(self._board, texts)
        self._battle.picked.connect(self.wanted)
        self._battle.changed.connect(self.sheet_changed)
        self._battle.closed.connect(self.sheet_closed)
        self.sheet = self._battle.panel
        self._board.lifted.connect(self.holding_changed)
        self._board.doubted.connect(self.doubted)
        self._board.undecided.connect(self.undecided)
        self._board.submitted.connect(self.wanted)
        self._board.choice.connect(self._choose)
        self._board.said.connect(self.said)
        self._board.hovered.connect(self._hovered)
        self._board.opened.connect(self._area.open)
        self._order.chosen.connect(self._show_card)
        self._learning.saw.connect(self.handled)
        self._overview = Overview(self._board)
        self._overview.closed.connect(self._put_overview_away)
        self._follow = Follow(self._board)
        self._tracks = self.foot = TrackStrip(self._board, self._follow)
        self._tracks.turn_wanted.connect(self.time_wanted)
        self.zoom = ZoomStrip(self._board)
        self.zoom.used.connect(self._follow.touched)
        self._overview.used.connect(self._follow.touched)
        self._spoken = Spoken(self._board, texts)
        self._signs = LogSigns(self._c)
        self._looking = Looking(self._board, self._area)
        self._looking.pointed.connect(self.pointed)

    def docks(self) -> Sequence[Dock]:
        """What is read all the time first; what is looked up now and then is closed in the beginning."""
        left, right = Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea
        say = self.texts.say
        return (
            Dock("order", say("panel", "order", {}), left, self._order),
            Dock("card", say("panel", "cards", {}), left, self._card),
            Dock("standing", say("switch", "title", {}), left, self._switches, NEVER, "card"),
            Dock("chart", say("panel", "chart", {}), left, self._chart, WIDE, "card"),
            Dock("score", say("panel", "score", {}), right, self._score),
            Dock("points", say("panel", "points", {}), right, self._points, WIDE, "score"),
            Dock("dice", say("panel", "dice", {}), right, Scrolled(self._dice), NEVER, "score"),
            Dock("legend", say("board", "legend", {}), left, Scrolled(Legend(self.texts)), NEVER, "card"),
        )

    def show(self, position: Position, room: RoomRow, mine: Sequence[int]) -> None:
        """The newest position."""
        view, first = cast("View", position.view), self._position is None
        self._position, self._room, self._mine = position, room, mine
        self._todo = ()
        self._board.show(view, self._events)
        self._events = []
        self._tracks.show_turn(view.turn)
        self._overview.show_state((view.turn, self._board.layout_.holders(view)))
        if self._elsewhere:
            self._follow.go([self._board.map.shape(place).stack for place in self._elsewhere])
        self._elsewhere = ()
        asked = bool(position.asked) and position.seat in mine
        self._board.ask(
            cast("Legal[Action]", position.legal) if asked else None, position.asked[0] if asked else None
        )
        if asked:
            self._tracks.show_asked(view.turn, view.nation)
        self._learning.show(position, view, mine)
        self._board.idle = awaited.over_map(self.texts, room, self.awaits)
        self._battle.follows = self.stepping
        self._battle.show(position, room, mine)
        self._spoken.show_view(view)
        self.holding_changed.emit()
        self._panels.begin(
            (
                partial(self._switches.show_view, view, mine),
                partial(self._order.show_view, view),
                partial(self._score.show_view, view, room, mine),
                partial(self._points.show_view, view),
                partial(self._dice.show_view, view, room),
                partial(self._chart.show_view, view),
                partial(self._card.show_nation, view, view.nation),
                partial(self._area.show_view, view),
                self._find_todo,
            )
        )
        if first:
            self._panels.finish()

    def holding(self) -> bool:
        """Armies, leaders or Arms."""
        return self._board.hand is not None

    def lend(self, high: int) -> None:
        """The map is fitted to what is left."""
        self._board.lent = high

    def told(self, events: Sequence[Event]) -> None:
        """Kept until the position comes: then the pieces go the way they went."""
        self._events += [event.event for event in events]
        for event in events:
            if event.actor not in self._mine:
                self._elsewhere = _places(event.event) or self._elsewhere
        del self._events[:-200]
        self._battle.told(events)
        self._ledger.add(events)

    def chapters(self, events: Sequence[Struct]) -> Sequence[int]:
        """Battle by battle; the turn of a nation, the count, what the chart takes away."""
        return chapters(events)

    def unfold(self, events: Sequence[Struct]) -> None:
        """Nobody is asked meanwhile."""
        position, room = self._position, self._room
        if position is not None and room is not None:
            view = unfolded(cast("View", position.view), events)
            self.show(structs.replace(position, view=view, legal=Legal(()), asked=()), room, self._mine)

    def headlines(self, events: Sequence[Struct]) -> Sequence[Struct]:
        """Battles, submissions and losses, those of nations played here first."""
        owner = self._c.setups[self._board.view.setup].owner if self._board.view is not None else ()
        return headlines(events, {nation for nation, seat in enumerate(owner) if seat in self._mine})

    def count(self, events: Sequence[Event]) -> None:
        """Points and dice up to there."""
        self._ledger.undo(0)
        self._ledger.add(events)

    def undone(self, to: int) -> None:
        """Points, dice and battles of what was taken back count no more."""
        self._ledger.undo(to)
        self._battle.undone(to)

    def prefer(self, preferences: Preferences) -> None:
        """Motion and what two fingers do, on the board; the speed of dice."""
        motion = self._board.motion
        motion.most_ms = preferences.longest_motion
        self._board.scroll_pans = preferences.get("scroll") == "pan"
        self._board.set_counter_size(preferences.number("counters") / 100)
        self._follow.ms = preferences.number("follow")
        self._overview.want(bool(preferences.get("overview")))
        self._preferences = preferences
        self._battle.prefer(preferences)

    def _put_overview_away(self) -> None:
        if self._preferences is not None:
            self._preferences.choose("overview", False)

    def heading(self) -> Heading:
        """Turn, date, and the one thing to do now."""
        position, room = self._position, self._room
        if position is None or room is None:
            return Heading()
        view, say = cast("View", position.view), self.texts.say
        title = say("panel", "turn", {"turn": view.turn, "last": self._c.last_turn})
        scoring = self._c.setups[view.setup].turns[view.turn].scoring
        date = self._c.dates[view.turn]
        note = date + (f" · {say('panel', 'counts', {})}" if scoring else "")
        if position.asked and position.seat in self._mine:
            owed = position.asked[0]
            subject = {f"subject{i}": value for i, value in enumerate(owed.subject)}
            # While armies move it is seen even when it is not yet allowed.
            ends = self.done() is not None or owed.kind == "move"
            done = say("done", owed.kind, {}) if ends and self.texts.has("done", owed.kind) else ""
            prompt, kind = say("prompt", owed.kind, subject), owed.kind
        else:
            prompt, kind, done = (
                awaited.in_header(self.texts, view, room, self.awaits),
                room.waiting[0].kind if room.waiting else "",
                "",
            )
        shown = nation_badge(self._c, view, self._board.devicePixelRatioF())
        return Heading(title, note, date, prompt, phases(self._c, self.texts, view, kind), shown, done)

    def done(self) -> Struct | None:
        """`Done`, where it is an answer."""
        position = self._position
        if position is None or not position.asked or position.seat not in self._mine:
            return None
        return Done() if position.legal.contains(Done()) else None

    def choices(self, position: Position) -> Sequence[Choice]:
        """All but marches, which are made on the map; `Done` is the main button's."""
        legal = cast("Legal[Action]", position.legal)
        return wording.choices(self.texts, legal, self._kind(position), with_done=False)

    def word(self, action: Struct, kind: str) -> str:
        """An answer in words."""
        return wording.word(self.texts, action, kind)

    def left(self) -> str:
        """Armies not moved, attacks and factories still possible."""
        position = self._position
        if position is None or not position.asked or position.seat not in self._mine:
            return ""
        view, legal = cast("View", position.view), cast("Legal[Action]", position.legal)
        return wording.left(self.texts, self._c, view, legal, position.asked[0], self._board.origins())

    def todo(self) -> Sequence[Todo]:
        """Points within reach, with exact odds where enemies stand."""
        return self._todo

    def _find_todo(self) -> None:
        position = self._position
        if position is not None and position.asked and position.seat in self._mine:
            view, legal = cast("View", position.view), cast("Legal[Action]", position.legal)
            self._todo = wording.todo(self.texts, self._c, view, legal, position.asked[0])
        self.todo_changed.emit()

    def about(self) -> tuple[int, ...]:
        """The first place the question is about, or where it can be answered."""
        position = self._position
        if position is None or not position.asked:
            return ()
        places = asked_about(self._c, cast("View", position.view), position.asked[0])
        return tuple(places[:1]) or tuple(sorted(self._board.spots)[:1])

    def sheet_title(self) -> str:
        """The battle under way, or the last one until it is closed."""
        return self._battle.title

    def sheet_opens(self) -> bool:
        """For battles of nations that are played here."""
        return self._battle.opens

    def sheet_folded(self) -> None:
        """Left folded until there is another round; what is over is closed."""
        self._battle.folded()

    def _kind(self, position: Position) -> str:
        return position.asked[0].kind if position.asked else ""

    def hint(self, kind: str) -> str:
        """How it is done on the map."""
        return self.texts.say("hint", kind, {}) if self.texts.has("hint", kind) else ""

    def light(self, action: Struct | None) -> None:
        """The place of an answer under the pointer."""
        fields = {} if action is None else structs.asdict(action)
        places = [v for k, v in fields.items() if k in ("place", "goal", "area", "origin", "sea")]
        place = places[-1] if places and isinstance(places[-1], int) else -1
        self._board.aim(place)
        if place >= 0:
            self.said.emit(hovering.told(self._board, place))

    def suggest(self, action: Struct | None, position: Position | None = None) -> tuple[int, ...]:
        """The way of a march as an arrow, the places of any other answer lit."""
        shown = None
        if action is not None and position is not None:
            view = cast("View", position.view)
            shown = advised(self._c, view, cast("Action", action), position.asked[0])
        self._board.advise(shown)
        return shown.places if shown is not None else ()

    def show_place(self, place: Sequence[int]) -> None:
        """Flies there."""
        if place:
            self._board.go_to(place[0])

    def light_place(self, place: Sequence[int]) -> None:
        """Where it is; nobody's view of the map moves."""
        self._board.aim(place[0] if place else -1)

    def places(self, event: Struct) -> tuple[int, ...]:
        """The first place an event names."""
        return _places(event)[:1]

    def parties(self) -> Sequence[tuple[int, str]]:
        """The nations."""
        return [(n, self.texts.name("nation", n)) for n in range(len(self._c.nations))]

    def party(self, event: Struct) -> int:
        """The nation an event names first: who does it, or to whom it happens."""
        for name in ("nation", "supplier", "older"):
            value = getattr(event, name, None)
            if isinstance(value, int):
                return value
        return NONE

    def time(self, view: Struct) -> int:
        """The turn."""
        return cast("View", view).turn

    def signs(self, event: Struct) -> Signs:
        """The nation's counter or crossed swords; dice."""
        return self._signs.of(event, self.party(event), self._board.view, self._board.devicePixelRatioF())

    def opens(self, event: Struct) -> bool:
        """A turn."""
        return isinstance(event, TurnBegan)

    def rule_now(self) -> str:
        """The section of what is asked, here or elsewhere."""
        position, room = self._position, self._room
        kind = ""
        if position is not None and position.asked:
            kind = position.asked[0].kind
        elif room is not None and room.waiting:
            kind = room.waiting[0].kind
        return self.texts.say("rule-of", kind, {}) if self.texts.has("rule-of", kind) else "4.0"

    def find(self) -> None:
        """The field over the board."""
        self._finder.open()

    def look(self, key: QKeyEvent) -> bool:
        """Zoom and fit, as on the board itself."""
        looked = self._board.looked(key)
        if looked:
            self._follow.touched()
        return looked

    def facts(self) -> frozenset[str]:
        """See `Learning`; and `fought`: the large panel shows a battle that is over."""
        fight = self._battle.fight
        over = self._battle.title and fight is not None and fight.ended is not None
        return self._learning.facts() | ({"fought"} if over else frozenset())

    def terms(self) -> dict[str, object]:
        """Nations and places."""
        return dict(self._learning.terms())

    def meant(self, what: str) -> Sequence[int]:
        """Places of the map."""
        return self._learning.meant(what)

    def scores(self) -> Sequence[Sequence[str]]:
        """The ledger."""
        position = self._position
        return [] if position is None else self._points.table(cast("View", position.view))

    def export(self, path: Path) -> None:
        """The sheet with its counters, drawn apart so that nobody's view of it moves."""
        if self._position is not None:
            save_picture(cast("View", self._position.view), path, game=self._game)

    def seat_panel(self, seat: int, options: dict[str, Any], seats: int) -> QWidget:
        """The nations of a seat, with the turns in which they come."""
        setup = self._setup(str(options.get("setup", "")), seats)
        return seat_nations(self._c, self.texts, setup, seat)

    def seat_note(self, seat: int, options: dict[str, Any], seats: int) -> str:
        """What its cards pay in the course of history."""
        setup = self._setup(str(options.get("setup", "")), seats)
        points = usual_total(self._c, setup, seat, self._c.last_turn)
        return self.texts.say("panel", "in-history", {"points": points})

    def _setup(self, wanted: str, seats: int) -> str:
        fitting = [name for name, setup in self._c.setups.items() if setup.seats == seats]
        return wanted if wanted in fitting else fitting[0] if fitting else next(iter(self._c.setups))

    def seat_colours(self, seat: int) -> tuple[str, str, str]:
        """From the palette."""
        look = seat_colours(theme().look, seat)
        pale = mixed(look.ground, panels(theme().look).panel, 26) if theme().look.dark else look.pale
        return look.ground, pale, look.ink

    def _choose(self, actions: list[Struct]) -> None:
        from PySide6.QtWidgets import QMenu

        position = self._position
        if position is None or not position.asked:
            return
        menu = QMenu(self._board)
        for action in actions[:30]:
            text = self.word(action, position.asked[0].kind)
            menu.addAction(text, partial(self._board.submit, action))
        menu.popup(QCursor.pos())

    def _hovered(self, place: int) -> None:
        self.said.emit(hovering.told(self._board, place))

    def spot(self, place: Sequence[int]) -> QPointF | None:
        """Where its counters stand."""
        places = {shape.place for shape in self._board.map.shapes}
        if not place or place[0] not in places:
            return None
        return QPointF(*self._board.camera.to_view(*self._board.map.shape(place[0]).stack))

    def correction(self) -> QDialog | None:
        """Armies and points."""
        if self._position is None:
            return None
        return Correction(self._c, self.texts, cast("View", self._position.view))

    def _show_card(self, nation: int) -> None:
        if self._position is not None:
            self._card.show_nation(cast("View", self._position.view), nation)
            self.panel_wanted.emit("card")


def _places(event: Struct) -> tuple[int, ...]:
    """The places an event names."""
    values = (getattr(event, name, None) for name in ("place", "goal", "area", "origin"))
    return tuple(value for value in values if isinstance(value, int) and value >= 0)


def present(game: AnyGame, texts: Texts, parent: QObject | None = None) -> Presenter:
    """The presenter of a table of this game."""
    return EmpiresPresenter(game, texts, parent)
