"""Grouped matmuls: when their matrices are packed, and what that is estimated to take."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cpu.implementations.matmul.grouped_matmul import IMPLEMENTATION
from aoe.backends.cpu.memory.planner import plan_graph
from aoe.backends.registry import default_policy, implementations_of
from aoe.backends.shared_packing import SharedPacking
from aoe.errors import PolicyError
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.operator_graph import OperatorGraph
from aoe.operators.types.matmul.grouped_matmul import grouped_matmul
from aoe.tuning.workload.single_operator import single_operator_graph
from tests.operators.operator_cases import check, target

GROUPS, DEPTH, COLUMNS = 5, 40, 72
TARGET = target()


def experts(constant: bool, rows: int = 64) -> Operator:
    a = Operand.row_major("float32", (rows, DEPTH))
    b = Operand.row_major("float32", (GROUPS, DEPTH, COLUMNS), constant)
    return grouped_matmul(a, b, Operand.row_major("int32", (GROUPS,)))


def lowered(operator: Operator) -> LoweredOperator:
    views = [View.dense(operand) for operand in operator.inputs]
    policy = default_policy(operator, TARGET)
    return IMPLEMENTATION.lower(operator, views, View.dense(operator.output), policy, TARGET)


def test_constant_matrices_are_packed_once_and_then_not_read_again() -> None:
    program = lowered(experts(constant=True))
    assert [kernel.name for kernel in program.prepare] == ["pack"]
    assert "packed" in {buffer.name for buffer in program.packed}
    assert all("input1" not in kernel.arguments for kernel in program.kernels)
    assert "packed" not in {buffer.name for buffer in program.temporaries}


def test_matrices_that_change_are_packed_in_each_run() -> None:
    program = lowered(experts(constant=False))
    assert not program.prepare
    assert not program.packed
    assert any("input1" in kernel.arguments for kernel in program.kernels)


def test_packing_is_estimated_only_where_it_is_done() -> None:
    changing, constant = experts(constant=False), experts(constant=True)
    policy = default_policy(changing, TARGET)
    seconds = [IMPLEMENTATION.estimate(item, policy, TARGET) for item in (changing, constant)]
    assert seconds[1] < seconds[0]


def graph(rows: int, matrices: np.ndarray) -> OperatorGraph:
    made = single_operator_graph(experts(constant=True, rows=rows))
    return replace(made, constants={"input1": matrices})


def test_other_numbers_of_rows_read_what_is_packed() -> None:
    matrices = np.zeros((GROUPS, DEPTH, COLUMNS), np.float32)
    packing = SharedPacking()
    sizes, widths = set(), set()
    for rows in (16, 64, 300):
        chosen = packing.complete(graph(rows, matrices), {}, TARGET)
        plan = plan_graph(graph(rows, matrices), chosen, TARGET).plan
        sizes.add(plan.packed_bytes)
        assert plan.arena_bytes < plan.packed_bytes * 8
        (policy,) = chosen.values()
        widths.add(dict(policy.schedule)["vectors"])
    assert (len(sizes), len(widths)) == (1, 1)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_constant_matrices_give_the_same_results(dtype: str) -> None:
    a, b, ends = experts(constant=True).inputs
    check(
        "grouped_matmul",
        grouped_matmul(replace(a, dtype=dtype), replace(b, dtype=dtype), ends),
        TARGET,
    )


@pytest.mark.parametrize("sizes", [(0, 3, 2), (4, 0, 2), (4, 3, 0)])
@pytest.mark.parametrize("sums", [False, True])
def test_matrices_without_elements_are_not_estimated(
    sizes: tuple[int, int, int], sums: bool
) -> None:
    groups, depth, columns = sizes
    shapes = ((depth, 7), (7, columns)) if sums else ((7, depth), sizes)
    a, b = (Operand.row_major("float32", shape) for shape in shapes)
    operator = grouped_matmul(a, b, Operand.row_major("int32", (groups,)))
    assert not list(implementations_of(operator, TARGET))
    with pytest.raises(PolicyError, match="no implementation computes"):
        default_policy(operator, TARGET)


@pytest.mark.parametrize("sums", [False, True])
def test_no_rows_give_zeros(sums: bool) -> None:
    shapes = ((3, 0), (0, 2)) if sums else ((0, 3), (4, 3, 2))
    a, b = (Operand.row_major("float32", shape) for shape in shapes)
    name = "grouped_matmul_sums" if sums else "grouped_matmul"
    check(name, grouped_matmul(a, b, Operand.row_major("int32", (4,))), TARGET)
