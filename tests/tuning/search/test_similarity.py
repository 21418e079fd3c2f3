"""The nearest operator is the one whose shape, attributes and layout differ least."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from aoe.loops.expression import Accumulator, Constant, apply
from aoe.policy import Policy
from aoe.tuning.search.similarity import distance, nearest_policies
from tests.tuning.examples import doubling, product


def test_only_operators_of_one_type_and_rank_compare() -> None:
    assert distance(product(2, 3, 4), product(2, 3, 4)) == 0
    assert distance(product(2, 3, 4), doubling()) == inf


def test_nearer_shapes_come_first_and_the_operator_itself_never() -> None:
    others = [(product(rows, 64, 64), Policy(str(rows))) for rows in (1, 64, 16, 512, 96)]
    found = nearest_policies(product(64, 64, 64), others)
    assert [policy.impl for _, policy in found] == ["96", "16", "512", "1"]


def test_the_same_shape_with_something_else_fused_is_nearest_of_all() -> None:
    operator = product(64, 64, 64)
    other = replace(operator, epilogue=apply("max", Accumulator(), Constant(0.0)))
    known = [(product(72, 64, 64), Policy("b")), (other, Policy("a"))]
    assert [policy.impl for _, policy in nearest_policies(operator, known)] == ["a", "b"]


def test_another_layout_counts() -> None:
    operator = product(64, 64, 64)
    output = replace(operator.output, order=(1, 0))
    assert distance(operator, replace(operator, output=output)) > 0


def test_an_operator_alone_is_like_the_one_all_threads_share() -> None:
    operator = product(64, 64, 64)
    alone = replace(operator, inter_op=True)
    assert 0 < distance(operator, alone) < distance(operator, product(16, 64, 64))


def test_a_row_full_of_zeros_is_like_one_that_is_not() -> None:
    operator = product(1, 64, 64)
    sparse = replace(operator, zeros_expected=True)
    assert 0 < distance(operator, sparse) < distance(operator, product(1, 256, 64))
