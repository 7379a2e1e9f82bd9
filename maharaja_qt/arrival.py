"""The way to a table and away from it: one at a time, seen as a few states, given up at any moment."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, QTimer, Signal

from core.faults import UserError
from core.texts import Texts
from maharaja_qt.client import Client
from maharaja_qt.faults import told
from maharaja_qt.network import Network
from maharaja_qt.tables import Wish, open_table, own_copy
from net import messages as m
from net.finder import Found
from net.guest_session import Who
from net.hosting import Hosted
from net.keyring import Keyring

PATIENCE_MS: Final = 5_000
"""After so long a table that says nothing is not waited for."""

UNREACHED: Final = frozenset({"cannot-connect", "silent", "lost"})
"""Ends of a try to join at which nobody answered; at all others the table is there."""

State: TypeAlias = Literal["away", "opening", "connecting", "password", "failed", "in"]

_log = logging.getLogger(__name__)


class Target(Struct, frozen=True):
    """A table to go to: where it is, what it is called, and its id if that is known."""

    addresses: tuple[str, ...]
    port: int
    name: str
    id: str = ""

    @classmethod
    def of(cls, found: Found) -> Target:
        """The target of a row of the list."""
        return cls(found.addresses, found.port, found.name, found.id)


class Listing(Struct, frozen=True):
    """How a table hosted here stands in the list of the network; see `net.advert.Beacon`."""

    state: str
    notice: str
    renamed: str
    """What others see if another table has its name, else ''."""


class Arrival(QObject):
    """Opens a table or joins one, and holds what belongs to it until somebody leaves.

    away --open--> opening --> connecting <--join-- away
    connecting --> in | password | failed; password --> connecting; `leave` always leads to away
    """

    changed = Signal(str, str)
    """The state, and what is to be said about it."""
    linked = Signal(str, str, str)
    """Of a table one is at: `in`, `lost` or `out`, and why, as a code and in a sentence."""
    listed = Signal(object)
    """`Listing` of a table hosted here."""
    not_answering = Signal(str)
    """The table with this id did not let itself be reached."""
    _listing = Signal(object, object)
    """From the network thread: whose, and the news."""
    _prepared = Signal(int, int, int)
    """From another thread: of which visit, how many steps are done, and of how many (0: another does it)."""

    def __init__(
        self, network: Network, keyring: Keyring, words: Texts, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._network = network
        self._keyring = keyring
        self._words = words
        self.state: State = "away"
        self.sentence = ""
        """What is to be said about it."""
        self.details = ""
        """What more is known of it, of a file."""
        self.client: Client | None = None
        self.hosted: Hosted | None = None
        self.wish: Wish | None = None
        self.target: Target | None = None
        self.over = False
        """The table one is at is gone for good; what was seen of it stays."""
        self._ending: list[Hosted] = []
        self._who = Who("")
        self._visit = 0
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._too_long)
        self._listing.connect(self._heard_listing, Qt.ConnectionType.QueuedConnection)
        self._prepared.connect(self._tell_prepared, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        """Is one on the way to a table, or there?"""
        return self.state in ("opening", "connecting", "in")

    # -------------------------------------------------------------------------------- going to a table

    def open(self, wish: Wish) -> None:
        """Opens a table here and goes in as its host."""
        self.leave()
        self.wish = wish
        visit = self._visit
        self._say("opening", self.tr("The table is being opened …"))

        def opened(hosted: Hosted) -> None:
            if visit != self._visit:  # somebody has changed their mind meanwhile
                self._put_away(hosted)
                return
            self.hosted = hosted
            hosted.on_listing = lambda: self._tell_listing(hosted)
            self._network.call(hosted.on_listing)
            self._go(Target(("127.0.0.1",), hosted.port, wish.name), Who(hosted.room.plan.host))

        def failed(fault: Exception) -> None:
            if not isinstance(fault, UserError | OSError):
                _log.error("a table could not be opened", exc_info=fault)
            if visit == self._visit:
                said = told(fault)
                self._say("failed", said.sentence, said.details)

        def tell(done: int, of: int) -> None:
            self._prepared.emit(visit, done, of)

        self._network.run(open_table(wish, self._keyring, tell), opened, failed)

    def _tell_prepared(self, visit: int, done: int, of: int) -> None:
        """What takes long once on a computer is not waited for in silence."""
        if visit == self._visit and self.state == "opening":
            how = self.tr("{done} of {of}").format(done=done, of=of) if of else self.tr("elsewhere")
            words = self.tr("The game is made ready, once on this computer: that takes up to half a minute")
            self._say("opening", f"{words} ({how}) …")

    def join(self, target: Target, who: Who) -> None:
        """Goes to a table that somebody else hosts."""
        self.leave()
        self._go(target, who)

    def give_password(self, password: str) -> None:
        """Tries again with this password."""
        if self.target is not None and password:
            target, who = self.target, self._who
            self._drop()
            self._go(target, Who(who.name, password, who.watch))

    def again(self) -> None:
        """To the table one was at, or could not reach, once more; one was at that table and no other."""
        client, target, who = self.client, self.target, self._who
        table = client.welcome.table if self.state == "in" and client is not None and client.welcome else ""
        if target is not None and self.hosted is None:
            self.leave()
            self._go(target, who, table)

    def seen(self, found: Found) -> None:
        """A table of the list: if it is the one gone to, it may be somewhere else than before."""
        client, target = self.client, self.target
        table = client.welcome.table if client is not None and client.welcome is not None else ""
        if target is None or self.hosted is not None or found.id not in (table, target.id):
            return
        self.target = Target.of(found)
        if client is not None:
            client.moved(found.addresses, found.port)

    def _go(self, target: Target, who: Who, table: str = "") -> None:
        self.target, self._who = target, who
        client = Client(
            self._network,
            target.addresses,
            target.port,
            who,
            self._keyring,
            own_copy,
            self,
            table=table or target.id,
            visit=self.hosted.room.host_visit if self.hosted is not None else 0,
        )
        self.client = client
        client.linked.connect(self._linked)
        if self.hosted is None:
            self._say("connecting", self.tr("Connecting to {table} …").format(table=target.name))
        self._patience.start()
        client.start()

    # ------------------------------------------------------------------------------- what becomes of it

    def _linked(self, state: str, code: str, params: m.Params) -> None:
        if self.sender() is not self.client or self.client is None:
            return
        sentence = self.why(code, dict(params))
        if state == "in":
            self._patience.stop()
            self.over = False
            if self.state != "in":
                self._say("in", "")
        if self.state == "in":
            self.over = state == "out"
            self.linked.emit(state, code, sentence)
        elif state == "out":
            self._patience.stop()
            if code in ("password-needed", "wrong-password") or (code == "try-later" and self._who.password):
                self._say("password", sentence)
            else:
                self._fail(code, sentence)

    def why(self, code: str, params: Mapping[str, object]) -> str:
        """The sentence for the end of a connection."""
        return self._words.say("bye", code, params) if code else ""

    def _too_long(self) -> None:
        if self.state in ("connecting", "opening"):
            self._fail("silent", self.why("silent", {}))

    def _fail(self, code: str, sentence: str) -> None:
        target = self.target
        hosted = self.hosted is not None
        self._drop()
        if hosted:
            self._close_hosted()
        elif target is not None and target.id and code in UNREACHED:
            self.not_answering.emit(target.id)
        self._say("failed", sentence)

    def _say(self, state: State, sentence: str, details: str = "") -> None:
        self.state, self.sentence, self.details = state, sentence, details
        self.changed.emit(state, sentence)

    # --------------------------------------------------------------------------------------- and away

    def leave(self) -> None:
        """Away from the table or from the way there. One hosted here ends; its record has everything."""
        self._visit += 1
        self._drop()
        self._close_hosted()
        self.target, self.over = None, False
        if self.state != "away":
            self._say("away", "")

    def stop(self) -> None:
        """Nothing more is waited for: the program ends."""
        self._visit += 1
        self._drop()

    async def close(self) -> None:
        """The last thing, in the network thread: no table of this program stays open."""
        tables = [*self._ending, *filter(None, [self.hosted])]
        await asyncio.gather(*(hosted.close() for hosted in tables))

    def _drop(self) -> None:
        self._patience.stop()
        if self.client is not None:
            self.client.leave()
            self.client = None

    def _close_hosted(self) -> None:
        if self.hosted is not None:
            self._put_away(self.hosted)
        self.hosted = self.wish = None

    def _put_away(self, hosted: Hosted) -> None:
        self._ending.append(hosted)
        self._network.run(hosted.close(), lambda _: self._ending.remove(hosted))

    # ----------------------------------------------------------------------------- in the network's list

    def _tell_listing(self, hosted: Hosted) -> None:
        beacon, room = hosted.beacon, hosted.room
        renamed = room.name if room.name != room.called else ""
        self._listing.emit(hosted, Listing(beacon.state, beacon.notice, renamed))

    def _heard_listing(self, hosted: Hosted, listing: Listing) -> None:
        if hosted is self.hosted:
            self.listed.emit(listing)
