"""The lobby: what the host decides, what the others see of it, and that it disturbs nobody."""

from __future__ import annotations

from html import escape

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from net.names import MAX_TABLE_NAME

EVIL = (
    '<b style="font-size:9999px">x', '<img src="http://127.0.0.1:9/x">', '<a href="file:///etc">', "& < >",
    "\n" * 400 + "x",
)  # fmt: skip


def test_SES_24_who_was_ready_must_look_again_after_a_change(sit_down, settle):
    ann, bob, cleo = sit_down("Ann"), sit_down("Bob"), sit_down("Cleo")
    port = settle.host(ann)
    for window in (bob, cleo):
        settle.join(window, port)
        settle.press(window, "Ready")
    settle.until(ann.lobby.start.isEnabled)
    ann.client.ask("option", text="keep_in_play=on")
    settle.until(lambda: not ann.lobby.start.isEnabled())
    assert "Waiting for Bob, Cleo" in ann.lobby.why.text()
    settle.until(lambda: "options have changed" in bob.lobby.why.text())
    assert bob.lobby.ready.text() == "Ready"
    settle.press(bob, "Ready")
    settle.until(lambda: bob.lobby.ready.text() == "Not ready")
    assert "options" not in bob.lobby.why.text()
    # One who is not ready goes: no ghost keeps the others waiting, no row is left of her.
    cleo.leave()
    settle.until(ann.lobby.start.isEnabled)
    assert "Cleo" not in {p.name for p in ann.client.room.people}
    settle.join(cleo, port)
    settle.until(lambda: not ann.lobby.start.isEnabled())
    # And while she goes again the host changes something.
    cleo.leave()
    ann.client.ask("limit", 60_000)
    settle.until(lambda: "Waiting for Bob to be ready" in ann.lobby.why.text())
    settle.press(bob, "Ready")
    settle.until(ann.lobby.start.isEnabled)
    settle.press(ann, "Start")
    settle.until(lambda: bob.table is not None)
    assert [seat.ai != "" for seat in bob.client.room.seats] == [False, False, True, True]


