"""What `host`, `find` and `join` share: events as JSON lines or sentences, passwords, copies of a game."""

from __future__ import annotations

import getpass
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from core.faults import UserError
from maharaja_qt.cli.common import Parser, clean, some_path

if TYPE_CHECKING:
    from core.game import AnyGame
    from core.texts import Texts
    from net.messages import Params, Welcome

LOADER: Final = "ai.registry:find_policy"
"""How a process that thinks for a seat finds its policy."""
MAX_PASSWORD: Final = 200


def add_password(parser: Parser) -> None:
    """The argument for a password: in a file, since others can see the words of a command."""
    parser.add_argument(
        "--password-file", metavar="FILE", type=some_path, help="a file whose first line is the password"
    )


def add_json(parser: Parser) -> None:
    """The argument for programs that read along."""
    parser.add_argument("--json", action="store_true", help="JSON lines, each with a key `event`")


def password(path: Path | None) -> str:
    """The first line of the file. Raises `UserError`."""
    if path is None:
        return ""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise UserError(f"{path}: it is no text") from None
    except OSError as fault:
        raise UserError(f"{path}: {fault.strerror}") from None
    if not lines or not lines[0].strip() or len(lines[0]) > MAX_PASSWORD:
        raise UserError(f"{path}: the first line is no password of 1 to {MAX_PASSWORD} letters")
    return lines[0].strip()


def user_name() -> str:
    """What the system calls whoever sits here."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "Player"


def copies(spec: str | None, charts: Path | None) -> Callable[[Welcome], AnyGame | None]:
    """Finds this program's copy of a table's game. Code that a stranger names is never loaded."""

    def find(welcome: Welcome) -> AnyGame | None:
        from core.registry import find_game, game_ids

        if spec is not None and welcome.game == spec:
            return find_game(spec, charts)
        return find_game(welcome.game, charts) if welcome.game in game_ids() else None

    return find


class Events:
    """Tells what happens on stdout, to a program or to a person, at once."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json

    def tell(self, event: str, sentence: str, **facts: object) -> None:
        """One event. A person reads the sentence, if there is one."""
        if self._as_json:
            print(json.dumps({"event": event, **facts}), flush=True)
        elif sentence:
            print(clean(sentence), flush=True)


def words(texts: Texts | None, family: str, code: str, params: Params) -> str:
    """The sentence for a code of the network."""
    from core import texts as core_texts

    return (texts or core_texts.common()).say(family, code, dict(params))
