"""The name of a table as a label of the network's directory, and back: short, plain and one of a kind.

A label is at most 63 bytes of UTF-8, has no dots, no control characters and nothing that turns the
direction of writing. The whole name travels after connecting.
"""

from __future__ import annotations

from typing import Final

from net.names import readable

DEFAULT_NAME: Final = "Maharaja"
MAX_BYTES: Final = 63

_LAST_NUMBER: Final = 9
# A dot would part the label in two: a small one that looks the same stands for it.
_DOT: Final = "\u2024"


def label_of(name: str, table_id: str, number: int = 1) -> str:
    """The label of a table, for the `number`th attempt at one that nobody has."""
    base = readable(name).replace(".", _DOT).lstrip("_ ")
    if number == 1:
        end = ""
    elif number <= _LAST_NUMBER:
        end = f" ({number})"
    else:
        end = f" ({table_id[: number - _LAST_NUMBER + 3]})"
    return (_cut(base, MAX_BYTES - len(end)) or DEFAULT_NAME) + end


def name_of(label: str) -> str:
    """What a stranger's label says, safe to show."""
    return _cut(readable(label).replace(_DOT, "."), MAX_BYTES) or DEFAULT_NAME


def _cut(text: str, size: int) -> str:
    return text.encode()[:size].decode(errors="ignore").strip()
