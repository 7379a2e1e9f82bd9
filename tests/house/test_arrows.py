"""The import arrows hold, and the tool that says so finds each kind of wrong import."""

from pathlib import Path

import pytest

from tests.tools.arrows import violations
from tests.tools.source import PACKAGES, ROOT


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name in PACKAGES:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    write(tmp_path, "maharaja_qt/cli.py", "import argparse")
    return tmp_path


def write(root: Path, place: str, text: str) -> None:
    path = root / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n", encoding="utf-8")


def test_the_project_keeps_its_arrows():
    assert violations(ROOT) == []


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("core/a.py", "import json, msgspec\nfrom core.b import c\nfrom . import d"),
        ("core/games/chess/moves.py", "import numpy\nfrom numba import njit"),
        ("core/record.py", "try:\n    import fcntl\nexcept ImportError:\n    import msvcrt"),
        ("ai/a.py", "import numpy, msgspec, core.kit\nimport multiprocessing"),
        ("net/a.py", "import asyncio, socket, msgpack, msgspec, zeroconf, core.table"),
        ("maharaja_qt/window.py", "import PySide6.QtCore, matplotlib, tqdm, ai, net, core, resources"),
    ],
)
def test_what_is_allowed_is_not_reported(tree: Path, place: str, text: str):
    write(tree, place, text)
    assert violations(tree) == []


@pytest.mark.parametrize(
    ("place", "text", "what"),
    [
        ("core/a.py", "import numpy", "core imports numpy, expected only msgspec"),
        ("core/a.py", "import ai.x", "core imports ai"),
        ("core/a.py", "from maharaja_qt import cli", "core imports maharaja_qt"),
        ("core/a.py", "def f():\n    import socket", "core imports socket"),
        ("core/games/chessy/a.py", "import numpy", "core imports numpy"),
        ("ai/a.py", "from net import x", "ai imports net"),
        ("ai/a.py", "import msgpack", "ai imports msgpack"),
        ("net/a.py", "def f():\n    from ai import x", "net imports ai"),
        ("net/a.py", "import numpy", "net imports numpy"),
        ("net/a.py", "from tests.toy import game", "net imports tests"),
        ("resources/__init__.py", "import json", "resources imports json, expected data only"),
        ("maharaja_qt/a.py", "import requests", "maharaja_qt imports requests"),
        ("core/a.py", "import fcntl", "fcntl exists on one kind of system only"),
    ],
)
def test_a_wrong_import_is_reported_with_its_place(tree: Path, place: str, text: str, what: str):
    write(tree, place, text)
    (line,) = violations(tree)
    assert line.startswith(f"{place}:{len(text.splitlines())}: ")
    assert what in line


def test_a_relative_import_is_resolved(tree: Path):
    write(
        tree,
        "core/games/toy/__init__.py",
        "from ... import numpy_like\nfrom ..chess import moves\nfrom . import a",
    )
    assert violations(tree) == []


@pytest.mark.parametrize(
    "text",
    [
        "import numpy",
        "from core import slow",
        "import core.slow",
        "from core.slow import thing",
        "if True:\n    import core.slow",
        "try:\n    import zeroconf\nexcept ImportError:\n    pass",
        "class A:\n    import core.slow",
    ],
)
def test_a_heavy_module_at_start_is_reported(tree: Path, text: str):
    write(tree, "core/games/chess/moves.py", "import numpy")
    write(tree, "core/slow.py", "from core.games.chess import moves")
    write(tree, "maharaja_qt/cli.py", text)
    (line,) = violations(tree)
    assert "maharaja_qt.cli loads" in line


@pytest.mark.parametrize(
    "text",
    [
        "def main():\n    import numpy",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy",
        "class A:\n    def f(self):\n        import PySide6.QtCore",
    ],
)
def test_a_heavy_module_imported_later_is_not_reported(tree: Path, text: str):
    write(tree, "maharaja_qt/cli.py", text)
    assert violations(tree) == []
