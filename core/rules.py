"""Marks the one function that enforces a section of a rulebook.

A mark costs nothing in play. To prove that tests would notice a missing rule, `make mutants` starts
them with MAHARAJA_MUTANT naming one marked function, which then gives its permissive answer always.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Final, TypeVar, cast

F = TypeVar("F", bound=Callable[..., object])

MUTANT: Final = os.environ.get("MAHARAJA_MUTANT", "")


def rule(*sections: str, permissive: object = None) -> Callable[[F], F]:
    """This function enforces these sections; `permissive` is what it would answer if it did not.

    A callable `permissive` is called with the function's own arguments.
    """
    if not sections:
        raise ValueError("a rule names its section")

    def mark(function: F) -> F:
        if not MUTANT or f"{function.__module__}:{function.__qualname__}" != MUTANT:
            return function

        def mutant(*args: object, **kwargs: object) -> object:
            return permissive(*args, **kwargs) if callable(permissive) else permissive

        return cast("F", mutant)

    return mark
