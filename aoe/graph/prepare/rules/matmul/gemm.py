"""Gemm becomes MatMul with the operators around it; other rules bring MatMul into a canonical form.

Factors of operands move behind the matmul, into its epilogue, where they cost nothing.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.backends.registry import backend_of
from aoe.graph.prepare.rewriting import (
    WIDE,
    Builder,
    Rule,
    has_shape,
    integer,
    integers,
    is_floating,
    number,
    operand,
    producer,
    scalar_of,
    shape_of,
    used_once,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.loops.expression import Accumulator
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.attention.attention import attention
from aoe.target import Target

#: The most nodes between the scores of attention and their softmax: a scale, masks, a bias.
_MOST_ELEMENTWISE = 6
#: The types of such nodes.
_ELEMENTWISE = frozenset({"Add", "Sub", "Mul", "Div", "Where"})


@rule_for("Gemm")
def gemm_to_matmul(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Gemm becomes MatMul of transposed views, a scale, and the scaled third input.

    Integers are scaled in float64 where a scale is no integer.
    """
    addend = operand(node, 2)
    given = node.inputs[:2] if addend is None else node.inputs
    if not has_shape(*given, node.outputs[0]):
        return None
    shape = shape_of(node.outputs[0])
    factors = []
    for position, name in enumerate(("transA", "transB")):
        value = node.inputs[position]
        assert value is not None
        if integer(node, name, 0):
            value = build.make("Transpose", [value], shape_of(value)[::-1], perm=(1, 0))
        factors.append(value)
    result = build.make("MatMul", factors, shape)
    alpha, beta = number(node, "alpha", 1.0), number(node, "beta", 1.0)
    dtype = result.dtype
    assert dtype is not None
    scales = (alpha,) if addend is None else (alpha, beta)
    if not (is_floating(result) or all(item.is_integer() for item in scales)):
        result = build.cast(result, onnx_ir.DataType.DOUBLE)
        addend = None if addend is None else build.cast(addend, onnx_ir.DataType.DOUBLE)
    if alpha != 1.0:
        result = build.make("Mul", [result, build.scalar(_wrapped(alpha, result), result)], shape)
    if addend is None or beta == 0.0:
        return build.cast(result, dtype)
    if beta != 1.0:
        scale = build.scalar(_wrapped(beta, addend), addend)
        addend = build.make("Mul", [addend, scale], shape_of(addend))
    return build.cast(build.make("Add", [result, addend], shape), dtype)


def _wrapped(scale: float, value: onnx_ir.Value) -> float:
    """A scale in the type of what it multiplies. Integers wrap around, as products do."""
    if is_floating(value):
        return scale
    assert value.dtype is not None
    limits = np.iinfo(value.dtype.numpy())
    return (int(scale) - limits.min) % (1 << limits.bits) + limits.min


