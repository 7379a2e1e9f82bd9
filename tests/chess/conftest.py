"""Programs that the tests start say nothing of compiling: it is done before."""

import pytest

from core.games.chess import compiled
from core.games.chess.locked import never_mates


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    compiled.prepare(never_mates, lambda *_: None, load=False)
