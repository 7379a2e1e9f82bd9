"""Nothing hidden leaves the host: twin runs compared byte by byte."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import pytest
from msgspec import structs

from core.game import AnyGame
from net import messages as m
from net.telling import Telling
from tests.core.test_contract import substitute
from tests.net.kit import plan
from tests.net.secrecy import Peer, Run, check_twins, random_twins
from tests.toy import Toy
from tests.toy.pieces import Choose, Resign, State, View, Withdraw


def table_of(run: Run, *names: str, cards: int = 5) -> list[Peer]:
    """Everybody sits, in order of coming, and the game begins."""
    run.room.options = {**run.room.options, "cards": cards}
    peers = [run.come(name) for name in names]
    run.room.start()
    run.settle()
    return peers


def hand(peer: Peer, seat: int) -> tuple[int, ...]:
    """What a seat's owner sees in its hand."""
    view = peer._run.room.game.codec.view.decode(peer.updates[seat].view)
    assert isinstance(view, View)
    return view.hand


# Sealed choices.


def test_another_sealed_choice_changes_no_byte_for_anybody_else():
    """EUR-01"""

    def story(run: Run) -> Sequence[str]:
        ann, bob, _ = table_of(run, "Ann", "Bob", "Cleo")
        run.come("Dan", watch=True)
        assert not ann.act(0, Choose(run.hidden(*hand(ann, 0)[:2]))).code
        run.pass_time(1_000)
        bob.send(m.Say("Well, Ann?"))
        assert not bob.act(1, Choose(hand(bob, 1)[0])).code
        run.come("Eve", watch=True)
        return "Bob", "Cleo", "Dan", "Eve"

    check_twins(plan, story)


def test_a_choice_taken_back_changes_no_byte_for_anybody_else():
    """EUR-03: chosen, taken back and chosen again, by a claim and by undo."""

    def story(run: Run) -> Sequence[str]:
        ann, bob, _ = table_of(run, "Ann", "Bob", "Cleo")
        run.come("Dan", watch=True)
        cards = hand(ann, 0)
        assert not ann.act(0, Choose(run.hidden(cards[0], cards[1]))).code
        assert not ann.act(0, Withdraw()).code
        assert not ann.act(0, Choose(run.hidden(cards[2], cards[3]))).code
        assert not ann.undo(0).code
        assert not ann.act(0, Choose(run.hidden(cards[4], cards[0]))).code
        assert not bob.act(1, Choose(hand(bob, 1)[0])).code
        return "Bob", "Cleo", "Dan"

    check_twins(plan, story)


def test_a_refused_choice_changes_no_byte_for_anybody_else():
    def story(run: Run) -> Sequence[str]:
        ann, _, _ = table_of(run, "Ann", "Bob", "Cleo")
        cards = hand(ann, 0)
        alien = next(card for card in range(1, 21) if card not in cards)
        assert ann.act(0, Choose(run.hidden(alien, -alien))).code == "not-in-hand"
        assert not ann.act(0, Choose(run.hidden(cards[0], cards[1]))).code
        return "Bob", "Cleo"

    check_twins(plan, story)


def test_a_choice_is_hidden_from_whoever_comes_back():
    def story(run: Run) -> Sequence[str]:
        ann, bob, _ = table_of(run, "Ann", "Bob", "Cleo")
        bob.drop()
        assert not ann.act(0, Choose(run.hidden(*hand(ann, 0)[:2]))).code
        bob.connect()
        assert bob.guest.state == "member"
        return "Bob", "Cleo"

    check_twins(plan, story)


def test_a_choice_of_a_computer_player_is_hidden():
    def story(run: Run) -> Sequence[str]:
        _, bob = table_of(run, "Ann", "Bob")
        run.come("Cleo", watch=True)
        (ask,) = run.room.asks()
        cards = run.room.game.codec.view.decode(ask.view)
        assert isinstance(cards, View)
        run.room.answered(ask, Choose(run.hidden(*cards.hand[:2])), "")
        run.settle()
        assert not bob.act(1, Choose(hand(bob, 1)[0])).code
        return "Ann", "Bob", "Cleo"

    check_twins(lambda: plan(seats=["open", "open", "ai:random"]), story)


# Hidden hands.


