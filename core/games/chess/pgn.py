"""Games as PGN, out and in (3): with the set-up and the clocks as comments."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct, field

from core.faults import UserError
from core.games.chess.actions import Move, as_number
from core.games.chess.events import Began, Ended, Event, Moved, Revealed
from core.games.chess.fen import START, FenError, read_fen, write_fen
from core.games.chess.moves import NUMBER, VARIANT
from core.games.chess.notation import MoveError, read_san, san
from core.games.chess.pieces import BLACK, EMPTY, LETTERS, WHITE, square_of
from core.games.chess.position import Position

LONGEST: Final = 4_000_000
"""Characters of a file."""
_ROSTER: Final = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_UNKNOWN: Final = {"Date": "????.??.??", "Result": "*"}
_TERMINATION: Final = {
    "time": "time forfeit", "time-draw": "time forfeit", "aborted": "abandoned",
}  # fmt: skip
_TAG: Final = re.compile(r'\[\s*(\w+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
_CLOCK: Final = re.compile(r"\[%clk\s+(\d{1,3}):(\d\d):(\d\d)(?:\.(\d{1,3}))?\]")
_TOKEN: Final = re.compile(
    r"(?P<comment>\{[^}]*\}|;[^\n]*)|(?P<open>\()|(?P<close>\))|(?P<nag>\$\d+)"
    r"|(?P<result>1-0|0-1|1/2-1/2|\*)|(?P<number>\d+(?:\.+|(?=\s|$)))|(?P<move>[^\s{}();$]+)"
)


class PgnError(UserError):
    """A PGN that cannot be read; the message says where."""


class PgnGame(Struct):
    """A game: its tags, the position it began in, its moves, the mover's clock after each (ms, -1: not
    known), the result."""

    tags: dict[str, str]
    start: Position
    moves: list[int] = field(default_factory=list)
    clocks: list[int] = field(default_factory=list)
    result: str = "*"


def game_of(events: Iterable[Event], tags: Mapping[str, str]) -> PgnGame:
    """The game that these events of a table tell. Raises `PgnError` if no armies have been revealed."""
    game = PgnGame(dict(tags), read_fen(START)[0])
    timed = revealed = False
    for event in events:
        match event:
            case Began(_, base_ms, step_ms):
                timed = base_ms > 0
                if timed:
                    game.tags["TimeControl"] = f"{base_ms // 1000}+{step_ms // 1000}"
            case Revealed(_, _, fen):
                game.start = read_fen(fen)[0]
                revealed = True
            case Moved(_, origin, target, promotion, _, left):
                game.moves.append(as_number(Move(origin, target, promotion)))
                game.clocks.append(left if timed else -1)
            case Ended(winner, reason):
                game.result = "*" if reason == "aborted" else ("1/2-1/2", "1-0", "0-1")[winner + 1]
                game.tags["Termination"] = _TERMINATION.get(reason, "normal")
            case _:
                pass
    if not revealed:
        raise PgnError("both armies are still secret")
    return game


def write_pgn(game: PgnGame) -> str:
    """One game, ending with an empty line."""
    usual = write_fen(game.start, classic=True) == START
    tags = {name: game.tags.get(name, _UNKNOWN.get(name, "?")) for name in _ROSTER}
    tags |= {**game.tags, "Result": game.result}
    for name in ("SetUp", "FEN", "Variant"):
        tags.pop(name, None)
    if game.start.info[VARIANT]:
        tags["Variant"] = "Maharajah"
    if not usual:
        tags |= {"SetUp": "1", "FEN": write_fen(game.start, classic=not game.start.info[VARIANT])}
    heads = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    words = [] if usual else [f"{{Set-up: {_army(game.start, WHITE)} against {_army(game.start, BLACK)}}}"]
    words += [*_moves(game), game.result]
    # Nothing within braces is broken apart: readers keep line ends in comments.
    lines = textwrap.wrap(
        " ".join(word.replace(" ", "\0") for word in words),
        79,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return "\n".join([*heads, "", *(line.replace("\0", " ") for line in lines), "", ""])


def _moves(game: PgnGame) -> Iterator[str]:
    position = game.start.copy()
    clocks = [*game.clocks, *[-1] * (len(game.moves) - len(game.clocks))]
    numbered = False
    for move, clock in zip(game.moves, clocks, strict=True):
        if position.side == WHITE:
            yield f"{position.info[NUMBER]}."
        elif not numbered:
            yield f"{position.info[NUMBER]}..."
        yield san(position, move)
        numbered = clock < 0
        if clock >= 0:
            yield f"{{[%clk {_clock_text(clock)}]}}"
        position.play(move)


def _clock_text(ms: int) -> str:
    seconds, rest = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" + (f".{rest:03}" if rest else "")


def _army(position: Position, side: int) -> str:
    """The pieces of a half, rank by rank from its own first on."""
    rows = []
    for rank in range(4):
        at = [position.piece_at(square_of(side, 8 * rank + file)) for file in range(8)]
        letters = [LETTERS[piece].upper() if owner == side else "." for owner, piece in at]
        if any(piece != EMPTY for _, piece in at):
            rows.append("".join(letters))
    return "/".join(rows)


def _quoted(text: str) -> str:
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def read_pgn(text: str) -> list[PgnGame]:
    """All games of a text. Raises `PgnError` naming game and move."""
    if len(text) > LONGEST:
        raise PgnError(f"a PGN has at most {LONGEST} characters, not {len(text)}")
    lines = (line for line in text.removeprefix("\ufeff").splitlines() if not line.startswith("%"))
    rest = "\n".join(lines).strip()
    games: list[PgnGame] = []
    while rest:
        game, rest = _read_game(rest, f"game {len(games) + 1}")
        games.append(game)
    if not games:
        raise PgnError("there is no game in it")
    return games


def _read_game(text: str, where: str) -> tuple[PgnGame, str]:
    """The first game of a text, and what comes after it."""
    tags: dict[str, str] = {}
    while tag := _TAG.match(text):
        tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        text = text[tag.end() :].lstrip()
    try:
        start = read_fen(tags.get("FEN", START))[0]
    except FenError as fault:
        raise PgnError(f"{where}: {fault}") from None
    game = PgnGame(tags, start)
    return game, _read_moves(game, text, where).lstrip()


def _read_moves(game: PgnGame, text: str, where: str) -> str:
    position, depth, at = game.start.copy(), 0, 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        if not depth and _TAG.match(text, at):
            return text[at:]  # the next game: this one had no result
        token = _TOKEN.match(text, at)
        if token is None:
            raise PgnError(f"{where}: {text[at : at + 20]!r} cannot be read after move {len(game.moves)}")
        at = token.end()
        if token["open"]:
            depth += 1
        elif token["close"]:
            depth -= 1
            if depth < 0:
                raise PgnError(f"{where}: a ) without its ( after move {len(game.moves)}")
        elif depth or token["nag"] or token["number"]:
            continue
        elif token["comment"]:
            _note_clock(game, token["comment"])
        elif token["result"]:
            game.result = token["result"]
            return text[at:]
        else:
            _read_move(game, position, token["move"], where)
    if depth:
        raise PgnError(f"{where}: a ( without its )")
    return ""


def _read_move(game: PgnGame, position: Position, word: str, where: str) -> None:
    number, side = position.info[NUMBER], "White" if position.side == WHITE else "Black"
    try:
        move = read_san(position, word)
    except MoveError as fault:
        raise PgnError(f"{where}, move {number} of {side}: {fault}") from None
    game.moves.append(move)
    game.clocks.append(-1)
    position.play(move)


def _note_clock(game: PgnGame, comment: str) -> None:
    clock = _CLOCK.search(comment)
    if clock and game.clocks:
        hours, minutes, seconds = (int(clock[i]) for i in (1, 2, 3))
        ms = int((clock[4] or "0").ljust(3, "0"))
        game.clocks[-1] = ((60 * hours + minutes) * 60 + seconds) * 1000 + ms
