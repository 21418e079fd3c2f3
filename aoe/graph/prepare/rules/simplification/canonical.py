"""Gives equal computations equal nodes: one form of sums, divisions, global pooling and reshapes.

Afterwards there is no Sum, Mean, Flatten, Squeeze, Unsqueeze, Split or global pooling, and division
by a constant where `rounding.py` wants it. Every rule keeps the values within rounding. The rules
of matmuls are in `matmul.gemm`.
"""

from __future__ import annotations

from functools import reduce
from math import inf

import numpy as np
import onnx_ir

from aoe.element_types import is_floating as is_floating_type
from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    constant_of,
    has_given_padding,
    has_shape,
    integer,
    integers,
    integers_of,
    is_floating,
    operand,
    scalar_of,
    shape_of,
)
from aoe.graph.prepare.rounding import rounding_matters
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.shapes.shape_inference import broadcast_shape
from aoe.graph.prepare.signs import never_negative

_BINARY = {"Sum": "Add", "Mean": "Add", "Max": "Max", "Min": "Min"}


@rule_for(*_BINARY)
def variadic_to_binary(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Sum, Mean, Max and Min of any number of inputs become a chain of binary operators."""
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    values = [value for value in node.inputs if value is not None]
    if len(values) == 2 and node.op_type in ("Max", "Min"):
        return None

    def combine(left: onnx_ir.Value, right: onnx_ir.Value) -> onnx_ir.Value:
        shape = broadcast_shape(shape_of(left), shape_of(right))
        return build.make(_BINARY[node.op_type], [left, right], shape)

    total = reduce(combine, values)
    if node.op_type == "Mean" and len(values) > 1:
        factor = build.scalar(1 / len(values), total)
        return build.make("Mul", [total, factor], shape_of(node.outputs[0]))
    return total


@rule_for("Pow")
def power_to_products(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Pow with a small constant exponent becomes products, a square root or a reciprocal.

    The square roots of -∞ and -0 are no powers, so the base of a root must not be negative.
    """
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    base, exponent = node.inputs[0], scalar_of(node.inputs[1])
    assert base is not None
    shape = shape_of(node.outputs[0])
    if exponent not in (-1.0, -0.5, 0.5, 1.0, 2.0, 3.0, 4.0) or shape != shape_of(base):
        return None
    if exponent < 1 and not is_floating(base):
        return None
    if abs(exponent) == 0.5 and not never_negative(base):
        return None
    if exponent == 1:
        return base
    if exponent < 1:
        value = build.make("Sqrt", [base], shape) if abs(exponent) == 0.5 else base
        return build.make("Reciprocal", [value], shape) if exponent < 0 else value
    square = build.make("Mul", [base, base], shape)
    if exponent == 2:
        return square
    return build.make("Mul", [square, base if exponent == 3 else square], shape)


@rule_for("Div")
def division_to_product(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Division by a floating-point constant becomes a product; 1 / x becomes a reciprocal.

    A product with a rounded reciprocal may be the next number, so results that jump there keep
    the division.
    """
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    dividend, divisor = node.inputs[0], node.inputs[1]
    assert dividend is not None
    assert divisor is not None
    if not is_floating(dividend):
        return None
    shape = shape_of(node.outputs[0])
    if scalar_of(dividend) == 1.0 and shape == shape_of(divisor):
        return build.make("Reciprocal", [divisor], shape)
    array = constant_of(divisor)
    if array is None or not np.all(np.isfinite(array)) or not np.all(array):
        return None
    if array.dtype.itemsize < 4:  # the inverse would be rounded to few bits
        return None
    inverse = (1 / array.astype(np.float64)).astype(array.dtype)
    if not np.all(np.isfinite(inverse)):
        return None
    is_exact = np.all(np.frexp(array)[0] == np.copysign(0.5, array))
    if not is_exact and rounding_matters(node.outputs[0]):
        return None
    return build.make("Mul", [dividend, build.constant(inverse)], shape)


@rule_for("Sub")
def difference_to_sum(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Subtraction of a floating-point constant becomes an addition."""
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    array = constant_of(node.inputs[1])
    if array is None or not is_floating_type(array.dtype):
        return None
    return build.make("Add", [node.inputs[0], build.constant(-array)], shape_of(node.outputs[0]))


@rule_for("Clip", "Max")
def clip_to_relu(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Clip from 0 without an upper limit, and the maximum with 0, become Relu."""
    if not has_shape(node.inputs[0], node.outputs[0]):
        return None
    if scalar_of(operand(node, 1)) != 0.0:
        return None
    upper = operand(node, 2)
    limit = scalar_of(upper)
    if upper is not None and limit != inf:
        return None
    shape = shape_of(node.outputs[0])
    value = node.inputs[0]
    if value is None or not is_floating(value) or shape_of(value) != shape:
        return None
    return build.make("Relu", [value], shape)


@rule_for("Flatten", "Squeeze", "Unsqueeze")
def to_reshape(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Flatten, Squeeze and Unsqueeze become Reshape."""
    if not has_shape(node.inputs[0], node.outputs[0]):
        return None
    value = node.inputs[0]
    assert value is not None
    return build.reshape(value, shape_of(node.outputs[0]))


@rule_for("Split")
def split_to_slices(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Split becomes one Slice for each output; without sizes they are equal, except the last."""
    value, given = operand(node, 0), operand(node, 1)
    if value is None or not has_shape(value):
        return None
    axis = integer(node, "axis", 0) % max(len(shape_of(value)), 1)
    size, count = shape_of(value)[axis], len(node.outputs)
    sizes = integers_of(given)
    if given is None:
        most = -(-size // integer(node, "num_outputs", count))
        sizes = tuple(max(min(most, size - position * most), 0) for position in range(count))
    if sizes is None or sum(sizes) != size or len(sizes) != count:
        return None
    stops = np.cumsum(sizes).tolist()
    return [
        build.piece(value, axis, stop - length, stop)
        for length, stop in zip(sizes, stops, strict=True)
    ]


def pooling_to_reduction(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Pooling with one window over the whole image becomes a reduction over the spatial axes."""
    kinds = {"AveragePool": "ReduceMean", "MaxPool": "ReduceMax"}
    kinds |= {"GlobalAveragePool": "ReduceMean", "GlobalMaxPool": "ReduceMax"}
    value = operand(node, 0)
    if node.op_type not in kinds or value is None or not has_shape(value, node.outputs[0]):
        return None
    if not node.op_type.startswith("Global") and not _pools_everything(node, shape_of(value)):
        return None
    if any(output.uses() for output in node.outputs[1:]):
        return None
    axes = build.integers(range(2, len(shape_of(value))))
    return build.make(kinds[node.op_type], [value, axes], shape_of(node.outputs[0]), keepdims=1)


def _pools_everything(node: onnx_ir.Node, shape: tuple[int, ...]) -> bool:
    """Whether a pool's only window covers the whole image and padding does not count."""
    kernel, spatial = integers(node, "kernel_shape"), shape[2:]
    pads = integers(node, "pads") or (0,) * (2 * len(spatial))
    plain = has_given_padding(node, valid=True)
    dilations = integers(node, "dilations") or (1,)
    if kernel is None or not plain or any(step != 1 for step in dilations):
        return False
    if any(size != 1 for size in shape_of(node.outputs[0])[2:]):
        return False
    if any(pads) and integer(node, "count_include_pad", 0):
        return False
    begins = pads[: len(spatial)]
    return all(k >= n + begin for k, n, begin in zip(kernel, spatial, begins, strict=True))


RULES: tuple[Rule, ...] = (
    variadic_to_binary,
    power_to_products,
    division_to_product,
    difference_to_sum,
    clip_to_relu,
    to_reshape,
    split_to_slices,
    pooling_to_reduction,
)
