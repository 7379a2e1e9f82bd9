"""What there is to say of a place: what it is, who stands there, what lies beside it, what it is worth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from core.games.empires.chart_types import NONE, Charts, Objective
from core.games.empires.state import ARMS, FOREIGN
from core.games.empires.view import View
from core.texts import Texts


class Worth(Struct, frozen=True):
    """What a card pays for a place: whose, what for, in which turns from now on, in this one (`now`)."""

    nation: int
    text: str
    turns: tuple[int, ...]
    now: bool
    reconstructed: bool


def areas_of(mask: int) -> tuple[int, ...]:
    """The numbers of a mask."""
    return tuple(n for n in range(mask.bit_length()) if mask >> n & 1)


def spans(turns: Sequence[int]) -> str:
    """Turns in figures, those that follow each other as from and to: "4, 6–9"."""
    runs: list[list[int]] = []
    for turn in sorted(turns):
        if runs and turn == runs[-1][1] + 1:
            runs[-1][1] = turn
        else:
            runs.append([turn, turn])
    short = [f"{a}–{b}" if b > a + 1 else f"{a}, {b}" if b > a else str(a) for a, b in runs]
    return ", ".join(short)


def line_words(c: Charts, texts: Texts, line: Objective) -> str:
    """What a line of a card asks for."""
    params = {"areas": areas_of(line.areas & c.board.land_mask), "victims": areas_of(line.nations)}
    return texts.say("panel", line.kind, params)


def line_pays(texts: Texts, line: Objective) -> str:
    """How much it pays for it."""
    if line.kind in ("hold", "capture", "destroy"):
        return texts.say("panel", "each", {"points": line.points[0]})
    return texts.say("panel", "steps", {"most": max(line.points)})


class Gazetteer:
    """The same for every place of the map."""

    def __init__(self, charts: Charts, texts: Texts) -> None:
        self._c = charts
        self._texts = texts

    def _say(self, code: str, **params: object) -> str:
        return self._texts.say("place", code, params)

    def kind(self, place: int) -> str:
        """Region, terrain and what it counts for growth; or that it is a sea, or foreign."""
        board = self._c.board
        if place >= FOREIGN:
            return self._say("foreign")
        if place >= board.land:
            return self._say("sea")
        hiland = bool(board.hilands >> place & 1)
        value = "whole" if board.value[place] > 1 else "half"
        return self._say(
            "land",
            region=board.region_of[place],
            terrain=self._say("hiland" if hiland else "open"),
            value=self._say(value),
        )

    def nations_at(self, view: View, place: int) -> list[tuple[int, int]]:
        """(nation, armies) of a place, those who wait to invade too; leaders may stand alone."""
        found = {
            nation: armies
            for nation, stacks in enumerate(view.armies)
            for at, armies in stacks
            if at == place
        }
        waiting = dict(view.waiting).get(place, 0)
        if waiting:
            found[view.nation] = found.get(view.nation, 0) + waiting
        for leader, at in enumerate(view.leader_at):
            if at == place:
                found.setdefault(self._c.leaders[leader].nation, 0)
        return sorted(found.items())

    def stack(self, view: View, place: int, nation: int, armies: int) -> str:
        """The pieces of one nation there, in words."""
        leaders = [
            leader
            for leader, at in enumerate(view.leader_at)
            if at == place and self._c.leaders[leader].nation == nation
        ]
        arms = [
            ARMS + giver
            for giver, at in enumerate(view.arms_at)
            if at == place and view.arms_to[giver] == nation
        ]
        code = "stack" if armies else "alone"
        return self._say(code, nation=nation, armies=armies, escorts=tuple(leaders + arms))

    def holders(self, view: View, place: int) -> list[str]:
        """Who stands there, a sentence each, and whose factory; or that nobody does."""
        found = [self.stack(view, place, nation, armies) for nation, armies in self.nations_at(view, place)]
        factory = view.factories[place] if place < len(view.factories) else NONE
        if factory != NONE:
            found.append(self._texts.say("board", "factory", {"nation": factory}))
        return found or [self._say("vacant" if place < self._c.board.land else "empty")]

    def beside(self, place: int) -> list[str]:
        """What borders on it, and how one may not, or only slowly, come over."""
        board = self._c.board
        if place >= FOREIGN:
            return [self._say("borders", areas=board.foreign_entries[place - FOREIGN])]
        lines = [self._say("borders" if place < board.land else "coasts", areas=board.to_land[place])]
        if board.to_sea[place]:
            lines.append(self._say("seas", areas=board.to_sea[place]))
        foreign = tuple(FOREIGN + n for n, entries in enumerate(board.foreign_entries) if place in entries)
        if foreign:
            lines.append(self._say("abroad", areas=foreign))
        for code, pairs in (("straits", board.straits), ("corner", board.across_corner)):
            across = tuple(sorted({b if a == place else a for a, b in pairs if place in (a, b)}))
            if across:
                lines.append(self._say(code, areas=across))
        if place < board.land and board.factory_coasts >> place & 1:
            lines.append(self._say("coast"))
        return lines

    def worth(self, view: View, place: int) -> Iterator[Worth]:
        """The lines of all cards in play that pay for it, in this turn or later ones."""
        if place >= self._c.board.land:
            return
        owner = self._c.setups[view.setup].owner
        found: dict[tuple[int, str, bool], set[int]] = {}
        for line in self._c.objectives:
            turns = {turn for turn in line.turns if turn >= view.turn}
            if turns and owner[line.nation] != NONE and self._pays_for(line, place):
                points = self._say(
                    "steps" if line.kind == "coasts" else "points",
                    points=line.points[0],
                    most=max(line.points),
                )
                ours = self._c.sources.get(line.id) == "reconstructed"
                key = line.nation, self._say(f"for-{line.kind}", points=points), ours
                found.setdefault(key, set()).update(turns)
        for (nation, text, ours), turns in found.items():
            yield Worth(nation, text, tuple(sorted(turns)), view.turn in turns, ours)

    def _pays_for(self, line: Objective, place: int) -> bool:
        board = self._c.board
        if line.kind in ("hold", "capture"):
            return bool(line.areas >> place & 1)
        return line.kind == "coasts" and bool(board.factory_coasts >> place & 1)

    def sentence(self, view: View | None, place: int) -> str:
        """All that is to be seen there, for who hears it."""
        parts = [self._texts.name("place", place), self.kind(place)]
        if view is not None:
            parts += self.holders(view, place)
        return ". ".join(part.rstrip(".") for part in parts) + "."
