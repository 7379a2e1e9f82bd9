"""One hidden game with a variant side, in sentences, held against tests/golden/chess/hidden-game.txt.

A transcript that changes is a rule or a sentence that changed. After reading the difference,
`MAHARAJA_WRITE_GOLDEN=1 pytest tests/chess/test_transcript.py` writes it anew.
"""

from __future__ import annotations

import os
from pathlib import Path

from core import texts
from core.game import Refusal
from core.games.chess import game
from core.games.chess.actions import Action, OfferDraw, as_move
from core.games.chess.notation import read_san
from tests.chess.board import ORTHODOX, Sitting, army

GOLDEN = Path(__file__).parents[1] / "golden" / "chess" / "hidden-game.txt"
OPEN_FILE = "rnbqkbnr ....rppp"
MAHARAJAHS = "m...k.mm"
CHANCELLORS = "rnackbnb pppppppp"
MOVES = "h4 f5 c4 d5 Qb3 Cc6 Na3 d4 f4 e5 e3 h5 Nf3 exf4 Nxd4 Ce5 Be2 fxe3 dxe3 Nf6 Bd3 Bb4+ Ke2 Bxa3"


class Telling:
    """Writes down what everybody sees."""

    def __init__(self) -> None:
        self._texts = texts.load(game)
        self.sitting = Sitting(setup="hidden", minutes=5, increment=3)
        self.lines = [
            "A hidden game: a pair that cannot start; then the usual army against Chancellor and Archbishop",
            "",
        ]
        self._told = -1
        self.tell()

    def tell(self) -> None:
        """What has happened since, as a watcher is told, and who is asked."""
        for step in self.sitting.table.history(None, self._told):
            for event in step.events:
                section = self._texts.section(event)
                self.lines.append(f"{step.at_ms:>7}  {self._texts.event(event)} [{section}]")
        self._told = self.sitting.table.n

    def act(self, seat: int, action: Action, ms: int = 1_000) -> None:
        self.sitting.ms += ms
        answer = self.sitting.act(seat, action)
        if isinstance(answer, Refusal):
            self.lines.append(f"{self.sitting.ms:>7}  (not allowed: {self._texts.refusal(answer)})")
        self.tell()

    def board(self) -> None:
        """The position as it is printed, and the digest of all positions so far."""
        view = self.sitting.table.view(None)
        self.lines += ["", *(f"    {self._texts.fact(fact)}" for fact in game.facts(view))]
        self.lines += [f"    digest {self.sitting.table.position.digest.hex()}", ""]


def told() -> str:
    telling = Telling()
    sitting = telling.sitting
    telling.act(0, army("rnbqkbn. ppppppppq"))
    telling.act(0, army(OPEN_FILE))
    telling.act(1, army(MAHARAJAHS))
    telling.act(1, army(CHANCELLORS))
    telling.act(0, army(ORTHODOX))
    telling.board()
    for number, word in enumerate(MOVES.split()):
        position = sitting.state.position
        telling.act(position.side, as_move(read_san(position, word)), 1_234)
        if number == 5:
            telling.act(0, OfferDraw())
        if number == 9:
            sitting.drop(0)
            sitting.ms += 20_000
            sitting.back(0)
            telling.tell()
    telling.board()
    sitting.ms += 400_000
    sitting.expire()
    telling.tell()
    assert sitting.table.outcome is not None
    telling.lines.append(f"outcome {sitting.table.outcome}")
    return "\n".join(telling.lines) + "\n"


def test_a_hidden_game_goes_as_it_went() -> None:
    text = told()
    if os.environ.get("MAHARAJA_WRITE_GOLDEN"):
        GOLDEN.parent.mkdir(exist_ok=True)
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
