"""Exact odds of a battle (rules 8.3, 9.2, 12.1, 12.2).

`needed` is the table of die rolls; real rounds and odds both use it. `one_round` and `fight_on` give
the joint distribution of what is left of both sides. Chances are plain floats between 0 and 1, made for
display and for seats that think; none of them belongs in a game state.

How it is computed. In a round the two sides roll independently, so a step from (a, d) to smaller sizes
is the product of two binomial chances. Sizes only shrink: each pair of sizes is visited once, largest
first, and the rounds in which nobody falls are divided out exactly: what leaves (a, d) is what arrives
there over 1 - P(nobody falls).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from functools import cache, cached_property, lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

from msgspec import Struct

from core.rules import rule

SIDES = 6
LARGEST_SUM = 2  # R8.3-c: no die gets more than this, wherever the bonuses come from


class Piece(IntEnum):
    """A kind of piece that rolls and can be hit."""

    INDIAN = 0
    COLONIAL = 1
    FACTORY = 2


# --- the table of rolls -------------------------------------------------------------------------------


@rule("8.3", permissive=1)
def needed(
    roller: Piece, target: Piece, bonus: int = 0, *, hiland: bool = False, attacking: bool = True
) -> int:
    """Unmodified roll with which `roller` eliminates `target`, or more (8.3, R8.3-a to R8.3-c).

    `bonus` is the side's `support`; `attacking` says that the roller's side is the active one, so that
    the target may be covered by the hiland. The answer lies between 3 and 6.
    """
    covered = hiland and attacking
    threshold = 6 if covered or target == Piece.COLONIAL else 5
    colonial = 1 if roller == Piece.COLONIAL else 0
    return threshold - min(bonus + colonial, LARGEST_SUM)


@rule("9.2", permissive=0)
def leader_bonus(leaders: int) -> int:
    """Return what leaders add to each friendly die (9.2): one, however many they are."""
    return 1 if leaders else 0


@rule("12.2", permissive=0)
def arms_bonus(arms: int) -> int:
    """Return what Arms add to each friendly die (12.2, R12.2-f): one, however many they are."""
    return 1 if arms else 0


def support(leaders: int, arms: int) -> int:
    """Bonus of a side's dice from leaders and Arms together: 0, 1 or 2 (R12.2-f)."""
    return leader_bonus(leaders) + arms_bonus(arms)


@rule("12.1", permissive=True)
def factory_exposed(defending_armies: int) -> bool:
    """Whether a round that begins with so many defending armies can hit the factory (12.1, R8.1-c)."""
    return defending_armies == 0


# --- the battle ---------------------------------------------------------------------------------------


class Force(Struct, frozen=True):
    """Armies of one nation in a battle; `bonus` is `support(...)`, 0 to 2."""

    armies: int
    colonial: bool = False
    bonus: int = 0

    def __post_init__(self) -> None:
        """Refuse what no position can hold."""
        if self.armies < 0:
            raise ValueError("armies: a count of 0 or more expected")
        if not 0 <= self.bonus <= 2:
            raise ValueError("bonus: 0, 1 or 2 expected")

    @property
    def piece(self) -> Piece:
        """The kind of the armies."""
        return Piece.COLONIAL if self.colonial else Piece.INDIAN


class Battle(Struct, frozen=True):
    """One battle; `attackers` are the active nation's.

    `factory` (0 or 1) is the defending nation's own: a third nation's takes no part (R8.1-d). With no
    defending armies the battle is about the factory alone.
    """

    attackers: Force
    defenders: Force
    factory: int = 0
    hiland: bool = False
    sea: bool = False

    def __post_init__(self) -> None:
        """Refuse what no position can hold."""
        if self.factory not in (0, 1):
            raise ValueError("factory: 0 or 1 expected")
        if self.factory and self.defenders.armies and not self.defenders.colonial:
            raise ValueError("factory: the defending nation has none unless it is colonial")
        if self.sea and (self.hiland or self.factory):
            raise ValueError("sea: neither hiland nor factory is possible there")


class Needs(NamedTuple):
    """Unmodified rolls needed in a battle, one per kind of die and target."""

    attack_army: int
    """attacker's die against a defending army"""
    attack_factory: int
    """attacker's die against the factory"""
    army: int
    """defending army's die against an attacker"""
    factory: int
    """factory's die against an attacker"""


