"""The toy game meets the contract: everything a game inherits, run through in whole games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from core.kit import check
from core.legal import Just, Legal
from core.texts import load
from tests.toy import Toy, game
from tests.toy.kit import new_table
from tests.toy.pieces import Action, Answer, Choose, Event, Give, Keep, State, View


def plain_answers(state: State, seat: int) -> Iterator[Action]:
    """Every action there could be, tried one by one."""
    owed = [pending.kind for pending in game.pending(state) if pending.seat == seat]
    tries: dict[str, list[Action]] = {
        "choose": [Choose(card) for card in range(-1, 25)],
        "give": [Keep(), *(Give(to, points) for to in range(-1, 6) for points in range(-1, 15))],
        "answer": [Answer(True), Answer(False)],
    }
    for kind in owed:
        yield from (action for action in tries[kind] if game.refuse(state, seat, action) is None)


def substitute(state: State, seat: int | None) -> State:
    """Other cards and standing answers wherever this seat cannot look."""
    mine = set() if seat is None else set(state.hands[seat])
    free = sorted(set(range(1, 21)) - mine, reverse=True)
    for other, hand in enumerate(state.hands):
        if other != seat:
            state.hands[other] = sorted(free.pop() for _ in hand)
            state.standing[other] = (state.standing[other] + 1) % 3
    return state


@pytest.mark.parametrize("seed", range(24))
def test_whole_games_meet_the_contract(seed: int) -> None:
    table, rng = new_table(seed), Random(seed)
    seats = len(table.controllers)
    play = check.RandomPlay(table, rng)
    while table.pending:
        assert table.n < 2000, "stuck"
        play.step()
        state = table.position.state
        check.check_pure(game, state, seats)
        for seat in range(seats):
            check.check_legal(game, state, seat, rng, 3)
            check.check_factored(game, state, seat, plain_answers)
            check.check_secrecy(game, state, seat, substitute)
        check.check_secrecy(game, state, None, substitute)
    check.check_replay(table)


def test_events_hold_no_secret_of_another_seat() -> None:
    """Two games that differ only in one seat's hidden hand give the others the same bytes until it shows."""
    seen = []
    for card in (5, 6):
        table = new_table(5)
        table.position.state.hands[0] = [card, 20]
        table.position.state.standing[0] = card - 5
        table.submit(0, table.pending[0].decision, table.n, Choose(card))
        history = [(told.n, told.events) for told in table.history(1)]
        seen.append(
            [game.codec.encode(event) for _, events in history for event in events]
            + [game.codec.encode(table.view(1)), game.codec.encode_legal(table.legal(1))]
        )
    assert seen[0] == seen[1]


def test_every_code_of_the_toy_has_its_sentence() -> None:
    texts = load(game)
    for type_ in Event.__args__:
        assert texts.has("event", type_.__struct_config__.tag), type_
    for kind in ("choose", "give", "answer"):
        assert texts.has("pending", kind)
    for code in (
        "host-only",
        "not-playing",
        "not-in-hand",
        "nothing-to-withdraw",
        "no-such-gift",
        "no-change",
    ):
        assert texts.has("refusal", code)


class Leaky(Toy):
    """The toy with faults a game could have, each to be noticed by the checks."""

    fault = ""

    def view(self, state: State, seat: int | None) -> View:
        if self.fault == "mutates":
            state.decision += 1
        return super().view(state, 0 if self.fault == "leaks" else seat)

    def legal(self, state: State, seat: int) -> Legal[Action]:
        legal = super().legal(state, seat)
        if self.fault == "twice":
            return Legal((*legal.offers, *legal.offers), legal.claims)
        if self.fault == "misses":
            return Legal(legal.offers[1:], legal.claims)
        if self.fault == "invents" and legal.offers:
            return Legal((*legal.offers, Just[Action](Choose(99))), legal.claims)
        return legal


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("mutates", "looking changed the position"),
        ("leaks", "tells what is hidden"),
        ("twice", "an action stands twice"),
        ("misses", "Choose"),
        ("invents", "Choose"),
    ],
)
def test_the_checks_notice(fault: str, words: str) -> None:
    leaky = Leaky()
    leaky.fault = fault
    state = new_table(5).position.state

    def all_checks() -> None:
        check.check_pure(leaky, state, 4)
        check.check_legal(leaky, state, 1, Random(1))
        check.check_factored(leaky, state, 1, plain_answers)
        check.check_secrecy(leaky, state, 1, substitute)

    with pytest.raises(AssertionError, match=words):
        all_checks()
