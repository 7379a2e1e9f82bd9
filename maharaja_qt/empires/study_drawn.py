"""What a study shows in pictures: points as a plot, holders as maps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final
from xml.sax.saxutils import escape

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from core.faults import UserError
from core.games.empires.chart_types import NONE
from core.games.empires.rules import Empires
from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.empires.palette import SeatColours, map_colours, seat_colours
from maharaja_qt.empires.picture import draw, offscreen
from maharaja_qt.empires.study import Study
from maharaja_qt.theme import SANS, Look, colour, role_font

_LOOK: Final = Look()
_INK, _FAINT, _RULE, _PAPER = "#33291D", "#7A6A55", "#DCCFB5", "#FBF6EA"

# The plot.

_WIDE, _HIGH = 250, 132
_ACROSS, _DOWN = 44, 52
_LEFT, _TOP = 46, 112
_ROOM: Final = 1.12
"""The highest value fills the panel but for this factor."""


def draw_scores(study: Study, words: Texts, path: Path) -> None:
    """A column for each seat: its points so far, and under it those of its nations, beside history's."""
    columns = [study.nations_of(seat) for seat in range(study.setup.seats)]
    rows = 1 + max(map(len, columns))
    width = _LEFT + len(columns) * (_WIDE + _ACROSS)
    height = _TOP + rows * (_HIGH + _DOWN)
    seats_top = _top(study, columns)
    nations_top = _top(study, [[nation] for column in columns for nation in column])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="{SANS}, sans-serif" font-size="12" fill="{_INK}">',
        f'<rect width="{width}" height="{height}" fill="{_PAPER}"/>',
        _text(_LEFT, 40, words.say("study", "scores", {"games": len(study.courses)}), size=21, bold=True),
        _text(_LEFT, 64, words.say("study", "scores-key", {}), fill=_FAINT, size=13),
    ]
    for seat, column in enumerate(columns):
        x = _LEFT + seat * (_WIDE + _ACROSS)
        colours, name = seat_colours(_LOOK, seat), words.name("seat", seat)
        parts += _panel(study, column, seats_top, (x, _TOP), name, colours, bold=True)
        for row, nation in enumerate(column, 1):
            at = (x, _TOP + row * (_HIGH + _DOWN))
            parts += _panel(study, [nation], nations_top, at, words.name("nation", nation), colours)
    try:
        path.write_text("\n".join([*parts, "</svg>", ""]), encoding="utf-8")
    except OSError as fault:
        raise UserError(f"{path}: {fault.strerror}") from None


def _top(study: Study, groups: Sequence[Sequence[int]]) -> float:
    """The end of the scale for panels of these nations."""
    last = study.turns[-1]
    ends = [max(study.spread(group, last).high, study.usual(group, last)) for group in groups]
    return max([10.0, *ends]) * _ROOM


def _panel(
    study: Study,
    nations: Sequence[int],
    top: float,
    at: tuple[int, int],
    title: str,
    colours: SeatColours,
    *,
    bold: bool = False,
) -> Iterator[str]:
    """Mean, span and history of some nations together, from the first turn to the last."""
    x, y = at
    turns, base = study.turns, y + _HIGH
    places = [x + n * _WIDE / len(turns) for n in range(len(turns) + 1)]

    def up(points: float) -> float:
        return base - points * _HIGH / top

    def line(values: Sequence[float]) -> list[str]:
        """From nothing before the first turn on."""
        return [f"{px:.1f},{up(value):.1f}" for px, value in zip(places, [0, *values], strict=True)]

    step = next(step for step in (5, 10, 20, 50, 100, 200, 500, 1000) if top / step <= 5)
    for value in range(0, int(top) + 1, step):
        yield f'<line x1="{x}" x2="{x + _WIDE}" y1="{up(value):.1f}" y2="{up(value):.1f}" stroke="{_RULE}"/>'
        yield _text(x - 5, up(value) + 4, str(value), fill=_FAINT, size=10, anchor="end")
    for turn in study.main_counts:
        px = places[turn - turns[0] + 1]
        yield f'<line x1="{px:.1f}" x2="{px:.1f}" y1="{y}" y2="{base}" stroke="{_RULE}"/>'
        yield _text(px, base + 13, str(turn), fill=_FAINT, size=10, anchor="middle")
    spreads = [study.spread(nations, turn) for turn in turns]
    usual = [study.usual(nations, turn) for turn in turns]
    span = [*line([s.high for s in spreads]), *reversed(line([s.low for s in spreads]))]
    yield f'<polygon points="{" ".join(span)}" fill="{colours.pale}"/>'
    yield (
        f'<polyline points="{" ".join(line(usual))}" fill="none" stroke="{_INK}" stroke-width="1.4" '
        'stroke-dasharray="5 4"/>'
    )
    yield (
        f'<polyline points="{" ".join(line([s.mean for s in spreads]))}" fill="none" '
        f'stroke="{colours.ground}" stroke-width="2.6"/>'
    )
    yield _text(x, y - 8, title, fill=colours.edge, size=15 if bold else 13, bold=True)
    ends = f"{spreads[-1].mean:.1f} / {usual[-1]}"
    yield _text(x + _WIDE, y - 8, ends, size=13 if bold else 12, anchor="end", bold=bold)


