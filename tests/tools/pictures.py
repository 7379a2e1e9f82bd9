"""Makes the pictures of the README anew, or (`--all`) one of every page, to be judged by eye.

    python -m tests.tools.pictures [--to FOLDER] [--all] [--size 1280x800] [--dark] [--text 150] [ONLY ...]

The pages are those people see, in the window they see; positions are set by hand, so that the pictures come
out the same each time.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QDeadlineTimer, QSettings, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from core.dice import ScriptedDice
from core.registry import find_game
from maharaja_qt.cli.match import Match, play_match
from maharaja_qt.frame.settings import SettingsDialog
from maharaja_qt.frame.window import Window
from maharaja_qt.theme import theme
from net.keyring import Keyring
from tests.empires.board import Board
from tests.qt import hands
from tests.qt.positions import gupta_board
from tests.qt.sitting import Sitting

README = Path(__file__).parents[2] / "resources" / "readme"
IN_README = ("board", "drag", "battle", "scores")
PATIENCE_MS = 20_000
_STEP = 6


class Studio:
    """One window, and what is set before it."""

    def __init__(self, folder: Path, size: tuple[int, int], mode: str, percent: int) -> None:
        self.folder = folder
        settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
        for name, value in (("theme", mode), ("text", percent), ("motion", "off"), ("dice", "at-once")):
            settings.setValue(f"choice/{name}", value)
        settings.setValue("name", "Meera")
        self.window = Window(settings, Keyring())
        self.window.resize(*size)
        self.window.show()
        self.settle()

    def until(self, what: Callable[[], object]) -> None:
        """Lets the window live until it is so."""
        patience = QDeadlineTimer(PATIENCE_MS)
        while not what():
            if patience.hasExpired():
                raise TimeoutError("a page does not come")
            QApplication.processEvents()

    def settle(self) -> None:
        """Until everything has been laid out."""
        for _ in range(20):
            QApplication.processEvents()

    def sit(self, board: Board) -> Sitting:
        """A table in the window: a position set by hand, played from the seat that is asked."""
        area = self.window.pages.size()
        made = Sitting(
            board, [board.ask.seat], size=(area.width(), area.height()), preferences=self.window.preferences
        )
        made.page.status.connect(self.window.say)
        visits = self.window.visits
        visits.table = made.page  # as if one had come here over the network
        visits.pages.addWidget(made.page)
        visits.pages.setCurrentWidget(made.page)
        visits.changed.emit()
        made.map.setFocus()
        self.settle()
        return made

    def keep(self, name: str, widget: QWidget | None = None) -> Path:
        """What is seen, with every tile of the map sharp."""
        self.settle()
        page = self.window.board_page()
        if page is not None:
            page.presenter.board.whole_picture()  # type: ignore[attr-defined]  # boards have it
        path = self.folder / f"{name}.png"
        shot = (widget or self.window).grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
        colours = np.frombuffer(shot.bits(), np.uint8).reshape(shot.height(), shot.bytesPerLine())
        # Every sixth step of a colour will do for an eye, and takes much less room.
        coarse = np.minimum((colours.astype(np.uint16) + _STEP // 2) // _STEP * _STEP, 255).astype(np.uint8)
        QImage(
            coarse.tobytes(), shot.width(), shot.height(), shot.bytesPerLine(), QImage.Format.Format_RGB888
        ).save(str(path), "PNG", 0)  # type: ignore[call-overload]  # the stubs know no bytes here
        return path

    # ---------------------------------------------------------------------------------- the pages

    def start(self) -> None:
        """The start page."""
        self.window.pages.setCurrentWidget(self.window.start)
        self.until(lambda: all(not card.picture.grab().isNull() for card in self.window.start.cards.values()))
        self.keep("start")

    def lobby(self) -> None:
        """A table of one's own before it begins."""
        self.window.new_game("empires")
        self.until(lambda: self.window.lobby is not None)
        client = self.window.client
        assert client is not None
        self.until(
            lambda: client.room is not None and all(seat.owner or seat.ai for seat in client.room.seats)
        )
        self.keep("lobby")
        self.window.leave()

    def board(self) -> None:
        """Turn 7: the Guptas before their march."""
        self.sit(gupta_board())
        self.keep("board")

    def drag(self) -> None:
        """An army held over an enemy, with the odds."""
        sitting = self.sit(gupta_board())
        hands.drag(sitting.map, sitting.at("Agra"), sitting.free("Delhi"), drop=False)
        self.keep("drag")
        hands.key(sitting.map, Qt.Key.Key_Escape)

    def card(self) -> None:
        """What there is to say of an area."""
        sitting = self.sit(gupta_board())
        hands.double_click(sitting.map, sitting.free("Karnatak"))
        self.keep("card")

    def battle(self) -> None:
        """A battle after its first round, with somebody asked."""
        board = gupta_board()
        board.dice = ScriptedDice([5, 2, 6, 1, 3, 1, 5, 6])
        board.march("Agra", "Delhi", armies=3, escorts="Chandra")
        board.march("Oudh", "Delhi", armies=2)
        sitting = self.sit(board)
        sitting.page.done()
        self.keep("battle")

    def scores(self) -> None:
        """The replay of a whole game late in it, with the points of everybody."""
        file = self._whole_game()
        self.window.replay(file)
        self.until(lambda: self.window.visits.replay is not None)
        page = self.window.visits.replay
        assert page is not None
        page.slider.setValue(page.slider.maximum() * 4 // 5)
        for name in ("score", "points"):
            page.dock(name).bring()
            self.settle()
        self.keep("scores")
        self.window.visits.close_replay()

    def replay(self) -> None:
        """A game to look at."""
        self.window.replay(self._whole_game())
        self.until(lambda: self.window.visits.replay is not None)
        page = self.window.visits.replay
        assert page is not None
        page.slider.setValue(page.slider.maximum() // 2)
        self.keep("replay")
        self.window.visits.close_replay()

    def settings(self) -> None:
        """All that can be chosen."""
        dialog = SettingsDialog(self.window.preferences, self.window)
        dialog.show()
        self.keep("settings", dialog)
        dialog.close()

    def _whole_game(self) -> Path:
        file = self.folder / "whole.maharaja"
        if not file.exists():
            play_match(Match("empires", {}, ["basic"] * 4, 5, None), find_game("empires"), 1, file)
        return file


PAGES = ("start", "lobby", "board", "card", "drag", "battle", "scores", "replay", "settings")


def main(args: Sequence[str]) -> int:
    """Makes those that are wanted."""
    asked = argparse.ArgumentParser(prog="pictures", description=__doc__.splitlines()[0])
    asked.add_argument("only", nargs="*", metavar="PAGE", help=", ".join(PAGES))
    asked.add_argument("--to", type=Path, default=README)
    asked.add_argument("--all", action="store_true")
    asked.add_argument("--size", default="1280x800")
    asked.add_argument("--dark", action="store_true")
    asked.add_argument("--text", type=int, default=100)
    wanted = asked.parse_args(args)
    if unknown := set(wanted.only) - set(PAGES):
        asked.error(f"no such page: {', '.join(sorted(unknown))}")
    wide, _, high = wanted.size.partition("x")
    wanted.to.mkdir(parents=True, exist_ok=True)
    app = QApplication([])
    theme().apply()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("DATA", "CACHE", "STATE", "CONFIG"):
            os.environ[f"XDG_{name}_HOME"] = str(Path(folder) / name.lower())
        studio = Studio(Path(folder), (int(wide), int(high)), "dark" if wanted.dark else "light", wanted.text)
        for name in wanted.only or (PAGES if wanted.all else IN_README):
            getattr(studio, name)()
            made = Path(folder) / f"{name}.png"
            made.replace(wanted.to / made.name)
            print(wanted.to / made.name)
        studio.window.close()
    app.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
