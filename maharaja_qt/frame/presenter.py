"""What a game supplies to be played in the window; everything else is the frame's."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import Struct
from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPixmap
from PySide6.QtWidgets import QDialog, QWidget

import maharaja_qt
from core.game import AnyGame, Pending
from core.texts import Texts
from maharaja_qt.client import Event, Position
from maharaja_qt.frame.pages import Signs
from maharaja_qt.frame.preferences import Preferences
from maharaja_qt.frame.seated import player
from net.messages import RoomRow, Waiting

MODULE: Final = "presenter"
MOST: Final = 40
"""More answers of one kind than this are found on the board alone."""


class Card(Struct, frozen=True):
    """A game on the start page: title, year, two lines about it, chips, and the picture's maker."""

    title: str
    year: str
    about: str
    chips: tuple[str, ...]
    usual: str
    """What the usual game is called in the list of tables."""


class Heading(Struct, frozen=True):
    """The header of the table page. `phases` are (name, past | now | next)."""

    title: str = ""
    note: str = ""
    date: str = ""
    """What of the note is to be read even where there is little room."""
    prompt: str = ""
    phases: tuple[tuple[str, str], ...] = ()
    badge: QPixmap | None = None
    """Whose turn it is, as a picture."""
    done: str = ""
    """What the main button ends ("Done moving"); '' if there is nothing to end."""


WIDE: Final = 2000
NEVER: Final = 1 << 30


class Dock(Struct, frozen=True):
    """A panel beside the board. Where the window is less wide than `opens`, it is closed in the beginning,
    and opens as a tab of the panel it is `with_`."""

    id: str
    title: str
    area: Qt.DockWidgetArea
    widget: QWidget
    opens: int = 0
    with_: str = ""


class Choice(Struct, frozen=True):
    """An answer in words: one action, or several to choose from under one heading."""

    text: str
    actions: tuple[Struct, ...]
    quiet: bool = False
    """Not an answer to the question, but something that may be declared at any time."""


class Todo(Struct, frozen=True):
    """Something worth doing before a question is done with, and where."""

    text: str
    place: tuple[int, ...]