def _text(
    x: float,
    y: float,
    text: str,
    *,
    fill: str = _INK,
    size: int = 12,
    anchor: str = "start",
    bold: bool = False,
) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{fill}" font-size="{size}" text-anchor="{anchor}"{weight}>'
        f"{escape(text)}</text>"
    )


# The maps.

_SIZE: Final = (1400, 1362)
_CAPTION: Final = 76
_COUNTERS: Final = 1.35
"""The figures on the counters are what the map is there for."""


def draw_holders(
    game: Empires, study: Study, turn: int, words: Texts, charts: Path | None, path: Path
) -> None:
    """The map at the count of a turn: in each area the nation that held it most often, and how often of a
    hundred games; none where no nation did in a third of them."""
    offscreen()
    games = len(study.courses)
    armies: list[list[tuple[int, int]]] = [[] for _ in game.charts.nations]
    for area, times in study.holders[turn].items():
        for nation, held in times.most_common(1):
            if held and 3 * held >= games:
                armies[nation].append((area, round(100 * held / games)))
    drawn = draw(_position(game, study, turn, tuple(map(tuple, armies))), _SIZE, game, charts, _COUNTERS)
    colours = map_colours(_LOOK)
    picture = QPixmap(_SIZE[0], _SIZE[1] + _CAPTION)
    picture.fill(colour(colours.margin))
    painter = QPainter(picture)
    try:
        painter.drawPixmap(QRectF(0, _CAPTION, *_SIZE), drawn, QRectF(drawn.rect()))
        painter.setPen(colour(colours.name))
        font = role_font("title")
        font.setPixelSize(30)
        painter.setFont(font)
        said = words.say("study", "holders", {"turn": turn, "dates": game.charts.dates[turn], "games": games})
        painter.drawText(QRectF(0, 0, _SIZE[0], _CAPTION), Qt.AlignmentFlag.AlignCenter, said)
    finally:
        painter.end()
    if not picture.save(str(path), "PNG"):
        raise UserError(f"{path}: the picture cannot be written")


def _position(
    game: Empires, study: Study, turn: int, armies: tuple[tuple[tuple[int, int], ...], ...]
) -> View:
    """A position of this turn with these armies and nothing else on the map."""
    nations, leaders = len(game.charts.nations), len(game.charts.leaders)
    return View(
        setup=study.setup.id,
        turn=turn,
        nation=NONE,
        cycle=1,
        armies=armies,
        unmoved=(),
        waiting=(),
        factories=(NONE,) * game.charts.board.land,
        leader_at=(NONE,) * leaders,
        arms_at=(NONE,) * nations,
        arms_to=(NONE,) * nations,
        carry=(0,) * nations,
        points=(0,) * nations,
        allied=(0,) * nations,
        captured=0,
        submitted=(),
        standing=(),
        came=(),
        options=(False, True),
    )
