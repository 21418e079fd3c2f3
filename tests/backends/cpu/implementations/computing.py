"""Computes operators natively under a policy and compares them with the reference. Tests of
implementations share this module.

`check` is the entry point. Operands may be slices of larger buffers (`inside_larger`), as slices
and concatenations are. The memory around the output must not change.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.backends.cpu.implementations.registry import implementations
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.registry import lower
from aoe.element_types import is_floating, numpy_type
from aoe.loops.loop_nest import Buffer
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.reference import reference
from aoe.policy import Decision, Policy
from tests.backends.cpu.codegen import running
from tests.loops.interpreter import elements_of, view_of


def inside_larger(operand: Operand, before: Sequence[int], after: Sequence[int]) -> View:
    """The operand as a slice of a tensor that has more elements around it in every dimension."""
    shape = tuple(
        low + size + high for low, size, high in zip(before, operand.shape, after, strict=True)
    )
    whole = View.dense(Operand(operand.dtype, shape, operand.order))
    offset = sum(low * stride for low, stride in zip(before, whole.strides, strict=True))
    return View(operand.dtype, operand.shape, whole.strides, offset)


def random_arrays(operator: Operator, seed: int = 0) -> list[np.ndarray]:
    """Values for the operator's inputs, around zero."""
    rng = np.random.default_rng(seed)
    return [
        rng.standard_normal(item.shape).astype(numpy_type(item.dtype))
        if is_floating(item.dtype)
        else rng.integers(-4, 5, item.shape).astype(item.dtype)
        for item in operator.inputs
    ]


def dense_views(operator: Operator) -> list[View]:
    """Every input in a buffer of its own."""
    return [View.dense(item) for item in operator.inputs]


def with_schedule(policy: Policy, **decisions: Decision) -> Policy:
    """The policy with some decisions of its schedule replaced."""
    return Policy.of(policy.impl, dict(policy.format), {**dict(policy.schedule), **decisions})


def compute(
    operator: Operator,
    policy: Policy,
    target: CpuTarget,
    arrays: Sequence[np.ndarray],
    views: Sequence[View] | None = None,
    output_view: View | None = None,
    threads: int = 1,
    destination: CpuTarget | None = None,
) -> np.ndarray:
    """The operator's output by compiled code. Fails if memory around the output changes.
    `destination`: the target that the code is compiled for, by default the one it is lowered for.
    """
    views = views or dense_views(operator)
    output_view = output_view or View.dense(operator.output)
    buffers = [_laid_out(array, view) for array, view in zip(arrays, views, strict=True)]
    program = lower(operator, views, output_view, policy, target)
    output = running.poisoned(Buffer("output0", output_view.dtype, elements_of(output_view)))
    untouched = output.copy()
    result = running.run_lowered(
        program, buffers, output_view, destination or target, threads, output
    )
    view_of(output, output_view)[...] = view_of(untouched, output_view)
    assert output.tobytes() == untouched.tobytes(), "something beside the output was written"
    return result


def error(operator: Operator, arrays: Sequence[np.ndarray], result: np.ndarray) -> float:
    """The largest error relative to the largest value of the reference."""
    expected = reference(operator, arrays).astype(np.float64)
    assert result.shape == expected.shape
    largest = float(np.abs(expected).max()) or 1.0
    return float(np.abs(result.astype(np.float64) - expected).max()) / largest


def check(
    operator: Operator,
    policy: Policy,
    target: CpuTarget,
    views: Sequence[View] | None = None,
    output_view: View | None = None,
    threads: int = 1,
) -> None:
    """Fails unless the policy computes the operator within its implementation's tolerance."""
    arrays = random_arrays(operator)
    result = compute(operator, policy, target, arrays, views, output_view, threads)
    found = error(operator, arrays, result)
    assert found <= implementations()[policy.impl].tolerance, f"error {found:.1e} under {policy}"


def _laid_out(array: np.ndarray, view: View) -> np.ndarray:
    """A flat buffer in which the view shows the array. Other elements are NaN."""
    buffer = running.poisoned(Buffer("input", view.dtype, elements_of(view)))
    view_of(buffer, view)[...] = array
    return buffer
