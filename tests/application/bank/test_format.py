"""What an operator computes is told in lines, with what is asked of it beside that."""

from __future__ import annotations

import pytest

from aoe.application.bank.format import operator_lines
from aoe.operators.operator import Operator
from tests.tuning.examples import product


@pytest.mark.parametrize("mark", ["sparse", "exact", "whole", "alone"])
def test_each_mark_of_an_operator_is_a_line_of_its_own(mark: str) -> None:
    plain = product(1, 400, 40)
    marked = Operator.from_json({**plain.to_json(), mark: True})
    (line,) = set(operator_lines(marked)) - set(operator_lines(plain))
    assert line
