"""The computer players in words, as every list of them shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QComboBox, QMenu

from ai.registry import levels, policy_names, usual_policy
from core.game import AnyGame
from core.texts import Texts

SHOWN: Final = "AI: normal"
"""As much of who plays is in sight however narrow the window is."""


class PlayerBox(QComboBox):
    """As wide as its longest words where there is room."""

    def showPopup(self) -> None:
        """The list as high and as wide as all its rows: Qt forgets what the style sheet puts around them."""
        view, rows = self.view(), range(min(self.count(), self.maxVisibleItems()))
        frame = 2 * view.frameWidth()
        view.setMinimumHeight(sum(view.sizeHintForRow(row) for row in rows) + frame)
        super().showPopup()
        view.scrollTo(view.currentIndex())

    def minimumSizeHint(self) -> QSize:
        """Enough for a level."""
        least = super().minimumSizeHint()
        words = [self.itemText(number) for number in range(self.count())]
        wide = self.fontMetrics().horizontalAdvance
        spare = max((wide(each) for each in words), default=0) - wide(SHOWN)
        return QSize(least.width() - max(spare, 0), least.height())


def players(game: AnyGame, texts: Texts) -> tuple[Sequence[tuple[str, str]], Sequence[tuple[str, str]]]:
    """(name, words) of the levels, the weakest first, and of the sparring partners, the strongest first."""
    found = levels(game)
    others = [name for name in reversed(policy_names(game)) if name not in found]
    return (
        [(name, texts.say("policy", name, {})) for name in found],
        [(name, texts.say("player", "sparring", {"policy": name})) for name in others],
    )


def fill_menu(menu: QMenu, game: AnyGame, texts: Texts, form: str, chosen: Callable[[str], object]) -> None:
    """An entry for each, the usual one marked; `form` has a field `policy`."""
    groups, usual = players(game, texts), usual_policy(game)
    for group in groups:
        for name, words in group:
            action = menu.addAction(form.format(policy=words), partial(chosen, name))
            if name == usual:
                menu.setDefaultAction(action)
        if group is groups[0] and groups[1]:
            menu.addSeparator()


def fill_box(box: QComboBox, game: AnyGame, texts: Texts, form: str, prefix: str = "") -> None:
    """An item for each after those there are, with `prefix` and the name as its data."""
    for group in players(game, texts):
        if group and box.count():
            box.insertSeparator(box.count())
        for name, words in group:
            box.addItem(form.format(policy=words), prefix + name)
    view = box.view()  # as wide as its words, also where the box itself is narrower
    view.setMinimumWidth(view.sizeHintForColumn(0) + view.verticalScrollBar().sizeHint().width())
