"""Reading the project's own Python files as text and trees, without importing them."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGES = ("core", "net", "ai", "maharaja_qt", "resources")
ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Source:
    """One Python file of the project: where it is, what it is called and its tree."""

    path: Path
    place: str  # relative to the root, with slashes, for messages
    module: str
    tree: ast.Module

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"


def read(path: Path, root: Path) -> Source:
    """Parse one file."""
    relative = path.relative_to(root)
    names = relative.with_suffix("").parts
    if names[-1] == "__init__":
        names = names[:-1]
    tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
    return Source(path, relative.as_posix(), ".".join(names), tree)


def read_all(folder: Path, root: Path) -> Iterator[Source]:
    """Parse every Python file under a folder (or a single file), in a steady order."""
    paths = [folder] if folder.is_file() else sorted(folder.rglob("*.py"))
    for path in paths:
        yield read(path, root)


@dataclass(frozen=True)
class Import:
    """One imported name: `import module`, or `from module import name`."""

    line: int
    module: str
    name: str | None
    bound: str  # the local name that it gives


def imports_of(statement: ast.AST, source: Source) -> Iterator[Import]:
    """What one import statement brings in, relative imports resolved; nothing for any other node."""
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            yield Import(statement.lineno, alias.name, None, alias.asname or alias.name)
    elif isinstance(statement, ast.ImportFrom):
        module = _absolute(statement, source)
        for alias in statement.names:
            yield Import(statement.lineno, module, alias.name, alias.asname or alias.name)


def _absolute(statement: ast.ImportFrom, source: Source) -> str:
    if not statement.level:
        return statement.module or ""
    parents = source.module.split(".")
    drop = statement.level - (1 if source.is_package else 0)
    base = parents[: len(parents) - drop]
    return ".".join([*base, statement.module] if statement.module else base)
