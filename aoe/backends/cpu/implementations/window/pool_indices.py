"""Indices of maxima: one window loop nest that takes the smallest index of the elements equal to
the maximum. No element equals NaN. An index i of NaN counts as -1 - i, so that the smallest is that
of the last NaN.

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
from aoe.element_types import is_floating
from aoe.loops.expression import (
    Accumulator,
    Constant,
    Expression,
    Index,
    Load,
    apply,
    cast,
    loads,
    renumber,
)
from aoe.loops.loop_nest import Axis, LoweredOperator, Store
from aoe.operators.operator import Operator, View
from aoe.operators.types.window.pool import lowest, window_of
from aoe.operators.types.window.pool_indices import is_in_window
from aoe.operators.window import Window
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
    floating = is_floating(operator.inputs[0].dtype)
    found = _decoded() if floating else Accumulator()
    if is_in_window(operator):
        anchor: Expression = cast(found, "uint8")
        place, otherwise = _tap(window), prod(window.kernel) - 1
    else:
        column_major = bool(operator.integer("column_major"))
        anchor = _from_the_beginning(found, spatial, column_major, shape[1])
        place, otherwise = _number(window, spatial), prod(spatial) - 1
    number = _if_largest(window, spatial, place, otherwise)
    if floating:
        number = _unless_nan(place, number)
    value = renumber(operator.epilogue, {i: n + 2 for n, i in enumerate(used)}, anchor)
    names = ("n", "c", *pixel_names(window.rank))
    kernel = window_kernel(
        "pool_indices",
        [Axis(name, extent) for name, extent in zip(names, shape, strict=True)],
        [Axis(n, e) for n, e in zip(tap_names(window.rank), window.kernel, strict=True)],
        operands,
        Store(result_access(output, "output0", shape), value),
        ("min", number),
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


def _if_largest(
    window: Window, spatial: Sequence[int], number: Expression, otherwise: int
) -> Expression:
    """A number if the element is inside and equals the maximum."""
    condition: Expression = apply("equal", Load(0), Load(1))
    for axis, extent in enumerate(spatial):
        place = _index(window, axis)
        inside = apply(
            "and",
            apply("greater_equal", place, _integer(0)),
            apply("less", place, _integer(extent)),
        )
        condition = apply("and", condition, inside)
    return apply("select", condition, number, _integer(otherwise))


def _unless_nan(place: Expression, number: Expression) -> Expression:
    """A number, or -1 minus the place where the element is NaN. Padding never is."""
    odd = apply("not_equal", Load(0), Load(0))
    return apply("select", odd, apply("sub", _integer(-1), place), number)


def _decoded() -> Expression:
    """The place that the smallest number stands for."""
    found = Accumulator()
    negative = apply("less", found, _integer(0))
    return apply("select", negative, apply("sub", _integer(-1), found), found)


def _index(window: Window, axis: int) -> Expression:
    """The coordinate of the element along a spatial dimension."""
    pixel = _scaled(Index(f"o{axis}"), window.strides[axis])
    tap = _scaled(Index(f"r{axis}"), window.dilations[axis])
    return apply("sub", apply("add", pixel, tap), _integer(window.before[axis]))


def _number(window: Window, spatial: Sequence[int]) -> Expression:
    """The row-major index of the element in its map."""
    places = (_index(window, axis) for axis in range(len(spatial)))
    return _total([_scaled(place, prod(spatial[i + 1 :])) for i, place in enumerate(places)])


def _tap(window: Window) -> Expression:
    """The row-major number of the tap."""
    kernel = window.kernel
    return _total([_scaled(Index(f"r{i}"), prod(kernel[i + 1 :])) for i in range(window.rank)])


def _from_the_beginning(
    found: Expression, spatial: Sequence[int], column_major: bool, channels: int
) -> Expression:
    """The index among all elements of the input, from the row-major index in its map."""
    if column_major:
        terms = []
        for i, extent in enumerate(spatial):
            behind = prod(spatial[i + 1 :])
            place = apply("div", found, _integer(behind)) if behind > 1 else found
            if i:
                place = apply("mod", place, _integer(extent))
            terms.append(_scaled(place, prod(spatial[:i])))
        found = _total(terms)
    maps = apply("add", _scaled(Index("n"), channels), Index("c"))
    return apply("add", found, _scaled(maps, prod(spatial)))


IMPLEMENTATION = ranked_implementation("pool_indices", "PoolIndices", _policies, _estimate, _lower)
