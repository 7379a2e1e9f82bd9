"""An evening at the table: who is waited for, who drops out and comes back, what is agreed on."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, Qt

from core.games.empires.actions import Done
from maharaja_qt.client import Client
from maharaja_qt.folders import games_folder
from maharaja_qt.frame.parting import Parting
from maharaja_qt.frame.ping import Ping
from maharaja_qt.frame.window import Window


def client(window: Window) -> Client:
    assert window.client is not None
    return window.client


def cut(window: Window) -> None:
    """The connection breaks."""
    guest = client(window)._guest

    def abort() -> None:
        if guest._writer is not None:
            guest._writer.transport.abort()

    window.network.call(abort)


def pull(window: Window) -> None:
    """The cable is pulled: the connection breaks, none comes about again, and no news of the table does."""
    window.visits.arrival.seen = lambda found: None  # type: ignore[method-assign]
    client(window).moved(("127.0.0.1",), 1)
    cut(window)


def plug_in(window: Window, port: int) -> None:
    client(window).moved(("127.0.0.1",), port)


def sits_again(window: Window, seat: int) -> bool:
    """Is the connection back, in the seat as before? If it has ended for good, asks for it anew."""
    table = window.table
    if table is not None and table.notices.link.retry.isVisible():
        table.notices.link.retry.click()
        return False
    return table is not None and not table.notices.link.isVisible() and client(window).seats() == [seat]


def asked(window: Window) -> bool:
    return window.table is not None and window.table._asked


def play(window: Window) -> None:
    """One decision, whatever it is."""
    table = window.table
    assert table is not None and table._position is not None
    position = table._position
    action = Done() if position.legal.contains(Done()) else position.legal.first()
    table.act(action)


def test_SES_07_who_comes_again_has_the_seat_at_once_and_is_there_once(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    port = ann.hosted.port
    # Nothing of his is heard any more, but his socket stands; then he comes from a new one.
    again = sit_down("Bob")
    again.visits.join_address(f"127.0.0.1:{port}")
    settle.until(lambda: again.table is not None)
    settle.until(lambda: again.client.seats() == [1])
    settle.until(lambda: "from somewhere else" in bob.table.notices.link.text.text())
    assert [p.name for p in ann.client.room.people] == ["Ann", "Bob"]


def test_SES_10_a_double_click_on_the_main_button_counts_once(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    settle.until(lambda: asked(ann) and ann.table._done.isEnabled())
    sent = []
    act = ann.client.act

    def told(*given: object) -> None:
        sent.append(given[1])
        act(*given)

    ann.client.act = told
    n = ann.hosted.room.play.table.n
    settle._qtbot.mouseDClick(ann.table._done, Qt.MouseButton.LeftButton)
    settle.click(ann.table._done)
    settle.until(lambda: ann.hosted.room.play.table.n > n)
    settle.until(lambda: not ann.table.deeds.busy)
    assert len(sent) == 1


def test_SES_13_a_host_who_quits_names_the_others_and_they_keep_the_board(sit_down, settle):
    ann, bob, cleo = sit_down("Ann"), sit_down("Bob"), sit_down("Cleo")
    settle.at_the_table(ann, bob, cleo)
    ann.close()
    (parting,) = ann.findChildren(Parting)
    assert ann.isVisible() and parting.isVisible() and "saved" in parting.text.text()
    assert any("Bob and Cleo" in label.text() for label in parting.findChildren(type(parting.text)))
    settle._qtbot.keyClick(parting, Qt.Key.Key_Return)  # Enter stays
    assert ann.isVisible() and ann.hosted is not None
    ann.close()
    settle.click(ann.findChildren(Parting)[-1].go)
    settle.until(lambda: not ann.isVisible())
    for window in (bob, cleo):
        settle.until(lambda window=window: "saved" in window.table.notices.link.text.text())
        assert "host has ended the game" in window.table.notices.link.text.text()
        assert window.table.presenter.board.isEnabled() and window.table.log.text().count("\n") > 1
        assert not window.table._done.isVisible() and not window.table._undo.isEnabled()
        settle.press(window, "Back to the start page")
        assert window.pages.currentWidget() is window.start
    assert len(list(games_folder().glob("*.maharaja"))) == 1


def test_SES_13_a_host_that_is_gone_is_tried_again_over_a_board_to_be_read(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    port = ann.hosted.port
    bob.table.tabs.setCurrentWidget(bob.table.log)
    pull(bob)
    settle.until(bob.table.notices.link.isVisible)
    assert "lost, trying again" in bob.table.notices.link.text.text()
    assert bob.table.presenter.board.isEnabled()
    assert bob.table.notices.link.leave.isVisible() and not bob.table.notices.link.retry.isVisible()
    plug_in(bob, port)
    settle.until(lambda: not bob.table.notices.link.isVisible())
    pull(bob)
    settle.until(bob.table.notices.link.isVisible)
    settle.press(bob, "Back to the start page")
    assert bob.pages.currentWidget() is bob.start and bob.client is None


def test_trying_again_leads_to_no_other_table_at_the_same_address(sit_down, settle, monkeypatch):
    ann, bob, zoe = sit_down("Ann"), sit_down("Bob"), sit_down("Zoe")
    settle.at_the_table(ann, bob)
    port = ann.hosted.port
    ann._quitting = True
    ann.close()
    settle.until(bob.table.notices.link.retry.isVisible)
    bob.visits.arrival.seen = lambda found: None
    monkeypatch.setattr("net.dial.DEFAULT_PORT", port)
    assert settle.host(zoe) == port
    settle.click(bob.table.notices.link.retry)
    settle.until(lambda: "Another table answers there now" in bob.table.notices.link.text.text())
    assert [p.name for p in zoe.client.room.people] == ["Zoe"]


def test_SES_14_everybody_has_their_seat_again_when_the_game_is_resumed(sit_down, settle, tmp_path):
    ann, bob, cleo = sit_down("Ann"), sit_down("Bob"), sit_down("Cleo")
    port = settle.host(ann)
    for window in (bob, cleo):
        settle.join(window, port)
    ann.client.ask("swap", 1, 3)  # Ann, the AI, Cleo, Bob
    ann.client.ask("seat", 1, text="ai:random")
    settle.until(lambda: ann.client.room.seats[1].ai)
    settle.begin(ann, bob, cleo)
    settle.until(lambda: asked(ann))
    n = ann.hosted.room.play.table.n
    record = ann.hosted.room.plan.record
    lost = ann.hosted.server
    # The port goes with its program: nobody who comes back at once is let in.
    ann.network.call(
        lambda: [end() for end in (*(s.close for s in lost._servers), *(p.abort for p in lost.peers))]
    )
    ann._quitting = True
    ann.close()
    for window in (bob, cleo):
        settle.until(lambda window=window: window.table.notices.link.isVisible())
    back = sit_down("Ann")
    settle.press(back, "Resume")
    settle.until(lambda: back.table is not None)
    assert back.hosted.room.play.table.n >= n and back.hosted.room.plan.record == record
    settle.until(lambda: back.client.seats() == [0])
    # In another order than before; the list tells them where the table is now.
    for window, seat in ((cleo, 2), (bob, 3)):
        settle.until(lambda window=window, seat=seat: sits_again(window, seat))
    seats = [("Ann", False), ("", True), ("Cleo", False), ("Bob", False)]
    settle.until(lambda: [(s.name, bool(s.ai)) for s in back.client.room.seats] == seats)
    settle.until(lambda: asked(back))


def test_SES_16_a_dropped_seat_is_seen_by_all_played_and_given_back(sit_down, settle):
    ann, bob, cleo = sit_down("Ann"), sit_down("Bob"), sit_down("Cleo")
    settle.at_the_table(ann, bob, cleo)
    port = ann.hosted.port
    pull(bob)
    for window in (ann, cleo):
        settle.until(window.table.notices.away.isVisible)
        assert "Bob (Blue) has lost the connection" in window.table.notices.away.text.text()
    assert ann.table.notices.away.play.isVisible() and ann.table.notices.away.stop.isVisible()
    assert not cleo.table.notices.away.play.isVisible() and not cleo.table.notices.away.stop.isVisible()
    ann.client.ask("after-drop", 60_000, text="random")
    for window in (ann, cleo):
        settle.until(lambda window=window: "In 0:5" in window.table.notices.away.text.text())
        assert "AI (random) plays on" in window.table.notices.away.text.text()
    settle.press(ann, "Keep waiting")
    settle.until(lambda: "In 0" not in cleo.table.notices.away.text.text())
    (random,) = [
        a for a in ann.table.notices.away._policies.actions() if a.text() == "random (to practise against)"
    ]
    random.trigger()
    settle.until(lambda: cleo.client.room.seats[1].ai == "random")
    settle.until(lambda: not cleo.table.notices.away.isVisible())
    settle.until(lambda: any(line.code == "stands-in" for line in cleo.client.talk))
    plug_in(bob, port)
    settle.until(lambda: cleo.client.room.seats[1].ai == "")
    settle.until(lambda: not bob.table.notices.link.isVisible() and bob.client.seats() == [1])


def test_a_seat_is_handed_to_the_ai_and_taken_back(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    bob.table.tabs.setCurrentWidget(bob.table.people)
    line = bob.table.people._seats[1]
    settle.until(line.give.isVisible)
    line.give.menu().aboutToShow.emit()
    (random,) = [a for a in line.give.menu().actions() if a.text() == "random (to practise against)"]
    random.trigger()
    settle.until(lambda: ann.client.room.seats[1].ai == "random" and ann.client.room.seats[1].name == "Bob")
    settle.press(bob, "Take back")
    settle.until(lambda: ann.client.room.seats[1].ai == "")


def test_SES_28_typing_when_the_connection_drops_presses_nothing(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    port = ann.hosted.port
    bob.activateWindow()
    bob.table.talk()
    line = bob.table.chat._line
    settle._qtbot.keyClicks(line, "one two ")
    pull(bob)
    for letter in "three four ":
        settle._qtbot.keyClicks(bob.focusWidget(), letter)
    settle.until(bob.table.notices.link.isVisible)
    settle._qtbot.keyClicks(bob.focusWidget(), "five ")
    assert bob.focusWidget() is line and line.text() == "one two three four five "
    assert bob.table.notices.link.isVisible() and bob.client is not None
    settle._qtbot.keyClick(line, Qt.Key.Key_Return)
    assert line.text() == "one two three four five "  # nobody would hear it: it waits
    plug_in(bob, port)
    settle.until(lambda: not bob.table.notices.link.isVisible())
    settle._qtbot.keyClick(line, Qt.Key.Key_Return)
    settle.until(lambda: any(said.text.startswith("one two three") for said in ann.client.talk))
    assert line.text() == ""


def test_SES_27_words_at_the_table_are_shown_as_they_are(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("<b>Bob</b>")
    settle.at_the_table(ann, bob)
    bob.client.say('<img src="http://127.0.0.1:9/x"> & <b>x</b>')
    settle.until(lambda: "<b>x</b>" in ann.table.chat._pages.toPlainText())
    assert "<b>Bob</b>" in ann.table.chat._pages.toPlainText()
    assert "<b>Bob</b>" in ann.table.people._seats[1].who.text()
    settle.until(lambda: ann.table.tabs.tabText(1) == "Chat (1)")
    ann.table.tabs.setCurrentWidget(ann.table.chat)
    assert ann.table.tabs.tabText(1) == "Chat"


def test_whoever_points_is_seen_by_all_and_nobodys_map_moves(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    board = bob.table.presenter.board
    before = ann.table.presenter.board.stored()
    place = 5
    at = bob.table.presenter.spot((place,))
    assert isinstance(at, QPointF)
    settle._qtbot.mouseClick(board, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier, at.toPoint())
    settle.until(lambda: ann.table.presenter.board.findChildren(Ping))
    (ping,) = ann.table.presenter.board.findChildren(Ping)
    assert ping.name == "Bob"
    there = ann.table.presenter.spot((place,))
    assert (ping.geometry().center() - there.toPoint()).manhattanLength() < 4
    after = ann.table.presenter.board.stored()
    assert max(abs(a - b) for a, b in zip(after, before, strict=True)) < 2  # strips come and go
    assert bob.client.room.n == ann.client.room.n
    settle.until(lambda: not ann.table.presenter.board.findChildren(Ping))


def test_a_correction_needs_everybody(sit_down, settle):
    from maharaja_qt.empires.correction import Correction

    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    settle.until(lambda: asked(ann))
    for answer in ("No", "Agree"):
        ann.table.correct()
        dialog = ann.table.findChildren(Correction)[-1]
        dialog.kind.chosen.emit("points")
        dialog.number.setValue(7)
        settle.press(dialog, "Ask everybody")
        settle.until(bob.table.notices.vote.isVisible)
        assert (
            "7 points" in bob.table.notices.vote.text.text()
            and "Still to answer: Bob" in bob.table.notices.vote.text.text()
        )
        assert not ann.table.notices.vote.yes.isVisible()
        settle.press(bob.table.notices.vote, answer)
        settle.until(
            lambda: not ann.table.notices.vote.isVisible() and not bob.table.notices.vote.isVisible()
        )
        if answer == "No":
            settle.until(lambda: any(line.code == "declined" for line in ann.client.talk))
    settle.until(lambda: "agreed by all" in ann.table.log.text())
    settle.until(lambda: max(ann.table._position.view.points) == 7)


def test_a_take_back_beyond_a_barrier_is_asked_of_all(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    settle.until(lambda: asked(ann))
    # Ann plays until Bob is to decide: what she did last lies behind a barrier.
    while not asked(bob):
        if asked(ann) and not ann.table.deeds.busy:
            play(ann)
        settle._qtbot.wait(5)
    settle.until(lambda: ann.table._position.n == bob.table._position.n)
    n = ann.client.room.n
    ann.table.deeds.undo()
    settle.until(ann.table.notices.barrier.isVisible)
    settle.press(ann.table.notices.barrier, "Ask the others to take it back")
    settle.until(bob.table.notices.vote.isVisible)
    proposal = bob.client.room.proposal
    first = next(e for _, told in bob.client.told for e in told if e.n == proposal.line)
    asked_for = f"take this back, and all that came after it: {bob.table._texts.event(first.event)}"
    assert asked_for in bob.table.notices.vote.text.text()
    settle.press(bob.table.notices.vote, "Agree")
    settle.until(lambda: not bob.table.notices.vote.isVisible())
    settle.until(lambda: asked(ann) and ann.client.room.n > n)


def test_a_limit_is_seen_to_run_by_all(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    ann.client.ask("limit", 180_000)
    for window in (ann, bob):
        settle.until(lambda window=window: "2:5" in window.table.waiting.time.text())
    settle.until(lambda: bob.table.waiting.who.text() == "Ann (Green) decides")
    settle.until(lambda: ann.table.waiting.who.text() == "You decide")
    first = bob.table.waiting.time.text()
    settle.until(lambda: bob.table.waiting.time.text() != first)


def test_whoever_is_waited_for_is_told_and_nothing_is_taken_from_them(sit_down, settle, monkeypatch):
    """CASES GUI-25."""
    alerts = []
    monkeypatch.setattr("PySide6.QtWidgets.QApplication.alert", lambda window, *_: alerts.append(window))
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.at_the_table(ann, bob)
    ann.activateWindow()
    settle.until(ann.isActiveWindow)
    alerts.clear()
    while not asked(bob):
        if asked(ann) and not ann.table.deeds.busy:
            play(ann)
        settle._qtbot.wait(5)
    settle.until(lambda: bob in alerts)
    assert bob.windowTitle().startswith("● Your turn") and ann.isActiveWindow()
    bob.activateWindow()
    settle.until(lambda: bob.windowTitle() == "Ann’s table · Maharaja")


@pytest.mark.parametrize("typing", [True, False])
def test_nothing_that_others_do_moves_the_keyboard(sit_down, settle, typing):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    ann.client.ask("pace", 0)
    settle.join(bob, port)
    for seat in (2, 3):
        ann.client.ask("seat", seat, text="ai:random")
        settle.until(lambda seat=seat: ann.client.room.seats[seat].ai)
    settle.begin(ann, bob)
    ann.table.talk()
    line = ann.table.chat._line
    ann.client.ask("hand-over", 0, text="random")
    bob.client.ask("hand-over", 1, text="random")
    guests = [sit_down(f"Guest {n}", 400, 300) for n in range(2)]
    n = ann.client.room.n
    for guest in guests:
        guest.visits.join_address(f"127.0.0.1:{port}")
    letters = 0
    while ann.client.room.n < n + 20 or not all(g.table is not None for g in guests):
        if typing:
            settle._qtbot.keyClicks(ann.focusWidget(), "a")
            letters += 1
        settle._qtbot.wait(10)
        assert ann.focusWidget() is line and ann.table.tabs.currentWidget() is ann.table.chat
    assert line.text() == "a" * min(letters, line.maxLength())
    guests[0].leave()
    settle.until(lambda: "Guest 0" not in {p.name for p in ann.client.room.people})
    assert ann.focusWidget() is line


def test_records_of_an_evening_hold_no_password(sit_down, settle, tmp_path: Path):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    port = settle.host(ann)
    settle.type(ann.lobby.invite.word, "elephants-never")
    settle.until(lambda: ann.client.room.password)
    bob.visits.join_address(f"127.0.0.1:{port}")
    settle.until(lambda: bob.visits.arrival.state == "password")
    bob.visits.arrival.give_password("elephants-never")
    settle.until(lambda: bob.lobby is not None)
    settle.begin(ann, bob)
    for window in (ann, bob):
        window._settings.sync()
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if b"elephants-never" in path.read_bytes()]