@rule_for("MatMul")
def scale_behind_matmul(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A constant factor of an operand, such as that of attention's queries, multiplies the matmul
    instead.

    In half precision it stays: it may keep the matmul in range.
    """
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    inputs, factor = list(node.inputs), 1.0
    for position, value in enumerate(node.inputs):
        found = _unscaled(value, build)
        if found is not None:
            inputs[position] = found[0]
            factor *= found[1]
    if inputs == list(node.inputs):
        return None
    result = build.again(node, inputs, shape_of(node.outputs[0]))
    return build.make("Mul", [result, build.scalar(factor, result)], shape_of(result))


def _unscaled(value: onnx_ir.Value | None, build: Builder) -> tuple[onnx_ir.Value, float] | None:
    """A value without its constant factor, and the factor; None if it has none.

    The factor may stand before a Transpose or Reshape.
    """
    if value is None or value.dtype not in WIDE or not used_once(value):
        return None
    view = producer(value, "Transpose", "Reshape")
    if view is not None:
        found = _unscaled(view.inputs[0], build)
        if found is None:
            return None
        inputs = [found[0], *view.inputs[1:]]
        return build.again(view, inputs, shape_of(value)), found[1]
    product = producer(value, "Mul")
    for position in (0, 1) if product is not None else ():
        assert product is not None
        factor, other = scalar_of(product.inputs[position]), product.inputs[1 - position]
        if factor is not None and other is not None and has_shape(other):
            return (other, factor) if shape_of(other) == shape_of(value) else None
    return None


@rule_for("MatMul")
def weights_in_single_precision(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """In attention of float16 the softmax goes to the second matmul in float32.

    All is computed in float32, so only the sum is rounded. Attention that the device has as one
    operator (`aoe.graph.fusion.attention`) never stores its softmax, and reads values of float16.
    """
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    weights, values = node.inputs
    assert values is not None
    if weights is None or weights.dtype != onnx_ir.DataType.FLOAT16:
        return None
    whole = _attention_of(weights, values, node.outputs[0])
    if whole is not None and _stays_whole(whole, build.target):
        return None
    wide = _softmax_in_single_precision(weights, build)
    if wide is None:
        return None
    factors = [wide, build.cast(values, onnx_ir.DataType.FLOAT)]
    result = build.again(node, factors, shape_of(node.outputs[0]), dtype=onnx_ir.DataType.FLOAT)
    return build.cast(result, onnx_ir.DataType.FLOAT16)


def _stays_whole(attention: Operator, target: Target | None) -> bool:
    """Whether a device has attention as one operator by default. Without a device it is one."""
    return target is None or backend_of(target).cost.attends(attention, target)


def _attention_of(
    weights: onnx_ir.Value, values: onnx_ir.Value, result: onnx_ir.Value
) -> Operator | None:
    """The operator of attention, without scale and masks, that weights times values may become;
    `None` if the weights are no softmax of a matmul of computed values, perhaps scaled and masked.
    """
    softmax = producer(weights, "Softmax")
    if softmax is None or not used_once(weights) or not has_shape(weights):
        return None
    product = _product_in(softmax.inputs[0], shape_of(weights), _MOST_ELEMENTWISE)
    if product is None or not has_shape(*product.inputs):
        return None
    constant = any(item is not None and item.const_value is not None for item in product.inputs)
    if constant:
        return None
    queries, keys = product.inputs
    assert queries is not None
    assert keys is not None
    factors = [_described(value) for value in (queries, keys, values)]
    return attention(factors, Accumulator(), (), _described(result))


def _described(value: onnx_ir.Value) -> Operand:
    """A value as an operand of an operator."""
    assert value.dtype is not None
    return Operand.row_major(value.dtype.numpy().name, shape_of(value))


def _product_in(
    value: onnx_ir.Value | None, shape: tuple[int, ...], most: int
) -> onnx_ir.Node | None:
    """The matmul with results of a shape that a value is computed of by at most so many elementwise
    nodes, which nothing else reads.
    """
    node = None if value is None or not used_once(value) else value.producer()
    if value is None or node is None or most == 0:
        return None
    if node.op_type == "MatMul":
        return node if has_shape(value) and shape_of(value) == shape else None
    if node.op_type not in _ELEMENTWISE:
        return None
    found = (_product_in(item, shape, most - 1) for item in node.inputs)
    return next((item for item in found if item is not None), None)


def _softmax_in_single_precision(value: onnx_ir.Value, build: Builder) -> onnx_ir.Value | None:
    """A softmax, with some of its rows perhaps replaced, as float32.

    Returns None if the value is no softmax or has other uses.
    """
    single, node = onnx_ir.DataType.FLOAT, producer(value, "Softmax", "Where")
    if node is None or not used_once(value) or not has_shape(value, *node.inputs):
        return None
    inputs = list(node.inputs)
    if node.op_type == "Softmax":
        assert inputs[0] is not None
        inputs = [build.cast(inputs[0], single)]
    else:
        found = [item and _softmax_in_single_precision(item, build) for item in inputs[1:]]
        if not any(found):
            return None
        pairs = zip(found, inputs[1:], strict=True)
        inputs[1:] = [wide or (item and build.cast(item, single)) for wide, item in pairs]
    return build.again(node, inputs, shape_of(value), dtype=single)


@rule_for("MatMul")
def join_heads_of_equal_keys(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A matmul with matrices repeated for several heads becomes one with each matrix once.

    Grouped-query attention has it. The rows of heads with equal keys lie one after another.
    """
    left, right = operand(node, 0), operand(node, 1)
    if not has_shape(left, right, node.outputs[0]):
        return None
    swapped = producer(right, "Transpose")
    if swapped is not None and integers(swapped, "perm") != (0, 1, 3, 2):
        return None
    repeated = producer(right if swapped is None else swapped.inputs[0], "Reshape")
    spread = None if repeated is None else producer(repeated.inputs[0], "Expand")
    source = None if spread is None else spread.inputs[0]
    if repeated is None or spread is None or not has_shape(source, repeated.outputs[0]):
        return None
    assert left is not None
    assert source is not None
    shape, whole = shape_of(source), shape_of(left)
    if len(shape) != 5 or shape[2] != 1 or len(whole) != 4:
        return None
    batch, groups, _, length, size = shape
    heads = whole[1] // groups
    expanded = (batch, groups, heads, length, size)
    joined = (batch, groups * heads, length, size)
    if shape_of(spread.outputs[0]) != expanded or shape_of(repeated.outputs[0]) != joined:
        return None
    if whole[:2] != joined[:2]:
        return None
    once = build.reshape(source, (batch, groups, length, size))
    if swapped is not None:
        once = build.make("Transpose", [once], (batch, groups, size, length), perm=(0, 1, 3, 2))
    rows = build.reshape(left, (batch, groups, heads * whole[2], whole[3]))
    columns = shape_of(once)[3]
    result = build.make("MatMul", [rows, once], (batch, groups, heads * whole[2], columns))
    return build.reshape(result, shape_of(node.outputs[0]))


RULES: tuple[Rule, ...] = (
    gemm_to_matmul,
    scale_behind_matmul,
    weights_in_single_precision,
    join_heads_of_equal_keys,
)
