"""Names people give themselves and their tables: kept readable, short and apart from each other."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

MAX_NAME: Final = 24
"""Letters of a person's name."""
MAX_TABLE_NAME: Final = 48

# Letters of other scripts that look like Latin ones, by the letter they pass for.
_LOOKALIKES: Final = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u043a\u043c\u043d\u0442\u0432\u0501"
    "\u03b1\u03bf\u03c1\u03bd\u03b9\u03ba\u03c4\u03c5\u03c7\u03b2\u03b7\u03bc"
    "01l|",
    "aeopcyxijskmhtbd" "aopviktuxbnm" "oiii",
)  # fmt: skip


_JOINERS: Final = "\u200c\u200d"  # inside a word Indian scripts and many emoji need them

# Letters, signs and a mark that are drawn as nothing.
_BLANKS: Final = "\u115f\u1160\u3164\uffa0\u2800\u034f"


def cleaned(text: str, longest: int, default: str) -> str:
    """The text as `readable`; cut, and never empty."""
    return readable(readable(text)[:longest]) or default


def readable(text: str) -> str:
    """The text without what is not to be seen: controls, direction marks, half letters, runs of blanks."""
    plain = unicodedata.normalize("NFC", whole(text))
    seen = "".join(" " if c.isspace() else c for c in plain if c.isspace() or not _hidden(c))
    return " ".join(filter(None, (word.strip(_JOINERS) for word in seen.split())))


def whole(text: str) -> str:
    """The text with a `?` for every half letter that a keyboard or a command line may give."""
    return text.encode("utf-8", "replace").decode("utf-8")


def said(text: str, longest: int) -> str:
    """A line of chat as it is passed on; '' if there is nothing to be seen in it."""
    return cleaned(text, longest, "")


def person(text: str, taken: Iterable[str]) -> str:
    """A name for a person, unlike all taken ones also to the eye: else it gets a number."""
    name = cleaned(text, MAX_NAME, "Player")
    if not _skeleton(name):  # nothing but accents
        name = "Player"
    # The record tells computer players and empty seats by these names.
    while name.casefold().startswith("ai:") or name.casefold() in ("open", "host"):
        name = cleaned(f"{name.partition(':')[2] or 'Player'}", MAX_NAME, "Player")
    skeletons = {_skeleton(other) for other in taken}
    unlike, number = name, 2
    while _skeleton(unlike) in skeletons:
        end = f" ({number})"
        unlike, number = name[: MAX_NAME - len(end)].rstrip() + end, number + 1
    return unlike


def _hidden(letter: str) -> bool:
    # Controls, formats (zero width, direction), surrogates, private use, unassigned.
    return letter not in _JOINERS and (unicodedata.category(letter)[0] == "C" or letter in _BLANKS)


def _skeleton(name: str) -> str:
    bare = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(
        c for c in bare.translate(_LOOKALIKES) if not unicodedata.combining(c) and c not in _JOINERS + " "
    )
