"""Which package may import which, and what the command line may load before it knows what to do.

`python -m tests.tools.arrows` prints one line per violation and fails if there is any.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.tools.source import PACKAGES, ROOT, Import, Source, imports_of, read_all

# What each package may import besides itself. `None`: the standard library as well.
ALLOWED = {
    "core": {"msgspec"},
    "ai": {"core", "msgspec", "numpy"},
    "net": {"core", "ifaddr", "msgpack", "msgspec", "zeroconf"},
    "maharaja_qt": {
        "ai", "core", "distributed", "matplotlib", "msgpack", "msgspec", "net", "numpy", "platformdirs",
        "PySide6", "resources", "tqdm", "zeroconf",
    },
    "resources": set[str](),
}  # fmt: skip
# The chess move generator alone is compiled, and finds where to keep that.
ALSO = {"core.games.chess": {"llvmlite", "numba", "numpy", "platformdirs"}}
# The rules know no socket and no screen.
NEVER_IN_CORE = {"asyncio", "selectors", "socket", "ssl", "tkinter"}
# Exist on one kind of system only, so they stand in a guarded block or inside a function.
ONE_SYSTEM = {
    "fcntl", "grp", "msvcrt", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty", "winreg",
    "winsound",
}  # fmt: skip
# Slow to load, so never on the way to `maharaja --help`.
HEAVY = {"PySide6", "distributed", "matplotlib", "msgpack", "numba", "numpy", "zeroconf"}
ENTRY = "maharaja_qt.cli"


def violations(root: Path) -> list[str]:
    """Every import that breaks an arrow, each as `file:line: what, expected`."""
    sources = [source for name in PACKAGES for source in read_all(root / name, root)]
    found = [line for source in sources for line in _against_arrows(source)]
    return found + list(_heavy_at_start({source.module: source for source in sources}))


def _against_arrows(source: Source) -> Iterator[str]:
    package = source.module.partition(".")[0]
    allowed = {package} | ALLOWED[package]
    for prefix, extra in ALSO.items():
        if _inside(source.module, prefix):
            allowed |= extra
    guarded = set(_guarded(source.tree))
    for node in ast.walk(source.tree):
        for item in imports_of(node, source):
            top = item.module.partition(".")[0]
            where = f"{source.place}:{item.line}"
            if package == "resources":
                yield f"{where}: resources imports {top}, expected data only"
            elif top in ONE_SYSTEM and node not in guarded:
                yield f"{where}: {top} exists on one kind of system only, expected in try, if or def"
            elif package == "core" and top in NEVER_IN_CORE:
                yield f"{where}: core imports {top}, expected rules without sockets and screens"
            elif top not in allowed and top not in sys.stdlib_module_names:
                names = ", ".join(sorted(allowed - {package})) or "nothing else"
                yield f"{where}: {package} imports {top}, expected only {names}"


def _guarded(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Try | ast.If | ast.FunctionDef | ast.AsyncFunctionDef):
            yield from ast.walk(node)


def _heavy_at_start(sources: dict[str, Source]) -> Iterator[str]:
    """Follow the imports that run when the command line is loaded."""
    waiting = [ENTRY]
    seen = set[str]()
    while waiting:
        module = waiting.pop()
        if module in seen or module not in sources:
            continue
        seen.add(module)
        source = sources[module]
        waiting.append(module.rpartition(".")[0])
        for item in _at_load(source.tree.body, source):
            top = item.module.partition(".")[0]
            if top in HEAVY:
                yield (
                    f"{source.place}:{item.line}: {ENTRY} loads {top} at start, "
                    "expected an import inside the function that needs it"
                )
            waiting.append(item.module)
            if item.name:
                waiting.append(f"{item.module}.{item.name}")


def _at_load(body: list[ast.stmt], source: Source) -> Iterator[Import]:
    """The imports that run when a module does: all but those in functions and for the type checker."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if isinstance(statement, ast.If) and "TYPE_CHECKING" in ast.unparse(statement.test):
            yield from _at_load(statement.orelse, source)
            continue
        yield from imports_of(statement, source)
        for part in ast.iter_child_nodes(statement):
            if isinstance(part, ast.stmt):
                yield from _at_load([part], source)
            elif isinstance(part, ast.ExceptHandler | ast.match_case):
                yield from _at_load(part.body, source)


def _inside(module: str, prefix: str) -> bool:
    return module == prefix or module.startswith(prefix + ".")


def main() -> int:
    found = violations(ROOT)
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