def needs(battle: Battle) -> Needs:
    """Every roll needed in this battle; land and sea use the same table (8.3)."""
    ours, theirs = battle.attackers, battle.defenders
    return _needs(ours.piece, ours.bonus, theirs.piece, theirs.bonus, battle.hiland)


@cache
def _needs(ours: Piece, our_bonus: int, theirs: Piece, their_bonus: int, hiland: bool) -> Needs:
    return Needs(
        needed(ours, theirs, our_bonus, hiland=hiland),
        needed(ours, Piece.FACTORY, our_bonus, hiland=hiland),
        needed(theirs, ours, their_bonus, hiland=hiland, attacking=False),
        needed(Piece.FACTORY, ours, their_bonus, hiland=hiland, attacking=False),
    )


# --- answers ------------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """One possible result: what is left of each side, and its chance."""

    attackers: int
    defenders: int
    factory: int
    chance: float


@dataclass(frozen=True, slots=True)
class Losses:
    """Losses of one side's armies: `chances[n]` is the chance to lose exactly n of them."""

    chances: tuple[float, ...]

    @property
    def expected(self) -> float:
        """Mean number of armies lost."""
        return sum(lost * chance for lost, chance in enumerate(self.chances))

    @property
    def most_likely(self) -> int:
        """The number with the largest chance; the smaller one of equals."""
        return self.chances.index(max(self.chances))

    def quantile(self, share: float) -> int:
        """Smallest n such that at most n armies are lost with chance `share` (0..1) or more."""
        if not 0.0 <= share <= 1.0:
            raise ValueError("share: between 0 and 1 expected")
        # The sum of floats may stop a hair below 1.
        for lost, reached in enumerate(accumulate(self.chances)):
            if reached >= share - 1e-12:
                return lost
        return len(self.chances) - 1

    def likely(self, share: float = 0.8) -> tuple[int, int]:
        """Fewest and most armies lost when (1 - share) / 2 is left out at either end."""
        tail = (1.0 - share) / 2.0
        return self.quantile(tail), self.quantile(1.0 - tail)


@dataclass(frozen=True)
class Distribution:
    """Joint distribution of the survivors of a battle.

    `cells` holds every result with a chance above zero, each once, ordered by attackers, defenders and
    factory, all falling; the chances sum to 1 within 1e-12. `attackers`, `defenders` and `factory` are
    the pieces at the start.
    """

    attackers: int
    defenders: int
    factory: int
    cells: tuple[Cell, ...]

    def chance(self, attackers: int, defenders: int, factory: int = 0) -> float:
        """Chance of exactly these survivors."""
        return self._chances.get((attackers, defenders, factory), 0.0)

    @cached_property
    def attacker_wins(self) -> float:
        """Chance that attackers are left and nothing of the defender, its factory included."""
        return sum(c.chance for c in self.cells if c.attackers and not (c.defenders or c.factory))

    @cached_property
    def defender_wins(self) -> float:
        """Chance that no attacker is left, but a defending army or the factory."""
        return sum(c.chance for c in self.cells if not c.attackers and (c.defenders or c.factory))

    @cached_property
    def mutual(self) -> float:
        """Chance that nothing is left of either side."""
        return self.chance(0, 0, 0)

    @cached_property
    def undecided(self) -> float:
        """Chance that both sides still have pieces; above zero after one round or a spared factory."""
        return sum(c.chance for c in self.cells if c.attackers and (c.defenders or c.factory))

    @cached_property
    def area_taken(self) -> float:
        """Chance that attackers are left and no defending army; a factory may stand beside them (12.1)."""
        return sum(c.chance for c in self.cells if c.attackers and not c.defenders)

    @cached_property
    def factory_lost(self) -> float:
        """Chance that the factory falls; 0 when there is none."""
        return sum(c.chance for c in self.cells if not c.factory) if self.factory else 0.0

    @cached_property
    def attackers_lost(self) -> Losses:
        """Losses of the attacking armies."""
        return _losses(self.attackers, ((c.attackers, c.chance) for c in self.cells))

    @cached_property
    def defenders_lost(self) -> Losses:
        """Losses of the defending armies; the factory is not counted."""
        return _losses(self.defenders, ((c.defenders, c.chance) for c in self.cells))

    @cached_property
    def _chances(self) -> dict[tuple[int, int, int], float]:
        return {cell[:3]: cell.chance for cell in self.cells}


