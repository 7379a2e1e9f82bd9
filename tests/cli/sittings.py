"""Records with everything in them that can happen at a table."""

import json
from itertools import count
from pathlib import Path
from zlib import crc32

from core.dice import SeededDice
from core.game import CLAIM, Drop, Pause, Resume, Return
from core.legal import Legal
from core.replay import resume
from core.table import Table, open_table
from tests.toy import game
from tests.toy.pieces import Action, Choose, Event, Stand, State, View

ToyTable = Table[State, Action, Event, View]


def opened(path: Path, controllers: tuple[str, ...] = ("Ann", "Ben", "ai:random")) -> ToyTable:
    """A new table that keeps its record at `path`."""
    table = open_table(
        game,
        {},
        controllers,
        table_id="7" * 32,
        dice=SeededDice(b"d" * 32),
        clock=count(0, 500).__next__,
        salts=lambda: b"s" * 16,
        spec="tests.toy:game",
    )
    table.save(path)
    return table


def choose(table: ToyTable, seat: int) -> None:
    """This seat seals the first card of its hand."""
    owed = next(p for p in table.pending if p.seat == seat)
    legal: Legal[Action] = table.legal(seat)
    accepted(table.submit(seat, owed.decision, table.n, legal.first()))


def accepted(answer: object) -> None:
    """The table took it."""
    assert type(answer).__name__ in ("Accepted", "NoneType"), answer


def unfinished(path: Path) -> None:
    """A game that goes on: claims, undo, a seat change, host actions, a take-back."""
    table = opened(path)
    accepted(table.submit(0, CLAIM, table.n, Stand(1)))  # line 2
    accepted(table.undo(0))  # line 3
    accepted(table.submit(1, CLAIM, table.n, Stand(2)))  # line 4
    accepted(table.set_seat(2, "Cleo", "by-host"))  # line 5
    choose(table, 0)  # line 6
    for action in (Pause(0), Resume(0), Drop(1), Return(1)):  # lines 7 to 10
        accepted(table.host(action))
    choose(table, 1)  # line 11
    accepted(table.take_back(1, 10, [0, 2]))  # line 12 undoes line 11
    table.close()  # line 13


def after_a_crash(path: Path) -> None:
    """Seat 0's choice was lost with the host's memory, and it made another."""
    table = opened(path)
    choose(table, 0)  # line 2
    table.journal.close()
    again = resume(
        game, path, dice=SeededDice(b"e" * 32), clock=count(0, 500).__next__, salts=lambda: b"t" * 16
    )
    (handle,) = again.owed()
    accepted(again.reseal(0, handle, Choose(again.view(0).hand[1])))
    choose(again, 1)
    again.close()


def changed(path: Path, line: int, old: str, new: str) -> None:
    """Rewrites a line as somebody would who knows about checksums."""
    found = path.read_bytes().splitlines(keepends=True)
    text = found[line - 1].decode()
    assert old in text, text
    head = text.replace(old, new, 1).rpartition(",")[0].encode()
    found[line - 1] = b"%b,%d]\n" % (head, crc32(head))
    path.write_bytes(b"".join(found))
    json.loads(found[line - 1])
