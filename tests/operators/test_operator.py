"""The JSON of an operator holds what differs from the usual, and other precisions are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aoe.errors import ModelError
from aoe.loops.expression import Accumulator, Earlier, apply
from aoe.operators.operator import PRECISIONS, Operator, Precision, Result, strictest
from tests.tuning.examples import product


@pytest.mark.parametrize("precision", PRECISIONS)
def test_a_precision_is_kept_and_written_where_it_is_not_the_default(precision: Precision) -> None:
    operator = replace(product(2, 3, 4), precision=precision)
    data = operator.to_json()
    assert data.get("precision", "default") == precision
    assert ("precision" in data) == (precision != "default")
    assert Operator.from_json(data) == operator


@pytest.mark.parametrize("precision", ["", "exact", 3, None, ["high"]])
def test_another_precision_is_refused(precision: object) -> None:
    with pytest.raises(ModelError, match="none of low, default, high, highest"):
        Operator.from_json({**product(2, 3, 4).to_json(), "precision": precision})


@pytest.mark.parametrize("field", ["inter_op", "zeros_expected"])
def test_a_mark_makes_another_operator_and_is_written_where_it_is_set(field: str) -> None:
    plain = product(2, 3, 4)
    marked = Operator.from_json({**plain.to_json(), field: True})
    assert getattr(marked, field)
    assert marked.key != plain.key
    assert field not in plain.to_json()
    assert Operator.from_json(marked.to_json()) == marked


def test_the_strictest_precision_satisfies_all() -> None:
    assert strictest("default", "high") == "high"
    assert strictest("highest", "high", "default") == "highest"


def test_further_results_make_another_operator_and_are_written_where_there_are_some() -> None:
    plain = product(2, 3, 4)
    square = apply("mul", Accumulator(), Accumulator())
    both = replace(plain, further=(Result(plain.output, apply("neg", Earlier(0)), square),))
    assert both.key != plain.key
    assert "further" not in plain.to_json()
    assert Operator.from_json(both.to_json()) == both