class Presenter(QObject):
    """One table on the screen. Subclasses decide no rule: they show, and say what is wanted."""

    wanted = Signal(object)
    """An action for the position shown last."""
    said = Signal(str)
    """A sentence for the status line."""
    rule_wanted = Signal(str)
    """Somebody wants to read this section of the rules."""
    panel_wanted = Signal(str)
    """Somebody clicked for what stands in the panel of this name."""
    pointed = Signal(object)
    """Somebody shows the others a place."""
    doubted = Signal(object)
    """An action that is not legal: the table is to say why not."""
    undecided = Signal()
    """Enter on the board, where it means nothing: how to go on is told."""
    todo_changed = Signal()
    """`todo` has been found for the position shown last."""
    sheet_changed = Signal()
    """`sheet_title` may be another, or the sheet wants to be seen."""
    sheet_closed = Signal()
    """Somebody folds the large panel from within."""
    time_wanted = Signal(int)
    """Somebody clicked on this turn: a replay goes to where it begins."""
    handled = Signal(str)
    """Whoever sits here did something that is no action, in a word of the game's lesson; `facts` may have
    changed, and what is pointed at may be elsewhere."""

    holding_changed = Signal()
    """`holding` may be another."""

    board: QWidget
    foot: QWidget | None = None
    """A strip under the board, which is there when the game wants it."""
    zoom: QWidget | None = None
    """What zooms the board, for the status line."""
    sheet: QWidget | None = None
    """A large panel over the veiled board, for what needs room: a battle, a score. It can be folded away and
    brought back, and folding it decides nothing."""

    stepping = False
    """Does whoever sits here ask for each step that is shown?"""

    def __init__(self, game: AnyGame, texts: Texts, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.game = game
        self.texts = texts

    def docks(self) -> Sequence[Dock]:
        """The game's own panels."""
        return ()

    def show(self, position: Position, room: RoomRow, mine: Sequence[int]) -> None:
        """The newest position for the eyes that look; `mine` are the seats of whoever sits here."""
        raise NotImplementedError

    def holding(self) -> bool:
        """Has somebody here something of the board in the hand?"""
        return False

    def lend(self, high: int) -> None:
        """So many pixels of the height of the board are another's for a while."""

    def told(self, events: Sequence[Event]) -> None:
        """What happened, before the position that came of it."""

    def chapters(self, events: Sequence[Struct]) -> Sequence[int]:
        """Where, in what came of one answer, each thing begins that a person would tell by itself."""
        return (0,)

    def unfold(self, events: Sequence[Struct]) -> None:
        """The position as far as these events lead, from the one shown last; they have been `told`."""

    def headlines(self, events: Sequence[Struct]) -> Sequence[Struct]:
        """Of what happened while others played, a few things to tell whoever sits here first."""
        return events[-2:]

    def count(self, events: Sequence[Event]) -> None:
        """These and no others have happened so far; nothing of it is shown as moving."""

    def undone(self, to: int) -> None:
        """What happened in this line and later ones no longer counts."""

    def prefer(self, preferences: Preferences) -> None:
        """What whoever sits here likes: motion, dice, what two fingers do."""

    def heading(self) -> Heading:
        """The header for what was shown last."""
        raise NotImplementedError

    def done(self) -> Struct | None:
        """The action of the main button, None if there is none now."""
        return None

    def choices(self, position: Position) -> Sequence[Choice]:
        """The answers in words, as far as they are few enough; the others are found on the board."""
        kind = position.asked[0].kind if position.asked else ""
        return [
            Choice(self.word(offer.nth(index), kind), (offer.nth(index),), quiet)
            for offers, quiet in ((position.legal.offers, False), (position.legal.claims, True))
            for offer in offers
            for index in range(min(offer.count(), MOST))
        ]

    def word(self, action: Struct, kind: str) -> str:
        """An answer to a question of this kind, in words."""
        return self.texts.action(action, kind)

    def left(self) -> str:
        """What is left before `done`, as one sentence; '' if nothing is."""
        return ""

    def todo(self) -> Sequence[Todo]:
        """Of what is left, the few things most worth doing, the best first. Found a moment after `show`."""
        return ()

    def awaits(self, room: RoomRow, waiting: Waiting) -> str:
        """Who decides what, as a sentence: by the name of whoever sits there, else by the seat."""
        owed = Pending(waiting.seat, waiting.decision, waiting.kind, waiting.subject)
        said, seat = self.texts.pending(owed), self.texts.name("seat", waiting.seat)
        row = room.seats[waiting.seat]
        name = player(self.texts, room, waiting.seat)
        if row.name and row.ai:
            name = self.tr("The AI for {name}").format(name=name)
        return name + said.removeprefix(seat) if said.startswith(seat) else said

    def about(self) -> tuple[int, ...]:
        """The place the question of the position shown last is about, if it is about one."""
        return ()

    def sheet_title(self) -> str:
        """What the large panel shows now; '' if it has nothing to show."""
        return ""

    def sheet_opens(self) -> bool:
        """Should the large panel unfold by itself for what is shown now?"""
        return False

    def sheet_folded(self) -> None:
        """The large panel was folded away by whoever sits here."""

    def hint(self, kind: str) -> str:
        """How a question of this kind is answered on the board; '' if it needs no words."""
        return ""

    def light(self, action: Struct | None) -> None:
        """Shows on the board what an action would mean; None: nothing any more."""

    def suggest(self, action: Struct | None, position: Position | None = None) -> tuple[int, ...]:
        """Draws on the board what an answer in this position means, until None; the places it is about."""
        return ()

    def show_place(self, place: Sequence[int]) -> None:
        """Brings this place into sight."""

    def light_place(self, place: Sequence[int]) -> None:
        """Lights this place where it is; (): none any more."""

    def spot(self, place: Sequence[int]) -> QPointF | None:
        """Where this place is on the board now, in pixels; None if it is nowhere."""
        return None

    def correction(self) -> QDialog | None:
        """A dialog whose signal `proposed` tells an action that would put the position right; None: none."""
        return None

    def time(self, view: Struct) -> int:
        """The turn of a position."""
        return 0

    def places(self, event: Struct) -> tuple[int, ...]:
        """Where an event happened."""
        return ()

    def parties(self) -> Sequence[tuple[int, str]]:
        """Those whose deeds the log can be narrowed down to: number and name."""
        return ()

    def party(self, event: Struct) -> int:
        """Whose deed an event is; -1 nobody's."""
        return -1

    def signs(self, event: Struct) -> Signs:
        """What the log draws beside an event, at the size of type chosen."""
        return Signs()

    def opens(self, event: Struct) -> bool:
        """Does a part of the game begin with this event, a turn?"""
        return False

    def rule_now(self) -> str:
        """The section of the rules for what is to be done now."""
        return ""

    def find(self) -> None:
        """Opens a field to find a place by its name."""

    def look(self, key: QKeyEvent) -> bool:
        """Takes a key that turns the board or zooms, pressed elsewhere; False if it is none."""
        return False

    def facts(self) -> frozenset[str]:
        """What is so in the position shown last, in the words of the game's lesson."""
        return frozenset()

    def terms(self) -> dict[str, object]:
        """What the sentences of the game's lesson name."""
        return {}

    def meant(self, what: str) -> Sequence[int]:
        """The places of the board that a lesson points at by this word, those worth most first."""
        return ()

    def scores(self) -> Sequence[Sequence[str]]:
        """The points so far with the reason of each, as rows under a head, to be kept as a table."""
        return ()

    def export(self, path: Path) -> None:
        """Writes a picture of the whole position to a PNG or SVG file. Raises `UserError`."""
        raise NotImplementedError

    def seat_panel(self, seat: int, options: dict[str, Any], seats: int) -> QWidget:
        """What it means to have this seat, for the lobby."""
        raise NotImplementedError

    def seat_note(self, seat: int, options: dict[str, Any], seats: int) -> str:
        """A few words below the name of the seat in the lobby; '' none."""
        return ""

    def seat_colours(self, seat: int) -> tuple[str, str, str]:
        """Ground, pale ground and ink of a seat."""
        raise NotImplementedError


def presented() -> dict[str, Any]:
    """The modules of all games that have a board, by the game's id."""
    found: dict[str, Any] = {}
    for package in pkgutil.iter_modules(maharaja_qt.__path__):
        if package.ispkg:
            name = f"{maharaja_qt.__name__}.{package.name}"
            inside = importlib.import_module(name).__path__
            if (
                any(module.name == MODULE for module in pkgutil.iter_modules(inside))
                and package.name != "frame"
            ):
                found[package.name] = importlib.import_module(f"{name}.{MODULE}")
    return found
