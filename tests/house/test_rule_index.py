"""The rule index holds, and the tool that says so finds each kind of gap."""

from pathlib import Path

import pytest

from tests.tools.rule_index import faults, games, rule_functions, section_of
from tests.tools.source import ROOT

RULES = """
["5.12"]
summary = "an army may march two areas"
statements = { a = "over open land", b = "not into mountains" }
["5.13"]
summary = "what a march is called"
statements = {}
no_code = "a definition"
"""
CODE = """
from core.rules import rule

class March:
    @rule("5.12", permissive=True)
    def may(self): ...
"""
TESTS = """
import pytest

@pytest.mark.rule("5.12a", "5.12b")
def test_march(): ...
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for folder in ("resources/land", "core/games/land", "tests/land"):
        (tmp_path / folder).mkdir(parents=True)
    put(tmp_path)
    return tmp_path


def put(root: Path, rules: str = RULES, code: str = CODE, tests: str = TESTS) -> None:
    (root / "resources/land/rules.toml").write_text(rules, encoding="utf-8")
    (root / "core/games/land/march.py").write_text(code, encoding="utf-8")
    (root / "tests/land/test_march.py").write_text(tests, encoding="utf-8")


def test_every_rule_of_every_game_has_code_and_tests():
    assert faults(ROOT) == []


def test_a_whole_index_has_no_faults(tree: Path):
    assert faults(tree) == []


def test_functions_are_named_as_python_names_them(tree: Path):
    code = CODE + "\ndef outer():\n    @rule('5.12')\n    def inner(): ...\n"
    put(tree, code=code)
    (game,) = games(tree)
    names = [function.name for function in rule_functions(game, tree)]
    assert names == ["core.games.land.march:March.may", "core.games.land.march:outer.<locals>.inner"]


@pytest.mark.parametrize(
    "code",
    [
        "from core import rules\n@rules.rule('5.12')\ndef f(): ...",
        "import core.rules\n@core.rules.rule('5.12')\ndef f(): ...",
        "import core.rules as r\n@r.rule('5.12')\ndef f(): ...",
        "from core.rules import rule as enforces\n@enforces('5.12')\ndef f(): ...",
        "from ...rules import rule\n@rule('5.12')\ndef f(): ...",
    ],
)
def test_the_decorator_is_known_by_what_it_is(tree: Path, code: str):
    put(tree, code=code)
    assert faults(tree) == []


def test_another_decorator_of_the_same_name_does_not_count(tree: Path):
    put(tree, code=CODE.replace("core.rules", "hypothesis.stateful"))
    assert "section 5.12 has neither code nor a reason" in faults(tree)[0]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"code": ""}, "resources/land/rules.toml: section 5.12 has neither code nor a reason (no_code)"),
        ({"rules": RULES.replace("no_code", "note")}, "section 5.13 has neither code nor a reason (no_code)"),
        (
            {"code": CODE.replace("5.12", '5.12", "5.13')},
            "section 5.13 gives a reason for having no code, but has code",
        ),
        ({"rules": RULES.replace('"an army may march two areas"', '""')}, "section 5.12 has no summary"),
        (
            {"code": CODE.replace("5.12", '5.12", "9.9')},
            "march.py:5: core.games.land.march:March.may enforces 9.9",
        ),
        ({"tests": TESTS.replace(', "5.12b"', "")}, "statement 5.12b has no test"),
        (
            {"tests": TESTS.replace("5.12b", '5.12b", "5.12c')},
            "test_march.py:4: tests.land.test_march:test_march proves",
        ),
        ({"tests": TESTS.replace("def test_march", "def march")}, "march carries a mark but is no test"),
        ({"tests": TESTS + "@pytest.mark.rule(NAME)\ndef test_b(): ...\n"}, "rule ids must be plain strings"),
        ({"code": CODE + "@rule(NAME)\ndef g(): ...\n"}, "rule ids must be plain strings"),
    ],
)
def test_a_gap_is_reported(tree: Path, change: dict[str, str], fault: str):
    put(tree, **change)
    (found,) = faults(tree)
    assert fault in found


@pytest.mark.parametrize(
    "tests",
    [
        'import pytest\npytestmark = pytest.mark.rule("5.12a", "5.12b")\ndef test_a(): ...',
        'import pytest\n@pytest.mark.rule("5.12a")\nclass TestA:\n'
        '    @pytest.mark.rule("5.12b")\n    def test(self): ...',
        "from pytest import mark, param\n"
        '@mark.parametrize("x", [param(1, marks=mark.rule("5.12a", "5.12b"))])\ndef test_a(x): ...',
    ],
)
def test_marks_count_wherever_pytest_reads_them(tree: Path, tests: str):
    put(tree, tests=tests)
    assert faults(tree) == []


def test_a_game_among_the_tests_keeps_its_code_beside_them(tmp_path: Path):
    toy = tmp_path / "tests/toy"
    toy.mkdir(parents=True)
    (toy / "rules.toml").write_text(RULES, encoding="utf-8")
    (toy / "game.py").write_text(CODE, encoding="utf-8")
    (toy / "test_toy.py").write_text(TESTS, encoding="utf-8")
    assert faults(tmp_path) == []
    (toy / "game.py").unlink()
    assert faults(tmp_path) != []


def test_a_statement_knows_its_section():
    assert section_of("5.12a") == "5.12"
    assert section_of("5.12") == "5.12"
