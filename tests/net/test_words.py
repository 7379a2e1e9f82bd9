"""Every code that can reach a person has a sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import net
from core import texts
from core.game import Refusal
from net import thinkers
from tests.toy import game

COMMON = texts.load(game)
CODE = re.compile(r"[a-z]+(-[a-z]+)*")
# Which argument of what call is a code of which families.
CALLS: dict[str, tuple[int, tuple[str, ...]]] = {
    "Refusal": (0, ("refusal",)),
    "NotLetIn": (0, ("bye",)), "BadFrame": (0, ("bye",)), "Bye": (0, ("bye",)), "close": (0, ("bye",)),
    "stop": (0, ("bye",)), "end": (0, ("bye",)), "send_away": (1, ("bye", "notice", "reason")),
    "notice": (0, ("notice",)), "unready": (0, ("notice",)), "Chat": (2, ("notice",)),
    "set_slot": (1, ("reason",)), "reseated": (1, ("reason",)), "stand_in": (2, ("reason",)),
    "set_seat": (2, ("reason",)),
}  # fmt: skip


def codes() -> Iterator[tuple[str, str]]:
    for path in sorted(Path(net.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            place, families = CALLS.get(name, (0, ()))
            if len(node.args) <= place:
                continue
            for part in ast.walk(node.args[place]):
                if (
                    isinstance(part, ast.Constant)
                    and isinstance(part.value, str)
                    and CODE.fullmatch(part.value)
                ):
                    for family in families:
                        yield family, part.value


FOUND = sorted({*codes(), ("bye", "game-over")})


def test_the_search_finds_them():
    assert len([code for family, code in FOUND if family == "bye"]) > 30
    assert len(FOUND) > 75
    assert {family for family, _ in FOUND} == {"bye", "notice", "reason", "refusal"}


@pytest.mark.parametrize(("family", "code"), FOUND)
def test_every_code_has_a_sentence(family: str, code: str):
    assert COMMON.has(family, code)
    if family != "refusal":
        assert texts.common().has(family, code), "also before a game is known"


@pytest.mark.parametrize("why", [why for why in get_args(thinkers.Why) if why])
def test_every_trouble_of_a_computer_player_has_words(why: str):
    assert COMMON.has("ai-trouble", why)
    assert why not in COMMON.say("notice", "ai-failed", {"seat": 1, "why": why}).split()


@pytest.mark.parametrize("family", ["bye", "notice", "reason", "ai-trouble"])
def test_no_sentence_is_left_over(family: str):
    used = {code for kind, code in FOUND if kind == family} | set(get_args(thinkers.Why))
    assert set(COMMON._templates[family]) - used <= {"cannot-start"}


def test_sentences():
    assert COMMON.say("bye", "host-ended", {"saved": True}).endswith("it is saved and can be gone on with.")
    assert COMMON.say("bye", "host-ended", {"saved": False}) == "The host has ended the game."
    assert "version 3" in COMMON.say("bye", "other-version", {"protocol": 3, "program": "9.9", "yours": 1})
    assert COMMON.say("reason", "banned", {}) == "banned by the host"
    assert COMMON.refusal(Refusal("not-ready", params={"names": "Bob"})) == "Not ready yet: Bob."
