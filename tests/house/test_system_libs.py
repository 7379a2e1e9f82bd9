"""The check of the system libraries that Qt needs reads ldd right and names Debian's packages."""

import shutil
import sys

import pytest

from tests.tools import system_libs

REPORT = """\
\tlinux-vdso.so.1 (0x00007ffd)
\tlibxcb-cursor.so.0 => not found
\tlibX11.so.6 => /usr/lib/libX11.so.6 (0x00007f12)
\tlibEGL.so.1 => not found
\tlibnew.so.9 => not found
"""


def test_missing_libraries_are_read_from_the_report():
    assert system_libs.missing_in(REPORT) == {"libxcb-cursor.so.0", "libEGL.so.1", "libnew.so.9"}


def test_the_command_names_packages_and_an_unknown_library_by_itself():
    command = system_libs.install_command(["libxcb-cursor.so.0", "libEGL.so.1", "libnew.so.9"])
    assert command[:2] == ["apt-get", "install"]
    assert command[-3:] == ["libegl1", "libnew.so.9", "libxcb-cursor0"]


def test_a_failed_install_leaves_one_line_and_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(shutil, "which", lambda name: name)
    monkeypatch.setattr(system_libs, "missing_libraries", lambda _: ["libEGL.so.1"])
    monkeypatch.setattr(system_libs, "_succeeds", lambda _: False)
    assert system_libs.main() == 0
    assert capsys.readouterr().out.endswith(
        "The window needs: sudo apt-get install -y --no-install-recommends libegl1\n"
    )


def test_on_another_system_nothing_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert system_libs.main() == 0
    assert capsys.readouterr().out == ""
