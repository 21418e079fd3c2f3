"""Random operators for tests of implementations: operands in any order, padded strides, pointwise
prologues and epilogues, and the check that an implementation's program computes the reference.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

import numpy as np
from hypothesis import strategies as st

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget, cpu_target
from aoe.backends.implementation import MAX_BREADTH, Implementation
from aoe.element_types import is_floating, numpy_type
from aoe.loops.expression import Accumulator, Constant, Load, apply
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.operators.types.matmul.grouped_matmul import row_count
from aoe.policy import Policy
from aoe.target import AnyTarget
from tests.loops.interpreter import elements_of, run_lowered, view_of

#: Runs a program on flat buffers and returns the output's elements.
Runner: TypeAlias = Callable[
    [LoweredOperator, Sequence[np.ndarray], Sequence[View], View, np.ndarray, AnyTarget], np.ndarray
]


def target(threads: int = 2, vector_bytes: int = 32) -> CpuTarget:
    """A device to lower for."""
    registers = 32 if vector_bytes == 64 else 16
    return cpu_target("", "test", "", vector_bytes, registers, 32 << 10, 1 << 20, 16 << 20, threads)


TARGETS = st.sampled_from([target(1), target(2), target(3, 64), target(2, 16)])


def orders(rank: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Dimension orders."""
    return st.permutations(range(rank)).map(tuple)


@st.composite
def operands(
    draw: st.DrawFn, shape: tuple[int, ...], dtype: str = "float32", constant: bool = False
) -> Operand:
    """An operand of any order."""
    return Operand(dtype, shape, draw(orders(len(shape))), constant)


@st.composite
def broadcast_shapes(draw: st.DrawFn, shape: tuple[int, ...]) -> tuple[int, ...]:
    """A shape that broadcasts to `shape`."""
    kept = shape[draw(st.integers(0, len(shape))) :]
    return tuple(extent if draw(st.booleans()) else 1 for extent in kept)


@st.composite
def fused(draw: st.DrawFn, operator: Operator, prologue: bool = False) -> Operator:
    """The operator with something in front of and behind its anchor."""
    inputs = list(operator.inputs)
    before, after = operator.prologue, operator.epilogue
    if prologue and draw(st.booleans()):
        inputs.append(draw(operands(draw(broadcast_shapes(inputs[0].shape)))))
        scaled = apply("mul", Accumulator(), Constant(0.5))
        before = apply("add", scaled, Load(len(inputs) - 1))
    if draw(st.booleans()):
        inputs.append(draw(operands(draw(broadcast_shapes(operator.output.shape)))))
        after = apply("add", after, Load(len(inputs) - 1))
    if draw(st.booleans()):
        after = apply("max", after, Constant(0.0))
    output = Operand(
        operator.output.dtype, operator.output.shape, draw(orders(len(operator.output.shape)))
    )
    return replace(operator, inputs=tuple(inputs), output=output, prologue=before, epilogue=after)


def padded_view(operand: Operand, padding: int) -> View:
    """The operand in its order, every stride above the smallest widened, at an offset."""
    strides, step = [0] * len(operand.shape), 1
    for dimension in reversed(operand.order):
        strides[dimension] = step
        step = step * operand.shape[dimension] + padding
    return View(operand.dtype, operand.shape, tuple(strides), 3 * padding)


def arrays_for(operator: Operator, seed: int) -> list[np.ndarray]:
    """Inputs of an operator; integers are small. Recurrent weights are as those of real cells: with
    larger ones rounding errors grow from step to step until any two computations differ. Ends of
    groups are sorted, as those of real groups.
    """
    rng = np.random.default_rng(seed)
    arrays = [_array(item, rng) for item in operator.inputs]
    if operator.type in ("Recurrent", "RecurrentGradient"):
        weights = arrays[1]
        arrays[1] = (weights / np.sqrt(weights.shape[-1])).astype(weights.dtype)
    if operator.type == "TriangularSolve":  # of large diagonals
        size = arrays[0].shape[-1]
        arrays[0] = (arrays[0] / 2 + 2 * np.eye(size)).astype(arrays[0].dtype)
    if operator.type == "GroupedMatMul":
        ends, rows = operator.inputs[2], row_count(operator)
        arrays[2] = np.sort(rng.integers(-1, rows + 2, ends.shape)).astype(ends.dtype)
    return arrays


