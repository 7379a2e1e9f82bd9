"""What the Maharaja sees in the visited city, what he pays for it (7), and how the game ends (8)."""

from __future__ import annotations

from core.game import Outcome
from core.games.palaces.events import Ended, Final, Ranked
from core.games.palaces.pieces import PALACES, PAYOUT, Card
from core.games.palaces.run import Run
from core.games.palaces.state import State
from core.games.palaces.track import track_is_full
from core.rules import rule


@rule("7.1", permissive=0)
def points(s: State, seat: int, city: int) -> int:
    """1 for the architect, each house and each outer palace, 3 for the centre palace (7)."""
    present = s.at[seat] == city
    centre = s.centre[city] == seat
    return present + s.houses[seat][city] + 3 * centre + s.outer[seat][city] * outer_worth(s, seat)


@rule("5.3", permissive=1)
def outer_worth(s: State, seat: int) -> int:
    """An outer palace counts 2 for the Sadhu (5)."""
    return 2 if s.card[seat] == Card.SADHU else 1


@rule("5.1", "7.2", permissive=lambda s, city: [t for t in range(s.seats) if points(s, t, city)])
def ranking(s: State, city: int) -> list[int]:
    """Seats with points, best first; of equals the lower character is ahead (7)."""
    there = [seat for seat in s.by_number() if points(s, seat, city)]
    return sorted(there, key=lambda seat: -points(s, seat, city))


@rule("7.3", permissive=(0, 0, 0, 0, 0))
def payout(s: State, ranked: int) -> tuple[int, ...]:
    """Gold by rank: for the number of players, by option for those with points in the city (7)."""
    return PAYOUT[ranked if s.rules.in_city else s.seats]


def score(r: Run) -> None:
    """The visited city is scored and gold is paid (3)."""
    s = r.s
    ranked = ranking(s, s.city)
    rewards = payout(s, len(ranked)) if ranked else ()
    for rank, (seat, gold) in enumerate(zip(ranked, rewards, strict=False), 1):
        r.out.append(Ranked(seat, s.city, points(s, seat, s.city), (rank,), gold))
        r.gain(seat, gold)
    for seat in s.by_number():
        if seat not in ranked:
            r.out.append(Ranked(seat, s.city, 0, (), 0))


def end(r: Run) -> bool:
    """After the scoring: is the game over?"""
    s = r.s
    why = "palaces" if goal_reached(s) else "track" if track_is_full(s) else ""
    if why:
        s.phase = "over"
        r.out.append(Ended(why))
        r.out += [Final(seat, PALACES - s.palaces[seat], s.gold[seat]) for seat in range(s.seats)]
    return bool(why)


@rule("8.1", "8.4", permissive=False)
def goal_reached(s: State) -> bool:
    """Somebody has built the seventh palace, in a shorter game the fifth or sixth (8)."""
    return any(PALACES - left >= s.rules.goal for left in s.palaces)


@rule("8.3", permissive=lambda s: Outcome((tuple(range(s.seats)),), (0,) * s.seats, "palaces"))
def outcome(s: State) -> Outcome | None:
    """Most palaces, then most gold, then the lower character, or by option a shared place (8)."""
    if s.phase != "over":
        return None
    groups: dict[tuple[int, int, int], list[int]] = {}
    for seat in range(s.seats):
        last = 0 if s.rules.shared_tie else s.card[seat]
        groups.setdefault((s.palaces[seat], -s.gold[seat], last), []).append(seat)
    ranked = tuple(tuple(groups[key]) for key in sorted(groups))
    built = tuple(PALACES - left for left in s.palaces)
    return Outcome(ranked, built, "palaces" if goal_reached(s) else "track")
