"""Reshapes around a MatMul vanish where the MatMul of the original operands is the same.

Exporters join the dimensions of a batch before a product and split them behind it. Two forms are
the same product without that: rows of any number of dimensions by one matrix, and equal batches of
matrices. Where only the rows behind a product by a matrix are split, they are split before it. What
follows in the shape of the model, such as the addition of a residual, can then be part of it.
"""

from __future__ import annotations

from math import prod

import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    operand,
    producer,
    shape_of,
    used_once,
)
from aoe.graph.prepare.rule_application import rule_for

_Shape = tuple[int, ...]


def product_of_originals(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Reshape of a MatMul whose left operand, and perhaps the right one, is a Reshape."""
    result = operand(node, 0)
    product = producer(result, "MatMul") if node.op_type == "Reshape" else None
    if product is None or result is None or not used_once(result):
        return None
    if not has_shape(*product.inputs, result, node.outputs[0]):
        return None
    left, right = product.inputs
    assert left is not None
    assert right is not None
    first, second = _before_reshape(left), _before_reshape(right)
    if first is None or not has_shape(first):
        return None
    for factor in (second, right):
        if factor is not None and has_shape(factor) and _is_same(first, left, factor, right, node):
            return build.again(product, [first, factor], shape_of(node.outputs[0]))
    return None


@rule_for("Reshape")
def rows_split_before_product(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Reshape of a MatMul by a matrix, perhaps with a vector added, that splits the rows."""
    value = operand(node, 0)
    if value is None or not used_once(value):
        return None
    if not has_shape(value, node.outputs[0]):
        return None
    total = producer(value, "Add")
    sums = [] if total is None else list(total.inputs)
    product = next((item for item in map(_product, (value, *sums)) if item is not None), None)
    if product is None or not has_shape(*product.inputs):
        return None
    result, whole = product.outputs[0], shape_of(node.outputs[0])
    left, right = product.inputs
    assert left is not None
    assert right is not None
    if len(shape_of(left)) != 2 or len(shape_of(right)) != 2 or len(whole) < 3:
        return None
    if whole[-1] != shape_of(right)[-1]:
        return None
    first = build.reshape(left, (*whole[:-1], shape_of(left)[-1]))
    made = build.again(product, [first, right], whole)
    if total is None:
        return made
    (addend,) = (item for item in sums if item is not result)
    if addend is None or not has_shape(addend):
        return None
    if shape_of(addend)[-1:] != whole[-1:] or prod(shape_of(addend)) != whole[-1]:
        return None
    return build.again(total, [made if item is result else addend for item in sums], whole)


def _product(value: onnx_ir.Value | None) -> onnx_ir.Node | None:
    """The MatMul that gives a value which nothing else reads."""
    node = producer(value, "MatMul")
    return node if node is not None and value is not None and used_once(value) else None


def _before_reshape(value: onnx_ir.Value) -> onnx_ir.Value | None:
    """The input of the Reshape that gives a value and is read by nothing else."""
    node = producer(value, "Reshape")
    return node.inputs[0] if node is not None and used_once(value) else None


def _is_same(
    first: onnx_ir.Value,
    left: onnx_ir.Value,
    second: onnx_ir.Value,
    right: onnx_ir.Value,
    node: onnx_ir.Node,
) -> bool:
    """Whether `first` · `second` is the product of `left` and `right`, reshaped by `node`."""
    given = shape_of(first), shape_of(second)
    used = shape_of(left), shape_of(right)
    return shape_of(node.outputs[0]) in (_of_rows(given, used), _of_batches(given, used))


def _of_rows(given: tuple[_Shape, _Shape], used: tuple[_Shape, _Shape]) -> _Shape | None:
    """The shape of rows by one matrix; None if it is something else."""
    (first, second), (left, right) = given, used
    if len(second) < 2 or second[-2:] != right[-2:] or not first or not left:
        return None
    if prod(second[:-2]) != 1 or len(second) > max(len(first), 2) or prod(right[:-2]) != 1:
        return None
    if len(right) < 2 or not first[-1] == left[-1] == second[-2]:
        return None
    return (*first[:-1], second[-1])


def _of_batches(given: tuple[_Shape, _Shape], used: tuple[_Shape, _Shape]) -> _Shape | None:
    """The shape of as many matrices by as many others; None if it is something else."""
    (first, second), (left, right) = given, used
    if min(map(len, (*given, *used))) < 2:
        return None
    if first[-2:] != left[-2:] or second[-2:] != right[-2:]:
        return None
    if first[:-2] != second[:-2] or left[:-2] != right[:-2]:
        return None
    return (*first[:-1], second[-1])


#: The rules for nodes as the model has them, and for those that other rules have made.
RULES: tuple[Rule, ...] = (product_of_originals,)
LATER_RULES: tuple[Rule, ...] = (rows_split_before_product,)
