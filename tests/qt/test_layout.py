"""What is drawn where: nothing covers a name, every kind of counter has its place, everything can be told."""

from collections.abc import Iterator
from itertools import combinations, pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from core.games.empires import game
from core.games.empires.state import FOREIGN
from core.games.empires.view import View
from maharaja_qt.board.pieces import Piece
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.empires.counters import CounterLook, picture
from maharaja_qt.empires.geography import read_map
from maharaja_qt.empires.ground import letters
from maharaja_qt.empires.lights import badge_spot
from maharaja_qt.empires.names import LEAST
from maharaja_qt.empires.palette import map_colours, seat_colours, seat_line
from maharaja_qt.theme import Look, panels, theme
from tests.empires.board import Board
from tests.qt.kinds import KINDS
from tests.qt.positions import gupta_board

DRAWN = read_map(game.charts)
SIZES = [(964, 474), (964, 547), (752, 690), (1280, 800), (2560, 1440)]
"""The map in windows of 1024 x 700 and of 1280 x 800, beside the docks there; two windows of it alone."""
TYPE = [90, 100, 115, 130, 150]
ZOOMS = (1.0, 1.07, 1.15, 1.2, 1.3, 1.7, 2.0, 2.9, 4.0, 8.0)


def crowded() -> Board:
    """Every area and sea full of everything: nations side by side, leaders, Arms, factories."""
    return Board(
        turn=14,
        nation="mughals",
        phase="battles",
        armies={
            "mughals": {"Bihar": 2, "Delhi": 3, "Bhutan": 1, "Nepal": 1, "Malabar": 2},
            "marathas": {"Bihar": 1, "Khandesh": 2, "Maharashtra": 3},
            "sikhs": {"Nepal": 2, "Delhi": 1},
            "cholas": {"Malabar": 1, "Karnatak": 2},
            "british": {"Bengal": 2, "Bay of Bengal": 2},
            "french": {"Kerala": 1, "Bay of Bengal": 1},
            "portuguese": {"Bijapur": 1, "Bay of Bengal": 1, "Arabian Sea": 1},
        },
        leaders={"Akbar": "Bihar", "Shivaji": "Maharashtra", "Clive": "Bengal", "Dupleix": "Kerala"},
        factories={"Bengal": "british", "Kerala": "french", "Malabar": "portuguese", "Lanka": "dutch"},
        arms={"british": ("marathas", "Maharashtra"), "french": ("cholas", "Karnatak")},
        allied={"rajputs": 1, "sinhalese": 1},
    )


def views() -> list[tuple[str, View]]:
    found = (("march", gupta_board()), ("crowded", crowded()))
    return [(name, board.game.view(board.state, None)) for name, board in found]


@pytest.fixture(autouse=True)
def usual_type() -> Iterator[None]:
    yield
    theme().choose(percent=100)


@pytest.mark.parametrize("percent", TYPE)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("name", "view"), views())
def test_no_counter_covers_the_name_of_an_area(
    qtbot: QtBot, percent: int, size: tuple[int, int], name: str, view: View
) -> None:
    theme().choose(percent=percent)
    board = EmpiresBoard(game)
    qtbot.addWidget(board)
    board.motion.off = True
    board.resize(*size)
    board.camera.resize(*size)
    board.show(view)
    for zoom in ZOOMS:
        board.camera.look(480, 430, zoom * board.camera.least)
        covered = []
        for place, box in board.names.boxes(board.camera.scale).items():
            corner = board.camera.to_view(box.left(), box.top())
            scale = board.camera.scale
            on_screen = QRectF(*corner, box.width() * scale, box.height() * scale)
            for piece in board.layer.pieces:
                shared = on_screen.intersected(board.layer.place(piece, board.camera))
                if piece.place >= 0 and not shared.isEmpty() and shared.width() * shared.height() > 4:
                    covered.append((board.map.shape(place).name, piece.id))
        assert covered == [], zoom


@pytest.mark.parametrize("percent", TYPE)
@pytest.mark.parametrize("size", SIZES)
def test_every_name_is_readable_at_every_zoom_and_none_touches_another(
    qtbot: QtBot, percent: int, size: tuple[int, int]
) -> None:
    theme().choose(percent=percent)
    board = EmpiresBoard(game)
    qtbot.addWidget(board)
    board.camera.resize(*size)
    for zoom in ZOOMS:
        scale = zoom * board.camera.least
        boxes = board.names.boxes(scale)
        assert min(written.face.size for written in board.names._written(scale).values()) >= LEAST
        assert len(boxes) == game.charts.board.land
        sizes = {written.face.size for written in board.names._written(scale).values()}
        assert len(sizes) == 1, "all alike"
        assert not [pair for pair in combinations(boxes.values(), 2) if pair[0].intersects(pair[1])]


