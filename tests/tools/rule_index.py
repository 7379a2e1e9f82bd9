"""Every section of every rulebook has code or a stated reason, and every statement has a test.

`python -m tests.tools.rule_index` prints one line per fault and fails if there is any.

A game's `rules.toml` has one table per section:

    ["5.12"]
    summary = "an army may march two areas"
    statements = { a = "over open land", b = "not into mountains" }
    no_code = "why no function enforces it"          # only where none does

The code marks a function with `@rule("5.12")`, a test with `@pytest.mark.rule("5.12a")`.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import ascii_lowercase

from tests.tools.source import ROOT, Source, imports_of, read_all

DECORATOR = "core.rules.rule"
MARK = "pytest.mark.rule"


@dataclass(frozen=True)
class Game:
    """Where a game keeps its rules, its code and its tests."""

    name: str
    rules: Path
    code: Path
    tests: Path


@dataclass(frozen=True)
class Marked:
    """A function that enforces sections, or a test that proves statements."""

    where: str  # file:line
    name: str  # module:qualname
    ids: tuple[str, ...]
    fault: str = ""


def section_of(statement: str) -> str:
    """`5.12a` is a statement of section `5.12`."""
    return statement.rstrip(ascii_lowercase)


def games(root: Path) -> list[Game]:
    """Every game with a rulebook; the toy game lives among the tests, with its code beside them."""
    found = []
    for rules in sorted(root.glob("resources/*/rules.toml")):
        name = rules.parent.name
        package = root / "core/games" / name
        code = package if package.is_dir() else package.with_suffix(".py")
        found.append(Game(name, rules, code, root / "tests" / name))
    among_tests = sorted(root.glob("tests/*/rules.toml"))
    return found + [Game(rules.parent.name, rules, rules.parent, rules.parent) for rules in among_tests]


def rule_functions(game: Game, root: Path) -> list[Marked]:
    """The functions of a game that carry `@rule`."""
    if not game.code.exists():
        return []
    sources = (source for source in read_all(game.code, root) if not _is_test(source.path))
    return [marked for source in sources for marked in _marked_functions(source, DECORATOR)]


def rule_tests(game: Game, root: Path) -> list[Marked]:
    """The marks of a game's tests: on a test, on a class of tests, on a module or on one parameter set."""
    if not game.tests.exists():
        return []
    sources = (source for source in read_all(game.tests, root) if _is_test(source.path))
    return [marked for source in sources for marked in _marks(source)]


def faults(root: Path) -> list[str]:
    """Everything that is missing or unknown, each as `file:line: what` or `file: what`."""
    return [fault for game in games(root) for fault in _faults(game, root)]


def _faults(game: Game, root: Path) -> Iterator[str]:
    place = game.rules.relative_to(root).as_posix()
    sections = tomllib.loads(game.rules.read_text(encoding="utf-8"))
    statements = {section + letter for section, entry in sections.items() for letter in entry["statements"]}
    functions, tests = rule_functions(game, root), rule_tests(game, root)
    coded = {section for marked in functions for section in marked.ids}
    tested = {statement for marked in tests for statement in marked.ids}

    for marked in [*functions, *tests]:
        if marked.fault:
            yield f"{marked.where}: {marked.fault}"
    for marked in functions:
        for section in sorted(set(marked.ids) - set(sections)):
            yield f"{marked.where}: {marked.name} enforces {section}, which {place} does not have"
    for marked in tests:
        for statement in sorted(set(marked.ids) - statements):
            yield f"{marked.where}: {marked.name} proves {statement}, which {place} does not have"
    for section, entry in sections.items():
        if section != section_of(section):
            yield f"{place}: section {section} ends with a letter, expected it among the statements"
        if not entry.get("summary"):
            yield f"{place}: section {section} has no summary"
        if section in coded and "no_code" in entry:
            yield f"{place}: section {section} gives a reason for having no code, but has code"
        if section not in coded and not entry.get("no_code"):
            yield f"{place}: section {section} has neither code nor a reason (no_code)"
    for statement in sorted(statements - tested):
        yield f"{place}: statement {statement} has no test"


def _is_test(path: Path) -> bool:
    return path.name.startswith("test_") or path.name == "conftest.py"


def _marked_functions(source: Source, decorator: str) -> Iterator[Marked]:
    names = _names_of(source)
    for function, qualname in _definitions(source.tree, ""):
        if not isinstance(function, ast.ClassDef):
            for call in _calls(function.decorator_list, names, decorator):
                yield _marked(call, source, qualname)


def _marks(source: Source) -> Iterator[Marked]:
    names = _names_of(source)
    decorators = set[ast.AST]()
    for definition, qualname in _definitions(source.tree, ""):
        for call in _calls(definition.decorator_list, names, MARK):
            decorators.add(call)
            runs = definition.name.startswith(("test", "Test"))
            yield _marked(call, source, qualname, "" if runs else f"{qualname} carries a mark but is no test")
    for call in _calls(list(ast.walk(source.tree)), names, MARK):
        if call not in decorators:
            yield _marked(call, source, "")


def _marked(call: ast.Call, source: Source, qualname: str, fault: str = "") -> Marked:
    values = [argument.value for argument in call.args if isinstance(argument, ast.Constant)]
    ids = tuple(value for value in values if isinstance(value, str))
    if not ids or len(ids) < len(call.args):
        fault = "rule ids must be plain strings, so that they can be found by reading"
    return Marked(f"{source.place}:{call.lineno}", f"{source.module}:{qualname}", ids, fault)


def _calls(nodes: list[ast.expr] | list[ast.AST], names: dict[str, str], target: str) -> Iterator[ast.Call]:
    """The calls among the nodes whose function is the target, whatever it was imported as."""
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            head, dot, rest = ast.unparse(node.func).partition(".")
            if f"{names.get(head, head)}{dot}{rest}" == target:
                yield node


def _names_of(source: Source) -> dict[str, str]:
    """What each imported local name stands for."""
    names = {}
    for node in ast.walk(source.tree):
        for item in imports_of(node, source):
            if item.name:
                names[item.bound] = f"{item.module}.{item.name}"
            elif item.bound != item.module:
                names[item.bound] = item.module
    return names


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _definitions(node: ast.AST, prefix: str) -> Iterator[tuple[Definition, str]]:
    """Every function and class with its `__qualname__`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition):
            qualname = prefix + child.name
            yield child, qualname
            inner = "." if isinstance(child, ast.ClassDef) else ".<locals>."
            yield from _definitions(child, qualname + inner)
        else:
            yield from _definitions(child, prefix)


def main() -> int:
    found = faults(ROOT)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
