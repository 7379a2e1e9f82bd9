"""Finds the shared libraries that Qt's window needs and this Linux system lacks, and installs them as root.

Part of `make setup`, run by the environment's own Python; standard library only. It never fails: without
these libraries the headless commands still work.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

PARTS = (
    "Qt/plugins/platforms/libqxcb.so",
    "Qt/plugins/platforms/libqoffscreen.so",
    "Qt/plugins/xcbglintegrations/libqxcb-egl-integration.so",
    "Qt/plugins/xcbglintegrations/libqxcb-glx-integration.so",
    "Qt/lib/libQt6Gui.so.6",
    "Qt/lib/libQt6Widgets.so.6",
    "Qt/lib/libQt6Svg.so.6",
    "Qt/lib/libQt6DBus.so.6",
)
# The packages of Debian and its kin, by library.
PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libICE.so.6": "libice6",
    "libOpenGL.so.0": "libopengl0",
    "libSM.so.6": "libsm6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libX11.so.6": "libx11-6",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "fontconfig",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libstdc++.so.6": "libstdc++6",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xinerama.so.0": "libxcb-xinerama0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
}
MISSING = re.compile(r"^\s*(\S+) => not found", re.MULTILINE)


def missing_in(report: str) -> set[str]:
    """The libraries that a report of ldd says are not found."""
    return set(MISSING.findall(report))


def missing_libraries(folder: Path) -> list[str]:
    """The libraries that Qt's parts in this PySide6 folder ask for in vain."""
    found = set[str]()
    for part in PARTS:
        if (folder / part).exists():
            done = subprocess.run(["ldd", str(folder / part)], capture_output=True, text=True, check=False)
            found |= missing_in(done.stdout)
    return sorted(found)


def install_command(libraries: Iterable[str]) -> list[str]:
    """The command that brings these libraries; one that we do not know stands in it by its own name."""
    names = {PACKAGES.get(library, library) for library in libraries}
    return ["apt-get", "install", "-y", "--no-install-recommends", *sorted(names)]


def _succeeds(command: list[str]) -> bool:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=600, check=False
    )
    return done.returncode == 0


def install(libraries: Iterable[str]) -> bool:
    """Install the packages, with a newer list of packages only if the present one does not do."""
    command = install_command(libraries)
    try:
        return _succeeds(command) or (_succeeds(["apt-get", "update"]) and _succeeds(command))
    except (OSError, subprocess.TimeoutExpired):
        return False


def main() -> int:
    if sys.platform != "linux" or not shutil.which("ldd"):
        return 0
    spec = importlib.util.find_spec("PySide6")
    if spec is None or spec.origin is None:
        print("Qt is not installed: only the commands without a window work.")
        return 0
    folder = Path(spec.origin).parent
    libraries = missing_libraries(folder)
    if not libraries:
        return 0
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing system libraries that Qt's window needs ...", flush=True)
        if install(libraries):
            libraries = missing_libraries(folder)
    if libraries and shutil.which("apt-get"):
        print("The window needs: sudo " + " ".join(install_command(libraries)))
    elif libraries:
        print("The window needs these system libraries: " + " ".join(libraries))
    return 0


if __name__ == "__main__":
    sys.exit(main())
