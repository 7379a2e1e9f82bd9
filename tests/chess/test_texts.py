"""Everything chess can say has its sentence."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from core import texts
from core.game import Outcome
from core.games.chess import events, game, rules
from core.games.chess.actions import CLAIMS, Move
from core.games.chess.armies import FAULTS
from core.games.chess.pieces import LETTERS
from core.games.chess.setup import TESTS
from core.games.chess.view import Fact
from tests.chess.board import MARSHALS, ORTHODOX, Sitting, army
from tests.chess.test_contract import new_table

TEXTS = texts.load(game)
SENTENCES = tomllib.loads((game.resources / "texts.toml").read_text(encoding="utf-8"))
EVENTS = {str(event.__struct_config__.tag): event for event in get_args(events.Event)}
REASONS = (
    "checkmate", "stalemate", "repetition", "fifty", "material", "agreed", "resigned", "time", "time-draw",
    "aborted",
)  # fmt: skip


def calls(name: str) -> Iterator[ast.Call]:
    """All calls of a function of this name in the rules."""
    for path in sorted(Path(str(rules.__file__)).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                yield node


def codes(name: str) -> set[str]:
    """The codes these calls name, in a conditional both."""
    found = (node for call in calls(name) for node in ast.walk(call.args[0]))
    return {node.value for node in found if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("tag", sorted(EVENTS))
def test_every_event_has_a_sentence_of_its_own_fields_and_a_section(tag: str) -> None:
    template = SENTENCES["event"][tag]
    fields = {field for _, field, _, _ in Formatter().parse(template) if field}
    assert fields <= set(EVENTS[tag].__struct_fields__)
    assert SENTENCES["section"][tag] in tomllib.loads(
        (game.resources / "rules.toml").read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("code", sorted(codes("Refusal")))
def test_every_refusal_has_a_sentence(code: str) -> None:
    assert TEXTS.has("refusal", code)


@pytest.mark.parametrize("code", sorted(codes("Notice")))
def test_every_notice_has_a_sentence(code: str) -> None:
    assert TEXTS.has("fen", code)


def test_every_code_of_a_family_has_words() -> None:
    for family, used in (
        ("pending", {"army", "move"}),
        ("outcome", set(REASONS)),
        ("ending", set(REASONS)),
        ("start-test", set(TESTS)),
        ("army-fault", {str(number) for number in range(len(FAULTS))}),
        ("fact", {str(kind.__struct_config__.tag) for kind in get_args(Fact)}),
        ("action", {"army", "move", *(str(claim.__struct_config__.tag) for claim in CLAIMS)}),
    ):
        assert set(SENTENCES[family]) == used, family


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_are_told_without_a_code(seed: int) -> None:
    table, rng = new_table(seed)
    while table.pending:
        owed = table.pending[0]
        table.submit(owed.seat, owed.decision, table.n, table.legal(owed.seat).sample(rng))
        if table.deadline():
            table.expire()
    told = [event for step in table.history(None) for event in step.events]
    for event, sentence in zip(told, map(TEXTS.event, told), strict=True):
        assert re.match(r"[A-Z]", sentence), sentence
        assert not re.search(r"None|  |\{|\(", sentence) or "fen" in event.__struct_fields__, sentence
    assert table.outcome is not None
    assert TEXTS.outcome(table.outcome).endswith(".")


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (events.Began(True, 600_000, 0), "Both sides build their armies in secret. With clocks."),
        (events.Began(False, 0, 0), "The usual armies are set up."),
        (events.Unfit(("in-check", "no-move")),
         "The two armies cannot start: the side to move would be in check and the side to move would have no "
         "move. Nothing is shown; both build again."),
        (events.Moved(1, 52, 36, 0, "e5", 0), "Black plays e5."),
        (events.Paused(0, 60_000, False), "White pauses the clocks, for at most 1:00."),
        (events.Paused(0, 60_000, True), "White is gone: the clocks wait, for at most 1:00."),
        (events.WentOn(1, True), "The pause of Black has lasted long enough: the clocks run."),
        (events.Ended(-1, "aborted"),
         "The game is over: a flag has fallen before the first move, so there is no result."),
    ],
)  # fmt: skip
def test_sentences(event: events.Event, sentence: str) -> None:
    assert TEXTS.event(event) == sentence


def test_actions_as_choices() -> None:
    assert TEXTS.action(Move(12, 28)) == "e2e4"
    assert TEXTS.action(Move(48, 56, LETTERS.index("m"))) == "a7a8m"
    assert TEXTS.action(army(ORTHODOX)).startswith("Lock the army R, N, B, Q, K, B, N, R, P, ")


def test_a_position_is_told_as_a_board() -> None:
    sitting = Sitting(setup="hidden", minutes=5)
    sitting.does(0, army(MARSHALS))
    facts = [TEXTS.fact(fact) for fact in game.facts(sitting.table.view(1))]
    assert facts == ["White has locked an army.", "Black builds an army."]
    sitting.does(1, army(ORTHODOX))
    facts = [TEXTS.fact(fact) for fact in game.facts(sitting.table.view(None))]
    assert facts[0] == "8  r n b q k b n r"
    assert facts[2] == "6  . . . . . . . ."
    assert facts[7:9] == ["1  N B B M K B N N", "   a b c d e f g h"]
    assert facts[9] == sitting.fen
    assert facts[10] == "White has 5:00 and a pause."


def test_outcomes() -> None:
    assert TEXTS.outcome(Outcome(((1,), (0,)), (0, 2), "time")) == "Black won on time."
