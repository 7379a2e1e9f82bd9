"""Finding and joining tables from the start page; what can go wrong there says so."""

from __future__ import annotations

import asyncio
import errno
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel

from net import messages as m
from net import wire
from net.dial import DEFAULT_PORT
from net.messages import PROGRAM, PROTOCOL
from tests.qt.lan.people import Heart, row

NEXT = PROTOCOL + 1


class Mute:
    """Something listens on a port and says what it is told to say, or nothing."""

    def __init__(self, says: bytes = b"") -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self._says = says
        self._held: list[socket.socket] = []
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        while True:
            try:
                held, _ = self.socket.accept()
            except OSError:
                return
            self._held.append(held)
            held.sendall(self._says)

    def close(self) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self.socket.close()
        for held in self._held:
            held.close()


@pytest.fixture
def mute() -> Iterator[Mute]:
    made = Mute()
    yield made
    made.close()


def test_a_table_is_found_and_joined_by_its_row(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.host(ann)
    settle.until(lambda: bob.start.tables._rows)
    (table,) = bob.start.tables._rows.values()
    settle.until(lambda: table._host.text() == "Ann")
    assert table._name.text() == "Ann’s table" and table._seats.text() == "3 free"
    table._join.setFocus()
    settle._qtbot.keyClick(table._join, Qt.Key.Key_Return)
    settle.until(lambda: bob.lobby is not None)
    settle.until(lambda: [s.name for s in ann.client.room.seats][:2] == ["Ann", "Bob"])


def test_watching_takes_no_seat(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    settle.listing(bob, row(id=ann.hosted.room.plan.table_id, port=port))
    settle.press(bob, "Watch")
    settle.until(lambda: bob.lobby is not None)
    assert bob.client.seats() == []
    assert not bob.lobby.ready.isVisible() and "watch" in bob.lobby.why.text()
    settle.until(lambda: ann.lobby.watching.text() == "Watching: Bob")


def test_the_list_tells_a_password_from_a_door_that_lets_nobody_in(sit_down, settle):
    bob = sit_down("Bob")
    rows = [row(id="a" * 32, locked=True, password=True), row(id="b" * 32, locked=True), row(id="c" * 32)]
    settle.listing(bob, *rows)
    shown = [label.text() for label in bob.start.tables.findChildren(QLabel) if "2 free" in label.text()]
    assert shown == ["2 free, with a table word", "2 free, locked", "2 free"]


def test_a_password_is_asked_in_the_page_and_can_be_tried_again(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    settle.type(ann.lobby.invite.word, "kings")
    settle.until(lambda: ann.client.room.password)
    tables = bob.start.tables
    settle.type(tables.address, f"127.0.0.1:{port}")
    settle.until(tables.progress.password.isVisible)
    assert "password" in tables.progress.text.text()
    settle.type(tables.progress.password, "queens")
    settle.until(lambda: "not the table word" in tables.progress.text.text())
    tables.progress.password.clear()
    settle.type(tables.progress.password, "kings")
    settle.until(lambda: bob.lobby is not None)


def test_who_tries_too_many_passwords_keeps_the_field_and_the_table(sit_down, settle, monkeypatch):
    monkeypatch.setattr("net.door.WRONG_PASSWORDS", 1)
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    settle.type(ann.lobby.invite.word, "kings")
    settle.until(lambda: ann.client.room.password)
    settle.listing(bob, row(id=ann.client.welcome.table, port=port))
    marked: list[str] = []
    bob.visits.arrival.not_answering.connect(marked.append)
    progress = bob.start.tables.progress
    settle.press(bob, "Join")
    settle.until(progress.password.isVisible)
    arrival, told = bob.visits.arrival, list[str]()
    # A host is found under several addresses, and counts the tries from each of a guest's.
    while not told or ("Too many tries" not in told[-1] and len(told) < 5):
        settle.type(progress.password, "queens")
        settle.until(lambda: arrival.state == "password")
        told.append(progress.text.text())
    assert "not the table word" in told[0] and "Too many tries" in told[-1]
    assert progress.password.isVisible() and marked == []


def test_a_table_that_lets_nobody_in_is_not_called_silent(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    ann.client.ask("lock", 1)
    settle.until(lambda: ann.client.room.rules.locked)
    settle.listing(bob, row(id=ann.client.welcome.table, port=port))
    marked: list[str] = []
    bob.visits.arrival.not_answering.connect(marked.append)
    settle.press(bob, "Join")
    settle.until(lambda: "locked" in bob.start.tables.progress.text.text())
    assert bob.visits.arrival.state == "failed" and marked == []


def test_who_types_on_while_a_password_is_tried_types_into_its_field(sit_down, settle, qtbot):
    bob = sit_down("Bob")
    bob.activateWindow()
    progress = bob.start.tables.progress
    progress.show_state("password", "a password")
    settle.until(progress.password.hasFocus)
    progress.show_state("connecting", "trying")
    qtbot.keyClicks(bob.focusWidget(), "new")
    assert progress.password.text() == "new" and progress.password.hasFocus()
    assert bob.visits.arrival.state == "away", "a letter has begun a game"
    progress.show_state("away", "")
    assert progress.password.text() == ""


def test_a_password_field_takes_nothing_from_somebody_who_types(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    settle.type(ann.lobby.invite.word, "kings")
    settle.until(lambda: ann.client.room.password)
    bob.activateWindow()
    settle.click(bob.start.name)
    settle.until(bob.start.name.hasFocus)
    bob.visits.join_address(f"127.0.0.1:{port}")
    settle.until(bob.start.tables.progress.password.isVisible)
    assert bob.start.name.hasFocus()


def test_LAN_01_a_broken_directory_is_a_notice_and_no_more(sit_down, settle, monkeypatch):
    faults = iter(
        [OSError(10042, "odd"), OSError(errno.EADDRNOTAVAIL, "none"), OSError(errno.ENODEV, "gone")]
    )
    tried = []

    def broken(*args, interfaces, **more):
        tried.append(interfaces)
        raise next(faults, OSError(errno.ENODEV, "gone"))

    monkeypatch.setattr("net.mdns.AsyncZeroconf", broken)
    began = time.monotonic()
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    settle.until(lambda: "cannot be listed" in ann.lobby.invite.state.text())
    assert time.monotonic() - began < 5
    assert len(tried) >= 2
    settle.until(lambda: "cannot be listed" in bob.start.tables.none.text())
    settle.join(bob, port)
    assert bob.client.seats() == [1]
    bob.leave()
    settle.press(bob, "New game")
    settle.press(bob, "Start")
    settle.until(lambda: bob.table is not None)


def test_LAN_04_who_hosts_under_a_name_that_is_there_is_told(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.host(ann)
    settle.host(bob)
    for window in (ann, bob):
        window.client.ask("rename", text="Friday game")
        settle.until(lambda window=window: window.client.room.name.startswith("Friday game"))
        settle.until(lambda window=window: window.hosted.beacon.shown_name.startswith("Friday game"))
    settle.until(lambda: "Friday game (2)" in bob.lobby.invite.state.text() + ann.lobby.invite.state.text())
    names = {ann.lobby.name.text(), bob.lobby.name.text()}
    settle.until(lambda: {ann.client.room.name, bob.client.room.name} == {"Friday game", "Friday game (2)"})
    assert names


def test_LAN_06_a_host_that_has_gone_is_said_at_once_and_marked(sit_down, settle):
    bob = sit_down("Bob")
    settle.listing(bob, row())
    marked: list[str] = []
    bob.visits.arrival.not_answering.connect(marked.append)
    began = time.monotonic()
    settle.press(bob, "Join")
    settle.until(lambda: bob.visits.arrival.state == "failed")
    assert time.monotonic() - began < 5
    assert "nobody hosts a table at 127.0.0.1:1" in bob.start.tables.progress.text.text()
    assert marked == ["f" * 32]
    settle.listing(bob, row(answering=False))
    (shown,) = bob.start.tables._rows.values()
    assert shown._why.text() == "not answering" and not shown._join.isVisible()


def test_LAN_06_a_host_that_says_nothing_is_given_up(sit_down, settle, mute):
    bob = sit_down("Bob")
    assert bob.visits.arrival._patience.interval() <= 5_000
    bob.visits.arrival._patience.setInterval(300)
    settle.type(bob.start.tables.address, f"127.0.0.1:{mute.port}")
    settle.until(lambda: bob.visits.arrival.state == "failed")
    assert "not been heard of" in bob.start.tables.progress.text.text()
    settle.press(bob.start.tables, "Try again")
    assert bob.visits.arrival.state == "connecting"


def test_trying_can_be_given_up_at_once(sit_down, settle, mute):
    bob = sit_down("Bob")
    settle.type(bob.start.tables.address, f"127.0.0.1:{mute.port}")
    settle.until(lambda: "Connecting to" in bob.start.tables.progress.text.text())
    settle.press(bob.start.tables, "Cancel")
    assert bob.visits.arrival.state == "away" and not bob.start.tables.progress.isVisible()
    assert bob.client is None


def test_LAN_08_the_address_that_answers_wins_and_the_host_reads_out_all_of_its_own(
    sit_down, settle, monkeypatch
):
    monkeypatch.setattr(
        "maharaja_qt.frame.visits.own_addresses",
        lambda: ("172.17.0.1", "10.8.0.2", "192.168.1.20", "fd00::2"),
    )
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    said = [copy.accessibleName() for copy in ann.lobby.invite.copies]
    assert said == [f"Copy {a}:{port}" for a in ("172.17.0.1", "10.8.0.2", "192.168.1.20", "[fd00::2]")]
    settle.click(ann.lobby.invite.copies[2])
    assert QGuiApplication.clipboard().text() == f"192.168.1.20:{port}"
    addresses = ("fd00::77", "fd00::78", "127.0.0.1")
    settle.listing(bob, row(id=ann.hosted.room.plan.table_id, port=port, addresses=addresses))
    began = time.monotonic()
    settle.press(bob, "Join")
    settle.until(lambda: bob.lobby is not None)
    assert time.monotonic() - began < 5


def test_LAN_14_a_slow_directory_keeps_nobody_waiting(sit_down, settle, monkeypatch):
    from zeroconf.asyncio import AsyncZeroconf

    async def slow(self, info, *args, **more):
        await asyncio.sleep(5)
        raise OSError(errno.ENODEV, "gone")

    monkeypatch.setattr(AsyncZeroconf, "async_register_service", slow)
    ann, bob = sit_down("Ann"), sit_down("Bob")
    for window in (ann, bob):  # the pages of the game are made for the first time
        settle.host(window)
        window.leave()
    states = []
    ann.visits.arrival.changed.connect(lambda state, _: states.append(state))
    with Heart() as heart:
        port = settle.host(ann)
        settle.until(lambda: "being announced" in ann.lobby.invite.state.text())
        settle.join(bob, port)
        settle.press(ann.lobby, "Leave the table")  # somebody is there: it is asked first
        settle.press(ann, "Close the table")
        assert ann.pages.currentWidget() is ann.start
        settle.until(bob.lobby.notices.link.isVisible)
    assert states[:2] == ["opening", "in"]
    # Pages are made in between, and the machine has other work; five seconds would be seen.
    assert heart.longest < 3


def test_LAN_17_an_empty_list_explains_itself(sit_down, settle, monkeypatch):
    monkeypatch.setattr("net.finder.Finder.tables", ())
    bob = sit_down("Bob")
    tables = bob.start.tables
    assert tables._looking.interval() == 5_000
    assert "Looking for tables" in tables.none.text()
    tables._looking.setInterval(0)
    settle.until(lambda: "type an address" in tables.none.text())
    assert str(DEFAULT_PORT) in tables.none.text() and str(DEFAULT_PORT) in tables.address.placeholderText()
    assert tables.address.isVisible()


def test_an_address_that_was_of_use_is_offered_again(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    settle.join(bob, port)
    bob.leave()
    settle.press(bob.start.tables, f"127.0.0.1:{port}")
    settle.until(lambda: bob.lobby is not None)
    assert bob.visits._recent() == [f"127.0.0.1:{port}"]


def test_what_is_no_address_is_said(sit_down, settle):
    bob = sit_down("Bob")
    settle.type(bob.start.tables.address, "192.168.1.300")
    settle.until(lambda: "no IPv4 address" in bob.start.tables.progress.text.text())
    assert bob.start.tables.address.text() == "192.168.1.300"


def test_LAN_20_another_version_is_greyed_with_both_numbers(sit_down, settle):
    bob = sit_down("Bob")
    settle.listing(bob, row(protocol=NEXT, version="0.3.0"))
    (shown,) = bob.start.tables._rows.values()
    assert not shown._name.isEnabled() and not shown._join.isVisible() and not shown._watch.isVisible()
    for word in ("0.3.0", PROGRAM, "You need the newer one"):
        assert word in shown._why.text()


def test_LAN_20_another_version_is_the_first_thing_a_table_says(sit_down, settle):
    versions = (("protocol", NEXT), ("program", "0.3.0"), ("yours", PROTOCOL))
    other = Mute(wire.framed(wire.pack(m.Bye("other-version", NEXT, "0.3.0", versions))))
    bob = sit_down("Bob")
    settle.type(bob.start.tables.address, f"127.0.0.1:{other.port}")
    settle.until(lambda: bob.visits.arrival.state == "failed")
    said = bob.start.tables.progress.text.text()
    assert f"version {NEXT}" in said and "0.3.0" in said and f"version {PROTOCOL}" in said
    assert not bob.start.tables.progress.password.isVisible()
    other.close()


def test_rows_that_come_and_go_leave_the_keyboard_where_it_is(sit_down, settle):
    bob = sit_down("Bob")
    bob.activateWindow()
    settle.listing(bob, row(name="B"))
    (mine,) = bob.start.tables._rows.values()
    mine._join.setFocus()
    settle.until(lambda: QApplication.focusWidget() is mine._join)
    for n in range(20):
        more = [row(id=f"{k:032x}", name=f"A{k}") for k in range(n % 7)]
        settle.listing(bob, *more, row(name="B", seats_free=n % 4 + 1))
    assert QApplication.focusWidget() is mine._join
    assert mine._line == 1
