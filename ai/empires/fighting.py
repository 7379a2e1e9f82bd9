"""The Battle Phase of the basic policy, in attack and defence."""

from __future__ import annotations

from typing import Final

from ai.empires.outlook import Outlook
from core.games.empires.actions import Action, Answer, Attack, BreakOff, Done, Remove, Retreat
from core.games.empires.battle_round import ARMIES
from core.games.empires.chart_types import ARMY, FACTORY
from core.games.empires.offers import Plain, Retreats
from core.legal import Legal

GOOD: Final = 0.6
"""Chance from which an attack nobody demands is made."""
HOPELESS: Final = 0.3
"""Chance below which an attack is given up."""


class Fighting:
    """One question of a battle; `args` are those of the question after its nation."""

    def __init__(self, outlook: Outlook, legal: Legal[Action], kind: str, args: tuple[int, ...]) -> None:
        self.o, self.legal, self.kind, self.args = outlook, legal, kind, args
        self.plain = [a for offer in legal.offers if isinstance(offer, Plain) for a in offer.actions]
        self.ways = [offer for offer in legal.offers if isinstance(offer, Retreats)]

    def choose(self) -> Action | None:
        """The best answer; None if this kind of question is unknown here."""
        match self.kind:
            case "battle":
                return self._battle()
            case "battle-loss":
                return self._loss()
            case "retreat":
                return self._retreat()
            case "fall-back":
                return self._fall_back()
            case "landing":
                return self._leave()
            case "last-attack":
                place = self.args[0]
                return Answer(self._worthwhile(Attack(place, self.o.view.factories[place], True)))
            case _:
                return None

    def _chance(self, attack: Attack) -> float:
        """Chance that the enemy falls, and not everybody."""
        o, place = self.o, attack.place
        theirs = 0 if attack.factory else dict(o.view.armies[attack.nation]).get(place, 0)
        result = o.fight(o.nation, o.own.get(place, 0), attack.nation, theirs, place)
        return result.attacker_wins if attack.factory else result.area_taken

    def _battle(self) -> Action:
        """What must be fought, the surest first; then what is worth it."""
        attacks = [action for action in self.plain if isinstance(action, Attack)]
        if Done() in self.plain:
            attacks = [attack for attack in attacks if self._worthwhile(attack)]
            return max(attacks, key=self._chance) if attacks else Done()
        land = self.o.board.land
        due = [attack for attack in attacks if not attack.factory and attack.place < land]
        return max(due, key=self._chance)

    def _worthwhile(self, attack: Attack) -> bool:
        """Is an attack that may be left alone worth making?"""
        o = self.o
        if attack.nation in o.friends or self._chance(attack) < GOOD:
            return False
        piece = FACTORY if attack.factory else ARMY
        return attack.factory or o.worth.prize(o.nation, o.turn, attack.nation, piece) > 0

    def _loss(self) -> Action:
        """Those first that could not go back."""
        removals = [action for action in self.plain if isinstance(action, Remove)]
        return min(
            removals, key=lambda a: self.o.own.get(a.entry, 0) if 0 <= a.entry < self.o.board.land else -1
        )

    def _retreat(self) -> Action:
        """Leaves if the armies are worth more elsewhere than here, counting the chances."""
        o = self.o
        place, attacker = self.args[0], self.args[1]
        ours, theirs = o.own[place], dict(o.view.armies[attacker]).get(place, 0)
        result = o.fight(attacker, theirs, o.nation, ours, place)
        left = sum(c.defenders * c.chance for c in result.cells if not c.attackers)
        held = result.defender_wins
        prize = o.worth.prize(o.nation, o.turn, attacker, ARMY)
        risk = o.worth.prize(attacker, o.turn, o.nation, ARMY)
        stay = held * o.stand(place, left / held) if held > 0.01 else 0.0
        stay += prize * result.attackers_lost.expected + 0.03 * result.attackers_lost.expected
        stay -= (o.army + 0.2 * risk) * result.defenders_lost.expected
        best = max(self.ways, key=self._room)
        there = o.own.get(best.goal, 0)
        go = o.stand(best.goal, there + best.most) - o.stand(best.goal, there)
        return self._leave() if go > stay else Done()

    def _fall_back(self) -> Action:
        """Goes back, or breaks off, when the attack has little hope."""
        place, enemy, against = self.args
        hope = self._chance(Attack(place, enemy, against != ARMIES))
        if hope >= HOPELESS:
            return Done()
        if BreakOff() in self.plain:
            return BreakOff()
        return self._leave() if self.ways else Done()

    def _room(self, way: Retreats) -> float:
        there = self.o.own.get(way.goal, 0)
        return self.o.stand(way.goal, there + way.most) - self.o.stand(way.goal, there)

    def _leave(self) -> Action:
        """As many as can go, with everybody, to where they are worth most."""
        way = max(self.ways, key=self._room)
        return Retreat(way.goal, way.most, way.escorts, way.entry)
