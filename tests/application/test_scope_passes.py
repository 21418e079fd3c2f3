"""Names of scope fusions are accepted with a sentence, or refused."""

from __future__ import annotations

import pytest

from aoe.application.scope_passes import KNOWN, scope_pass_notices
from aoe.errors import UsageError


def test_without_the_option_nothing_is_said() -> None:
    assert not list(scope_pass_notices(None))


@pytest.mark.parametrize("name", KNOWN)
def test_every_known_name_has_one_sentence(name: str) -> None:
    (sentence,) = scope_pass_notices(name)
    assert name in sentence


def test_names_of_one_kind_share_a_sentence() -> None:
    text = "ScopeLayerNormPass, ScopeDynamicRNNPass,ScopeDecodeBboxV2Pass"
    recognised, compiled = scope_pass_notices(text)
    assert "ScopeLayerNormPass, ScopeDynamicRNNPass are always recognised" in recognised
    assert "ScopeDecodeBboxV2Pass is not needed" in compiled


def test_a_misspelt_name_is_refused_with_the_right_one() -> None:
    with pytest.raises(UsageError, match=r"did you mean ScopeLayerNormPass\?"):
        list(scope_pass_notices("ScopeLayerNormPas"))


def test_an_unknown_name_is_refused_with_all_known_ones() -> None:
    with pytest.raises(UsageError, match=r"'Mine'.*ScopeDynamicGRUPass"):
        list(scope_pass_notices("ScopeLayerNormPass,Mine"))