def test_names_follow_the_size_of_type_as_far_as_their_areas_have_room(qtbot: QtBot) -> None:
    """At once, and all of them as soon as the map is large enough."""
    theme().choose(percent=100)
    board = EmpiresBoard(game)
    qtbot.addWidget(board)
    board.resize(1280, 800)

    def sizes(scale: float) -> dict[int, float]:
        return {place: each.face.size for place, each in board.names._written(scale).items()}

    usual, close = sizes(0.75), sizes(2.0)
    theme().choose(percent=150)
    larger, closer = sizes(0.75), sizes(2.0)
    seas = [each for each in board.map.shapes if each.kind == "sea"]
    words = [letter.boundingRect() for each in seas for letter in letters(each)]
    for scale in (0.66, 0.75, 1.0, 1.31):
        names = board.names.boxes(scale).values()
        assert not [box for box in names if any(map(box.intersects, words))], scale
    assert all(larger[place] >= size for place, size in usual.items())
    assert sum(larger[place] > 1.25 * size for place, size in usual.items()) > 20
    assert all(closer[place] == pytest.approx(1.5 * size, abs=0.3) for place, size in close.items())
    theme().choose(percent=100)
    assert sizes(0.75) == usual


def test_every_kind_of_piece_is_shown(qtbot: QtBot) -> None:
    rules = crowded()
    board = EmpiresBoard(game)
    qtbot.addWidget(board)
    board.motion.off = True
    board.resize(1280, 800)
    board.show(game.view(rules.state, None))

    kinds: dict[str, list[Piece]] = {}
    for piece in board.layer.pieces:
        assert isinstance(piece.look, CounterLook)
        kinds.setdefault(piece.look.kind, []).append(piece)
    assert set(kinds) == {"army", "boat", "leader", "factory", "arms", "growth", "turn", "battle", "raj"}
    assert [len(kinds[kind]) for kind in ("boat", "leader", "factory", "arms", "turn")] == [4, 4, 4, 2, 1]
    fleets = sorted(piece.dx for piece in kinds["boat"] if piece.place == rules.names.place("Bay of Bengal"))
    assert fleets == [-30, 0, 30]
    assert {board.tip(piece) for piece in kinds["arms"]} == {
        "Arms of the British, with the Marathas",
        "Arms of the French, with the Cholas",
    }


@pytest.mark.parametrize("kind", ["landing", "fall-back", "retreat", "move"])
def test_whoever_is_asked_to_go_on_looks_as_if_it_may(qtbot: QtBot, kind: str) -> None:
    rules = KINDS[kind]()
    board = EmpiresBoard(game)
    qtbot.addWidget(board)
    board.show(game.view(rules.state, None))
    board.ask(game.legal(rules.state, rules.ask.seat), game.pending(rules.state)[0])
    looks = [p.look for p in board.layer.pieces if board.moves is not None and board.moves.movable(p)]
    armies = [look for look in looks if isinstance(look, CounterLook) and look.kind in ("army", "boat")]
    assert armies and all(look.may_move and not look.moved for look in armies)


def test_waiting_invaders_stand_on_foreign_ground(qtbot: QtBot) -> None:
    rules = Board(turn=11, waiting={"Afghanistan": 5}, waiting_leaders={"Afghanistan": ["Timur"]})
    board = EmpiresBoard(game)
    qtbot.addWidget(board)
    board.motion.off = True
    board.resize(1280, 800)
    board.show(game.view(rules.state, None))
    board.ask(game.legal(rules.state, rules.ask.seat))

    waiting = [piece for piece in board.layer.pieces if piece.place >= FOREIGN]
    assert [(piece.look.kind, piece.count) for piece in waiting if isinstance(piece.look, CounterLook)] == [
        ("army", 5),
        ("leader", 1),
    ]
    assert board.lift(waiting[0])
    assert board.hand is not None
    names = {game.names["place"][place] for place in board.hand.goals}
    assert {"Punjab", "Baluchistan"} <= names


def test_the_place_under_a_point_is_the_shape_drawn_there() -> None:
    for shape in DRAWN.shapes:
        if shape.kind in ("land", "foreign") and shape.place >= 0:
            assert DRAWN.at(*shape.stack) == shape.place, shape.name
    assert DRAWN.at(-5, 300) == -1


def test_lines_are_taken_once_and_close_up() -> None:
    kinds = {kind: [line for other, line in DRAWN.borders if other == kind] for kind, _ in DRAWN.borders}
    pairs = sum(len(others) for others in game.charts.board.to_land[: game.charts.board.land]) // 2
    assert len(kinds["area"]) + len(kinds["region"]) == pairs
    assert all(len(line) > 1 for _, line in DRAWN.borders)
    edges = [frozenset(edge) for _, line in DRAWN.borders for edge in pairwise(line)]
    assert len(edges) == len(set(edges))


