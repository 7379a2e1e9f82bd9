"""The game and its positions at a glance, for the start page and lists of saved games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, cast

from msgspec import Struct

from core.game import AnyGame
from core.games.empires.chart_types import NONE
from core.games.empires.rules import Empires
from core.games.empires.view import View
from core.record import Record
from core.replay import replay
from core.texts import Texts, load
from maharaja_qt.empires.palette import seat_colours
from maharaja_qt.empires.panels import seat_points
from maharaja_qt.frame.glance import Glance
from maharaja_qt.frame.presenter import Card
from maharaja_qt.theme import theme

_AI: Final = "ai:"

CARD: Final = Card(
    "Maharaja",
    "1994",
    "Seventeen nations, sixteen turns, from the first Aryans to the British. March, fight and score where "
    "history pays.",
    ("3–5 players", "2–4 hours", "dice"),
    "Maharaja",
)


def glance(game: AnyGame, record: Record) -> Glance:
    """A saved game at a glance."""
    played = replay(game, record)
    view = cast("View", game.view(played.position.state, None))
    c = cast("Empires", game).charts
    texts = load(game)
    seats = len(played.position.controllers)
    points = seat_points(c, view, seats)
    look = theme().look
    colours = tuple(seat_colours(look, seat).ground for seat in range(seats))
    turn = texts.say("panel", "turn", {"turn": view.turn, "last": c.last_turn})
    turn += f", {c.dates[view.turn]}"
    who = _players(texts, played.position.controllers)
    best = max(range(seats), key=lambda seat: points[seat])
    lead = texts.say(
        "panel", "leads" if points[best] else "no-points", {"seat": best, "points": points[best]}
    )
    outcome = played.position.outcome
    if outcome is not None:
        order = sorted(range(seats), key=lambda seat: -points[seat])
        scores = " · ".join(f"{texts.name('seat', seat)} {points[seat]}" for seat in order)
        return Glance(texts.outcome(outcome), f"{CARD.title} · {turn} · {scores} · {who}", colours, over=True)
    nation = texts.say("panel", "to-move", {"nation": view.nation}) if view.nation != NONE else turn
    return Glance(nation, f"{CARD.title} · {turn} · {lead} · {who}", colours, over=False)


def _players(texts: Texts, controllers: Sequence[str]) -> str:
    """People by their names, computer players by their number."""
    people = [name for name in dict.fromkeys(controllers) if name and not name.startswith(_AI)]
    ai = sum(name.startswith(_AI) for name in controllers)
    return ", ".join([*people, *([texts.say("panel", "of-ai", {"n": ai})] if ai else [])])


def where(game: AnyGame, view: Struct) -> str:
    """A position in a few words: the turn, and whose it is."""
    seen, texts, c = cast("View", view), load(game), cast("Empires", game).charts
    turn = texts.say("panel", "comes", {"turn": seen.turn})
    return f"{turn}, {c.names['nation'][seen.nation]}" if seen.nation != NONE else turn
