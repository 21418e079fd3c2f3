"""Indices of maxima: one window loop nest that takes the smallest index of the elements equal to
the maximum.

`windows.py` has the schedule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from math import prod

from aoe.backends.cpu.implementations.scheduling import Schedule, ranked_implementation
from aoe.backends.cpu.implementations.window import windows
from aoe.backends.cpu.implementations.window.windows import (
    pixel_names,
    result_access,
    tap_names,
    window_access,
    window_kernel,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.expression import (
    Accumulator,
    Constant,
    Expression,
    Index,
    Load,
    apply,
    loads,
    renumber,
)
from aoe.loops.loop_nest import Axis, LoweredOperator, Store
from aoe.operators.operator import Operator, View
from aoe.operators.types.pool import lowest, window_of
from aoe.operators.types.window import Window
from aoe.policy import Policy


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return windows.estimate(operator, window_of(operator), 0, policy, target)


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    return windows.policies(name, operator, window_of(operator), target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    window, shape = window_of(operator), operator.output.shape
    spatial = inputs[0].shape[2:]
    used = loads(operator.epilogue)
    operands = (
        window_access(inputs[0], window, lowest(operator.inputs[0].dtype), shape[2:]),
        result_access(inputs[1], "input1", shape),
        *(result_access(inputs[i], f"input{i}", shape) for i in used),
    )
    anchor = _from_the_beginning(spatial, bool(operator.integer("column_major")), shape[1])
    value = renumber(operator.epilogue, {i: n + 2 for n, i in enumerate(used)}, anchor)
    names = ("n", "c", *pixel_names(window.rank))
    kernel = window_kernel(
        "pool_indices",
        [Axis(name, extent) for name, extent in zip(names, shape, strict=True)],
        [Axis(n, e) for n, e in zip(tap_names(window.rank), window.kernel, strict=True)],
        operands,
        Store(result_access(output, "output0", shape), value),
        ("min", _number_if_largest(window, spatial)),
        schedule,
        target,
    )
    return LoweredOperator((kernel,))


def _integer(value: int) -> Constant:
    return Constant(value, "int64")


def _scaled(value: Expression, factor: int) -> Expression:
    return value if factor == 1 else apply("mul", value, _integer(factor))


def _total(terms: Sequence[Expression]) -> Expression:
    return reduce(lambda a, b: apply("add", a, b), terms)


def _number_if_largest(window: Window, spatial: Sequence[int]) -> Expression:
    """The row-major index of an element in its map if it is inside and equals the maximum, else
    that of the last element.
    """
    condition: Expression = apply("equal", Load(0), Load(1))
    terms = []
    for i, extent in enumerate(spatial):
        pixel = _scaled(Index(f"o{i}"), window.strides[i])
        tap = _scaled(Index(f"r{i}"), window.dilations[i])
        place = apply("sub", apply("add", pixel, tap), _integer(window.before[i]))
        terms.append(_scaled(place, prod(spatial[i + 1 :])))
        inside = apply(
            "and",
            apply("greater_equal", place, _integer(0)),
            apply("less", place, _integer(extent)),
        )
        condition = apply("and", condition, inside)
    return apply("select", condition, _total(terms), _integer(prod(spatial) - 1))


def _from_the_beginning(spatial: Sequence[int], column_major: bool, channels: int) -> Expression:
    """The index among all elements of the input, from the row-major index in its map."""
    found: Expression = Accumulator()
    if column_major:
        terms = []
        for i, extent in enumerate(spatial):
            behind = prod(spatial[i + 1 :])
            place = apply("div", Accumulator(), _integer(behind)) if behind > 1 else found
            if i:
                place = apply("mod", place, _integer(extent))
            terms.append(_scaled(place, prod(spatial[:i])))
        found = _total(terms)
    maps = apply("add", _scaled(Index("n"), channels), Index("c"))
    return apply("add", found, _scaled(maps, prod(spatial)))


IMPLEMENTATION = ranked_implementation("pool_indices", "PoolIndices", _policies, _estimate, _lower)
