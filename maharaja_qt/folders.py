"""Where the program keeps what it must not lose: games, and the tokens of one's own seats."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from core.faults import UserError, of_system


def data_folder() -> Path:
    """This user's folder for Maharaja."""
    return user_data_path("maharaja", appauthor=False)


def games_folder() -> Path:
    """Records of hosted games go here unless another folder is named."""
    return data_folder() / "games"


def keyring_file() -> Path:
    """The tokens of one's own seats."""
    return data_folder() / "seats.json"


def cache_folder() -> Path:
    """What can be made again."""
    return user_cache_path("maharaja", appauthor=False)


def write(path: Path, data: bytes) -> None:
    """Writes all of it or nothing. Raises `UserError`."""
    temporary = path.with_name(path.name + ".part")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError as fault:
        temporary.unlink(missing_ok=True)
        raise UserError(f"{path}: {fault.strerror}", of_system(fault), path) from None
