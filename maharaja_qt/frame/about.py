"""What the program is, its version and licences."""

from __future__ import annotations

from importlib import metadata

from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from maharaja_qt.frame.widgets import button, plain

PARTS = (
    "PySide6-Essentials", "fontpkg-eb-garamond", "fontpkg-source-sans-3", "ifaddr", "msgpack", "msgspec",
    "numpy", "platformdirs", "tqdm", "zeroconf",
)  # fmt: skip


class About(QDialog):
    """One page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About Maharaja"))
        self.resize(520, 400)
        column = QVBoxLayout(self)
        column.addWidget(plain(f"Maharaja {_version('maharaja')}", "title"))
        column.addWidget(plain(self.tr("Three board games of India, for one table. MIT licence."), wrap=True))
        parts = QPlainTextEdit()
        parts.setReadOnly(True)
        parts.setPlainText("\n".join(f"{name} {_version(name)}: {_licence(name)}" for name in PARTS))
        column.addWidget(parts)
        close = button(self.tr("Close"), main=True)
        close.clicked.connect(self.accept)
        column.addWidget(close)


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _licence(name: str) -> str:
    try:
        found = metadata.metadata(name).json
    except metadata.PackageNotFoundError:
        return ""
    named = str(found.get("license_expression") or found.get("license") or "")
    return named.splitlines()[0] if named else ""
