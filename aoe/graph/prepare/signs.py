"""Which values are never negative, as far as the nodes that compute them show it."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import constant_of, operand, scalar_of

#: Nodes to look through.
_DEEPEST = 8

#: Operators whose result is never negative, whatever their input is.
_ALWAYS = frozenset(
    {
        *("Abs", "ArgMax", "ArgMin", "Exp", "NonZero", "NonZeroPositions", "ReduceL1", "ReduceL2"),
        *("ReduceSumSquare", "Shape", "Sigmoid", "Size", "TopKPositions"),
    }
)
#: Operators whose result is not negative where none of their inputs is.
_KEEPS = frozenset(
    {
        *("Add", "AveragePool", "Cast", "Concat", "Div", "Expand", "Identity", "Max", "Mul"),
        *("ReduceMax", "ReduceMean", "ReduceSum", "Reshape", "Slice", "Squeeze", "Transpose"),
        *("Unsqueeze", "Sqrt", "Reciprocal"),
    }
)
#: Of these, the first input alone is data.
_OF_DATA = frozenset(
    {
        *("Expand", "ReduceMax", "ReduceMean", "ReduceSum", "Reshape", "Slice", "Squeeze"),
        *("Unsqueeze", "Pow"),
    }
)


def never_negative(value: onnx_ir.Value | None, depth: int = _DEEPEST) -> bool:
    """Whether a value has no negative element, and no negative zero. NaN may occur."""
    array = constant_of(value)
    if array is not None:
        return array.dtype.kind not in "SU" and not np.any(np.signbit(array.astype(np.float64)))
    node = None if value is None else value.producer()
    if node is None or node.domain or depth == 0:
        return False
    if node.op_type in _ALWAYS:
        return True
    if node.op_type == "Mul" and node.inputs[0] is node.inputs[1]:
        return True
    if node.op_type == "Pow" and scalar_of(operand(node, 1)) in (2.0, 4.0):
        return True
    if node.op_type not in _KEEPS and node.op_type != "Pow":
        return False
    read = node.inputs[:1] if node.op_type in _OF_DATA else node.inputs
    return all(never_negative(item, depth - 1) for item in read)
