"""What is said at a table has words: answers, refusals, and what is told a program."""

import re
from typing import get_args

import pytest

from core import texts
from core.game import AnyGame
from core.games.empires import game as empires
from tests.cli.runner import ROOT
from tests.toy import game as toy


@pytest.mark.parametrize("game", [toy, empires], ids=lambda game: game.meta.id)
def test_every_action_can_be_listed_in_words(game: AnyGame) -> None:
    words = texts.load(game)

    tags = {str(kind.__struct_config__.tag) for kind in get_args(game.codec.action.type)}

    assert tags and not {tag for tag in tags if not words.has("action", tag)}


def test_every_refusal_of_the_room_has_words() -> None:
    words = texts.common()
    codes = {
        code
        for source in (ROOT / "net").glob("*.py")
        for code in re.findall(r'Refusal\(\s*"([a-z-]+)"', source.read_text(encoding="utf-8"))
    }

    assert len(codes) > 10
    assert not {code for code in codes if not words.has("refusal", code)}