@pytest.mark.parametrize("eyes", [1, None])
def test_other_hands_change_no_byte(eyes: int | None):
    def story(run: Run) -> Sequence[str]:
        ann, bob, _ = table_of(run, "Ann", "Bob", "Cleo")
        run.come("Dan", watch=True)
        run.put(substitute, eyes)  # type: ignore[arg-type]
        run.room.positions_changed()
        run.room.telling.forget()
        ann.drop()
        ann.connect()
        bob.drop()
        bob.connect()
        run.come("Eve", watch=True)
        assert not ann.act(0, Choose(hand(ann, 0)[0])).code
        return ("Bob", "Dan", "Eve") if eyes == 1 else ("Dan", "Eve")

    check_twins(plan, story)


# Players who are no longer in their seat.


def replaced(run: Run, how: str) -> tuple[Peer, Peer, Peer]:
    """Ann's seat goes to Dan in mid-game; Ann, Dan and Bob."""
    ann, bob, _ = table_of(run, "Ann", "Bob", "Cleo")
    next(person for person in run.room.people if person.name == "Bob").host = True
    dan = run.come("Dan", watch=True)
    number = dan.guest.me
    assert not ann.act(0, Choose(hand(ann, 0)[0])).code
    assert not ann.act(0, Withdraw()).code
    if how == "stood up":
        assert not ann.ask("stand").code
    elif how != "reassigned":
        assert not bob.ask("remove", ann.guest.me).code
        assert ann.guest.state == "closed"
    assert not bob.ask("assign", 0, number).code
    if how == "removed and back":
        ann.connect()
        assert ann.guest.state == "member"
    return ann, dan, bob


@pytest.mark.parametrize("how", ["removed", "removed and back", "stood up", "reassigned"])
def test_whoever_had_the_seat_learns_nothing_of_its_choices(how: str):
    def story(run: Run) -> Sequence[str]:
        ann, dan, bob = replaced(run, how)
        assert not dan.act(0, Choose(run.hidden(*hand(dan, 0)[1:3]))).code
        if ann.guest.state == "member":
            assert ann.act(0, Choose(1), 1).code == "not-your-seat"
        assert not bob.act(1, Choose(hand(bob, 1)[0])).code
        return "Ann", "Bob", "Cleo"

    check_twins(lambda: plan(options={"cards": 5}), story)


@pytest.mark.parametrize("how", ["removed", "removed and back", "stood up", "reassigned"])
def test_whoever_had_the_seat_no_longer_sees_its_hand(how: str):
    def story(run: Run) -> Sequence[str]:
        _, dan, _ = replaced(run, how)
        run.put(substitute, None)  # type: ignore[arg-type]
        dan.drop()
        dan.connect()
        assert not dan.act(0, Choose(hand(dan, 0)[0])).code
        return ("Ann",)

    check_twins(plan, story)


# Whole games.


@pytest.mark.parametrize("seed", range(12))
def test_random_games_keep_choices_hidden(seed: int):
    assert random_twins(plan, 3, seed) > 20


@pytest.mark.parametrize("seed", range(12))
def test_random_games_keep_hands_hidden(seed: int):
    assert random_twins(plan, 3, seed, substitute) > 20  # type: ignore[arg-type]


# The test itself notices leaks.


class Peeping(Toy):
    """Its views tell the sum of the first seat's cards."""

    def view(self, state: State, seat: int | None) -> View:
        return structs.replace(super().view(state, seat), pot=sum(state.hands[0]))


def test_a_view_that_tells_a_hand_is_noticed():
    def story(run: Run) -> Sequence[str]:
        table_of(run, "Ann", "Bob", "Cleo")
        run.put(substitute, 1)  # type: ignore[arg-type]
        run.come("Dan", watch=True)
        run.peers["Cleo"].act(2, Choose(hand(run.peers["Cleo"], 2)[0]))
        return ("Dan",)

    with pytest.raises(AssertionError, match="Dan: piece"):
        check_twins(lambda: plan(cast("AnyGame", Peeping())), story)


def test_a_hash_of_the_whole_position_is_noticed(monkeypatch: pytest.MonkeyPatch):
    """A digest of few possible hands is as good as the hand."""
    honest = Telling.update

    def leaky(self: Telling, seat: int) -> tuple[int, bytes]:
        n, content = honest(self, seat)
        return n, content.replace(self._hashes[seat, n], self._table.position.digest[:8])

    def story(run: Run) -> Sequence[str]:
        _, _, cleo = table_of(run, "Ann", "Bob", "Cleo")
        run.put(substitute, 1)  # type: ignore[arg-type]
        assert not cleo.act(2, Resign()).code
        return ("Bob",)

    check_twins(plan, story)
    monkeypatch.setattr(Telling, "update", leaky)
    with pytest.raises(AssertionError, match="Bob: piece"):
        check_twins(plan, story)
