"""What the program is, its version, and the licences of all it is made of."""

from __future__ import annotations

from importlib import metadata

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QPlainTextEdit, QVBoxLayout, QWidget

from maharaja_qt.frame.widgets import button, plain

PARTS = (
    "PySide6-Essentials", "fontpkg-eb-garamond", "fontpkg-source-sans-3", "ifaddr", "msgpack", "msgspec",
    "numba", "numpy", "platformdirs", "tqdm", "zeroconf",
)  # fmt: skip
_SIGNS = ("licen", "copying", "ofl", "notice")


class About(QDialog):
    """A list of parts, and the licence of the one chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("About Maharaja"))
        self.resize(760, 520)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.addWidget(plain(f"Maharaja {_version('maharaja')}", "title"))
        column.addWidget(plain(self.tr("Board games of India, for one table. MIT licence."), wrap=True))
        self.parts = QListWidget()
        self.parts.setAccessibleName(self.tr("What the program is made of"))
        self.parts.addItems(("maharaja", *PARTS))
        self.parts.setFixedWidth(200)
        self.words = QPlainTextEdit()
        self.words.setAccessibleName(self.tr("Licence"))
        self.words.setReadOnly(True)
        self.words.setTabChangesFocus(True)
        self.parts.currentTextChanged.connect(lambda name: self.words.setPlainText(licence(name)))
        self.parts.setCurrentRow(0)
        row = QHBoxLayout()
        row.addWidget(self.parts)
        row.addWidget(self.words, 1)
        column.addLayout(row, 1)
        close = button(self.tr("Close"), main=True)
        close.clicked.connect(self.accept)
        column.addWidget(close, alignment=Qt.AlignmentFlag.AlignRight)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def licence(name: str) -> str:
    """Name, version, the licence in a word, and its texts as far as the part brings them."""
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return ""
    named = found.metadata.json
    short = str(named.get("license_expression") or named.get("license") or "").splitlines()
    texts = [f"{name} {found.version}", short[0] if short else ""]
    for file in found.files or ():
        if any(sign in file.name.casefold() for sign in _SIGNS) and not file.name.endswith(".py"):
            try:
                texts.append(file.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError):
                continue  # named in the package but not there
    return "\n\n".join(filter(None, texts))
