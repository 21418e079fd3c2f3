"""Which values may be off by a rounding, and which may not.

Rules may compute x / 41 as a product with 1 / 41, which is the next number at times. That is lost
in most results. It is not where a result jumps: `Floor` of it, a comparison, or the root of what is
left of a difference, `Sqrt(1 - x / 41)`, which may be NaN then.
"""

from __future__ import annotations

import onnx_ir

from aoe.graph.prepare.rewriting import is_floating, operand, scalar_of, text
from aoe.graph.prepare.signs import never_negative

#: Most nodes to look at. Beyond them, rounding is said to matter.
_MOST = 512
#: Operators that jump somewhere, whatever is near.
_JUMPS = frozenset(
    {
        *("ArgMax", "ArgMin", "Ceil", "DynamicQuantizeLinear", "Equal", "Floor", "Greater"),
        *("GreaterOrEqual", "Hardmax", "Less", "LessOrEqual", "Mod", "NonMaxSuppression", "OneHot"),
        *("QuantizeLinear", "Range", "Round", "Shrink", "Sign", "ThresholdedRelu", "TopK"),
        "Unique",
    }
)
#: Operators that jump, or are not finite, at a number that a difference may come close to.
_SINGULAR = frozenset({"Acos", "Acosh", "Asin", "Atanh", "Log", "NonZero", "Reciprocal", "Sqrt"})
#: Operators that add up.
_SUMS = frozenset({"Add", "CumSum", "Mean", "Sub", "Sum"})
#: Operators whose result is off by a rounding where an input is: they move or choose elements, or
#: give whole numbers for some whole numbers. Long sums such as MatMul are not: engines add in
#: orders of their own.
_CARRIES = _SUMS | {
    *("Abs", "Celu", "Clip", "Compress", "Concat", "DepthToSpace", "Elu", "Expand", "Flatten"),
    *("Gather", "GatherElements", "GatherND", "GlobalMaxPool", "Identity", "LeakyRelu", "Log"),
    *("Max", "MaxPool", "Min", "Mul", "Neg", "PRelu", "Pad", "Reciprocal", "ReduceMax"),
    *("ReduceMin", "Relu", "Reshape", "Resize", "ReverseSequence", "ScatterElements", "ScatterND"),
    *("Slice", "SpaceToDepth", "Split", "Sqrt", "Squeeze", "Tile", "Transpose", "Trilu"),
    *("Unsqueeze", "Where"),
}
#: Operators that run a graph on their inputs, in which a result may jump.
_LOOPS = frozenset({"Loop", "Scan"})


def rounding_matters(value: onnx_ir.Value) -> bool:
    """Whether a result jumps where a value is the next number.

    Args:
        value: A value of a graph.
    """
    left = [(value, False)]
    seen: set[tuple[onnx_ir.Value, bool]] = set()
    while left:
        found, is_difference = left.pop()
        if (found, is_difference) in seen:
            continue
        seen.add((found, is_difference))
        if len(seen) > _MOST:
            return True
        for node, position in found.uses():
            if node.domain:
                continue
            if _jumps(node, position, is_difference):
                return True
            if _carries(node):
                after = is_difference or _may_cancel(node)
                left += [(output, after) for output in node.outputs]
    return False


def _jumps(node: onnx_ir.Node, position: int, is_difference: bool) -> bool:
    """Whether a node jumps. `is_difference`: whether its input may be what is left of one."""
    kind = node.op_type
    if kind == "Cast":
        return not is_floating(node.outputs[0])
    if kind == "Pow":
        power = scalar_of(operand(node, 1))
        return is_difference and (power is None or power < 0 or power != int(power))
    if kind == "Div":
        return is_difference and position == 1
    if kind == "GridSample":
        return position == 1 and text(node, "mode", "linear") == "nearest"
    return kind in _JUMPS or kind in _LOOPS or (is_difference and kind in _SINGULAR)


def _carries(node: onnx_ir.Node) -> bool:
    return node.op_type in _CARRIES or node.op_type in ("Cast", "Div", "Pow")


def _may_cancel(node: onnx_ir.Node) -> bool:
    """Whether the result may be much smaller than an input."""
    if node.op_type not in _SUMS:
        return False
    added = node.inputs[:1] if node.op_type == "CumSum" else node.inputs
    return node.op_type == "Sub" or not all(map(never_negative, added))
