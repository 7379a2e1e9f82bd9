"""What is true of every position; tests and the fuzzer check it after every action."""

from __future__ import annotations

from core.games.palaces.board import Board
from core.games.palaces.pieces import CHITS, HOUSES, NONE, OUTER_SITES, PALACES, START_GOLD, Card
from core.games.palaces.state import State


def check_state(b: Board, s: State) -> None:
    """AssertionError naming what is wrong: pieces and gold are conserved, nothing stands where it may not."""
    for seat in range(s.seats):
        houses = s.hand[seat] + s.quarry[seat] + sum(s.houses[seat])
        assert houses == HOUSES, f"seat {seat}: {houses} houses (1)"
        built = s.built_palaces(seat)
        assert s.palaces[seat] + built == PALACES, f"seat {seat}: {s.palaces[seat]} palaces and {built} (1)"
        assert min(s.hand[seat], s.quarry[seat], s.palaces[seat], s.chits[seat], *s.houses[seat]) >= 0
        assert s.gold[seat] >= 0, f"seat {seat} has {s.gold[seat]} gold"
        assert not s.houses[seat][b.start], "a house on the start place (6)"
        assert 0 <= s.at[seat] <= b.start, f"architect {seat} stops at {s.at[seat]} (6)"
    gold = sum(s.gold) + s.bank
    assert gold == START_GOLD * s.seats, f"{gold} gold with the bank's"
    room = 1 if s.seats == 2 else 2
    for village in b.villages:
        assert s.houses_at(village) <= room, f"{s.houses_at(village)} houses in village {village} (1)"
    for city in range(b.start):
        outer = sum(own[city] for own in s.outer)
        assert outer + s.blocked <= OUTER_SITES, f"city {city}: {outer} outer palaces (1)"
        assert not outer or s.centre[city] != NONE, f"city {city} has no centre palace (4)"
    held = [card for card in s.card if card]
    assert len(held) == len(set(held)), "two have one character"
    assert all(1 <= card <= s.rules.cards for card in held)
    assert s.round == 0 or s.card.count(0) == (s.phase == "replace"), "somebody lacks a character (4)"
    chits = s.supply + sum(s.chits)
    assert chits <= (CHITS if s.rules.cards == Card.YOGI else 0), f"{chits} chits (10)"
    governors = sorted(governor for governor in s.track if governor != NONE)
    assert governors == list(range(b.start)), f"governors on the track: {governors}"
    assert (s.seat == NONE) == (s.phase not in ("bid", "turn", "replace")), f"turn of {s.seat} in {s.phase}"
