"""The chat: who speaks in the colour of their seat, each line as it was written."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QColor


def colours(pages, where: QRect) -> set[str]:
    seen = pages.viewport().grab().toImage()
    return {
        QColor(seen.pixel(x, y)).name()
        for x in range(where.left(), where.right())
        for y in range(max(where.top(), 0), min(where.bottom(), seen.height()))
    }


def test_who_speaks_is_seen_by_the_colour_of_their_seat(sit_down, settle):
    ann, bob = sit_down("Ann"), sit_down("Bob")
    settle.join(bob, settle.host(ann))
    settle.until(lambda: ann.client.room is not None and len(ann.client.room.people) == 2)
    pages = ann.lobby.chat._pages
    ann.client.say("Four seats?")
    settle.until(lambda: "Four seats?" in pages.toPlainText())
    bob.client.say("Blue for me.\tGood luck")
    settle.until(lambda: "Blue for me." in pages.toPlainText())
    said = pages.toPlainText().splitlines()
    at = said.index("Bob")
    assert said[at + 1].startswith("Blue for me.") and said[at - 2] == "Ann"
    assert "Bob has come." in said
    for name, seat in (("Ann", 0), ("Bob", 1)):
        block = next(b for b in blocks(pages) if b.text() == name)
        box = pages.document().documentLayout().blockBoundingRect(block).toRect()
        ground = ann.presenter.seat_colours(seat)[0].lower()
        assert ground in colours(pages, QRect(0, box.top() - pages.verticalScrollBar().value(), 30, 24))
    assert "\ufffc" not in pages.toPlainText()


def blocks(pages):
    block = pages.document().begin()
    while block.isValid():
        yield block
        block = block.next()
