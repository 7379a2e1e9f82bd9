"""A told record as lines of text and as data for JSON."""

from __future__ import annotations

from collections.abc import Iterator

from core.game import HOST
from core.record import Record
from maharaja_qt.cli.common import clean, table
from maharaja_qt.cli.story import Entry, Plain, Teller, plain


def as_text(teller: Teller, with_position: bool) -> list[str]:
    """One line a sentence: line of the file, table time, who did it, what happened, rule.

    The first sentence of a line is the deed of its actor; what follows of itself has nobody's name.
    """
    rows = [
        [
            str(entry.line),
            clock(entry.at_ms),
            "" if number else _actor(teller, entry),
            _sentence(entry, said.text, said.rule),
        ]
        for entry in teller.entries
        for number, said in enumerate(entry.sentences)
    ]
    told = table((">line", ">time", "by", "what"), rows)
    if with_position:
        shown = [f"  {clean(fact)}" for fact in teller.facts()] or _fields(teller.position(), "  ")
        told += ["", f"Position after line {teller.entries[-1].line}:", *shown]
        told += [f"  {clean(teller.texts.pending(owed))}" for owed in teller.played.position.pending]
    return told


def as_data(
    teller: Teller, record: Record, finished: bool, with_position: bool, fault: str
) -> dict[str, Plain]:
    """Everything `as_text` shows, and who sits where."""
    meta, position = teller.game.meta, teller.played.position
    return {
        "file": str(record.path),
        "game": record.header.game,
        "title": meta.title,
        "finished": finished,
        "seats": [
            {"seat": seat, "name": teller.texts.name("seat", seat), "controller": who}
            for seat, who in enumerate(position.controllers)
        ],
        "lines": [plain(entry) for entry in teller.entries],
        "position": teller.position() if with_position else None,
        "facts": plain(teller.facts()) if with_position else None,
        "fault": fault or None,
    }


def clock(ms: int) -> str:
    """Table time as m:ss and tenths."""
    minutes, rest = divmod(ms, 60_000)
    return f"{minutes}:{rest // 1000:02}.{rest % 1000 // 100}"


def _actor(teller: Teller, entry: Entry) -> str:
    if entry.actor is None:
        return "-"
    return "host" if entry.actor == HOST else teller.texts.name("seat", entry.actor)


def _sentence(entry: Entry, text: str, rule: str) -> str:
    return f"{'(undone) ' if entry.undone else ''}{text}{f' [{rule}]' if rule else ''}"


def _fields(value: Plain, indent: str) -> Iterator[str]:
    """One field a line; what has fields of its own is set in below its name."""
    if not isinstance(value, dict):
        yield f"{indent}{_short(value)}"
        return
    for name, field in value.items():
        nested = isinstance(field, dict) or (
            isinstance(field, list) and any(isinstance(item, dict) for item in field)
        )
        if not nested:
            yield f"{indent}{clean(name)}: {_short(field)}"
            continue
        yield f"{indent}{clean(name)}:"
        for item in field if isinstance(field, list) else [field]:
            yield from _fields(item, f"{indent}  ")


def _short(value: Plain) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "-"
    if isinstance(value, list):
        return ", ".join(_short(item) for item in value) or "none"
    return clean(str(value))
