"""The Turn Record Chart: what this turn and those after it bring, nation by nation."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from PySide6.QtWidgets import QTextBrowser, QWidget

from core.games.empires.chart_types import NONE, Arrival, Charts, NationTurn, Removal
from core.games.empires.view import View
from core.texts import Texts
from maharaja_qt.empires.panels import OURS
from maharaja_qt.theme import panels, role_font, theme


class RecordChart(QTextBrowser):
    """Turns from the present one on."""

    def __init__(self, c: Charts, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._c = c
        self._texts = texts
        self._turn = ("", 0)
        self.setObjectName("log")
        self.setProperty("role", "small")
        self.setFont(role_font("small"))
        self.setOpenLinks(False)
        self.setAccessibleName(texts.say("panel", "chart", {}))
        theme().changed.connect(self._fill)

    def show_view(self, view: View) -> None:
        """The chart from the turn of this position on."""
        if (view.setup, view.turn) != self._turn:
            self._turn = view.setup, view.turn
            self._fill()

    def _fill(self) -> None:
        setup, now = self._turn
        if setup not in self._c.setups:
            return
        c = panels(theme().look)
        parts = []
        for turn in range(max(now, 1), self._c.last_turn + 1):
            head = self._texts.say("panel", "comes", {"turn": turn})
            parts.append(
                f'<p style="margin:8px 0 2px 0"><b>{escape(head)}</b> '
                f'<span style="color:{c.text2}">{escape(self._c.dates[turn])}</span></p>'
            )
            lines = list(self.lines(setup, turn))
            # The mark stands in no line of its own.
            kept = (escape(line).replace(f" {OURS}", f"&nbsp;{OURS}") for line in lines)
            parts += [f'<p style="margin:0 0 2px 10px">{line}</p>' for line in kept]
            if not lines:
                parts.append(f'<p style="margin:0 0 2px 10px; color:{c.text2}">'
                             f"{escape(self._texts.say('panel', 'chart-nothing', {}))}</p>")  # fmt: skip
        if self._c.reconstructed:
            foot = f"{OURS} {self._texts.say('panel', 'chart-ours', {})}"
            parts.append(f'<p style="margin:10px 0 2px 0; color:{c.text2}"><i>{escape(foot)}</i></p>')
        self.setHtml("".join(parts))

    def lines(self, setup: str, turn: int) -> Iterator[str]:
        """What a turn brings, in sentences; what nobody printed is marked."""
        page = self._c.setups[setup].turns[turn]
        say = self._texts.say
        for removal in page.removals:
            yield from self._removal(turn, removal)
        for older, younger in page.replacements:
            said = say("panel", "chart-replaced", {"older": older, "younger": younger})
            yield self._marked(turn, younger, "replacement", said)
        for nation, on in enumerate(page.nations):
            if self._c.setups[setup].owner[nation] != NONE:
                yield from self._nation(turn, nation, on)
        everybody = (1 << len(self._c.nations)) - 1
        if page.scoring == everybody:
            yield self._marked(turn, NONE, "scoring", say("panel", "chart-counts-all", {}))
        elif page.scoring:
            counted = tuple(n for n in range(len(self._c.nations)) if page.scoring >> n & 1)
            said = say("panel", "chart-counts", {"nations": counted})
            yield self._marked(turn, NONE, "scoring", said)

    def _nation(self, turn: int, nation: int, on: NationTurn) -> Iterator[str]:
        def said(kind: str, code: str, **params: object) -> str:
            words = self._texts.say("panel", f"chart-{code}", {"nation": nation, **params})
            return self._marked(turn, nation, kind, words)

        for arrival in on.arrivals:
            yield self._marked(turn, nation, "invasion", self._arrival(nation, arrival))
        if on.reinforcement is not None:
            yield said("reinforcement", "more", armies=on.reinforcement.number)
        if on.top_up is not None:
            yield said("reinforcement", "top-up", armies=on.top_up.up_to, place=on.top_up.sea)
        for leader in on.leaders_in:
            yield said("leader", "leader", leader=leader)
        if on.major:
            yield said("major_invasion", "major")
        if on.boats:
            yield said("boats", "boats")
        for removal in on.removals:
            yield from self._removal(turn, removal)

    def _marked(self, turn: int, nation: int, kind: str, words: str) -> str:
        ours = (turn, nation, kind) in self._c.reconstructed
        return f"{words} {OURS}" if ours else words

    def _arrival(self, nation: int, arrival: Arrival) -> str:
        params: dict[str, object] = {"nation": nation, "armies": arrival.number}
        if arrival.foreign != NONE:
            return self._texts.say("panel", "chart-from", {**params, "foreign": arrival.foreign})
        if arrival.sea != NONE:
            return self._texts.say("panel", "chart-sea", {**params, "place": arrival.sea})
        return self._texts.say("panel", "chart-in", {**params, "areas": tuple(a for a, _ in arrival.areas)})

    def _removal(self, turn: int, removal: Removal) -> Iterator[str]:
        say = self._texts.say
        if removal.armies:
            said = say("panel", "chart-off", {"nation": removal.nation, "armies": removal.armies})
            yield self._marked(turn, removal.nation, "removal", said)
        if removal.leader != NONE:
            yield say("panel", "chart-leader-off", {"leader": removal.leader})
