"""Matmuls of one value with several constant matrices become one matmul with these side by side.

Attention has them for queries, keys and values. The value is packed and read once, and the threads
synchronise once. The results are slices of its columns.

The rule applies only where the readers move elements and compute nothing. Otherwise each matmul is
better fused with what follows it, such as the two factors of a gated unit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    is_floating,
    producer,
    shape_of,
    used_once,
)

#: Operators that may read the results: views, and matmuls that read them in place.
_READERS = frozenset({"Transpose", "Slice", "MatMul"})


@dataclass(frozen=True)
class _Projection:
    """A matmul with constant weights and the addition of a bias.

    Attributes:
        weights: The constant matrix.
        bias: The constant bias, or None.
        result: The value that the two compute.
    """

    weights: np.ndarray
    bias: np.ndarray | None
    result: onnx_ir.Value


def join_projections(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Several projections of a value become slices of one matmul.

    The first is the node itself. The others lose their uses.
    """
    matmul = node if node.op_type == "MatMul" else _matmul_before(node)
    value = None if matmul is None else matmul.inputs[0]
    if value is None or not has_shape(value) or not is_floating(value):
        return None
    own = _projection(matmul, value)
    if own is None or own.result is not node.outputs[0]:
        return None
    found = [_projection(use.node, value) for use in value.uses() if use.idx == 0]
    alike = [
        item
        for item in found
        if item is not None and item.weights.dtype == own.weights.dtype and _is_only_moved(item)
    ]
    if len(alike) < 2 or own.result not in [item.result for item in alike]:
        return None
    alike.sort(key=lambda item: item.result is not own.result)
    slices = _slices(build, value, alike)
    for item, piece in zip(alike[1:], slices[1:], strict=True):
        item.result.replace_all_uses_with(piece)
    return slices[0]


def _slices(
    build: Builder, value: onnx_ir.Value, projections: Sequence[_Projection]
) -> list[onnx_ir.Value]:
    """The results of projections, as slices of one matmul."""
    stops = list(accumulate(item.weights.shape[1] for item in projections))
    shape = (*shape_of(value)[:-1], stops[-1])
    weights = build.constant(np.concatenate([item.weights for item in projections], axis=1))
    joined = build.make("MatMul", [value, weights], shape)
    if any(item.bias is not None for item in projections):
        biases = [
            np.zeros(item.weights.shape[1], item.weights.dtype) if item.bias is None else item.bias
            for item in projections
        ]
        joined = build.make("Add", [joined, build.constant(np.concatenate(biases))], shape)
    axis = len(shape) - 1
    return [
        build.piece(joined, axis, start, stop)
        for start, stop in zip([0, *stops[:-1]], stops, strict=True)
    ]


def _matmul_before(node: onnx_ir.Node) -> onnx_ir.Node | None:
    """The MatMul that an Add reads."""
    if node.op_type != "Add":
        return None
    found = [producer(value, "MatMul") for value in node.inputs]
    return next((item for item in found if item is not None), None)


def _projection(node: onnx_ir.Node | None, value: onnx_ir.Value) -> _Projection | None:
    """The projection of `value` that a node begins, if it does."""
    if node is None or node.op_type != "MatMul" or node.inputs[0] is not value:
        return None
    weights = constant_of(node.inputs[1])
    if weights is None or weights.ndim != 2 or not has_shape(node.outputs[0]):
        return None
    result = node.outputs[0]
    reader = next(iter(result.uses())).node if used_once(result) else None
    if reader is not None and reader.op_type == "Add":
        other = next((item for item in reader.inputs if item is not result), None)
        bias = constant_of(other)
        if bias is not None and bias.shape == weights.shape[1:] and bias.dtype == weights.dtype:
            return _Projection(weights, bias, reader.outputs[0])
    return _Projection(weights, None, result)


def _is_only_moved(item: _Projection) -> bool:
    """Whether the readers of a projection only move its elements."""
    uses = item.result.uses()
    if not uses or item.result.is_graph_output() or not has_shape(item.result):
        return False
    return all(_moves(use.node, item.weights.shape[1]) for use in uses)


def _moves(node: onnx_ir.Node, columns: int) -> bool:
    """Whether a node can read `columns` columns of a wider value as a view."""
    if node.op_type != "Reshape":
        return node.op_type in _READERS
    if not has_shape(node.outputs[0]):
        return False
    shape = shape_of(node.outputs[0])
    return any(prod(shape[start:]) == columns for start in range(len(shape)))


RULES: tuple[Rule, ...] = (join_projections,)
