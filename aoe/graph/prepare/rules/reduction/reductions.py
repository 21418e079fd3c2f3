"""Reductions over no elements become constants; ReduceLogSumExp becomes two reductions."""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    integers_of,
    is_floating,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for

#: The result of a reduction of no elements; for others it follows from the dtype.
_OF_NOTHING = {
    "ReduceSum": 0.0,
    "ReduceSumSquare": 0.0,
    "ReduceL1": 0.0,
    "ReduceL2": 0.0,
    "ReduceProd": 1.0,
    "ReduceLogSum": -np.inf,
    "ReduceLogSumExp": -np.inf,
    "ReduceMean": np.nan,
}


def reduction_of_nothing(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A reduction of an input without elements becomes a constant."""
    value, result = operand(node, 0), node.outputs[0]
    if not node.op_type.startswith("Reduce") or not has_shape(value, result):
        return None
    assert value is not None
    if prod(shape_of(value)) > 0 or prod(shape_of(result)) == 0:
        return None
    assert result.dtype is not None
    dtype = np.dtype(result.dtype.numpy())
    if node.op_type in ("ReduceMax", "ReduceMin"):
        filler = _extreme(dtype, lowest=node.op_type == "ReduceMax")
    elif node.op_type in _OF_NOTHING:
        filler = _OF_NOTHING[node.op_type]
    else:
        return None
    if dtype.kind not in "fV" and not np.isfinite(filler):
        return None
    return build.constant(np.full(shape_of(result), filler).astype(dtype))


def _extreme(dtype: np.dtype, lowest: bool) -> float | int:
    """The extreme value of a dtype."""
    if dtype.kind == "b":
        return int(not lowest)
    if dtype.kind in "iu":
        limits = np.iinfo(dtype)
        return int(limits.min if lowest else limits.max)
    return -np.inf if lowest else np.inf


@rule_for("ReduceLogSumExp")
def log_sum_exp(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ReduceLogSumExp becomes m + log Σ exp(x − m), where m is the maximum: no exponential
    overflows.

    An infinite maximum is not subtracted.
    """
    value, result = operand(node, 0), node.outputs[0]
    if not has_shape(value, result):
        return None
    assert value is not None
    rank = len(shape_of(value))
    given = integers_of(operand(node, 1)) if operand(node, 1) is not None else ()
    if given is None or not is_floating(value) or prod(shape_of(value)) == 0:
        return None
    if not given and integer(node, "noop_with_empty_axes", 0):
        return value
    axes = build.integers(given or tuple(range(rank)))
    largest = build.infer("ReduceMax", value, axes, keepdims=1)
    infinite = build.infer("IsInf", largest)
    shift = build.infer("Where", infinite, build.scalar(0, value), largest)
    powers = build.infer("Exp", build.infer("Sub", value, shift))
    total = build.infer("Log", build.infer("ReduceSum", powers, axes, keepdims=1))
    return build.reshape(build.infer("Add", total, shift), shape_of(result))


RULES: tuple[Rule, ...] = (reduction_of_nothing, log_sum_exp)
