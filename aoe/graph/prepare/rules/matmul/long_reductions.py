"""Matmuls and convolutions of very many terms sum in blocks, so that their error does not grow.

Blocks of terms are summed separately, then the sums. `prefix_scan` does the same for CumSum.

Source: Higham, "Accuracy and Stability of Numerical Algorithms", 4.2, on the error of a sum of
sums.
"""

from __future__ import annotations

from functools import reduce
from math import prod

import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    is_floating,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for

#: Terms of a block, and most terms that are summed one by one: more than usual networks have.
_BLOCK, _LONGEST = 1 << 13, 1 << 15
FLOAT, DOUBLE = onnx_ir.DataType.FLOAT, onnx_ir.DataType.DOUBLE


@rule_for("MatMul")
def matmul_in_blocks(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """MatMul over a long dimension becomes a batch of matmuls and a sum."""
    left, right = operand(node, 0), operand(node, 1)
    if not has_shape(left, right, node.outputs[0]):
        return None
    assert left is not None
    assert right is not None
    if min(len(shape_of(left)), len(shape_of(right))) == 0 or not _is_rounded(left):
        return None
    terms = shape_of(left)[-1]
    if terms <= _LONGEST:
        return None
    left, right = (build.cast(value, FLOAT) for value in (left, right))
    if len(shape_of(left)) == 1:
        left = build.reshape(left, (1, terms))
    if len(shape_of(right)) == 1:
        right = build.reshape(right, (terms, 1))
    whole = terms // _BLOCK * _BLOCK
    total = _summed_blocks(
        build, _piece(build, left, -1, 0, whole), _piece(build, right, -2, 0, whole)
    )
    if whole < terms:
        rest = _piece(build, left, -1, whole, terms), _piece(build, right, -2, whole, terms)
        total = build.infer("Add", total, build.infer("MatMul", *rest))
    result = node.outputs[0]
    assert result.dtype is not None
    return build.cast(build.reshape(total, shape_of(result)), result.dtype)


def _summed_blocks(build: Builder, left: onnx_ir.Value, right: onnx_ir.Value) -> onnx_ir.Value:
    """The product of two matrices of rank 2 or more, whose terms are a multiple of `_BLOCK`."""
    *batch, rows, terms = shape_of(left)
    rank, blocks = len(batch), terms // _BLOCK
    left = build.reshape(left, (*batch, rows, blocks, _BLOCK))
    left = build.infer("Transpose", left, perm=(*range(rank), rank + 1, rank, rank + 2))
    *batch, _, columns = shape_of(right)
    right = build.reshape(right, (*batch, blocks, _BLOCK, columns))
    results = build.infer("MatMul", left, right)
    return build.infer("ReduceSum", results, build.integers([-3]), keepdims=0)


def _piece(build: Builder, value: onnx_ir.Value, axis: int, start: int, stop: int) -> onnx_ir.Value:
    return build.piece(value, axis % len(shape_of(value)), start, stop)


@rule_for("Conv")
def convolution_in_blocks(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Conv over many channels becomes a sum of convolutions over fewer channels."""
    x, filters = operand(node, 0), operand(node, 1)
    if not has_shape(x, filters, node.outputs[0]):
        return None
    assert x is not None
    assert filters is not None
    channels, taps = shape_of(filters)[1], prod(shape_of(filters)[2:])
    if channels * taps <= _LONGEST or channels == 1 or not _is_rounded(x):
        return None
    if integer(node, "group", 1) != 1:
        return None
    shape, bias = shape_of(node.outputs[0]), operand(node, 2)
    x, filters = build.cast(x, FLOAT), build.cast(filters, FLOAT)
    step = max(_BLOCK // taps, 1)
    terms = []
    for start in range(0, channels, step):
        stop = min(start + step, channels)
        factors = [build.piece(value, 1, start, stop) for value in (x, filters)]
        terms.append(build.again(node, factors, shape, dtype=FLOAT))
    if bias is not None:
        each = (1, shape[1], *(1 for _ in shape[2:]))
        terms.append(build.reshape(build.cast(bias, FLOAT), each))
    while len(terms) > 1:
        pairs = [terms[number : number + 2] for number in range(0, len(terms), 2)]
        terms = [reduce(lambda a, b: build.make("Add", [a, b], shape), pair) for pair in pairs]
    result = node.outputs[0]
    assert result.dtype is not None
    return build.cast(terms[0], result.dtype)


def _is_rounded(value: onnx_ir.Value) -> bool:
    """Whether sums are rounded to float32; float64 has digits enough."""
    return is_floating(value) and value.dtype != DOUBLE


RULES: tuple[Rule, ...] = (matmul_in_blocks, convolution_in_blocks)
