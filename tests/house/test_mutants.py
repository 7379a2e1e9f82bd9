"""The mutants tool tells a rule that a test guards from one that no test does."""

import os
from pathlib import Path

import pytest

from tests.tools.mutants import survivors
from tests.tools.rule_index import games
from tests.tools.source import ROOT

RULES = """
["1"]
summary = "a guarded rule"
statements = { a = "holds" }
["2"]
summary = "a rule that is not looked at"
statements = { a = "holds" }
["3"]
summary = "a rule without a test"
statements = { a = "holds" }
"""
# Stands for core/rules.py: the mutant's function returns True.
DECORATOR = """
import os

def rule(*sections):
    def mark(function):
        name = f"{function.__module__}:{function.__qualname__}"
        return (lambda: True) if os.environ.get("MAHARAJA_MUTANT") == name else function
    return mark
"""
CODE = """
from core.rules import rule

@rule("1")
def guarded(): return False

@rule("2")
def unguarded(): return False

@rule("3")
def untested(): return False
"""
TESTS = """
import pytest
from core.games.land import march

@pytest.mark.rule("1a")
def test_guarded(): assert not march.guarded()

@pytest.mark.rule("2a")
def test_unguarded(): march.unguarded()

def test_unmarked(): assert not (march.unguarded() or march.untested())
"""
PYTEST = """
[tool.pytest.ini_options]
addopts = "--import-mode=importlib -p no:pytest-qt"
markers = "rule(id)"
"""


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small project with our conftest; its own `core` comes first on the path."""
    files = {
        "pyproject.toml": PYTEST,
        "core/__init__.py": "",
        "core/rules.py": DECORATOR,
        "core/games/__init__.py": "",
        "core/games/land/__init__.py": "",
        "core/games/land/march.py": CODE,
        "resources/land/rules.toml": RULES,
        "tests/__init__.py": "",
        "tests/conftest.py": (ROOT / "tests/conftest.py").read_text(encoding="utf-8"),
        "tests/tools/__init__.py": "",
        "tests/tools/source.py": (ROOT / "tests/tools/source.py").read_text(encoding="utf-8"),
        "tests/tools/rule_index.py": (ROOT / "tests/tools/rule_index.py").read_text(encoding="utf-8"),
        "tests/land/__init__.py": "",
        "tests/land/test_march.py": TESTS,
    }
    for place, text in files.items():
        path = tmp_path / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    for name in [name for name in os.environ if name.startswith("PYTEST_")]:
        monkeypatch.delenv(name)
    return tmp_path


def test_only_rules_that_a_marked_test_guards_are_noticed(tree: Path):
    count, found = survivors(games(tree), root=tree)
    assert count == 3
    assert [line.partition(": ")[2] for line in found] == [
        "core.games.land.march:unguarded survived: no test of 2 went red",
        "core.games.land.march:untested survived: no test carries 3",
    ]


def test_tests_that_are_red_anyway_prove_nothing(tree: Path):
    path = tree / "tests/land/test_march.py"
    path.write_text(TESTS.replace("assert not march.guarded()", "assert march.guarded()"), encoding="utf-8")
    count, (line,) = survivors(games(tree), root=tree)
    assert count == 0
    assert line.startswith("land: the tests fail without any mutant (exit code 1)")


def test_tests_that_cannot_be_collected_are_an_error(tree: Path):
    """A mutant that breaks the import of the tests has not been noticed by any test."""
    path = tree / "tests/land/test_march.py"
    path.write_text(TESTS + "\nassert not march.guarded()\n", encoding="utf-8")
    count, (line,) = survivors(games(tree), only=":guarded", root=tree)
    assert count == 1
    assert "pytest could not run (exit code 2)" in line
