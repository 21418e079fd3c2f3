"""Matmuls of a few rows with constant weights of 4 bits, which stay packed: two in a byte.

Packed, they take an eighth of float32 (`packed_row`, `packed_rows`). Matmuls of more rows use each
weight more often than it would be worth to take it apart, and read float32.

Whether so many weights stay packed is the backend's decision
(`aoe.backends.backend.CostModel.reads_packed`); without a device they do. It is made here and not
by a variant (`aoe.graph.subgraph.variants.variants`). The plain form of a variant would have the
weights as float32. An operator graph could not tell them from other constants, and they would need
eight times the memory while a large model is compiled.

MatMulNBits of ONNX Runtime's domain comes here (`contrib.quantized`), and MatMul whose second
operand is a DequantizeLinear of constants with few bits.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.backends.registry import backend_of
from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    operand,
    producer,
    shape_of,
)
from aoe.graph.prepare.rules.matmul.packed_rows import packed

_FLOAT = onnx_ir.DataType.FLOAT


def takes(build: Builder, x: onnx_ir.Value | None, weights: int, block: int) -> bool:
    """Whether a product with so many weights in blocks of such a length is computed packed."""
    target = build.target
    if x is None or not has_shape(x) or x.dtype != _FLOAT:
        return False
    rows = prod(shape_of(x)[:-1])
    if rows < 1 or block % 2:
        return False
    if target is None:
        return rows == 1
    return backend_of(target).cost.reads_packed(weights, target, rows)


def of_dequantized(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """MatMul of rows and a DequantizeLinear of constants that fit 4 bits."""
    source = producer(operand(node, 1), "DequantizeLinear") if node.op_type == "MatMul" else None
    facts = None if source is None else _facts(source, operand(node, 0), build)
    x = operand(node, 0)
    return None if facts is None or x is None else packed(build, x, *facts, bits=4)


def stays_packed(node: onnx_ir.Node, build: Builder) -> bool:
    """Whether a DequantizeLinear of constants is read by such matmuls only."""
    uses = node.outputs[0].uses()
    return (
        bool(uses)
        and not node.outputs[0].is_graph_output()
        and all(
            use.node.op_type == "MatMul"
            and use.idx == 1
            and _facts(node, operand(use.node, 0), build) is not None
            for use in uses
        )
    )


def _facts(
    node: onnx_ir.Node, x: onnx_ir.Value | None, build: Builder
) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
    """Steps, scales and zero points of `product` for a DequantizeLinear; None if it is no such."""
    weights, scale = constant_of(operand(node, 0)), constant_of(operand(node, 1))
    given = operand(node, 2)
    zero = constant_of(given)
    if weights is None or scale is None or (given is not None and zero is None):
        return None
    if weights.ndim != 2 or weights.dtype.kind not in "iu" or weights.dtype.itemsize > 1:
        return None
    if scale.dtype != np.float32 or not weights.size:
        return None
    depth, columns = weights.shape
    axis, block = integer(node, "axis", 1) % 2, integer(node, "block_size", 0)
    if block and (axis != 0 or depth % block):
        return None
    if not block and scale.size > 1 and axis != 1:
        return None
    block = block or depth
    if not takes(build, x, weights.size, block):
        return None
    least = -8 if weights.min() < 0 else 0
    if weights.min() < least or weights.max() > least + 15:
        return None
    shape = (depth // block, columns)
    spread = np.broadcast_to(scale.reshape(-1, columns) if scale.size > 1 else scale, shape)
    middle = np.asarray(-least, np.int32)
    if zero is not None:
        known = zero.astype(np.int32) - least
        middle = np.broadcast_to(known.reshape(-1, columns) if zero.size > 1 else known, shape)
    steps = (weights.astype(np.int32) - least).reshape(depth // block, block, columns)
    return steps, spread, middle


RULES: tuple[Rule, ...] = (of_dequantized,)
