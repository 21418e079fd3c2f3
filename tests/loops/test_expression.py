"""The text form of expressions."""

from __future__ import annotations

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
