"""Compiles the rules of the 1994 game with mypyc into the environment; `core.compiled` finds them there.

Part of `make setup`, and `make compile` after a change. It never fails the set-up: where nothing can be
compiled the same rules run as Python, at two thirds of the speed.
"""

import contextlib
import io
import os
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path

from core.compiled import COMPILED, SOURCES, folder_of

GAME = "core/games/empires"
# Where the time goes. Modules with Structs stay as they are: msgspec makes those itself.
MODULES = (
    "answers", "arms", "arrivals", "battle", "battle_round", "building", "flow", "growth",
    "leaders", "leaving", "ledger", "march_rules", "movement", "moving", "pieces", "protection",
    "removals", "retreats", "routes", "rules", "run", "sea_landing", "spreads", "stacking",
    "standing", "submission", "withdrawal",
)  # fmt: skip


def lacking() -> list[str]:
    """What is needed to compile and not here, by the names of Debian's packages."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    header = Path(sysconfig.get_path("include")) / "Python.h"
    wanted = {"gcc libc6-dev": shutil.which(compiler), "python3-dev": header.exists()}
    return [package for package, there in wanted.items() if not there] if os.name == "posix" else []


def build(root: Path, work: Path) -> Path:
    """Compiles the modules of the sources in `root`; the folder in `work` where they are.

    Raises what setuptools and mypyc raise, SystemExit among it.
    """
    # Slow to load, and not needed where all is compiled already.
    from mypyc.build import mypycify
    from setuptools import setup

    os.chdir(root)
    # It has remarks on what could be faster still.
    with contextlib.redirect_stdout(io.StringIO()):
        extensions = mypycify(
            ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent",
             *(f"{GAME}/{module}.py" for module in MODULES)],
            opt_level="1", debug_level="0", multi_file=True, target_dir=str(work),
        )  # fmt: skip
    os.chdir(work)
    made = work / "made"
    setup(name="rules", ext_modules=extensions,
          script_args=["-q", "build_ext", "--build-lib", str(made), "--build-temp", str(work)])  # fmt: skip
    return made


def main() -> int:
    folder = folder_of()
    if folder.exists():
        return 0
    if packages := lacking():
        print(f"The rules of the 1994 game run uncompiled, which is slower only. To compile them: install "
              f"{' '.join(packages)}, then make compile")  # fmt: skip
        return 0
    print("Compiling the rules of the 1994 game (half a minute) ...", flush=True)
    COMPILED.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=COMPILED) as work:
        try:
            made = build(SOURCES.parent, Path(work))
        except (Exception, SystemExit) as error:
            print(f"They could not be compiled and run uncompiled, which is slower only: {error}")
            return 0
        for old in COMPILED.iterdir():
            if old != Path(work):
                shutil.rmtree(old, ignore_errors=True)
        made.rename(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
