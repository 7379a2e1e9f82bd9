"""Where the program keeps what it must not lose: games, and the tokens of one's own seats."""

from __future__ import annotations

from pathlib import Path

from platformdirs import user_cache_path, user_data_path


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
