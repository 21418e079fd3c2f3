from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.reduction.prefix_scan import IMPLEMENTATION
from aoe.operators.operator import Operand, Operator
from aoe.operators.registry import definitions
from aoe.operators.types.reduction.prefix_scan import prefix_scan
from tests.backends.cpu.implementations.computing import check
from tests.backends.cpu.targets import named
from tests.properties import examples


def total(
    shape: tuple[int, ...], axis: int, exclusive: bool = False, reverse: bool = False
) -> Operator:
    return prefix_scan(Operand.row_major("float32", shape), axis, "sum", exclusive, reverse)


@given(
    shape=st.lists(st.integers(1, 40), min_size=2, max_size=3).map(tuple),
    exclusive=st.booleans(),
    reverse=st.booleans(),
    number=st.integers(0, 99),
    threads=st.integers(1, 3),
)
@examples(20)
def test_totals_of_contiguous_lines_are_right_under_any_policy(
    shape: tuple[int, ...], exclusive: bool, reverse: bool, number: int, threads: int
) -> None:
    operator = total(shape, len(shape) - 1, exclusive, reverse)
    target = replace(named("host"), threads=threads)
    found = IMPLEMENTATION.space(operator, target)
    check(operator, found[number % len(found)], target, threads=threads)


@pytest.mark.parametrize("shape", [(3, 17, 50), (5, 70), (2, 1, 9, 300)])
def test_threads_total_lines_of_their_own(shape: tuple[int, ...]) -> None:
    operator, target = total(shape, len(shape) - 1), replace(named("host"), threads=2)
    for policy in IMPLEMENTATION.space(operator, target):
        check(operator, policy, target, threads=2)


@pytest.mark.parametrize(
    ("shape", "axis", "order"),
    [
        pytest.param((8, 50), 1, (1, 0), id="lines of neighbours"),
        pytest.param((4, 5, 50), 2, (2, 0, 1), id="lines of two dimensions"),
        pytest.param((7, 50), 1, (0, 1), id="few lines"),
        pytest.param((50, 8), 0, (0, 1), id="lines of pixels apart"),
    ],
)
def test_totals_of_neighbours_lie_beside_those_of_other_lines(
    shape: tuple[int, ...], axis: int, order: tuple[int, ...]
) -> None:
    assert definitions()["RunningTotal"].output_order(total(shape, axis)) == order
