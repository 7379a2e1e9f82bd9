"""Chess meets the contract: everything a game inherits, run through in whole games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.dice import SeededDice
from core.game import CLAIM, HOST, Drop, Pause, Refusal, Resume, Return
from core.games.chess import game
from core.games.chess.actions import CLAIMS, AcceptDraw, Action, Army, Move, Resign
from core.games.chess.armies import Armies
from core.games.chess.fen import read_fen, write_fen
from core.games.chess.state import ARMIES, State
from core.kit import check
from core.options import OptionValue
from core.table import Accepted, open_table
from tests.chess.board import MARSHALS, ORTHODOX, ChessTable, army

OPTIONS: list[dict[str, OptionValue]] = [
    {"setup": setup, "minutes": minutes, "increment": increment}
    for setup, minutes, increment in product(("hidden", "classic"), (0, 1), (0, 2))
]


def new_table(seed: int) -> tuple[ChessTable, Random]:
    """Any options; each look at the clock takes 1 to 100 ms."""
    rng = Random(seed)
    table: ChessTable = open_table(
        game, OPTIONS[seed % len(OPTIONS)], ["Ann", "Bob"], table_id=str(seed), dice=SeededDice(b"d"),
        clock=count(0, 10 ** rng.randrange(3)).__next__, salts=lambda: rng.randbytes(16),
    )  # fmt: skip
    return table, rng


def plain_moves(state: State, seat: int) -> Iterator[Action]:
    """Every move there could be, tried one by one."""
    own = [s for s in range(64) if state.position.bits[10 * seat] >> s & 1]
    for origin, target in product(own, range(64)):
        for promotion in (0, *(range(2, 9) if target >> 3 in (0, 7) else ())):
            action = Move(origin, target, promotion)
            if game.refuse(state, seat, action) is None:
                yield action


@pytest.mark.parametrize("seed", range(8))
def test_whole_games_meet_the_contract(seed: int) -> None:
    table, rng = new_table(seed)
    play = check.RandomPlay(table, rng, claims=4)
    while table.pending:
        assert table.n < 3000, "stuck"
        play.step()
        state = table.position.state
        if table.n % 8 and table.n > 6:
            continue
        check.check_pure(game, state, 2)
        for seat in range(2):
            check.check_legal(game, state, seat, rng, 2)
        if state.phase != ARMIES and table.pending and table.n % 5 == 0:
            seat = table.pending[0].seat
            check.check_factored(game, state, seat, plain_moves)
    check.check_replay(table)


def test_listed_armies_are_accepted_and_others_refused() -> None:
    table, rng = new_table(0)
    for seat in range(2):
        check.check_legal(game, table.position.state, seat, rng, 6)


@pytest.mark.rule("4.1a")
def test_another_army_changes_nothing_that_others_see() -> None:
    """Two games that differ only in White's army give Black and a watcher the same bytes until the reveal."""
    seen = []
    for rows in (ORTHODOX, MARSHALS):
        table, _ = new_table(0)
        table.submit(0, table.pending[0].decision, table.n, army(rows))
        told = [event for seat in (1, None) for step in table.history(seat) for event in step.events]
        seen.append(
            [game.codec.encode(event) for event in told]
            + [game.codec.encode(table.view(seat)) for seat in (0, 1, None)]
            + [game.codec.encode_legal(table.legal(seat)) for seat in (0, 1)]
            + [table.position.bytes]
        )
    assert seen[0] == seen[1]


@pytest.mark.rule("4.1a")
def test_the_record_holds_no_army_before_the_reveal() -> None:
    table, _ = new_table(0)
    table.submit(0, table.pending[0].decision, table.n, army(MARSHALS))
    plain = ",".join(str(piece) for piece in army(MARSHALS).pieces[:8])
    assert not any(plain.encode() in line for line in table.journal.lines)
    table.submit(1, table.pending[0].decision, table.n, army(ORTHODOX))
    assert any(plain.encode() in line for line in table.journal.lines)


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 10**9)), max_size=60), st.integers(0, 7))
@settings(max_examples=30)
def test_anything_at_any_time_is_taken_or_refused_and_replays(
    deeds: list[tuple[int, int]], which: int
) -> None:
    """Moves, claims, host actions, undo and time in any order."""
    rng, now = Random(which), 0
    table: ChessTable = open_table(
        game, OPTIONS[which], ["Ann", "Bob"], table_id="t", dice=SeededDice(b"d"),
        clock=lambda: now, salts=lambda: rng.randbytes(16),
    )  # fmt: skip
    for kind, number in deeds:
        now += number % 40_000
        seat = number & 1
        match kind:
            case 0:
                table.expire()
            case 1 | 2 | 3 | 4:
                action = (Pause, Resume, Drop, Return)[kind - 1]
                table.host(action((0, 1, HOST)[number % 3]))
            case 5:
                table.undo(seat)
            case 6:
                claim = CLAIMS[number % (len(CLAIMS) - 1)]()
                table.submit(seat, CLAIM, table.n, claim)
            case _ if table.pending:
                owed = table.pending[number % len(table.pending)]
                action_ = table.legal(owed.seat).sample(rng)
                assert isinstance(table.submit(owed.seat, owed.decision, table.n, action_), Accepted)
            case _:
                break
        table.check()
        fen = table.view(None).fen
        assert not fen or write_fen(read_fen(fen)[0]) == fen
    check.check_replay(table)


def test_nothing_of_the_other_side_is_accepted() -> None:
    table, rng = new_table(4)
    moves = table.legal(0).expand(100)
    for action in [*moves, Armies().sample(rng), AcceptDraw()]:
        assert isinstance(game.refuse(table.position.state, 1, action), Refusal)
        assert isinstance(game.refuse(table.position.state, 2, Resign()), Refusal)
    assert not any(isinstance(action, Army) for action in moves)
