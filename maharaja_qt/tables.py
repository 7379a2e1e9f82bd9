"""Opening tables from the window: hosted here, gone on with from a record, or joined."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import chain, count
from pathlib import Path
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ai.registry import find_policy, policy_names, prepare
from core import record
from core.branch import branch
from core.faults import UserError
from core.game import AnyGame, Tell
from core.registry import find_game
from maharaja_qt.cli.net_common import LOADER, copies
from maharaja_qt.cli.window import has_board
from maharaja_qt.folders import games_folder, write
from maharaja_qt.frame.glance import Glance
from net import messages as m
from net.guest import new_id
from net.hosting import Hosted, Minds
from net.house import put_back
from net.keyring import Keyring
from net.plan import Plan
from net.seats import Slot

_copy: Final = copies(None, None)


def own_copy(welcome: m.Welcome) -> AnyGame | None:
    """This program's copy of a table's game, if it has a board to show it on."""
    return _copy(welcome) if has_board(welcome.game) else None


ME: Final = "me"
"""A seat for whoever opens the table."""


class Wish(Struct, frozen=True):
    """A table somebody wants to open. `shared`: others on the network find it. `resume`: a record; a game
    that others have played in too is always shared again, for they are to find back to it."""

    game: str
    name: str
    host: str
    shared: bool
    seats: tuple[str, ...] = ()
    """For each seat `open`, `ai:POLICY`, or `me` for whoever opens it; empty: the usual number, all open, or
    as the record has it."""
    options: tuple[tuple[str, bool | int | str], ...] = ()
    password: str = ""
    resume: Path | None = None
    pace_ms: int = 0
    """Between two actions of computer players while people look on."""
    seed: int | None = None
    """The dice follow from it."""


async def open_table(wish: Wish, keyring: Keyring, tell: Tell) -> Hosted:
    """Opens it, in the network thread. For `tell`, which another thread calls, see `Game.prepare`.

    Raises `UserError`.
    """
    game = find_game(wish.game)
    table_id, options, host = secrets.token_hex(16), dict(wish.options), wish.host
    resumed: Path | None = None
    if wish.resume is not None:
        found = record.read(wish.resume)
        header = found.header
        if header.game != wish.game:
            raise UserError(f"{wish.resume.name} is a game of {header.game!r}")
        file = resumed = kept_here(found)
        table_id, options = header.table, header.options
        host = keyring.known_as(table_id, host)
    else:
        file = new_file(game.meta.id, table_id)
    words = wish.seats or ("open",) * game.meta.seats[0]
    plan = Plan(
        game=game,
        spec=wish.game,
        name=wish.name,
        host=host,
        table_id=table_id,
        options=options,
        slots=[Slot() for _ in words],
        rules=m.Rules(pace_ms=wish.pace_ms),
        password=wish.password,
        record=file,
        dice=b"" if wish.seed is None else blake2b(str(wish.seed).encode(), digest_size=32).digest(),
    )
    if resumed is not None:
        put_back(plan, found)
        plan.rules = replace(plan.rules, pace_ms=wish.pace_ms)
    await asyncio.to_thread(prepare, game, options, policy_names(game), tell)
    minds = Minds(game, wish.game, LOADER, find_policy)
    hosted = Hosted(plan, minds, token=keyring.get(table_id, host), resume=resumed)
    keyring.put(table_id, host, hosted.token)
    hosted.room.host_visit = new_id()
    me = hosted.room.admit_host(hosted.token)
    for seat, slot in enumerate(hosted.room.slots):
        if slot.owner is not None and not slot.owner.stored:
            # Of a game that was played at one screen, or goes on anew: whoever does so plays, even where a
            # computer player stood in.
            slot.hand(me)
            if hosted.room.play is not None:
                hosted.room.play.set_slot(seat, "back")
    for seat, word in enumerate(wish.seats):
        policy = word.removeprefix("ai:") if word.startswith("ai:") else ""
        hosted.room.slots[seat].hand(me if word == ME else None, policy)
        if resumed is not None:
            hosted.room.reseated(seat, "by-host")
    # Who had these seats may have been called the same, and has nothing here any more.
    hosted.room.people.rename(me, host, hosted.room.lasting())
    others = any(slot.owner is not None and slot.owner is not me for slot in hosted.room.slots)
    await (hosted.open() if wish.shared or others else hosted.open_here())
    return hosted


class Saved(Struct, frozen=True):
    """A game in the folder of games: its file, when it was last played, and what a glance tells."""

    path: Path
    game: str
    seconds: float
    glance: Glance


def new_file(game: str, table: str) -> Path:
    """A file that is not there yet, among the games of this program."""
    folder, name = games_folder(), f"{game}-{table[:8]}"
    folder.mkdir(parents=True, exist_ok=True)
    names = chain([name], (f"{name}-{n}" for n in count(2)))
    return next(file for each in names if not (file := folder / f"{each}.maharaja").exists())


def continue_as_new(path: Path, n: int) -> Path:
    """A new record beside those of other games, with the lines of this one up to `n`. `UserError`."""
    found, table = record.read(path), secrets.token_hex(16)
    file = new_file(found.header.game, table)
    branch(found, n, file, table)
    return file


def kept_here(found: record.Record) -> Path:
    """The file in which a saved game goes on. One from elsewhere stays as it was saved: its game goes on in
    a copy among the games of this program. `UserError`."""
    if found.path.resolve().parent == games_folder().resolve():
        return found.path
    file = new_file(found.header.game, found.header.table)
    write(file, found.path.read_bytes())
    return file


def crashed_game(path: Path) -> bool:
    """Is this the record of a game that nobody plays now, in this program or another?"""
    try:
        _, file = record.RecordFile.resume(path)
    except UserError:
        return False
    file.abandon()
    return True


def saved_games(
    most: int, games: Sequence[str], glance: Callable[[AnyGame, record.Record], Glance]
) -> Sequence[Saved]:
    """The games played last, of those named; what cannot be read is left out. Takes a while: not for the
    GUI thread."""
    found: list[Saved] = []
    try:
        files = sorted(games_folder().glob("*.maharaja"), key=lambda f: f.stat().st_mtime, reverse=True)
    except OSError:
        return ()
    for path in files:
        if len(found) == most:
            break
        try:
            read = record.read(path)
            if read.header.game in games:
                seen = glance(find_game(read.header.game), read)
                found.append(Saved(path, read.header.game, path.stat().st_mtime, seen))
        except (UserError, OSError):
            continue
    return found
