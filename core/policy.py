"""What plays a seat without a person: it is given what that seat may see, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol, TypeAlias, TypeVar

from msgspec import Struct

from core.game import AnyGame, Pending
from core.legal import Legal

A = TypeVar("A", bound=Struct)
V_contra = TypeVar("V_contra", bound=Struct, contravariant=True)


class Policy(Protocol[A, V_contra]):
    """Chooses answers for one seat. Deterministic for a given seed and sequence of questions."""

    def choose(self, view: V_contra, legal: Legal[A], pending: Pending) -> A:
        """One action of `legal` (an answer, or a claim instead of it)."""
        ...


AnyPolicy: TypeAlias = Policy[Struct, Struct]
PolicyMaker: TypeAlias = Callable[[AnyGame, int, Random], AnyPolicy]
"""Makes a policy for (game, seat, its own source of randomness)."""
