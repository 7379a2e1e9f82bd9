"""Several people at one screen: where a game has secrets, the screen is handed over unseen."""

from __future__ import annotations

from msgspec import structs

from maharaja_qt.client import Position


def test_the_screen_is_handed_over_only_where_a_game_has_secrets(sit_down, settle, monkeypatch):
    ann = sit_down("Ann")
    settle.press(ann, "New game")
    settle.until(lambda: ann.lobby is not None)
    ann.client.ask("players", 3)
    settle.until(lambda: len(ann.client.room.seats) == 3)
    for seat in (1, 2):
        ann.client.ask("seat", seat, text="open")
        ann.client.ask("sit", seat, 1)
    settle.until(lambda: ann.client.seats() == [0, 1, 2])
    settle.press(ann, "Start")
    settle.until(lambda: ann.table is not None and ann.table._asked)
    table = ann.table
    mine = table._position

    def another(seat: int) -> Position:
        moved: Position = structs.replace(mine, seat=seat, n=mine.n + 1)
        return moved

    table.showing.positions = {1: another(1)}
    table._choose()
    assert not table.hand_over.isVisible()

    # The same game, were there anything in it to hide.
    game = table.presenter.game
    monkeypatch.setattr(game, "meta", structs.replace(game.meta, hidden=True))
    shown = []
    monkeypatch.setattr(table.presenter, "show", lambda position, *_: shown.append(position.seat))
    table._eyes = 1
    table.showing.positions = {2: another(2)}
    table._choose()
    assert table.hand_over.isVisible() and table.hand_over.geometry() == table.rect()
    assert table._texts.name("seat", 2) in table.hand_over.text.text() and shown == []
    settle.click(table.hand_over.take)
    assert not table.hand_over.isVisible() and shown == [2]