def test_a_host_arranges_the_seats(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.join(bob, settle.host(ann))
    room = lambda: ann.client.room  # noqa: E731
    card = ann.lobby._cards[1]
    settle.until(lambda: card.who.text() == "Bob")

    def choose(text: str) -> None:
        card._fill()
        (entry,) = [a for a in card._menu.actions() if a.text() == text]
        entry.trigger()

    choose("Swap with Green")
    settle.until(lambda: [s.name for s in room().seats[:2]] == ["Bob", "Ann"])
    choose("Swap with Green")
    settle.until(lambda: [s.name for s in room().seats[:2]] == ["Ann", "Bob"])
    choose("Make it an open seat")
    settle.until(lambda: not room().seats[1].owner)
    settle.until(lambda: ann.lobby.watching.text() == "Watching: Bob")
    choose("Seat Bob here")
    settle.until(lambda: room().seats[1].name == "Bob")
    choose("Remove Bob from the table")
    settle.until(
        lambda: bob.lobby.notices.link.text.text() == "The host has sent you away. You may come again."
    )
    assert not bob.lobby.ready.isEnabled() and not bob.lobby._cards[1].stand.isEnabled()
    settle.press(bob, "Join again")
    settle.until(lambda: bob.lobby is not None and not bob.lobby.notices.link.isVisible())
    settle.until(lambda: room().seats[1].name == "Bob")
    assert bob.lobby.ready.isEnabled()
    choose("Ban Bob from the table")
    settle.until(lambda: "banned" in bob.lobby.notices.link.text.text())
    settle.press(bob, "Join again")
    settle.until(lambda: bob.visits.arrival.state == "failed")
    assert "banned" in bob.start.tables.progress.text.text()
    assert ann.lobby._others.isVisible()
    menu = ann.lobby._others.menu()
    menu.aboutToShow.emit()
    (lift,) = [entry for entry in menu.actions() if entry.text() == "Lift the ban of Bob"]
    lift.trigger()
    settle.until(lambda: not room().bans)
    ann.client.ask("seat", 1, text="open")
    settle.until(lambda: not room().seats[1].owner and not room().seats[1].ai)
    settle.press(bob, "Join again")
    settle.until(lambda: room().seats[1].name == "Bob")


def test_the_table_is_renamed_and_locked(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    settle.click(ann.lobby.name)
    ann.lobby.name.selectAll()
    settle._qtbot.keyClicks(ann.lobby.name, "Friday game")
    settle._qtbot.keyClick(ann.lobby.name, Qt.Key.Key_Return)
    settle.until(lambda: "Friday game" in ann.windowTitle())
    settle.until(lambda: any(r._name.text() == "Friday game" for r in bob.start.tables._rows.values()))
    ann.client.ask("lock", 1)
    settle.until(lambda: ann.client.room.rules.locked)
    settle.type(bob.start.tables.address, f"127.0.0.1:{port}")
    settle.until(lambda: "locked" in bob.start.tables.progress.text.text())


def test_a_game_at_home_has_no_invitation_and_seats_for_several(sit_down, settle):
    ann = sit_down("Ann")
    settle.press(ann, "New game")
    settle.until(lambda: ann.lobby is not None)
    assert ann.lobby.invite is None and not ann.lobby.chat.isVisible()
    settle.until(lambda: all(seat.ai for seat in ann.client.room.seats[1:]))
    ann.client.ask("seat", 2, text="open")
    settle.press(ann.lobby._cards[2], "Play this seat too")
    settle.until(lambda: ann.client.seats() == [0, 2])
    settle.press(ann, "Start")
    settle.until(lambda: ann.table is not None)


@pytest.mark.parametrize("evil", EVIL)
def test_SES_27_names_and_words_are_shown_as_they_are(sit_down, settle, evil):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    bob.start.name.setMaxLength(1_000)
    bob.start.name.setText(evil[:24] if "\n" not in evil else evil)
    settle.join(bob, settle.host(ann))
    ann.client.ask("rename", text=evil)
    bob.client.say(evil)
    bob.client.say(evil + "!")
    shown = " ".join(evil.split())
    settle.until(lambda: shown[:MAX_TABLE_NAME].strip() in ann.windowTitle())
    settle.until(lambda: shown + "!" in ann.lobby.chat._pages.toPlainText())
    settle.until(lambda: bob.lobby._name.text() == shown[:MAX_TABLE_NAME].strip())
    name = next(p.name for p in ann.client.room.people if not p.host)
    assert ann.lobby._cards[1].who.text() == name
    assert escape(shown, quote=False).split("=")[0] in ann.lobby.chat._pages.toHtml().replace("&quot;", '"')
    for window in (ann, bob):
        assert window.width() == 1280 and window.height() == 800
        for label in window.findChildren(QLabel):
            assert label.textFormat().name == "PlainText" or not label.text()


def test_nobody_elses_doing_moves_the_keyboard(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    settle.join(bob, port)
    bob.activateWindow()
    line = bob.lobby.chat._line
    settle.type(line, "half a sen", enter=False)
    settle.until(lambda: bob.focusWidget() is line)
    guests = [sit_down(f"Guest {n}", 400, 300) for n in range(3)]
    for n, guest in enumerate(guests):
        guest.visits.join_address(f"127.0.0.1:{port}")
        ann.client.ask("limit", 60_000 if n % 2 else 180_000)
    for players in (5, 3, 4):
        ann.client.ask("players", players)
        settle.until(lambda players=players: len(bob.lobby._cards) == players)
    settle.until(lambda: all(guest.lobby is not None for guest in guests))
    for guest in guests:
        guest.leave()
    settle.until(lambda: len(ann.client.room.people) == 2)
    assert bob.focusWidget() is line and line.text() == "half a sen"
    # The host begins in the middle of it: what is half said is half said at the table, too.
    if not bob.client.seats():
        bob.client.ask("sit", 1)
    settle.until(bob.client.seats)
    bob.client.ask("ready", 1)
    settle.until(ann.lobby.start.isEnabled)
    ann.client.ask("start", text="random")
    settle.until(lambda: bob.table is not None)
    assert bob.table.chat._line.text() == "half a sen"
    assert bob.focusWidget() is bob.table.chat._line
