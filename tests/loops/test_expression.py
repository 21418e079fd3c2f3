"""The text form of expressions."""

from __future__ import annotations

import pickle

import pytest

from aoe.errors import ModelError
from aoe.loops.expression import (
    Accumulator,
    Constant,
    Expression,
    Load,
    apply,
    cast,
    from_text,
    to_text,
)


@pytest.mark.parametrize(
    "expression",
    [
        Accumulator(),
        apply("mul", apply("add", Accumulator(), Load(3)), Constant(0.5)),
        cast(apply("max", Load(0), Constant(float("-inf"))), "bfloat16"),
    ],
)
def test_text_gives_the_same_expression_again(expression: Expression) -> None:
    assert from_text(to_text(expression)) == expression


@pytest.mark.parametrize("text", ["", "{", "[]", '["add"]', '["unknown", ["load", 0]]', "17"])
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(ModelError, match="not an expression"):
        from_text(text)


def test_a_hash_stays_in_its_process() -> None:
    """Texts have other hashes in others, so there a kept one would hide equal expressions."""
    first, second = (apply("add", apply("mul", Load(0), Load(1)), Load(2)) for _ in range(2))
    hashed = {first: 1}
    assert hashed[second] == 1
    assert hash(first) == hash(second)
    given = pickle.loads(pickle.dumps(first))
    assert given == first
    assert not hasattr(given, "_hash")
    assert hashed[given] == 1
