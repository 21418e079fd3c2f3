"""Boxes without those that overlap better ones, in tensors of a fixed size.

NonMaxSuppression of ONNX gives as many rows as boxes stay. Formats that fill up results to a fixed
size need marks of the boxes instead, and the positions of the first marks.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import GraphBuilder, Operand, dtype_of, shape_of

_FLOAT = int(onnx_ir.DataType.FLOAT)


def kept(
    builder: GraphBuilder,
    corners: Operand,
    scores: Operand,
    overlap: float,
    least: float | None = None,
) -> onnx_ir.Value:
    """Marks of the boxes that stay: 1 for them, 0 for others, groups × 1 × boxes of float32.

    Args:
        builder: Takes the nodes.
        corners: Two corners of each box, groups × boxes × 4. Groups are independent.
        scores: Their scores, groups × 1 × boxes.
        overlap: A box goes if it overlaps a better one by more than this.
        least: Boxes go that do not have a larger score.
    """
    groups, count, _ = shape_of(corners)
    chosen = builder.open_node(
        "NonMaxSuppression",
        corners,
        scores,
        np.asarray(count, np.int64),
        np.asarray(overlap, np.float32),
        None if least is None else np.asarray(least, np.float32),
    )
    zero, one = np.asarray(0, np.int64), np.asarray(1, np.int64)
    column = builder.open_node("Gather", chosen, zero, axis=1)
    whole = builder.open_node("Add", builder.open_node("Mul", column, zero), one)
    ones = builder.open_node("Cast", whole, to=_FLOAT)
    nothing = np.zeros((groups, 1, count), np.float32)
    return builder.node("ScatterND", nothing, chosen, ones, reduction="add")


def first_marked(
    builder: GraphBuilder, marks: Operand, most: int
) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """The first marked elements of each row.

    Args:
        builder: Takes the nodes.
        marks: 1 and 0, rows × elements of float32.
        most: The number of positions of a row, at most that of elements.

    Returns:
        Positions in int64, and 1 for those that there are, 0 for positions without meaning. Both
        are rows × `most`, and the former come first.
    """
    count = shape_of(marks)[1]
    ranked = builder.node("Mul", marks, np.arange(count, 0, -1, dtype=np.float32))
    number = np.asarray([most], np.int64)
    values, positions = builder.nodes("TopK", 2, ranked, number, axis=1)
    return positions, builder.node("Min", values, np.asarray(1, np.float32))


def filled(builder: GraphBuilder, rows: onnx_ir.Value, size: int, axis: int) -> onnx_ir.Value:
    """A tensor with zeros behind it, up to a size along an axis."""
    shape = shape_of(rows)
    if shape[axis] == size:
        return rows
    missing = (*shape[:axis], size - shape[axis], *shape[axis + 1 :])
    return builder.node("Concat", rows, np.zeros(missing, dtype_of(rows)), axis=axis)
