"""Switch each function that enforces a rule to its permissive answer, and see a test of that rule go red.

`python -m tests.tools.mutants [--game toy] [--only marches]` prints the survivors and fails if there is any.
`core.rules` reads MAHARAJA_MUTANT (`module:qualname`) and replaces that one function.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tqdm import tqdm

from tests.tools.rule_index import Game, Marked, games, rule_functions
from tests.tools.source import ROOT

TOGETHER = 2
LIMIT_S = 300
# What pytest's exit code says about a mutant.
KILLED = 1
VERDICTS = {0: "survived: no test of {sections} went red", 5: "survived: no test carries {sections}"}


def run(game: Game, sections: Iterable[str], mutant: str = "", root: Path = ROOT) -> tuple[int, str]:
    """Run the game's tests of these sections, perhaps with a mutant; pytest's exit code and last line."""
    command = [sys.executable, "-m", "pytest", str(game.tests.relative_to(root)), "-q", "-x", "--tb=no"]
    command += ["-p", "no:cacheprovider", "--hypothesis-profile=mutants"]
    command += [f"--rule-sections={','.join(sections)}"]
    # Marks are put on the Python functions.
    environment = {**os.environ, "MAHARAJA_MUTANT": mutant, "MAHARAJA_COMPILED": "no"}
    try:
        done = subprocess.run(
            command,
            cwd=root,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return KILLED, f"still running after {LIMIT_S} s"
    lines = (done.stdout + done.stderr).strip().splitlines()
    return done.returncode, lines[-1] if lines else ""


def verdict(game: Game, function: Marked, root: Path = ROOT) -> str:
    """Empty if a test went red; else what is wrong, with the function's place."""
    code, last = run(game, function.ids, function.name, root)
    if code == KILLED:
        return ""
    what = VERDICTS.get(code, f"pytest could not run (exit code {code}): {last}")
    return f"{function.where}: {function.name} {what.format(sections=', '.join(function.ids))}"


def survivors(chosen: list[Game], only: str = "", root: Path = ROOT) -> tuple[int, list[str]]:
    """How many mutants ran, and what is wrong with those that no test noticed."""
    work = []
    found = []
    for game in chosen:
        functions = [function for function in rule_functions(game, root) if only in function.name]
        if not functions:
            continue
        # Tests that are red anyway would kill every mutant.
        sections = {section for function in functions for section in function.ids}
        code, last = run(game, sorted(sections), "", root)
        if code in (0, 5):
            work += [(game, function) for function in functions]
        else:
            found.append(f"{game.name}: the tests fail without any mutant (exit code {code}): {last}")
    with ThreadPoolExecutor(TOGETHER) as pool:
        results = pool.map(lambda pair: verdict(pair[0], pair[1], root), work)
        found += [line for line in tqdm(results, "mutants", len(work), file=sys.stderr, disable=None) if line]
    return len(work), found


def main() -> int:
    parser = argparse.ArgumentParser("mutants", description="Does a test notice an unenforced rule?")
    parser.add_argument("--game", help="only this game, such as toy")
    parser.add_argument("--only", default="", help="only functions whose module:qualname contains this")
    arguments = parser.parse_args()
    chosen = [game for game in games(ROOT) if arguments.game in (None, game.name)]
    if not chosen:
        print(f"mutants: no rules.toml of {arguments.game or 'any game'}")
        return 2
    count, found = survivors(chosen, arguments.only)
    for line in found:
        print(line)
    if not count and not found:
        print(f"mutants: no function with @rule matches {arguments.only!r}")
        return 2
    print(f"{count} mutants, {len(found)} not noticed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