def luminance(ink: QColor) -> float:
    channels = ink.redF(), ink.greenF(), ink.blueF()
    parts = [float(c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4) for c in channels]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(QColor(one)), luminance(QColor(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)


LOOKS = [Look(dark, safe) for dark in (False, True) for safe in (False, True)]


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_gui_21_text_and_lines_stand_out_in_every_theme(look: Look) -> None:
    p, m = panels(look), map_colours(look)
    words = [
        (p.text, p.panel), (p.text2, p.panel), (p.text, p.panel2), (p.text, p.chosen), (p.focus, p.panel),
        (p.button_text, p.button), (p.warning, p.panel), (p.done, p.panel), (m.lettering, m.box),
        (m.name, m.halo), (m.name, m.land), (m.name, m.hiland),
    ]  # fmt: skip
    for ink, ground in words:
        assert contrast(ink, ground) >= 4.5, (ink, ground)
    lines = [
        (m.border, m.land), (m.region, m.land), (m.coast, m.land), (m.coast, m.sea_near),
        (m.hill, m.hiland), (m.foreign_name, m.foreign), (m.sea_ink, m.sea_near),
    ]  # fmt: skip
    lines += [(seat_line(look, seat, ground), ground) for seat in range(5) for ground in (p.panel, p.bar)]
    for ink, ground in lines:
        assert contrast(ink, ground) >= 3.0, (ink, ground)


@pytest.mark.parametrize("look", LOOKS, ids=str)
def test_gui_20_seats_are_told_apart_without_colour(qtbot: QtBot, look: Look) -> None:
    seats = [seat_colours(look, seat) for seat in range(5)]
    assert len({seat.rim for seat in seats}) == 5
    assert all(contrast(seat.ink, seat.ground) >= 3.0 for seat in seats)
    # In grey, the same soldier of two nations, and the same nation of two seats, are different pictures.
    nations = [nation.id for nation in game.charts.nations]
    shown = [grey(CounterLook("army", nation, seat=0), look, 21) for nation in nations]
    shown += [grey(CounterLook("army", nations[0], seat=seat), look, 40) for seat in range(5)]
    assert len(set(shown)) == len(shown)


def grey(counter: CounterLook, look: Look, width: float) -> bytes:
    image = picture(counter, look, width).toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    return bytes(image.constBits())


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_gui_18_counters_are_made_for_the_pixels_of_the_screen(qtbot: QtBot, ratio: float) -> None:
    counter = CounterLook("army", "guptas", name="Guptas", seat=3)
    for width in (20.0, 60.0):
        made = picture(counter, Look(), width, ratio)
        direct = picture(counter, Look(), width * ratio)
        assert made.devicePixelRatio() == ratio
        assert made.size() == direct.size()
        assert made.width() / ratio == pytest.approx(1.7 * width, abs=3)


def test_the_tips_of_corner_and_straits_say_what_they_forbid(qtbot: QtBot) -> None:
    board = EmpiresBoard(game)
    qtbot.addWidget(board)
    assert DRAWN.corner is not None

    corner = board.place_tip(*DRAWN.corner)

    across = [tuple(game.names["area"][area] for area in pair) for pair in game.charts.board.across_corner]
    assert all(f"{a} and {c}" in corner for a, c in across)
    (ax, ay), (bx, by) = DRAWN.bridges[0]
    assert board.place_tip((ax + bx) / 2, (ay + by) / 2).startswith("Straits from ")
    assert board.place_tip(700, 700) == ""


def test_the_seas_are_lettered_clear_of_the_names_of_areas(qtbot: QtBot) -> None:
    board = EmpiresBoard(game)
    qtbot.addWidget(board)
    letters = board.ground._letters["sea"]
    assert len(letters) == sum(len(shape.name) for shape in DRAWN.shapes if shape.kind == "sea")
    for scale in (0.6, 0.66, 0.78, 1.2):
        for place, box in board.names.boxes(scale).items():
            assert not any(letter.path.intersects(box) for letter in letters), (
                scale,
                board.map.shape(place).name,
            )


def test_what_would_come_is_told_beside_the_name_of_a_goal(qtbot: QtBot) -> None:
    """The badges of the goals of a march leave the names free (at 1280x800 a stack lies under its name)."""
    places = gupta_board().game.names["place"]
    board = EmpiresBoard(game)
    qtbot.addWidget(board)
    board.resize(780, 680)
    board.show(game.view(gupta_board().state, None))
    board.show()
    board.fit()
    board.motion.finish()
    for name in ("Delhi", "Oudh", "Jaunpur", "Nepal"):
        place = places.index(name)
        at, r = badge_spot(board, place)
        box = board.board_transform().mapRect(board.names.boxes(board.camera.scale)[place])
        assert not box.intersects(QRectF(at.x() - r, at.y() - r, 2 * r, 2 * r)), name
