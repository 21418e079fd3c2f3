"""What goes through for rows whose number depends on data: operators that compute each row alone.

`masked.py` has the rows for which a mask holds, `distinct.py` those of different elements.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from aoe.frontends.graph_builder import UnsupportedNodeError
from aoe.frontends.layout import shape_of_tensor
from aoe.frontends.tensorflow.context import Context, whole_numbers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import Run
from aoe.frontends.tensorflow.values import DistinctCount, Held, MaskedCount, Result, Tensor

#: Operators that compute each row alone.
ROW_BY_ROW = frozenset(
    {
        *("Abs", "Add", "AddV2", "Cast", "Div", "DivNoNan", "Exp", "Inv", "Log", "Maximum"),
        *("Minimum", "Mul", "Neg", "Pow", "RealDiv", "Reciprocal", "Rsqrt", "Sign", "Sqrt"),
        *("Square", "SquaredDifference", "Sub", "Tanh", "ZerosLike"),
    }
)


def size_of(context: Context, node: Node, values: Sequence[Held], run: Run, refused: str) -> Result:
    """A size of a shape that begins with the number of rows: that number, or another, which is
    known.

    Args:
        context: The graph.
        node: A StridedSlice of the shape.
        values: Its operands.
        run: Computes it from tensors.
        refused: Why it is refused where it is more than that.

    Raises:
        UnsupportedNodeError: It is more than that.
    """
    shape, begins = values[0], whole_numbers(values[1], "limits")
    assert isinstance(shape, DistinctCount | MaskedCount), "it is asked for"
    masks = [node.integer(f"{name}_mask") for name in ("begin", "ellipsis", "new_axis")]
    if shape.rest is None or len(begins) != 1 or any(masks) or begins[0] < 0:
        raise UnsupportedNodeError(refused)
    if begins[0] > 0:
        return run(context, node, [np.asarray([0, *shape.rest], np.int64), *values[1:]])
    if node.integer("shrink_axis_mask") != 1:
        raise UnsupportedNodeError(refused)
    return replace(shape, rest=None)


def same_for_all(context: Context, value: Held, rank: int) -> bool:
    """Whether an operand beside rows of some rank is the same for all of them."""
    shape = shape_of_tensor(context.tensor(value))
    return len(shape) < rank or (len(shape) == rank and shape[0] == 1)


def rank_of_rows(rows: Sequence[Tensor], refused: str) -> int:
    """The rank of rows that are computed with each other. Raises `UnsupportedNodeError` if they
    have several.
    """
    ranks = {len(shape_of_tensor(item)) for item in rows}
    if len(ranks) != 1:
        raise UnsupportedNodeError(refused)
    return ranks.pop()