def _losses(start: int, survivors: Iterable[tuple[int, float]]) -> Losses:
    chances = [0.0] * (start + 1)
    for left, chance in survivors:
        chances[start - left] += chance
    return Losses(tuple(chances))


def one_round(battle: Battle) -> Distribution:
    """Distribution after one round, before anybody may retreat (8.3).

    When one side has nothing to fight with, nothing happens.
    """
    return _one_round(battle)


def fight_on(battle: Battle, *, storm: bool = True) -> Distribution:
    """Distribution when both sides fight until one of them, or both, are gone.

    With `storm` the attackers go on against the factory after its armies; without it they stop beside
    it, as 12.1 allows.
    """
    return _fight_on(battle, storm)


def forget() -> None:
    """Empty the caches: for measurements, and for tests that replace a rule."""
    _needs.cache_clear()
    _one_round.cache_clear()
    _fight_on.cache_clear()
    _hits.cache_clear()


# --- the sums -----------------------------------------------------------------------------------------


class _Hits(NamedTuple):
    """Chances of exactly n hits, and of n hits or more, n from 0 to the number of dice."""

    exactly: tuple[float, ...]
    at_least: tuple[float, ...]


@lru_cache(maxsize=1024)
def _hits(dice: int, need: int) -> _Hits:
    hit = SIDES + 1 - need
    miss = SIDES - hit
    whole = SIDES**dice
    # Whole numbers first: each float is then the correctly rounded chance.
    ways = [comb(dice, n) * hit**n * miss ** (dice - n) for n in range(dice + 1)]
    tails = list(accumulate(reversed(ways)))[::-1]
    return _Hits(tuple([n / whole for n in ways]), tuple([n / whole for n in tails]))


def _defence(armies: int, factory: int, need: Needs) -> _Hits:
    """Hits of the defenders: their armies' dice and, if there is one, the factory's own die."""
    exactly, at_least = _hits(armies, need.army)
    if not factory:
        return _Hits(exactly, at_least)
    miss, hit = _hits(1, need.factory).exactly
    return _Hits(
        tuple([miss * a + hit * b for a, b in zip((*exactly, 0.0), (0.0, *exactly), strict=True)]),
        tuple([miss * a + hit * b for a, b in zip((*at_least, 0.0), (1.0, *at_least), strict=True)]),
    )


def _falls(pieces: int, hits: _Hits) -> list[float]:
    """Chances that 0, 1, ... all of the pieces fall; spare hits are lost."""
    chances = list(hits.exactly[:pieces])
    if len(hits.at_least) > pieces:
        chances.append(hits.at_least[pieces])
    return chances


def _unfought(battle: Battle) -> bool:
    return not battle.attackers.armies or not (battle.defenders.armies or battle.factory)


def _distribution(battle: Battle, cells: Iterable[Cell]) -> Distribution:
    kept = tuple([cell for cell in cells if cell.chance > 0.0])
    return Distribution(battle.attackers.armies, battle.defenders.armies, battle.factory, kept)


def _as_it_was(battle: Battle) -> Distribution:
    cell = Cell(battle.attackers.armies, battle.defenders.armies, battle.factory, 1.0)
    return _distribution(battle, [cell])


@lru_cache(maxsize=512)
def _one_round(battle: Battle) -> Distribution:
    if _unfought(battle):
        return _as_it_was(battle)
    need = needs(battle)
    attackers, defenders, factory = battle.attackers.armies, battle.defenders.armies, battle.factory
    ours = _falls(attackers, _defence(defenders, factory, need))
    if factory and factory_exposed(defenders):
        theirs = _falls(1, _hits(attackers, need.attack_factory))
        cells = [
            Cell(attackers - i, defenders, 1 - j, p * q)
            for i, p in enumerate(ours)
            for j, q in enumerate(theirs)
        ]
    else:
        theirs = _falls(defenders, _hits(attackers, need.attack_army))
        cells = [
            Cell(attackers - i, defenders - j, factory, p * q)
            for i, p in enumerate(ours)
            for j, q in enumerate(theirs)
        ]
    return _distribution(battle, cells)


