"""Pooling over sliding windows: MaxPool, AveragePool and LpPool.

Attributes: those of the window; `combine` is "max", "average" or "norm"; `count_include_pad` is 1
where an average counts padding; a norm has its `power`. `ceil_mode` is in the shape of the output.
Global pooling is a reduction (`reduce.py`). Where a maximum lies is an operator of its own
(`pool_indices.py`). Implementations: `pool*`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from aoe.element_types import integer_limits, is_floating
from aoe.loops.expression import Accumulator
from aoe.operators.access import Access, InputSlice
from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    order_of_first_input,
)
from aoe.operators.importing import (
    floating_input,
    integer_attribute,
    integers_attribute,
    refuse,
    required_input,
)
from aoe.operators.operator import Operand, Operator
from aoe.operators.window import (
    CHANNELS,
    Window,
    import_window,
    outputs_along,
    taps,
    window_access,
)


def window_of(operator: Operator) -> Window:
    """The pooling window."""
    return Window.of(operator, operator.integers("kernel"))


#: How each ONNX operator combines the elements in a window.
_COMBINE = {"MaxPool": "max", "AveragePool": "average", "LpPool": "norm"}


def _import_node(node: SourceNode) -> ImportedOperator:
    combine = _COMBINE[node.op_type]
    x = required_input(node, 0) if combine == "max" else floating_input(node)
    power = integer_attribute(node, "p", 2)
    if combine == "norm" and power < 1:
        raise refuse(node, f"the power p = {power} must be at least 1")
    kernel, window = pooling_window(node, x)
    # Without padding there is nothing to count, so pools that compute the same have one key.
    padded = combine == "average" and any(window.pads)
    counted = integer_attribute(node, "count_include_pad", 0) if padded else 0
    attributes = (
        *window.attributes(),
        ("kernel", kernel),
        ("combine", combine),
        ("count_include_pad", counted),
        *((("power", power),) if combine == "norm" else ()),
    )
    operator = Operator("Pool", tuple(sorted(attributes)), (x,), node.output, 1)
    return ImportedOperator(operator, (0,))


def pooling_window(
    node: SourceNode, x: Operand, inside: bool = False
) -> tuple[tuple[int, ...], Window]:
    """The kernel and the window of a pooling node over `x`. `inside`: whether the padding that
    `auto_pad` asks for may be negative.
    """
    kernel = integers_attribute(node, "kernel_shape")
    if kernel is None or len(x.shape) < 3 or len(kernel) != len(x.shape) - 2:
        raise refuse(node, f"kernel_shape {kernel} does not fit the input {x.shape}")
    window = import_window(node, kernel, x.shape[2:], pools=True, inside=inside)
    outputs = outputs_along(window, x.shape[2:], bool(integer_attribute(node, "ceil_mode", 0)))
    if node.output.shape != (*x.shape[:2], *outputs):
        raise refuse(node, f"its result has {outputs} pixels, declared as {node.output.shape}")
    return kernel, window


def lowest(dtype: str) -> float:
    """The value of padding for a maximum: no element is smaller."""
    return float("-inf") if is_floating(dtype) else float(integer_limits(dtype)[0])


def element_counts(operator: Operator, dimension: int) -> np.ndarray:
    """How many elements each window of an average has along a spatial dimension, as an array
    (outputs,).
    """
    window, size = window_of(operator), operator.inputs[0].shape[2 + dimension]
    outputs = operator.output.shape[2 + dimension]
    before, after = window.pads[dimension], window.pads[window.rank + dimension]
    starts = np.arange(outputs) * window.strides[dimension] - before
    places = starts[:, None] + np.arange(window.kernel[dimension]) * window.dilations[dimension]
    low, high = (-before, size + after) if operator.integer("count_include_pad") else (0, size)
    counts: np.ndarray = ((places >= low) & (places < high)).sum(axis=1)
    return np.asarray(np.maximum(counts, 1))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    x, window = inputs[0], window_of(operator)
    outputs = operator.output.shape[2:]
    combine = operator.attribute["combine"]
    fill = lowest(operator.inputs[0].dtype) if combine == "max" else 0.0
    # One after the other: `ufunc.reduce` would copy all of them together.
    seen = (part for _, part in taps(x, window, outputs, fill))
    if combine == "max":
        return np.asarray(reduce(np.maximum, seen))
    if not is_floating(x.dtype):
        seen = (part.astype(np.int64) for part in seen)
    if combine == "norm":
        power = operator.integer("power")
        powers = (np.abs(part) ** power for part in seen)
        return np.asarray(reduce(np.add, powers) ** (1.0 / power))
    total = reduce(np.add, seen)
    for dimension in range(window.rank):
        shape = [1] * total.ndim
        shape[2 + dimension] = -1
        total = total / element_counts(operator, dimension).reshape(shape)
    return np.asarray(total)


def _access(operator: Operator, dimension: int) -> Access | None:
    if dimension == CHANNELS:
        return Access((InputSlice(CHANNELS),), of_channels=True)
    return window_access(operator, window_of(operator), dimension)


def _moves_only(operator: Operator) -> bool:
    plain = operator.prologue == operator.epilogue == Accumulator()
    return plain and operator.attribute["combine"] == "max"


OPERATOR = OperatorDefinition(
    type="Pool",
    onnx_types=tuple(_COMBINE),
    import_node=_import_node,
    reference=_reference,
    output_order=order_of_first_input,
    access=_access,
    accepts_reduced_precision=True,
    of_images=True,
    moves_only=_moves_only,
    downsamples=True,
)
