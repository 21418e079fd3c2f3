"""Gradients of pooling, pulled: an elementwise kernel for each phase of the strides, whose elements
the same taps of windows reach.

Schedule: that of `elementwise/elementwise.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from itertools import product
from math import prod

from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.implementations.elementwise import elementwise
from aoe.backends.cpu.implementations.elementwise.elementwise import (
    Elementwise,
    elementwise_kernel,
)
from aoe.backends.cpu.implementations.scheduling import Schedule, ranked_implementation
from aoe.backends.cpu.lowering.access import Strided, broadcast
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import computed_type
from aoe.loops.expression import Constant, Expression, Load, apply, loads, renumber
from aoe.loops.loop_nest import Kernel, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.window.pool_gradient import PullPhase, phases_of, terms, window_of

#: Most windows over one element: all of them are one expression.
_MOST_TERMS = 64


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return terms(operator) <= _MOST_TERMS and prod(operator.output.shape) > 0


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    phases = [phase for phase in phases_of(operator) if all(part.count for part in phase)]
    return LoweredOperator(
        tuple(_kernel(operator, inputs, output, phase, schedule, target) for phase in phases)
    )


def _kernel(
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    phase: tuple[PullPhase, ...],
    schedule: Schedule,
    target: CpuTarget,
) -> Kernel:
    window, pixels = window_of(operator), inputs[0].shape[2:]
    strides = window.strides
    operands: list[Strided] = []
    limits: dict[int, tuple[tuple[int, int, int], ...]] = {}
    found: list[Expression] = []
    read = operator.anchor_inputs  # the gradient, and the places of maxima
    dtype = computed_type(operator.inputs[0].dtype)
    for chosen in product(*(part.taps for part in phase)):
        number, firsts = 0, [first for _, first in chosen]
        if not all(
            first < size and first + part.count > 0
            for first, size, part in zip(firsts, pixels, phase, strict=True)
        ):
            continue  # this tap is of no window over these elements
        for (tap, _), size in zip(chosen, window.kernel, strict=True):
            number = number * size + tap
        # Along a dimension the windows over neighbours of a phase are neighbours.
        inside = tuple(
            (2 + axis, first, pixels[axis])
            for axis, first in enumerate(firsts)
            if first < 0 or first + phase[axis].count > pixels[axis]
        )
        passed: Expression = Load(len(operands))
        for source, view in enumerate(inputs[:read]):
            limits[len(operands)] = inside
            operands.append(_moved(view, f"input{source}", firsts))
        if read > 1:
            matches = apply("equal", Load(len(operands) - 1), Constant(number, "uint8"))
            passed = apply("select", matches, passed, Constant(0.0, dtype))
        found.append(passed)
    total = reduce(lambda a, b: apply("add", a, b), found) if found else Constant(0.0, dtype)
    extras = loads(operator.epilogue)
    places = {number: len(operands) + place for place, number in enumerate(extras)}
    shape = operator.output.shape
    operands += [
        _every(broadcast(inputs[number], f"input{number}", shape), phase, strides)
        for number in extras
    ]
    counts = (*shape[:2], *(part.count for part in phase))
    work = Elementwise(
        "pool_gradient",
        counts,
        tuple(operands),
        _every(broadcast(output, "output0", shape), phase, strides),
        renumber(operator.epilogue, places, total),
        limits=limits,
    )
    return elementwise_kernel(work, schedule, target)


def _moved(view: View, buffer: str, firsts: Sequence[int]) -> Strided:
    """A pooled tensor from the window on that is over the first element."""
    offset = view.offset + sum(
        first * stride for first, stride in zip(firsts, view.strides[2:], strict=True)
    )
    return Strided(buffer, view.dtype, view.strides, offset)


def _every(seen: Strided, phase: Sequence[PullPhase], strides: Sequence[int]) -> Strided:
    """The elements of a phase."""
    own = seen.strides[2:]
    offset = sum(part.first * step for part, step in zip(phase, own, strict=True))
    wide = tuple(step * stride for step, stride in zip(own, strides, strict=True))
    return replace(seen, strides=(*seen.strides[:2], *wide), offset=seen.offset + offset)


IMPLEMENTATION = ranked_implementation(
    "pool_gradient",
    "PoolGradient",
    elementwise.policies,
    elementwise.estimate,
    _lower,
    supports=_supports,
    lower_bound=streaming,
)
