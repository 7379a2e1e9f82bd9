"""From the start page to a table and back: which page is shown, and what belongs to it."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import structs
from PySide6.QtCore import QObject, QSettings, Qt, QTimer, Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from core import texts as core_texts
from core.faults import UserError, in_words
from core.texts import common
from maharaja_qt.arrival import Arrival, Listing, Target
from maharaja_qt.client import Client
from maharaja_qt.frame.advice import Advisor
from maharaja_qt.frame.invite import Invitation, to_read_aloud
from maharaja_qt.frame.lesson import Lesson, read_lesson
from maharaja_qt.frame.lesson_page import LessonPage
from maharaja_qt.frame.lobby_page import LobbyPage
from maharaja_qt.frame.preferences import Preferences
from maharaja_qt.frame.presenter import Presenter
from maharaja_qt.frame.replay_page import ReplayPage
from maharaja_qt.frame.start_page import StartPage
from maharaja_qt.frame.table_page import TablePage
from maharaja_qt.network import Network
from maharaja_qt.reading import Recording
from maharaja_qt.reasons import Decisions, told_by
from maharaja_qt.tables import Wish
from net import messages as m
from net.dial import parse_target
from net.finder import Finder, Found
from net.guest_session import Who
from net.hosting import Hosted
from net.keyring import Keyring
from net.own import own_addresses
from net.probe import details

ADDRESSES_KEPT: Final = 4
OPEN: Final = "open/record"
"""The record of a game that is being played, as long as it is."""
TIDY_MS: Final = 100
"""After a page was put away."""


def _tidy() -> None:
    """A page and what belongs to it hold one another: left alone, Python looks after them only when they have
    become a quarter of all there is."""
    gc.collect()


class Visits(QObject):
    """Start page, lobby and table, one at a time."""

    said = Signal(str)
    rule_wanted = Signal(str)
    """The section behind a sentence of the status line is to be read."""
    changed = Signal()
    """Another page is shown."""
    alert = Signal()
    """Somebody here is waited for."""
    named = Signal(str)
    """What the table is called now."""
    continued = Signal(object, int)
    """A new game is wanted that goes on from this line of a record."""
    copy_wanted = Signal()
    """The record of the table is to be saved elsewhere."""
    leaving = Signal()
    """Somebody wants to leave the table."""
    back = Signal()
    """At the start page again."""
    tables_changed = Signal()
    """Other tables are found. From the network thread."""

    def __init__(
        self,
        network: Network,
        keyring: Keyring,
        games: dict[str, Any],
        settings: QSettings,
        preferences: Preferences,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._preferences = preferences
        self._network = network
        self._games = games
        self._settings = settings
        self._keyring = keyring
        self._words = common()
        self.arrival = Arrival(network, keyring, self._words, self)
        self.presenter: Presenter | None = None
        self.lobby: LobbyPage | None = None
        self.table: TablePage | None = None
        self.replay: ReplayPage | None = None
        self.finder: Finder | None = None
        self.start = StartPage(games)
        self.pages = QStackedWidget()
        self.pages.addWidget(self.start)
        self.listing = Listing("closed", "", "")
        self._lesson: Lesson | None = None
        self._at_once: Literal["no", "asked", "refused"] = "no"
        """Was the table asked to begin without its lobby?"""
        self._connect()

    @property
    def client(self) -> Client | None:
        """The connection to the table one is at, or on the way to."""
        return self.arrival.client

    @property
    def hosted(self) -> Hosted | None:
        """The table, if it is hosted here."""
        return self.arrival.hosted

    def _connect(self) -> None:
        start, arrival, tables = self.start, self.arrival, self.start.tables
        start.new_game.connect(self.new_game)
        start.host.connect(self.host)
        start.learn.connect(self.learn)
        tables.join.connect(self._join_row)
        tables.connect_to.connect(self.join_address)
        tables.cancelled.connect(self.leave)
        tables.password_given.connect(arrival.give_password)
        tables.again.connect(arrival.again)
        tables.known = lambda table: bool(self._keyring.get(table, self.name()))
        tables.show_recent(self._recent())
        arrival.changed.connect(self._arrival_changed)
        arrival.linked.connect(self._linked)
        arrival.listed.connect(self._listed)
        arrival.not_answering.connect(self._not_answering)
        self.tables_changed.connect(self._found, Qt.ConnectionType.QueuedConnection)

    # -------------------------------------------------------------------------- tables on the network

    def look_for_tables(self) -> None:
        """Begins to list the tables of the network."""

        async def look() -> None:
            finder = Finder(self.tables_changed.emit, probe=details)
            self.finder = finder
            await finder.start()

        self._network.run(look(), failed=lambda fault: self.start.tables.show_tables((), in_words(fault)))

    def _found(self) -> None:
        finder = self.finder
        if finder is None:
            return
        notice = self._words.say("network", finder.notice, {}) if finder.notice else ""
        rows = finder.tables
        self.start.tables.show_tables([t for t in rows if t.game in self._games], notice)
        for row in rows:
            self.arrival.seen(row)

    def _not_answering(self, table: str) -> None:
        finder = self.finder
        if finder is not None:
            self._network.call(lambda: finder.mark_not_answering(table))

    # ------------------------------------------------------------------------------------ to a table

    def name(self) -> str:
        """What whoever sits here is called."""
        return self.start.name.text().strip() or self.tr("Player")

    def new_game(self, game: str) -> None:
        """A table for people of this computer and the program."""
        self.open(self.home(game))

    def learn(self, game: str) -> None:
        """A first turn with a coach, at a table as real as any."""
        lesson = read_lesson(game)
        table = lesson.table
        wish = structs.replace(
            self.home(game),
            name=self.tr("A first turn"),
            seats=table.seats,
            options=tuple(table.options.items()),
            seed=table.seed,
            pace_ms=table.pace_ms,
        )
        self.open(wish)
        self._lesson = lesson

    def home(self, game: str) -> Wish:
        """A table that nobody else finds."""
        return Wish(game, self.tr("A game at home"), self.name(), shared=False)

    def host(self, game: str) -> None:
        """A table that others on the network find."""
        self.open(Wish(game, self._table_name(), self.name(), shared=True))

    def resume(self, path: Path, game: str, seats: Sequence[str] = ()) -> None:
        """Goes on with a saved game; see `Wish.seats`."""
        self.open(Wish(game, self._table_name(), self.name(), shared=False, seats=tuple(seats), resume=path))

    def _table_name(self) -> str:
        return self.tr("{name}’s table").format(name=self.name())

    def open(self, wish: Wish) -> None:
        """Opens a table here."""
        self.leave()
        self.arrival.open(structs.replace(wish, pace_ms=max(wish.pace_ms, self._preferences.number("pace"))))

    def _join_row(self, found: Found, watch: bool) -> None:
        self.leave()
        self.arrival.join(Target.of(found), Who(self.name(), watch=watch))

    def join_address(self, text: str) -> None:
        """The table at an address; one that was of use is remembered."""
        self.leave()
        try:
            where = parse_target(text)
        except UserError as fault:
            self.start.tables.progress.show_state("failed", str(fault))
            return
        self.arrival.join(Target((where.host,), where.port, text), Who(self.name()))

    def _recent(self) -> list[str]:
        kept = self._settings.value("addresses", [])
        return [str(a) for a in kept][:ADDRESSES_KEPT] if isinstance(kept, list) else [str(kept)]

    def _remember(self) -> None:
        target = self.arrival.target
        if self.hosted is None and target is not None and not target.id:
            kept = [target.name, *(a for a in self._recent() if a != target.name)][:ADDRESSES_KEPT]
            self._settings.setValue("addresses", kept)
            self.start.tables.show_recent(kept)

    def _arrival_changed(self, state: str, sentence: str) -> None:
        self.start.tables.progress.show_state(state, sentence, again=self.arrival.target is not None)
        self.start.tables.progress.text.setToolTip(self.arrival.details)
        page = self.table or self.lobby
        if state == "in":
            self._came_in()
        elif page is not None and sentence:
            # The last that was seen stays until there is something newer.
            page.notices.link.show_try(sentence, again=state == "failed")
        elif state == "failed":
            self.said.emit(sentence)
        self.changed.emit()

    def _came_in(self) -> None:
        client = self.client
        assert client is not None and client.game is not None
        self._clear()
        self._remember()
        module = self._games[client.game.meta.id]
        self.presenter = module.present(client.game, core_texts.load(client.game), self)
        client.room_changed.connect(self._room)
        client.chat.connect(self._chat)

    def _linked(self, state: str, code: str, sentence: str) -> None:
        page = self.table or self.lobby
        if page is not None:
            page.show_link(state, code, sentence)
        self.said.emit(sentence if state == "out" else "")

    def _listed(self, listing: Listing) -> None:
        self.listing = listing
        if self.lobby is not None:
            self.lobby.show_listing(listing)

    def _room(self, row: m.RoomRow) -> None:
        if self.sender() is not self.client or self.presenter is None:
            return
        self.named.emit(row.name)
        if row.phase == "lobby":
            self._show_lobby(row)
        elif self.table is None:
            self._show_table()

    def _show_lobby(self, row: m.RoomRow) -> None:
        assert self.client is not None and self.presenter is not None
        if self.lobby is None:
            wish = self.arrival.wish
            if self._begins_at_once(wish):
                return
            invitation = None
            if self.hosted is not None and wish is not None and wish.shared:
                invitation = Invitation(self._addresses(self.hosted.port), self.hosted.port, self.listing)
            self.lobby = LobbyPage(self.client, self.presenter, invitation)
            self.lobby.left.connect(self.leaving)
            self.lobby.again.connect(self.arrival.again)
            self.lobby.said.connect(self.said)
            self.pages.addWidget(self.lobby)
            self.pages.setCurrentWidget(self.lobby)
            if self.hosted is not None and invitation is None and (wish is None or not wish.seats):
                self._seat_the_others(row)
            for line in self.client.talk:
                self._chat(line)
            self.lobby.show_room(row)
            self.lobby.focus_first()
            self.changed.emit()
            return
        self.lobby.show_room(row)

    def _addresses(self, port: int) -> tuple[str, ...]:
        """Where others reach a table hosted here, the best first."""
        shown = to_read_aloud(own_addresses())
        return tuple(f"[{each}]:{port}" if ":" in each else f"{each}:{port}" for each in shown)

    def _begins_at_once(self, wish: Wish | None) -> bool:
        """A table at home whose seats are given begins without its lobby, unless that is refused."""
        assert self.client is not None
        given = self.hosted is not None and wish is not None and bool(wish.seats) and not wish.shared
        if given and self._at_once == "no":
            self._at_once = "asked"
            self.client.ask("start", then=self._start_answered)
        return self._at_once == "asked"

    def _start_answered(self, answer: m.Answer) -> None:
        if answer.code and self._at_once == "asked":
            self._at_once = "refused"
            if self.client is not None and self.client.room is not None:
                self._show_lobby(self.client.room)

    def _seat_the_others(self, row: m.RoomRow) -> None:
        """At home all seats but one begin with the program."""
        assert self.client is not None and self.presenter is not None
        from ai.registry import usual_policy

        usual = usual_policy(self.presenter.game)
        for seat, free in enumerate(row.seats):
            if not free.owner and not free.ai:
                self.client.ask("seat", seat, text=f"ai:{usual}")

    def _show_table(self) -> None:
        client, presenter = self.client, self.presenter
        assert client is not None and presenter is not None
        lobby, self.lobby = self.lobby, None
        lesson, self._lesson = self._lesson, None
        made = TablePage if lesson is None else LessonPage
        advisor = self._advisor(presenter, client)
        advisor.known.connect(self.changed)
        self.table = made(client, presenter, self._preferences, advisor)
        self.table.status.connect(self.said)
        self.rule_wanted.connect(self.table.open_rule)
        self.table.alert.connect(self.alert)
        self.table.left.connect(self.leaving)
        self.table.again.connect(self.arrival.again)
        self.table.notices.stuck.elsewhere.clicked.connect(self.copy_wanted)
        wish, hosted = self.arrival.wish, self.hosted
        if hosted is not None and wish is not None and wish.shared:
            self.table.notices.open_seat.address = next(iter(self._addresses(hosted.port)), "")
        self.table.restore_layout(self._settings)
        self._note_open()
        self.pages.addWidget(self.table)
        self.table.start()
        if lesson is not None and isinstance(self.table, LessonPage):
            self.table.teach(lesson)
        talking = lobby is not None and lobby.chat.has_focus()
        if lobby is not None:
            # The host has begun; who was just saying something says it here.
            self.table.chat.take_over(lobby.chat)
        if talking:
            self.table.talk()
        else:
            presenter.board.setFocus()
        if self.replay is None:
            self.pages.setCurrentWidget(self.table)
        if talking:
            self.table.talk()
        self._remove(lobby)
        self.changed.emit()

    def _advisor(self, presenter: Presenter, client: Client) -> Advisor:
        """Hints and reasons for all, unless there are secrets that a reason would tell."""
        game = presenter.game

        def why_not() -> str:
            over = client.room is not None and client.room.phase == "over"
            secret = game.meta.hidden and not over
            return self.tr("This game has secrets: it can be asked once it is over.") if secret else ""

        return Advisor(self._network, game, told_by(client, presenter.texts), why_not)

    def _chat(self, line: m.Chat) -> None:
        if self.lobby is not None and self.client is not None:
            self.lobby.chat.add(line, self.client.room)

    # ------------------------------------------------------------------------------------- to look at

    def look_at(self, recording: Recording) -> None:
        """Shows a record; a table that is open goes on behind it and is untouched."""
        self.close_replay()
        presenter = self._games[recording.game.meta.id].present(
            recording.game, core_texts.load(recording.game), self
        )
        secret = recording.game.meta.hidden and not recording.over
        advisor = Advisor(
            self._network,
            recording.game,
            None if secret else Decisions(recording.game, recording.path).past,
            lambda: self.tr("This game has secrets until it is over.") if secret else "",
        )
        page = ReplayPage(recording, presenter, self._preferences, advisor)
        page.status.connect(self.said)
        page.left.connect(self.close_replay)
        page.continued.connect(lambda n: self.continued.emit(recording.path, n))
        page.restore_layout(self._settings)
        self.replay = page
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        page.start()
        page.slider.setFocus()
        self.changed.emit()

    def close_replay(self) -> None:
        """Back to where one was."""
        page, self.replay = self.replay, None
        if page is not None:
            page.stop()
            self.pages.setCurrentWidget(self.table or self.lobby or self.start)
            page.presenter.deleteLater()
            self._remove(page)
            self.changed.emit()

    # ------------------------------------------------------------------------------------- and away

    def _note_open(self) -> None:
        """A game that goes on here is remembered until it is left: a crash must not lose sight of it."""
        file = self.hosted.room.plan.record if self.hosted is not None else None
        if file is not None:
            self._settings.setValue(OPEN, str(file))
            self._settings.sync()

    def guests(self) -> list[str]:
        """The names of those who are at a table hosted here, besides whoever hosts it."""
        client = self.client
        if self.hosted is None or client is None or client.room is None:
            return []
        return [p.name for p in client.room.people if p.away_ms < 0 and p.no != client.me]

    def leave(self) -> None:
        """Away from the table, back to the start page. A table hosted here ends; its record has all."""
        self._lesson = None
        was_there = self.table is not None or self.lobby is not None
        self.close_replay()
        if self.table is not None:
            self._settings.remove(OPEN)
        if self.table is not None:
            self.table.keep_layout(self._settings)
        self.arrival.leave()
        self.said.emit("")
        self.pages.setCurrentWidget(self.start)
        self._clear()
        self.changed.emit()
        if was_there:
            self.back.emit()

    def _clear(self) -> None:
        """What was seen of a table is put away."""
        lobby, table, presenter = self.lobby, self.table, self.presenter
        self.lobby = self.table = self.presenter = None
        self._at_once = "no"
        self._remove(lobby)
        self._remove(table)
        if presenter is not None:
            presenter.deleteLater()

    def _remove(self, page: QWidget | None) -> None:
        if page is not None:
            self.pages.removeWidget(page)
            page.deleteLater()
            QTimer.singleShot(TIDY_MS, self, _tidy)

    async def end(self) -> None:
        """The last thing, in the network thread: the table is closed, nothing is looked for."""
        await self.arrival.close()
        if self.finder is not None:
            await self.finder.stop()
