"""Reductions over the pixels of images in two steps: over runs of rows, then over their results.

The pixels of a channel are in all rows, and threads have computed shares of the rows. In one step
(`reduce`) threads share channels, so that each fetches the rows of the others from their caches.
Here they share the runs of the first step as they shared the rows. A squeeze-and-excite block
begins with such a reduction.

Schedule: `runs` of an image, and that of the first step (`_row_kernels.py`). The second step has
its default policy.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import prod

from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.implementations.reduction import _row_kernels, reduce
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    decisions,
    ranked,
    ranked_implementation,
)
from aoe.backends.cpu.lowering.divisors import divisors
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import computed_type, is_floating
from aoe.loops.expression import Accumulator, loads
from aoe.loops.loop_nest import Buffer, LoweredOperator, with_buffers
from aoe.operators.operator import Operand, Operator, View
from aoe.operators.types.reduction.reduce import reduction
from aoe.policy import Policy

_NAME = "reduce_two_pass"
#: The dimension of rows. Those behind it are reduced, too.
_ROWS = 2
#: How many numbers of runs to consider, and how many policies of the first step for each.
_MOST_RUNS, _MOST_FIRST = 2, 8


def _supports(operator: Operator, target: CpuTarget) -> bool:
    image = operator.inputs[0]
    pixels = tuple(range(_ROWS, len(image.shape)))
    return (
        target.threads > 1
        and is_floating(image.dtype)
        and len(pixels) > 0
        and operator.integers("axes") == pixels
        and not loads(operator.prologue)
        and bool(_runs(operator, target))
    )


def _runs(operator: Operator, target: CpuTarget) -> list[int]:
    """Numbers of runs of an image: no fewer than threads, if there are enough rows."""
    rows = operator.inputs[0].shape[_ROWS]
    even = divisors(rows)[1:]
    return [count for count in even if count >= target.threads][:_MOST_RUNS] or even[-1:]


def _steps(operator: Operator, runs: int) -> tuple[Operator, Operator]:
    """The reduction of runs, and that of their results."""
    image, axes = operator.inputs[0], operator.integers("axes")
    length = image.shape[_ROWS] // runs
    shape = (*image.shape[:_ROWS], runs, length, *image.shape[_ROWS + 1 :])
    places = {d: (d,) if d < _ROWS else (d + 1,) for d in image.order} | {_ROWS: (_ROWS, _ROWS + 1)}
    cut = Operand(image.dtype, shape, tuple(new for d in image.order for new in places[d]))
    combine = operator.attribute["combine"]
    assert isinstance(combine, str)
    inner = range(_ROWS + 1, len(shape))
    first = reduction(cut, inner, combine, False, operator.prologue)
    order = tuple(d for d in cut.order if d not in inner)
    results = Operand(computed_type(image.dtype), first.output.shape, order)
    first = replace(first, output=results, inter_op=operator.inter_op)
    beside = (*results.shape, *(1 for _ in axes[1:]))
    operand = Operand(results.dtype, beside, (*order, *range(len(order), len(beside))))
    second = replace(operator, inputs=(operand, *operator.inputs[1:]), prologue=Accumulator())
    return first, second


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    for runs in _runs(operator, target):
        first, _ = _steps(operator, runs)
        found = _row_kernels.policies("reduce", first, target, single=True)
        for policy in ranked(found, partial(_first_estimate, first, target))[:_MOST_FIRST]:
            yield Policy.of(name, schedule={**decisions(policy), "runs": runs})


def _first_estimate(first: Operator, target: CpuTarget, policy: Policy) -> float:
    return _row_kernels.estimate(first, policy, target)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    first, second = _steps(operator, decisions(policy)["runs"])
    last = reduce.IMPLEMENTATION.default(second, target)
    seconds = _row_kernels.estimate(first, policy, target) + _row_kernels.estimate(
        second, last, target
    )
    return seconds + target.speed.fork_join


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    first, second = _steps(operator, schedule["runs"])
    results = View.dense(first.output)
    sums = reduce.lower(first, (_cut(inputs[0], first),), results, schedule, target)
    reduced = len(second.inputs[0].shape) - len(results.shape)
    beside = View(
        results.dtype, second.inputs[0].shape, (*results.strides, *(0 for _ in range(reduced)))
    )
    policy = reduce.IMPLEMENTATION.default(second, target)
    whole = reduce.IMPLEMENTATION.lower(second, (beside, *inputs[1:]), output, policy, target)
    kernels = (
        *(replace(with_buffers(one, {"output0": "runs"}), name="runs") for one in sums.kernels),
        *(with_buffers(one, {"input0": "runs"}) for one in whole.kernels),
    )
    buffer = Buffer("runs", results.dtype, prod(results.shape))
    return LoweredOperator(kernels, temporaries=(buffer,))


def _cut(image: View, first: Operator) -> View:
    """An image whose rows are cut into runs."""
    shape = first.inputs[0].shape
    stride = image.strides[_ROWS]
    strides = (*image.strides[:_ROWS], shape[_ROWS + 1] * stride, *image.strides[_ROWS:])
    return View(image.dtype, shape, strides, image.offset)


IMPLEMENTATION = ranked_implementation(
    _NAME,
    "Reduce",
    _policies,
    _estimate,
    _lower,
    _supports,
    lower_bound=streaming,
    reduction_nests=1,
)
