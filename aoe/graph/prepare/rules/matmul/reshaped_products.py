"""Reshapes around a MatMul vanish where the MatMul of the original operands is the same.

Exporters join the dimensions of a batch before a product and split them behind it. Two forms are
the same product without that: rows of any number of dimensions by one matrix, and equal batches of
matrices.
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


RULES: tuple[Rule, ...] = (product_of_originals,)
