"""What may be answered at a table has words."""

from typing import get_args

import pytest

from core import texts
from core.game import AnyGame
from core.games.empires import game as empires
from tests.toy import game as toy


@pytest.mark.parametrize("game", [toy, empires], ids=lambda game: game.meta.id)
def test_every_action_can_be_listed_in_words(game: AnyGame) -> None:
    words = texts.load(game)

    tags = {str(kind.__struct_config__.tag) for kind in get_args(game.codec.action.type)}

    assert tags and not {tag for tag in tags if not words.has("action", tag)}
