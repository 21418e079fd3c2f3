"""Every implementation, compiled for several feature sets and run natively between guard pages,
computes the reference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.cpu.target.host import host_target
from aoe.backends.registry import space
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.operators.types.reduction.reduce import reduction
from aoe.operators.types.reduction.softmax import softmax
from tests.backends.cpu.codegen import running
from tests.backends.cpu.codegen.native import runnable_presets
from tests.backends.cpu.implementations.computing import compute, random_arrays
from tests.not_empty import not_empty
from tests.operators.operator_cases import check
from tests.operators.operator_strategies import OPERATORS
from tests.properties import examples

TARGETS = {
    name: replace(target, threads=2)
    for name, target in runnable_presets().items()
    if name in ("avx2", "avx512")
} or {"host": host_target(2)}


def compiled(
    program: LoweredOperator,
    buffers: Sequence[np.ndarray],
    views: Sequence[View],
    output: View,
    memory: np.ndarray,
    destination: CpuTarget,
) -> np.ndarray:
    """Runs compiled code."""
    return running.run_lowered(program, buffers, output, destination, destination.threads, memory)


@pytest.mark.parametrize("name", OPERATORS)
@examples(6)
@given(features=st.sampled_from([*TARGETS]), data=st.data(), padding=st.sampled_from([0, 3]))
def test_a_compiled_operator_computes_the_reference(
    data: st.DataObject, name: str, features: str, padding: int
) -> None:
    operator = data.draw(OPERATORS[name]())
    check(name, operator, TARGETS[features], padding, policies=2, run=compiled)


@pytest.mark.parametrize("features", TARGETS)
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (0, 2, 3, 1)])
def test_threads_share_a_reduction_and_a_softmax(features: str, order: tuple[int, ...]) -> None:
    x = Operand("float32", (1, 130, 13, 15), order)
    mean = apply("mul", Accumulator(), Constant(1 / 195))
    destination = TARGETS[features]
    operator = reduction(x, (2, 3), "sum", True, epilogue=mean)
    check("reduce", operator, destination, policies=3, run=compiled)
    check("softmax", softmax(x, (1,)), destination, policies=3, run=compiled)


def test_padding_with_infinity_takes_integers_along() -> None:
    x, flags = Operand.row_major("float32", (5, 13)), Operand.row_major("int64", (5, 17))
    kept = apply(
        "select", apply("less", Load(1), Constant(0, "int64")), Constant(1.0), Accumulator()
    )
    attributes = (("pads", (0, 1, 0, 3)), ("value", -np.inf))
    output = Operand.row_major("float32", (5, 17))
    operator = Operator("Pad", attributes, (x, flags), output, 1, epilogue=kept)
    destination = host_target(1)
    for policy in not_empty(space(operator, destination)):
        arrays = random_arrays(operator)
        found = compute(operator, policy, destination, arrays)
        np.testing.assert_array_equal(found, reference(operator, arrays))


@pytest.mark.parametrize("pads", [(0, 1, 0, -3), (0, -5, 0, 3), (1, 1, 0, -3), (0, 5, 0, -4)])
def test_what_is_cut_after_padding_leaves_only_padding(pads: tuple[int, ...]) -> None:
    x = Operand.row_major("float32", (4, 3))
    rows, columns = (n + a + b for n, a, b in zip(x.shape, pads[:2], pads[2:], strict=True))
    output = Operand.row_major("float32", (rows, columns))
    operator = Operator("Pad", (("pads", pads), ("value", 1.5)), (x,), output, 1)
    check("pad", operator, host_target(1), run=compiled)
