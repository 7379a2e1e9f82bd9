"""A battle in words: what each side hits with and why, percents that add up, losses, stakes."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.empires.chart_types import Charts
from core.games.empires.odds import LARGEST_SUM, SIDES, Distribution
from core.games.empires.outlook import Outlook, Stake
from core.games.empires.state import ARMS
from core.texts import Texts


def percents(shares: Sequence[float]) -> list[int]:
    """Whole percents that add up to 100: the largest remainders are rounded up."""
    whole = [int(share * 100) for share in shares]
    order = sorted(range(len(shares)), key=lambda i: whole[i] - shares[i] * 100)
    for i in order[: 100 - sum(whole)]:
        whole[i] += 1
    return whole


def shares(odds: Distribution) -> list[int]:
    """Percents of: the attacker has it, both gone, the defender has it."""
    return percents([odds.attacker_wins, odds.mutual + odds.undecided, odds.defender_wins])


def faces(need: int) -> str:
    """The faces that hit: "5–6"."""
    return f"{need}–{SIDES}" if need < SIDES else str(need)


def hits(texts: Texts, need: int) -> str:
    """The faces that hit, in words."""
    return texts.say("battle", "hits", {"faces": faces(need)})


class Terms:
    """Why one side's dice hit as they do."""

    def __init__(self, c: Charts, texts: Texts, look: Outlook, *, attacking: bool) -> None:
        self._texts = texts
        battle = look.battle
        sides = (battle.attackers, battle.defenders)
        mine, other = sides if attacking else sides[::-1]
        self.nation = look.attacker if attacking else look.enemy
        self._escorts = look.ours if attacking else look.theirs
        self._colonial = c.nations[self.nation].colonial
        alone = attacking and not other.armies and bool(battle.factory)
        self.need = (
            (look.needs.attack_factory if alone else look.needs.attack_army)
            if attacking
            else (look.needs.army if mine.armies else look.needs.factory)
        )
        covered = attacking and battle.hiland
        self._aim = "hiland" if covered else "colonial" if other.colonial and not alone else "open"
        if alone and not covered:
            self._aim = "factory"
        if battle.hiland and not attacking and self._aim == "open":
            self._aim = "attacker"  # only those who are attacked there are hard to hit
        self._bonus = mine.bonus
        self._factory_alone = not attacking and not mine.armies

    def lines(self) -> list[str]:
        """Each modifier, one by one."""
        say = self._texts.say
        found = []
        leaders = tuple(e for e in self._escorts if e < ARMS)
        arms = tuple(e for e in self._escorts if e >= ARMS)
        plus = 0
        if self._colonial and not self._factory_alone:
            found.append(say("battle", "plus-colonial", {}))
            plus += 1
        if leaders and self._bonus:
            found.append(say("battle", "plus-leader", {"escorts": leaders}))
            plus += 1
        if arms and self._bonus:
            found.append(say("battle", "plus-arms", {"escorts": arms}))
            plus += 1
        if plus > LARGEST_SUM:
            found.append(say("battle", "most", {"most": LARGEST_SUM}))
        return found

    def sentence(self) -> str:
        """What hits, what is hit and each modifier in one line."""
        aim = self._texts.say("battle", f"aim-{self._aim}", {})
        return " · ".join((hits(self._texts, self.need), aim, *self.lines()))

    def short(self) -> str:
        """Whose dice hit on what, and each modifier: the ground is told beside it."""
        params = {"nation": self.nation, "faces": faces(self.need)}
        return " · ".join((self._texts.say("battle", "side-hits", params), *self.lines()))


def losses(texts: Texts, odds: Distribution) -> str:
    """What both sides lose on average."""
    ours, theirs = odds.attackers_lost.expected, odds.defenders_lost.expected
    return texts.say("battle", "losses", {"ours": f"{ours:.1f}", "theirs": f"{theirs:.1f}"})


def refuges(texts: Texts, look: Outlook) -> str:
    """Where the defender may retreat to."""
    if look.refuges:
        return texts.say("battle", "refuges", {"places": look.refuges})
    return texts.say("battle", "no-refuge", {})


def same_seat(texts: Texts, c: Charts, setup: str, look: Outlook) -> str:
    """That attacker and defender play for one another; '' where they do not."""
    owner = c.setups[setup].owner
    if owner[look.attacker] != owner[look.enemy]:
        return ""
    return texts.say("battle", "same-seat", {"enemy": look.enemy})


def stake(texts: Texts, each: Stake) -> str:
    """Points that hang on it."""
    params = {"points": each.points, "place": each.place, "victim": each.victim}
    return texts.say("battle", f"stake-{each.why}", params)