@lru_cache(maxsize=4096)
def _fight_on(battle: Battle, storm: bool) -> Distribution:
    if _unfought(battle):
        return _as_it_was(battle)
    need = needs(battle)
    attackers, defenders, factory = battle.attackers.armies, battle.defenders.armies, battle.factory
    if defenders:
        standing, broken = _against_armies(attackers, defenders, factory, need)
    else:
        standing, broken = [0.0] * attackers + [1.0], [0.0]
    # From here no defending armies are left in `standing`: index a, a attackers left.
    if factory and storm:
        standing, fallen = _against_factory(standing, need)
    elif factory:
        fallen = [0.0] * (attackers + 1)
    else:
        standing, fallen = [0.0] * (attackers + 1), standing
    cells = []
    for a in range(attackers, -1, -1):
        if a == 0:
            cells += [Cell(0, d, factory, broken[d]) for d in range(defenders, 0, -1)]
        cells += [Cell(a, 0, 1, standing[a]), Cell(a, 0, 0, fallen[a])]
    return _distribution(battle, cells)


def _against_armies(
    attackers: int, defenders: int, factory: int, need: Needs
) -> tuple[list[float], list[float]]:
    """Fight until one side's armies are gone.

    First list: chance that a attackers and no defending armies are left, index a from 0. Second list:
    chance that no attackers and d defending armies are left, index d from 1.

    When k of a + k attackers fall, all a + k dice still count. The dice of the fallen are rolled here one
    after another (a die that finds nobody left is lost), so that the rounds which end with a attackers,
    from whatever size, share these dice: one pass over the defenders per die, where the plain sum takes
    one per number of hits.
    """
    defence = [_defence(d, factory, need) for d in range(defenders + 1)]
    most = min(attackers, defenders + factory)
    # exactly[k][d]: d defending armies and the factory hit k times; at_least[k][d]: k times or more.
    exactly = [[h.exactly[k] if k < len(h.exactly) else 0.0 for h in defence] for k in range(most + 1)]
    at_least = [[h.at_least[k] if k < len(h.at_least) else 0.0 for h in defence] for k in range(most + 1)]
    miss, hit = _hits(1, need.attack_army).exactly
    unhurt = exactly[0]
    standing = [0.0] * (attackers + 1)
    leaving: list[list[float]] = [[] for _ in standing]  # [a][d]: chance that (a, d) is there and changes

    def reduced_to(a: int) -> list[float]:
        """Chances, index d, after rounds that cost attackers; the a survivors have not yet rolled."""
        sent = [0.0] * (defenders + 1)
        for k in range(min(attackers - a, most), 0, -1):
            struck = exactly[k] if a else at_least[k]
            before = [x + y * z for x, y, z in zip(sent, leaving[a + k], struck, strict=True)]
            sent = [miss * x + hit * y for x, y in zip(before, (*before[1:], 0.0), strict=True)]
            sent[0] += hit * before[0]
        return sent

    for a in range(attackers, 0, -1):
        sent = reduced_to(a)
        hits = _hits(a, need.attack_army)
        idle = hits.exactly[0]
        left = [0.0] * (defenders + 1)
        rolling: list[float] = []  # chance that a survivors roll against d, largest d last
        for d in range(defenders, 0, -1):
            # The shorter list decides: a dice hit a times at most, and only armies above d can fall to d.
            fallen = sum([x * y for x, y in zip(rolling, hits.exactly[1:], strict=False)])
            arrived = 1.0 if a == attackers and d == defenders else sent[d] * idle + fallen
            left[d] = arrived / (1.0 - idle * unhurt[d])
            rolling.insert(0, sent[d] + left[d] * unhurt[d])
        leaving[a] = left
        standing[a] = sent[0] + sum([x * y for x, y in zip(rolling, hits.at_least[1:], strict=False)])
    broken = reduced_to(0)
    standing[0] = broken[0]
    return standing, broken


def _against_factory(standing: list[float], need: Needs) -> tuple[list[float], list[float]]:
    """Fight on against a factory alone, from the chance of a attackers beside it, index a.

    Gives the chances that a attackers are left with the factory standing (only 0 can be) and fallen.
    """
    miss, hit = _hits(1, need.factory).exactly
    fallen = [0.0] * len(standing)
    arrived = 0.0
    for a in range(len(standing) - 1, 0, -1):
        missed = _hits(a, need.attack_factory).exactly[0]
        struck = 1.0 - missed
        left = (standing[a] + arrived) / (1.0 - miss * missed)
        fallen[a] += left * miss * struck
        fallen[a - 1] += left * hit * struck
        arrived = left * hit * missed
    return [standing[0] + arrived] + [0.0] * (len(standing) - 1), fallen
