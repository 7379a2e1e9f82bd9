"""The lock files, the top level and the texts of the project stay as agreed."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.tools.source import ROOT

LOCKS = {
    "requirements.lock": [],
    "requirements-dev.lock": ["dev"],
    "requirements-bench.lock": ["bench"],
}
TOP_LEVEL = {
    "pyproject.toml", "README.md", "maharaja_qt", "core", "net", "ai", "resources", "tests",
    "Makefile", "LICENSE", "CHANGELOG.md", *LOCKS,
}  # fmt: skip
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")
# Hosts of registries, folders of one machine, words about how the text came to be.
# A letter in brackets keeps this file from matching itself.
FORBIDDEN = re.compile(
    r"""
      py[p]i\.org | python[h]osted\.org | npm[j]s\.org | deb[.]debian | golang[.]org
    | (?<![\w.])/(wor[k]|roo[t]|op[t]|hom[e])/ | /tm[p]/w
    | \bCE[O]\b | \bclau[d]e | anthropi[c] | chatgp[t] | sub-?agen[t] | language\ mode[l]
    | \b(coding|AI)\ (sessio[n]|agen[t]|helpe[r]|assistan[t])
    """,
    re.IGNORECASE | re.VERBOSE,
)


def project() -> dict[str, Any]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        data: dict[str, Any] = tomllib.load(file)["project"]
    return data


def requirements(name: str) -> dict[str, list[str]]:
    """The pinned packages of a lock file, each with its hashes."""
    text = (ROOT / name).read_text(encoding="utf-8")
    code = "".join(line for line in text.splitlines(keepends=True) if not line.lstrip().startswith("#"))
    entries = code.replace("\\\n", " ").splitlines()
    return {words[0].lower(): words[1:] for words in map(str.split, entries) if words}


def files() -> list[Path]:
    """The files of the project: tracked, or new and not ignored."""
    if not (ROOT / ".git").exists():  # unpacked from an archive
        ours = [ROOT / name for name in TOP_LEVEL]
        inside = [path for folder in ours for path in folder.rglob("*") if "__pycache__" not in path.parts]
        return [path for path in [*ours, *inside] if path.is_file()]
    options = ["--cached", "--others", "--exclude-standard", "-z"]
    command = ["git", "-c", "safe.directory=*", "ls-files", *options]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if (ROOT / name).is_file()]


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_package_is_pinned_and_hashed(name: str):
    packages = requirements(name)
    assert packages
    for pin, hashes in packages.items():
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+", pin), pin
        assert hashes, pin
        assert all(HASH.fullmatch(word) for word in hashes), pin


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_file_names_no_host_and_no_folder(name: str):
    text = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"(^|[\s=])[/~]|\\\w|--(index|find|extra|trusted)", text)


@pytest.mark.parametrize(("name", "extras"), LOCKS.items())
def test_the_pins_of_the_project_are_the_locked_ones(name: str, extras: list[str]):
    wanted = list(project()["dependencies"])
    for extra in extras:
        wanted += project()["optional-dependencies"][extra]
    assert {pin.lower() for pin in wanted} <= set(requirements(name))


def test_the_lock_files_agree_with_each_other():
    pins: dict[str, set[str]] = {}
    for lock in LOCKS:
        for pin in requirements(lock):
            package, _, version = pin.partition("==")
            pins.setdefault(package, set()).add(version)
    assert {package: versions for package, versions in pins.items() if len(versions) > 1} == {}


def test_the_build_uses_the_locked_hatchling():
    with (ROOT / "pyproject.toml").open("rb") as file:
        required = tomllib.load(file)["build-system"]["requires"]
    assert set(required) <= set(requirements("requirements-dev.lock"))


def test_only_agreed_names_stand_at_the_top_level():
    names = {path.relative_to(ROOT).parts[0] for path in files()}
    assert {name for name in names if not name.startswith(".")} <= TOP_LEVEL


def test_the_texts_speak_of_the_project_alone():
    found = []
    for path in files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:  # a picture or a sound
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if match := FORBIDDEN.search(line):
                found.append(f"{path.relative_to(ROOT).as_posix()}:{number}: {match[0]}")
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        "see https://py" + "pi.org/x",
        "in /wo" + "rk/main",
        "in /tmp" + "/wt/x",
        "the C" + "EO said",
        "an AI " + "session wrote this",
    ],
)
def test_a_foreign_text_would_be_found(text: str):
    assert FORBIDDEN.search(text)


def test_the_pictures_of_the_readme_are_there_and_small():
    shown = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", (ROOT / "README.md").read_text())
    assert len(shown) >= 4
    for name in shown:
        assert 0 < (ROOT / name).stat().st_size < 400_000, name
