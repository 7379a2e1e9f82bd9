"""Sealed choices: in plain only for those who have them."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import given

from core.ctx import Ctx, NotSent
from core.dice import ScriptedDice
from core.lines import commit_to
from core.vault import Choice, Vault, commit
from tests.toy import game
from tests.toy.pieces import Action, Choose


@given(st.integers(-(1 << 60), 1 << 60), st.binary(min_size=1, max_size=64))
def test_what_is_shown_is_what_was_sealed(card: int, salt: bytes) -> None:
    choice = commit(2, Choose(card), salt)
    shown = choice.opened(7)
    assert (shown.handle, choice.seat) == (7, 2)
    assert game.codec.action_json.decode(shown.action) == Choose(card)
    assert commit_to(bytes.fromhex(shown.salt), bytes(shown.action)) == choice.commitment


def test_lost_and_found() -> None:
    vault: Vault[Action] = Vault()
    vault.choices[3] = commit(0, Choose(5), b"salt")
    vault.choices[4] = Choice(1, "ab" * 32)
    assert vault.plain(3) == Choose(5)
    for handle in (4, 5):
        with pytest.raises(NotSent) as missing:
            vault.plain(handle)
        assert missing.value.handle == handle
    assert vault.lost((3, 4)) == {4: 1}
    assert vault.lost((3,)) == {}


def test_opened_once_and_judged_unseen() -> None:
    vault: Vault[Action] = Vault()
    vault.choices[3] = commit(0, Choose(5), b"salt")
    ctx: Ctx[Action] = Ctx(0, ScriptedDice(), vault)
    assert ctx.open(3) == ctx.open(3) == Choose(5)
    assert ctx.opened == [3]
    assert ctx.judge([3], len) == 1
    again: Ctx[Action] = Ctx(0, ScriptedDice(), Vault(), judged=ctx.judgements)
    assert again.judge([3], len) == 1  # without the choice
    with pytest.raises(NotSent):
        again.judge([3], len)
