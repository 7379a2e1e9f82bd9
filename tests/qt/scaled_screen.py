"""Shows the board and the dialogs on a screen scaled by QT_SCALE_FACTOR; prints what is wrong."""

import sys

from PySide6.QtCore import QPoint, QPointF, QRect, QSettings, QSize
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from core.games.empires import game
from maharaja_qt.empires.board import EmpiresBoard
from maharaja_qt.frame.window import Window
from maharaja_qt.theme import theme
from net.keyring import Keyring
from tests.qt.positions import gupta


def board_faults(scale: float) -> list[str]:
    """On a board: is everything made for the pixels of the screen, and copied to them one to one?"""
    _, view, legal = gupta()
    board = EmpiresBoard(game)
    board.resize(640, 400)
    board.show(view)
    board.show()
    board.ask(legal)
    faults = []
    for zoom in (1.0, 2.0):
        board.restore(480, 400, zoom * board.camera.least)
        shown = board.whole_picture().toImage().convertToFormat(QImage.Format.Format_RGB32)
        if (shown.width(), shown.height()) != (round(640 * scale), round(400 * scale)):
            faults.append(f"the picture has {shown.width()} x {shown.height()} pixels")
        if board.tiles.missing(board.camera, QPointF()) or board.short():
            faults.append(f"at zoom {zoom} something is missing or stretched")
        level = board.camera.scale * scale
        sea = board.camera.to_view(250, 480)  # no name and no counter stands there
        at = QPoint(round(sea[0] * scale), round(sea[1] * scale))
        tiles = [(board.tiles.place(key, board.camera, scale), key) for key in board.tiles._made]
        [(place, key)] = [each for each in tiles if each[1][0].scale == level and each[0].contains(at)]
        part = QRect(at - QPoint(5, 5), QSize(10, 10)) & place
        copy = board.tiles._made[key].toImage().copy(part.translated(-place.topLeft()))
        if copy.convertToFormat(QImage.Format.Format_RGB32) != shown.copy(part):
            faults.append(f"at zoom {zoom} a tile is not copied as it is")
    for what, size, _ in board.layer.pictures._made:
        if size != int(size):
            faults.append(f"{what} is {size} pixels wide")
    return faults


def dialog_faults(settings: QSettings) -> list[str]:
    """Do window and dialogs fit on the screen?"""
    window = Window(settings, Keyring())
    window.show()
    screen = window.screen().availableGeometry()

    def fault(shown: QWidget) -> list[str]:
        fits = shown.size() == shown.size().boundedTo(screen.size())
        return [] if fits else [f"{type(shown).__name__} is {shown.size()} on {screen.size()}"]

    faults = fault(window)
    for show in (window.open_settings, window.about):
        show()
        dialog = next(each for each in window.findChildren(QDialog) if each.isVisible())
        faults += fault(dialog)
        dialog.close()
        dialog.deleteLater()
        QApplication.processEvents()
    window.close()
    return faults


def main() -> None:
    app = QApplication([])
    theme().apply()
    scale = float(sys.argv[1])
    found = app.primaryScreen().devicePixelRatio()
    faults = [] if found == scale else [f"the screen is scaled by {found}"]
    faults += board_faults(scale)
    faults += dialog_faults(QSettings(sys.argv[2], QSettings.Format.IniFormat))
    print(*faults, sep="\n")


if __name__ == "__main__":
    main()
