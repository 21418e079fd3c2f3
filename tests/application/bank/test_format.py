"""What an operator computes is told in lines, with what is asked of it beside that."""

from __future__ import annotations

import pytest

from aoe.application.bank.format import operator_lines
from aoe.operators.operator import Operator
from tests.tuning.examples import product


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("zeros_expected", True),
        ("precision", "high"),
        ("precision", "highest"),
        ("inter_op", True),
    ],
)
def test_each_mark_of_an_operator_is_a_line_of_its_own(field: str, value: str | bool) -> None:
    plain = product(1, 400, 40)
    marked = Operator.from_json({**plain.to_json(), field: value})
    (line,) = set(operator_lines(marked)) - set(operator_lines(plain))
    assert line
