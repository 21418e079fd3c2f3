"""Operators on matrices of ONNX Runtime's domain: Inverse, CDist and MatMulBnb4.

Inverse is in PyTorch's exports of geometry, CDist in scikit-learn's nearest neighbours and Gaussian
processes, MatMulBnb4 in language models with weights of bitsandbytes.

Source: ONNX Runtime's documentation of the domain com.microsoft, and what its operators compute;
Dettmers et al., "QLoRA" (2023), for the 16 numbers of NF4.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    FLOATING,
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    operand,
    shape_of,
    text,
)
from aoe.graph.prepare.rule_application import rule_for

#: Gauss-Jordan elimination with partial pivoting of matrices beside unit matrices. In iteration t,
#: the row with the largest number in column t is divided by it and changes places with row t, and
#: the others lose what they have in this column.
_ELIMINATION = """
elimination (KIND[B,N,W] both, int64 size, int64[N] rows) => (KIND[B,N,W] result)
{
  true = Constant <value = bool {1}> ()
  nothing = Constant <value = KIND {0}> ()
  passed = Constant <value = KIND {-1}> ()
  row_axis = Constant <value = int64[1] {1}> ()
  behind = Constant <value = int64[1] {2}> ()
  result = Loop <body = of_column (int64 t, bool on, KIND[B,N,W] before)
      => (bool goes_on, KIND[B,N,W] after)
    {
      goes_on = Identity (on)
      column = Gather <axis = 2> (before, t)
      sizes = Abs (column)
      done = Less (rows, t)
      left = Where (done, passed, sizes)
      place = ArgMax <axis = 1, keepdims = 1> (left)
      chosen = Equal (rows, place)
      chosen_rows = Unsqueeze (chosen, behind)
      kept = Where (chosen_rows, before, nothing)
      pivot_row = ReduceSum <keepdims = 1> (kept, row_axis)
      flat_row = Squeeze (pivot_row, row_axis)
      pivot = Gather <axis = 1> (flat_row, t)
      divisor = Unsqueeze (pivot, row_axis)
      flat_divided = Div (flat_row, divisor)
      divided = Unsqueeze (flat_divided, row_axis)
      flat_old = Gather <axis = 1> (before, t)
      old = Unsqueeze (flat_old, row_axis)
      exchanged = Where (chosen_rows, old, before)
      factors = Gather <axis = 2> (exchanged, t)
      factor = Unsqueeze (factors, behind)
      part = Mul (factor, divided)
      rest = Sub (exchanged, part)
      here = Equal (rows, t)
      here_rows = Unsqueeze (here, row_axis)
      after = Where (here_rows, divided, rest)
    }> (size, true, both)
}
"""

#: What the 16 values of a weight stand for, by `quant_type`: FP4 and NF4.
_FP4 = (0, 0.0052083333, 0.66666667, 1, 0.33333333, 0.5, 0.16666667, 0.25)
_LEVELS = (
    (*_FP4, *(-level for level in _FP4)),
    (
        *(-1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453),
        *(-0.28444138169288635, -0.18477343022823334, -0.09105003625154495, 0.0),
        *(0.07958029955625534, 0.16093020141124725, 0.24611230194568634, 0.33791524171829224),
        *(0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1.0),
    ),
)


@rule_for("Inverse")
def inverse(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Inverse of square matrices; of singular ones as of divisions by zero."""
    value = operand(node, 0)
    if value is None or not has_shape(value) or value.dtype not in FLOATING:
        return None
    *batch, rows, columns = shape_of(value)
    if rows != columns:
        return None
    if 0 in shape_of(value):
        return build.infer("Identity", value)
    double = onnx_ir.DataType.DOUBLE
    work = double if value.dtype == double else onnx_ir.DataType.FLOAT
    flat = build.reshape(build.cast(value, work), (prod(batch), rows, rows))
    unit = np.broadcast_to(np.eye(rows, dtype=work.numpy()), shape_of(flat)).copy()
    both = build.infer("Concat", flat, build.constant(unit), axis=2)
    kind = "double" if work == double else "float"
    given = [both, build.constant(np.asarray(rows)), build.integers(range(rows))]
    result = build.inline_text(_ELIMINATION.replace("KIND", kind), given, shape_of(both), work)
    found = build.piece(result, 2, rows, 2 * rows)
    return build.cast(build.reshape(found, shape_of(value)), value.dtype)


@rule_for("CDist")
def distances(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """CDist: the distance of each row of a matrix from each row of another."""
    rows, others = operand(node, 0), operand(node, 1)
    metric = text(node, "metric", "sqeuclidean")
    if not has_shape(rows, others) or metric not in ("euclidean", "sqeuclidean"):
        return None
    down, across = build.integers([1]), build.integers([0])
    pairs = build.infer("Unsqueeze", rows, down), build.infer("Unsqueeze", others, across)
    apart = build.infer("Sub", *pairs)
    squares = build.infer("Mul", apart, apart)
    total = build.infer("ReduceSum", squares, build.integers([2]), keepdims=0)
    return total if metric == "sqeuclidean" else build.infer("Sqrt", total)


@rule_for("MatMulBnb4")
def four_bit_matmul(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """MatMulBnb4: a matmul with constant weights of 4 bits, quantised in blocks."""
    value, packed, largest = (operand(node, place) for place in range(3))
    bytes_of, scales = constant_of(packed), constant_of(largest)
    if value is None or not has_shape(value) or bytes_of is None or scales is None:
        return None
    rows, columns = integer(node, "N", 0), integer(node, "K", 0)
    levels = np.asarray(_LEVELS[integer(node, "quant_type", 1)], np.float32)
    pairs = np.stack([bytes_of.reshape(-1) >> 4, bytes_of.reshape(-1) & 15], axis=-1)
    numbers = levels[pairs.reshape(-1)[: rows * columns]]
    spread = np.repeat(scales.reshape(-1), integer(node, "block_size", 0))[: rows * columns]
    weights = (numbers * spread.astype(np.float32)).reshape(rows, columns)
    if integer(node, "transB", 1):
        weights = np.ascontiguousarray(weights.T)
    assert value.dtype is not None
    return build.infer("MatMul", value, build.constant(weights.astype(value.dtype.numpy())))


CONTRIB_RULES: tuple[Rule, ...] = (inverse, distances, four_bit_matmul)