def _array(operand: Operand, rng: np.random.Generator) -> np.ndarray:
    if operand.dtype == "bool":
        return rng.integers(0, 2, operand.shape).astype(bool)
    if is_floating(operand.dtype):
        return rng.normal(size=operand.shape).astype(numpy_type(operand.dtype))
    return rng.integers(-3, 3, operand.shape).astype(operand.dtype)


def interpreted(
    program: LoweredOperator,
    buffers: Sequence[np.ndarray],
    views: Sequence[View],
    output: View,
    memory: np.ndarray,
    target: CpuTarget,
) -> np.ndarray:
    """Runs a program in the interpreter."""
    return run_lowered(program, buffers, views, output, memory, target.lanes("float32"))


def check(
    implementation: str,
    operator: Operator,
    target: AnyTarget,
    padding: int = 0,
    arrays: Sequence[np.ndarray] | None = None,
    policies: int = 3,
    run: Runner[Any] = interpreted,
    tolerance: float = 2e-5,
    wanted: Callable[[Policy], bool] | None = None,
    known: Callable[[], Mapping[str, Implementation[Any]]] = implementations,
) -> None:
    """Some policies of an implementation, its default among them, compute the reference to a
    `tolerance`, relative to the largest result, and touch nothing beside the output. `wanted`: only
    such policies of the widest space, the best of them in place of the default. `known`: where the
    implementation is, by default among those of the CPU.
    """
    item = known()[implementation]
    assert item.supports(operator, target)
    space = list(item.space(operator, target))
    default = item.default(operator, target)
    assert default in space
    if wanted is not None:
        space = [policy for policy in item.space(operator, target, MAX_BREADTH) if wanted(policy)]
        default = space[0]
    assert len(set(space)) == len(space)
    seed = zlib.crc32(operator.signature.encode())
    if arrays is None:
        arrays = arrays_for(operator, seed)
    expected = reference(operator, arrays)
    views = [padded_view(operand, padding) for operand in operator.inputs]
    output = padded_view(operator.output, padding)
    chosen = np.random.default_rng(seed).permutation(len(space))[: policies - 1]
    for policy in dict.fromkeys([default, *(space[i] for i in chosen)]):
        program = item.lower(operator, views, output, policy, target)
        _compare(program, policy, arrays, views, output, expected, target, run, tolerance)


def _compare(
    program: LoweredOperator,
    policy: Policy,
    arrays: Sequence[np.ndarray],
    views: Sequence[View],
    output: View,
    expected: np.ndarray,
    target: AnyTarget,
    run: Runner[AnyTarget],
    tolerance: float,
) -> None:
    buffers = [_placed(a, v) for a, v in zip(arrays, views, strict=True)]
    memory = np.zeros(elements_of(output) + 64, output.dtype)
    view_of(memory, output)[...] = 1
    around = memory == 0
    memory[around] = _mark(memory.dtype)
    result = run(program, buffers, views, output, memory, target)
    assert (memory[around] == _mark(memory.dtype)).all(), f"{policy} writes beside its output"
    message = str(policy)
    if result.dtype.kind == "f":
        scale = float(np.max(np.abs(expected), initial=1.0))
        np.testing.assert_allclose(result, expected, tolerance, tolerance * scale, err_msg=message)
    else:
        np.testing.assert_array_equal(result, expected, err_msg=message)


def _mark(dtype: np.dtype) -> float:
    return 1 if dtype.kind == "b" else 113


def _placed(array: np.ndarray, view: View) -> np.ndarray:
    """A flat buffer that holds the array at the view, NaN around it."""
    fill = float("nan") if array.dtype.kind == "f" else 1
    buffer = np.full(elements_of(view), fill, array.dtype)
    view_of(buffer, view)[...] = array
    return buffer
