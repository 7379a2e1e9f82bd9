"""What `host`, `find` and `join` share: events as JSON lines or sentences, passwords, copies of a game."""

from __future__ import annotations

import argparse
import getpass
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from core.faults import UserError
from maharaja_qt.cli.common import Parser, clean, forget, some_path

if TYPE_CHECKING:
    from core.game import AnyGame
    from core.texts import Texts
    from net.messages import Params, Welcome

LOADER: Final = "ai.registry:find_policy"
"""How a process that thinks for a seat finds its policy."""
MAX_PASSWORD: Final = 200
GOOD_ENDS: Final = ("left", "host-ended", "game-over", "saved-after-drop")
"""Ends of a visit that are nobody's fault."""


class Refused(UserError):
    """A visit ended otherwise than was wished; `code` says why."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Stopped(Exception):
    """Ctrl-C or the like ended a visit; what is to be said of it."""


def add_password(parser: argparse._ActionsContainer) -> None:
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


def own_name(given: str) -> str:
    """What somebody wants to be called. Raises `UserError` if nothing of it can be seen."""
    from net import names

    name = names.cleaned(given, names.MAX_NAME, "")
    if not name:
        raise UserError("--as: the name is empty")
    return name


def address(host: str, port: int) -> str:
    """As it is typed."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


class Events:
    """Tells what happens on stdout, to a program or to a person, at once."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json

    def tell(self, event: str, sentence: str | Sequence[str], **facts: object) -> None:
        """One event ('' if it is none for a program). A person reads the sentences, if there are any."""
        if self._as_json:
            if event:
                self._print(json.dumps({"event": event, **facts}))
            return
        for line in (sentence,) if isinstance(sentence, str) else sentence:
            if line:
                self._print(clean(line))

    def fault(self, fault: UserError) -> None:
        """What ends the command, for a program; a person gets it from the command itself."""
        if self._as_json:
            self.tell("error", "", code=fault.code if isinstance(fault, Refused) else "", why=str(fault))

    def _print(self, line: str) -> None:
        """If nobody reads any more, the game goes on all the same."""
        try:
            print(line, flush=True)
        except OSError:
            forget(sys.stdout)


def words(texts: Texts | None, family: str, code: str, params: Params) -> str:
    """The sentence for a code of the network."""
    from core import texts as core_texts

    return (texts or core_texts.common()).say(family, code, dict(params))
