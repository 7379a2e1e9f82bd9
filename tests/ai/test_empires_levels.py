"""The levels of the 1994 game: they answer everything, always alike, from the view alone."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import cast

import msgspec
import pytest

from ai.empires.appraisal import TERMS
from ai.empires.levels import levels
from ai.empires.player import Player
from ai.explain import WEIGHED, Explaining, differences, hint, sentences
from ai.registry import find_policy, policy_names, usual_policy
from core import texts
from core.ctx import Ctx
from core.dice import SeededDice
from core.game import AnyGame, Pending
from core.games.empires.actions import Action
from core.games.empires.charts import shipped
from core.games.empires.rules import Empires
from core.games.empires.run import DECISIONS
from core.games.empires.state import State
from core.legal import Legal
from core.policy import AnyPolicy
from core.registry import find_game
from core.vault import Vault
from maharaja_qt.cli.match import Match, play_match
from tests.ai.puzzles import LEVELS, chosen
from tests.ai.rare import rare

GAME = Empires(shipped())
ANY = cast("AnyGame", GAME)
SEATS = {"three": 3, "four": 4, "five": 5, "short": 3}
EACH = 2
"""Positions kept of each kind of question."""


def brisk(game: AnyGame, seat: int, rng: Random) -> Player:
    """`hard` on a tenth of its budget."""
    hard = levels()["hard"]
    return Player(shipped(), msgspec.structs.replace(hard, plans=hard.plans // 10))


@lru_cache(maxsize=1)
def positions() -> list[bytes]:
    """Positions of games at random, some of every kind of question that comes up in them."""
    found: dict[str, list[bytes]] = {}
    for number, setup in enumerate(("four", "short", "five", "three")):
        rng = Random(number)
        ctx: Ctx[Action] = Ctx(0, SeededDice(bytes([number])), Vault[Action]())
        state, _ = GAME.new({"setup": setup, "keep_in_play": False, "errata": True}, SEATS[setup], ctx)
        while pending := GAME.pending(state):
            kept = found.setdefault(pending[0].kind, [])
            if len(kept) < EACH * (number + 1) and (not kept or rng.random() < 0.2):
                kept.append(GAME.codec.encode(state))
            seat = pending[0].seat
            GAME.apply(state, seat, GAME.legal(state, seat).sample(rng), ctx)
    return [data for kept in found.values() for data in kept]


def asked(data: bytes) -> tuple[State, Pending, Legal[Action]]:
    """A position, what is asked, and what may be answered."""
    state = GAME.codec.state.decode(data)
    owed = GAME.pending(state)[0]
    return state, owed, GAME.legal(state, owed.seat)


def answered(policy: AnyPolicy, data: bytes) -> Action:
    """What a policy answers in a position."""
    state, owed, legal = asked(data)
    answer = policy.choose(GAME.view(state, owed.seat), cast("Legal[msgspec.Struct]", legal), owed)
    return cast("Action", answer)


def made(level: str, seed: int) -> AnyPolicy:
    """A fresh player."""
    return find_policy(level, ANY)(ANY, 0, Random(seed))


def test_every_kind_of_question_is_put_to_the_levels() -> None:
    assert {asked(data)[1].kind for data in positions()} | set(rare()) == set(DECISIONS)


@pytest.mark.parametrize("level", LEVELS)
def test_rare_questions_are_answered(level: str) -> None:
    for kind, board in rare().items():
        assert board.asked() == kind
        assert board.legal(chosen(board, level)), kind


@pytest.mark.parametrize("level", LEVELS)
def test_every_answer_is_legal_and_always_the_same(level: str) -> None:
    other = made(level, 2)
    for data in positions():
        answer = answered(made(level, 1), data)

        assert asked(data)[2].contains(answer), (asked(data)[1], answer)
        assert answered(other, data) == answer


def unseen_changes(data: bytes) -> Iterator[bytes]:
    """The same position with other things in it that nobody is shown."""
    state, _, _ = asked(data)
    for cohort in state.cohorts:
        if len(cohort.path) > 2:
            cohort.path = [cohort.path[-2], *cohort.path[-2:]]
    state.held = list(reversed(state.held))
    state.refused = [*state.refused, [0, 0, 0]]
    state.stopped = [*state.stopped, [0, 0]]
    yield GAME.codec.encode(state)


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_may_not_see_does_not_change_its_choice(level: str) -> None:
    """CASES RUL-22."""
    tried = 0
    for data in positions():
        state, owed, legal = asked(data)
        for changed in unseen_changes(data):
            other, _, legal_then = asked(changed)
            if changed == data or GAME.codec.encode_legal(legal) != GAME.codec.encode_legal(legal_then):
                continue
            tried += 1
            assert GAME.view(state, owed.seat) == GAME.view(other, owed.seat)
            assert answered(made(level, 1), data) == answered(made(level, 1), changed)

    assert tried > 20


def test_a_decision_is_explained_by_terms_that_add_up_and_have_sentences() -> None:
    said = texts.load(GAME)
    assert all(said.has("term", code) for code in TERMS)
    weighed = 0
    for data in positions():
        state, owed, legal = asked(data)
        view = GAME.view(state, owed.seat)
        why = hint(ANY, view, cast("Legal[msgspec.Struct]", legal), owed, "normal")

        assert why.chosen.action == answered(made("normal", 1), data)
        assert said.has("why", why.reason), why.reason
        lines = sentences(said, why, owed.kind)
        assert len(lines) >= 2
        if why.reason == WEIGHED and why.other is not None:
            weighed += 1
            assert why.other.action != why.chosen.action
            gap = sum(term.points for term in differences(why))
            assert gap == pytest.approx(why.chosen.total - why.other.total, abs=0.1)

    assert weighed > 5


def test_nothing_is_explained_before_the_first_decision() -> None:
    player = made("easy", 1)

    assert isinstance(player, Explaining)
    assert player.why() is None


def test_the_levels_are_listed_by_strength_and_the_middle_one_is_the_usual() -> None:
    assert policy_names(ANY) == ["random", "basic", *LEVELS]
    assert usual_policy(ANY) == "normal"


def mixed(number: int) -> tuple[str, list[str]]:
    """Set-up and seats of an all-AI game."""
    rng = Random(number)
    setup = sorted(SEATS)[number % len(SEATS)]
    names = ["easy", "normal", "tests.ai.test_empires_levels:brisk"]
    return setup, [rng.choice(names) for _ in range(SEATS[setup])]


def plays_out(number: int, caplog: pytest.LogCaptureFixture) -> None:
    """`play_match` fails on an illegal answer and on a game that never ends."""
    setup, seats = mixed(number)
    match = Match("empires", {"setup": setup, "keep_in_play": number % 5 == 0, "errata": True}, seats, number)
    with caplog.at_level(logging.WARNING):
        table = play_match(match, find_game("empires"), number)

    assert table.outcome is not None
    assert [record.getMessage() for record in caplog.records] == []


def test_a_mixed_game_plays_out(caplog: pytest.LogCaptureFixture) -> None:
    plays_out(2, caplog)


@pytest.mark.heavy
@pytest.mark.parametrize("number", range(int(os.environ.get("MAHARAJA_GAMES", "30"))))
def test_many_mixed_games_play_out(number: int, caplog: pytest.LogCaptureFixture) -> None:
    """CASES RUL-19."""
    plays_out(number, caplog)
