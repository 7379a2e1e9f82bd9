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
_SPACE: Final = re.compile(r"\s*")
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


class Written(Struct):
    """A game as it is written, not yet played: which it is, its tags, its moves and comments in their order,
    the result."""

    where: str
    tags: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    result: str = "*"

    def read(self) -> PgnGame:
        """The game, move by move. Raises `PgnError` naming game and move."""
        try:
            start = read_fen(self.tags.get("FEN", START))[0]
        except FenError as fault:
            raise PgnError(f"{self.where}: {fault}") from None
        game = PgnGame(self.tags, start, result=self.result)
        position = start.copy()
        for word in self.words:
            if word[0] in "{;":
                _note_clock(game, word)
            else:
                _read_move(game, position, word, self.where)
        return game


def read_pgn(text: str) -> list[PgnGame]:
    """All games of a text. Raises `PgnError` naming game and move."""
    return [written.read() for written in written_games(text)]


def written_games(text: str) -> Iterator[Written]:
    """The games of a text, one after the other. Raises `PgnError` where it cannot be told what is a game."""
    if len(text) > LONGEST:
        raise PgnError(f"a PGN has at most {LONGEST} characters, not {len(text)}")
    lines = (line for line in text.removeprefix("\ufeff").splitlines() if not line.startswith("%"))
    whole = "\n".join(lines).strip()
    if not whole:
        raise PgnError("there is no game in it")
    at = number = 0
    while at < len(whole):
        number += 1
        game = Written(f"game {number}")
        at = _find_words(game, whole, _find_tags(game, whole, at))
        yield game


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found is not None else at


def _find_tags(game: Written, text: str, at: int) -> int:
    """Where the moves begin."""
    while tag := _TAG.match(text, at):
        game.tags[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        at = _after_space(text, tag.end())
    return at


def _find_words(game: Written, text: str, at: int) -> int:
    """Where the next game begins."""
    depth = moves = 0
    while (at := _after_space(text, at)) < len(text):
        if not depth and _TAG.match(text, at):
            return at  # this one had no result
        token = _TOKEN.match(text, at)
        if token is None:
            raise PgnError(f"{game.where}: {text[at : at + 20]!r} cannot be read after move {moves}")
        at = token.end()
        if token["open"]:
            depth += 1
        elif token["close"]:
            depth -= 1
            if depth < 0:
                raise PgnError(f"{game.where}: a ) without its ( after move {moves}")
        elif depth or token["nag"] or token["number"]:
            continue
        elif token["result"]:
            game.result = token["result"]
            return _after_space(text, at)
        else:
            game.words.append(token[0])
            moves += bool(token["move"])
    if depth:
        raise PgnError(f"{game.where}: a ( without its )")
    return at


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
