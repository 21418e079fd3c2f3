"""Prefix scans along an axis: CumSum and CumProd.

Attributes: `combine` is "sum" or "prod". `axis` is counted from the front. `exclusive` is 1 where a
result leaves out its own element, `reverse` is 1 where the scan runs from the end. The type is
called "RunningTotal" in repositories. Implementation: `prefix_scan`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from aoe.operators.definition import ImportedOperator, OperatorDefinition, SourceNode
from aoe.operators.importing import (
    axis_in,
    integer_attribute,
    integers_input,
    refuse,
    required_input,
)
from aoe.operators.operator import Operand, Operator

#: The fewest lines that fill vectors well enough.
_FEWEST_LINES = 8
_COMBINES = {"CumSum": "sum", "CumProd": "prod"}


def prefix_scan(
    x: Operand, axis: int, combine: str = "sum", exclusive: bool = False, reverse: bool = False
) -> Operator:
    """The operator that scans `x` along `axis`, which is not negative."""
    attributes = (
        ("axis", axis),
        ("combine", combine),
        ("exclusive", int(exclusive)),
        ("reverse", int(reverse)),
    )
    return Operator("RunningTotal", attributes, (x,), Operand.row_major(x.dtype, x.shape), 1)


def _import_node(node: SourceNode) -> ImportedOperator:
    x = required_input(node, 0)
    axes = integers_input(node, 1)
    if axes is None or len(axes) != 1:
        raise refuse(node, "its axis must be one constant integer")
    exclusive, reverse = (integer_attribute(node, name, 0) for name in ("exclusive", "reverse"))
    axis, combine = axis_in(node, axes[0], len(x.shape)), _COMBINES[node.op_type]
    return ImportedOperator(prefix_scan(x, axis, combine, bool(exclusive), bool(reverse)), (0,))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    x, axis = inputs[0], operator.integer("axis")
    ufunc: np.ufunc = np.add if operator.attribute["combine"] == "sum" else np.multiply
    if operator.integer("reverse"):
        x = np.flip(x, axis)
    total = ufunc.accumulate(x, axis, dtype=x.dtype)
    if operator.integer("exclusive"):
        first = np.full_like(total.take([0], axis), ufunc.identity)
        total = np.concatenate([first, total.take(range(x.shape[axis] - 1), axis)], axis)
    return np.flip(total, axis) if operator.integer("reverse") else total


def _output_order(operator: Operator) -> tuple[int, ...]:
    """The order of the input. If its last dimension is scanned and there are enough other lines,
    the scanned dimension comes first, so that a vector scans several lines: a single line waits for
    the result of each step.
    """
    axis, (x, *_) = operator.integer("axis"), operator.inputs
    others = tuple(dimension for dimension in x.order if dimension != axis)
    beside = prod(x.shape[dimension] for dimension in others) >= _FEWEST_LINES
    return (axis, *others) if x.order[-1:] == (axis,) and beside else x.order


OPERATOR = OperatorDefinition(
    type="RunningTotal",
    onnx_types=tuple(_COMBINES),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    fuses_epilogue=False,
)
