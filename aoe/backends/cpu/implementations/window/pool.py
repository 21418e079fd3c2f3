"""Pooling by one window loop nest.

A norm is the root of a sum of powers. An average that excludes padding divides by the number of
elements in its window, computed from the coordinates of the pixel. `windows.py` has the schedule.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce

import numpy as np

from aoe.backends.cpu.cost.lower_bound import streaming
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    decisions,
    ranked_implementation,
)
from aoe.backends.cpu.implementations.window import windows
from aoe.backends.cpu.implementations.window.windows import (
    pixel_names,
    result_access,
    tap_names,
    window_access,
    window_kernel,
)
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.element_types import computed_type
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
from aoe.loops.loop_nest import Access, Axis, LoweredOperator, Store
from aoe.operators.operator import Operator, View
from aoe.operators.types.window.pool import element_counts, lowest, window_of
from aoe.policy import Policy


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    seconds = windows.estimate(operator, window_of(operator), 0, policy, target)
    schedule = decisions(policy)
    if schedule["vector"] != 1:
        return seconds
    part = schedule["vectors"] * target.lanes("float32") < operator.output.shape[1]
    # Hardware prefetches what is read in the order of memory.
    costs = profile_of(target).pool
    disorder = costs.pixel_share * (schedule["width"] - 1) + costs.partial_channels_share * part
    loop = costs.window_loop_share * (schedule["taps"] < 2)
    disorder += loop + costs.channel_order_share * (part and not schedule["order"])
    return seconds * (1.0 + disorder)


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    return windows.policies(name, operator, window_of(operator), target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    window, shape = window_of(operator), operator.output.shape
    largest = operator.attribute["combine"] == "max"
    fill = lowest(operator.inputs[0].dtype) if largest else 0.0
    others, store = stored(operator, inputs, output)
    operands = (window_access(inputs[0], window, fill, shape[2:]), *others)
    names = ("n", "c", *pixel_names(window.rank))
    kernel = window_kernel(
        "pool",
        [Axis(name, extent) for name, extent in zip(names, shape, strict=True)],
        [Axis(n, e) for n, e in zip(tap_names(window.rank), window.kernel, strict=True)],
        operands,
        store,
        ("max" if largest else "sum", _element(operator)),
        schedule,
        target,
    )
    return LoweredOperator((kernel,))


def _element(operator: Operator) -> Expression:
    """What is combined of each element."""
    if operator.attribute["combine"] != "norm":
        return Load(0)
    power = operator.integer("power")
    if power == 2:
        return apply("mul", Load(0), Load(0))
    size = apply("abs", Load(0))
    exponent = Constant(float(power), operator.inputs[0].dtype)
    return size if power == 1 else apply("pow", size, exponent)


def stored(
    operator: Operator, inputs: Sequence[View], output: View
) -> tuple[tuple[Access, ...], Store]:
    """What a loop nest that combines operand 0 reads besides, and what it stores."""
    used, shape = loads(operator.epilogue), operator.output.shape
    others = tuple(result_access(inputs[i], f"input{i}", shape) for i in used)
    epilogue = renumber(
        operator.epilogue, {i: n + 1 for n, i in enumerate(used)}, _result(operator)
    )
    return others, Store(result_access(output, "output0", shape), epilogue)


def _result(operator: Operator) -> Expression:
    """The result, from what was combined."""
    combine = operator.attribute["combine"]
    if combine == "average":
        return _average(operator)
    if combine == "max" or operator.integer("power") == 1:
        return Accumulator()
    power = operator.integer("power")
    if power == 2:
        return apply("sqrt", Accumulator())
    return apply("pow", Accumulator(), Constant(1.0 / power, operator.inputs[0].dtype))


def _average(operator: Operator) -> Expression:
    """The sum divided by the number of elements."""
    window, dtype = window_of(operator), computed_type(operator.inputs[0].dtype)
    counts = [element_counts(operator, i) for i in range(window.rank)]
    if all(np.ptp(item) == 0 for item in counts):
        total = int(np.prod([item[0] for item in counts]))
        return apply("mul", Accumulator(), Constant(1.0 / total, dtype))
    factors = [
        Constant(int(item[0]), "int64") if np.ptp(item) == 0 else _count(operator, i)
        for i, item in enumerate(counts)
    ]
    product = reduce(lambda a, b: apply("mul", a, b), factors)
    return apply("div", Accumulator(), cast(product, dtype))


def _count(operator: Operator, dimension: int) -> Expression:
    """The elements of a window along a dimension: of its positions j, those for which low ≤ start +
    j·dilation < high.
    """

    def number(value: int) -> Constant:
        return Constant(value, "int64")

    window, extent = window_of(operator), operator.inputs[0].shape[2 + dimension]
    before, after = window.pads[dimension], window.pads[window.rank + dimension]
    low, high = (-before, extent + after) if operator.integer("count_include_pad") else (0, extent)
    dilation, size = window.dilations[dimension], window.kernel[dimension]
    pixel = apply("mul", Index(f"o{dimension}"), number(window.strides[dimension]))
    skipped = apply("max", apply("sub", number(low + before), pixel), number(0))
    reached = apply("max", apply("sub", number(high + before), pixel), number(0))
    if dilation > 1:
        skipped = apply("div", apply("add", skipped, number(dilation - 1)), number(dilation))
        reached = apply("div", apply("add", reached, number(dilation - 1)), number(dilation))
    return apply("max", apply("sub", apply("min", reached, number(size)), skipped), number(1))


IMPLEMENTATION = ranked_implementation(
    "pool",
    "Pool",
    _policies,
    _estimate,
    _lower,
    lower_bound=streaming,
    points_are_independent=True,
)
