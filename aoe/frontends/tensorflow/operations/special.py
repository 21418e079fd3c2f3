"""Operators that few models have and ONNX has no operator for: logarithms times a factor, angles,
functions of probability, counts of larger elements, contrast, sorted segments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import dtype_of, shape_of
from aoe.frontends.layout import dtype_of_tensor
from aoe.frontends.shared_operators.angles import angle_of
from aoe.frontends.shared_operators.gamma_functions import digamma, log_gamma
from aoe.frontends.shared_operators.normal_distribution import inverse_erf, normal_quantile
from aoe.frontends.tensorflow.context import (
    Context,
    bounded,
    integers,
    required,
    whole_number,
)
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.arithmetic import constant, log1p
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.operations.products import segments_of
from aoe.frontends.tensorflow.values import Held

TABLE = OperationTable()
_INT32 = int(onnx_ir.DataType.INT32)
_SPECIAL: Mapping[str, Callable[..., Held]] = MappingProxyType(
    {
        "Lgamma": log_gamma,
        "Digamma": digamma,
        "Erfinv": inverse_erf,
        "Ndtri": normal_quantile,
    }
)


@TABLE.add("Xlogy", "Xdivy", "Xlog1py")
def _zero_times(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """A product or a quotient that is 0 where the first operand is."""
    x, y = values
    zero = constant(0, x, context)
    if node.op == "Xdivy":
        found = context.elementwise("Div", x, y)
    else:
        logarithm = log1p(context, y) if node.op == "Xlog1py" else context.elementwise("Log", y)
        found = context.elementwise("Mul", x, logarithm)
    return context.elementwise("Where", context.elementwise("Equal", x, zero), zero, found)


@TABLE.add("Atan2")
def _angle(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """The angle of the point (x, y), from -pi to pi."""
    y, x = values
    return angle_of(context.elementwise, lambda number: constant(number, x, context), y, x)


def _double(value: float) -> np.ndarray:
    return np.asarray(value, np.float64)


@TABLE.add(*_SPECIAL)
def _special_function(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """A function of each element, computed in float64."""
    x = context.tensor(values[0])
    dtype = onnx_ir.DataType.from_numpy(dtype_of_tensor(x))
    if dtype != onnx_ir.DataType.DOUBLE:
        x = context.elementwise("Cast", x, to=int(onnx_ir.DataType.DOUBLE))
    found = _SPECIAL[node.op](context.elementwise, _double, x)
    if dtype == onnx_ir.DataType.DOUBLE:
        return found
    return context.elementwise("Cast", found, to=int(dtype))


@TABLE.add("InTopKV2", "InTopK")
def _in_largest(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Whether fewer than k elements of a row are larger than that of its target. In a row with an
    element that is not finite nothing is.
    """
    rows, targets = (context.builder.value(context.plain(value)) for value in values[:2])
    given = whole_number(values[2], "k") if len(values) > 2 else node.integer("k")
    numbers = np.arange(shape_of(rows)[1], dtype=dtype_of(targets))
    chosen = context.node("Equal", context.node("Unsqueeze", targets, integers([1])), numbers)
    least = np.asarray(-np.inf, dtype_of(rows))
    target = context.node(
        "ReduceMax", context.node("Where", chosen, rows, least), integers([1]), keepdims=1
    )
    larger = context.node("Cast", context.node("Greater", rows, target), to=_INT32)
    count = context.node("ReduceSum", larger, integers([1]), keepdims=0)
    few = context.node("Less", count, np.asarray(given, np.int32))
    inside = context.node("Greater", context.node("Squeeze", target, integers([1])), least)
    finite = context.node("Less", context.node("Abs", rows), -least)
    whole = context.node("Cast", finite, to=_INT32)
    finite_row = context.node(
        "Cast",
        context.node("ReduceMin", whole, integers([1]), keepdims=0),
        to=int(onnx_ir.DataType.BOOL),
    )
    return context.node("And", context.node("And", few, inside), finite_row)


@TABLE.add("LowerBound", "UpperBound")
def _places_in_order(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """How many elements of a sorted row are below each value, or not above it."""
    ordered, sought = (context.builder.value(context.plain(value)) for value in values)
    bounded([*shape_of(sought), shape_of(ordered)[-1]])
    columns = context.node("Unsqueeze", sought, integers([-1]))
    row = context.node("Unsqueeze", ordered, integers([-2]))
    kind = "Greater" if node.op == "LowerBound" else "GreaterOrEqual"
    dtype = onnx_ir.DataType.from_numpy(node.dtype("out_type", np.int32))
    passed = context.node("Cast", context.node(kind, columns, row), to=int(dtype))
    return context.node("ReduceSum", passed, integers([-1]), keepdims=0)


@TABLE.add("AdjustContrastv2")
def _contrast(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Images that differ from the means of their channels by a factor more."""
    image, factor = context.builder.value(context.plain(values[0])), context.plain(values[1])
    mean = context.node("ReduceMean", image, integers([-3, -2]), keepdims=1)
    apart = context.node("Mul", context.node("Sub", image, mean), factor)
    return context.node("Add", apart, mean)


@TABLE.add(*(f"Segment{kind}" for kind in ("Sum", "Mean", "Max", "Min", "Prod")))
def _sorted_segments(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Rows of each segment. One without rows is 0, or 1 for products."""
    kind = node.op.removeprefix("Segment")
    segments = required(values[1], "segments").astype(np.int64)
    sizes = np.bincount(segments) if segments.size else np.zeros(0, np.int64)
    kinds = {"Sum": "add", "Mean": "add", "Max": "max", "Min": "min", "Prod": "mul"}
    found = segments_of(context, values[0], segments, len(sizes), kinds[kind])
    column = (len(sizes), *[1] * (len(shape_of(found)) - 1))
    dtype = dtype_of_tensor(found)
    if kind == "Mean":
        return context.node("Div", found, np.maximum(sizes, 1).reshape(column).astype(dtype))
    if kind in ("Max", "Min"):
        zero = np.zeros((), dtype)
        return context.node("Where", (sizes > 0).reshape(column), found, zero)
    return found
