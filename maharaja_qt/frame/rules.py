"""The sections of a game's rules, for the panel that shows them."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence

from core.game import AnyGame


def sections_of(game: AnyGame) -> Sequence[tuple[str, str]]:
    """(section, what it says), with the statements; rulings that are ours follow, marked as such."""
    found: list[tuple[str, str]] = []
    for name in ("rules.toml", "rulings.toml"):
        source = game.resources / name
        if not source.is_file():
            continue
        for section, body in tomllib.loads(source.read_text(encoding="utf-8")).items():
            if not isinstance(body, dict):
                continue
            words = [str(body.get("summary", ""))]
            words += [str(text) for text in body.get("statements", {}).values()]
            if "ruling" in body:
                words = [f"{body.get('title', '')} (our ruling): {body['ruling']}"]
            found.append((section, " ".join(filter(None, words))))
    return found
