"""The picture on the card of the start page: a piece of the real map, with counters on it."""

from __future__ import annotations

import tomllib
from typing import Final

import msgspec
from msgspec import structs
from PySide6.QtGui import QPixmap

from core.ctx import Ctx
from core.dice import SeededDice
from core.games.empires import game
from core.games.empires.view import View
from core.options import complete
from core.vault import Vault
from maharaja_qt.empires.board import EmpiresBoard

_FILE: Final = "cover.toml"


class _Cover(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turn: int
    nation: str
    look: tuple[float, float]
    across: float
    armies: dict[str, dict[str, int]]
    leaders: dict[str, str]


def cover(width: int, height: int) -> QPixmap:
    """The picture, so many pixels large, in the colours of the theme."""
    wanted = _read()
    board = EmpiresBoard(game)
    board.motion.off = True
    board.resize(width, height)
    board.show(_view(wanted))
    board.camera.resize(width, height)
    board.restore(*wanted.look, max(width / wanted.across, 0.1))
    made = board.whole_picture()
    board.deleteLater()
    return made


def _read() -> _Cover:
    text = (game.resources / _FILE).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), _Cover)


def _view(wanted: _Cover) -> View:
    """The position of the file, on the set-up of the usual game."""
    names = game.charts.names
    nations, places, leaders = names["nation"], game.names["place"], names["leader"]
    options = complete(game.meta.options, {})
    state, _ = game.new(options, game.meta.seats[0], Ctx(0, SeededDice(b"cover"), Vault()))
    view = game.view(state, None)
    armies = [
        tuple((places.index(place), number) for place, number in wanted.armies.get(nation, {}).items())
        for nation in nations
    ]
    at = list(view.leader_at)
    for leader, place in wanted.leaders.items():
        at[leaders.index(leader)] = places.index(place)
    return structs.replace(
        view,
        turn=wanted.turn,
        nation=nations.index(wanted.nation),
        armies=tuple(armies),
        unmoved=armies[nations.index(wanted.nation)],
        waiting=(),
        leader_at=tuple(at),
    )
