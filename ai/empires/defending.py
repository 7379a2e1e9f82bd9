"""The Battle Phase, in attack and defence: what staying, going and striking lead to."""

from __future__ import annotations

from typing import Final

import numpy as np

from ai.empires.appraisal import ARMIES as WORTH
from ai.empires.appraisal import CAPTURES, FELLED, HARM, LOSSES, PRIZES, Appraisal
from ai.empires.fights import Fight, Fights
from ai.empires.terrain import Numbers
from ai.empires.weighing import Weighed, best
from core.games.empires.actions import Action, Answer, Attack, BreakOff, Done, Remove, Retreat
from core.games.empires.battle_round import ARMIES
from core.games.empires.chart_types import FACTORY
from core.games.empires.offers import Plain, Retreats
from core.legal import Legal

GOOD: Final = 0.55
"""Chance from which an attack nobody demands is made."""
LEFT_BEHIND: Final = 0.3
"""Chance of those who cannot go along."""


class Defending:
    """One question of a battle; `args` are those of the question after its nation."""

    def __init__(
        self, appraisal: Appraisal, fights: Fights, legal: Legal[Action], kind: str, args: tuple[int, ...]
    ) -> None:
        self.a, self.fights, self.legal, self.kind, self.args = appraisal, fights, legal, kind, args
        self.nation, self.view = appraisal.nation, appraisal.view
        self.plain = [a for offer in legal.offers if isinstance(offer, Plain) for a in offer.actions]
        self.ways = [offer for offer in legal.offers if isinstance(offer, Retreats)]

    def choose(self) -> Weighed:
        """The best answer; the first legal one to a question of a kind unknown here."""
        match self.kind:
            case "battle":
                return Weighed(self._battle(), "battle")
            case "battle-loss":
                return Weighed(self._loss(), "way-back")
            case "retreat":
                return self._retreat()
            case "fall-back":
                return self._fall_back()
            case "landing":
                return self._leave(self.args[0])
            case "last-attack":
                place = self.args[0]
                attack = Attack(place, self.view.factories[place], True)
                return Weighed(Answer(self._worthwhile(attack)), "battle")
            case _:
                return Weighed(self.legal.first(), "unknown")

    def _own(self, place: int) -> int:
        return int(self.a.own[place])

    def _theirs(self, nation: int, place: int) -> int:
        return dict(self.view.armies[nation]).get(place, 0)

    def _fight(self, attack: Attack) -> Fight:
        theirs = self._theirs(attack.nation, attack.place)
        return self.fights.attack(self.nation, self._own(attack.place), attack.nation, theirs, attack.place)

    def _chance(self, attack: Attack) -> float:
        if attack.factory:
            return self.fights.storm(self.nation, self._own(attack.place), attack.nation, attack.place)
        return self._fight(attack).chance

    def _battle(self) -> Action:
        """What must be fought, the surest first; then what is worth it."""
        attacks = [action for action in self.plain if isinstance(action, Attack)]
        if Done() in self.plain:
            attacks = [attack for attack in attacks if self._worthwhile(attack)]
            return max(attacks, key=self._chance) if attacks else Done()
        due = [attack for attack in attacks if not attack.factory and attack.place < self.a.land]
        return max(due, key=self._chance)

    def _worthwhile(self, attack: Attack) -> bool:
        """Is an attack that may be left alone worth making?"""
        a = self.a
        if a.ill_will[attack.nation] < 0 or self._chance(attack) < GOOD:
            return False
        if not attack.factory:
            fight = self._fight(attack)
            return fight.felled * a.prize(attack.nation) > 0.3 * fight.lost
        paid = a.calendar.prize(self.nation, a.turn, attack.nation, FACTORY)
        pays = any(True for _ in a.calendar.coasts(attack.nation, a.turn))
        ours = any(True for _ in a.calendar.coasts(self.nation, a.turn))
        return paid > 0 or (pays and (ours or self._own(attack.place) > 1))

    def _loss(self) -> Action:
        """Those first that could not go back."""
        removals = [action for action in self.plain if isinstance(action, Remove)]
        return min(removals, key=lambda r: self.a.own[r.entry] if 0 <= r.entry < self.a.land else -1.0)

    # To stay or to go.

    def _staying(self, place: int, armies: float, sure: float, goal: int = -1, gone: int = 0) -> Numbers:
        """(len(TERMS),): the worth of all armies when so many hold a place with a chance, and others went."""
        a = self.a
        own = a.own[None, :].copy()
        stand = own[:, : a.land].copy()
        chance = np.ones_like(stand)
        own[0, place] = armies * sure
        if place < a.land:
            stand[0, place], chance[0, place] = armies, sure
        if goal >= 0:
            own[0, goal] += gone
            if goal < a.land:
                stand[0, goal] += gone
        found: Numbers = a.terms(own, chance, stand)[0]
        return found

    def _retreat(self) -> Weighed:
        """Leaves if the armies are worth more elsewhere than here, counting the chances."""
        a, place, attacker = self.a, self.args[0], self.args[1]
        ours, theirs = self._own(place), self._theirs(attacker, place)
        fight = self.fights.attack(attacker, theirs, self.nation, ours, place)
        stay = self._staying(place, fight.stand, fight.held)
        stay[PRIZES] += fight.lost * a.prize(attacker)
        stay[HARM] += fight.lost * FELLED * max(a.ill_will[attacker], 0.0)
        stay[LOSSES] -= fight.felled * a.forfeit(attacker)
        stay[WORTH] += a.army * fight.fled
        return self._leave(place, stay)

    def _leave(self, place: int, stay: Numbers | None = None) -> Weighed:
        """The way out that leads to most, all going that can; or staying."""
        ours = self._own(place)
        answers: list[Action] = [Retreat(w.goal, w.most, w.escorts, w.entry) for w in self.ways]
        terms = [self._staying(place, max(ours - w.most, 0), LEFT_BEHIND, w.goal, w.most) for w in self.ways]
        if stay is not None:
            answers.insert(0, Done())
            terms.insert(0, stay)
        return best(answers, np.array(terms))

    def _fall_back(self) -> Weighed:
        """Goes back, or breaks off, when going on leads to less."""
        a, (place, enemy, against) = self.a, self.args
        attack = Attack(place, enemy, against != ARMIES)
        if BreakOff() in self.plain or attack.factory or not self.ways:
            hopeful = self._chance(attack) >= GOOD or (not self.ways and BreakOff() not in self.plain)
            if hopeful or (attack.factory and BreakOff() not in self.plain):
                return Weighed(Done(), "battle")
            return Weighed(BreakOff(), "battle")
        fight = self._fight(attack)
        stay = self._staying(place, fight.left, fight.chance)
        stay[PRIZES] += fight.felled * a.prize(enemy)
        stay[LOSSES] -= fight.lost * a.forfeit(enemy)
        stay[WORTH] += a.army * fight.back
        if place < a.land:
            stay[HARM] += a.harm(place, fight.chance, fight.felled)
            fresh = not self.view.captured >> place & 1
            stay[CAPTURES] += fight.chance * fresh * a.calendar.captures(self.nation, a.turn)[place]
        return self._leave(place, stay)
