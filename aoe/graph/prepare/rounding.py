"""Which values may be off by a rounding, and which may not.

Rules may compute x / 41 as a product with 1 / 41, which is the next number at times. That is lost
in most results. It is not where a result jumps: `Floor` of it, a comparison, or the root of what is
left of a difference, `Sqrt(1 - x / 41)`, which may be NaN then.
"""

from __future__ import annotations

import onnx_ir

from aoe.graph.prepare.rewriting import is_floating, operand, scalar_of
from aoe.graph.prepare.signs import never_negative

#: Most nodes to look at. Beyond them, rounding is said to matter.
_MOST = 512
#: Operators that jump somewhere, whatever is near.
_JUMPS = frozenset(
    {
        *("Ceil", "Equal", "Floor", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "Mod"),
        *("Round", "Sign"),
    }
)
#: Operators that jump, or are not finite, at a number that a difference may come close to.
_SINGULAR = frozenset({"Acos", "Acosh", "Asin", "Atanh", "Log", "Reciprocal", "Sqrt"})
#: Operators that add up.
_SUMS = frozenset({"Add", "Sub", "Sum"})
#: Operators whose result is off by a rounding where an input is.
_CARRIES = _SUMS | {
    *("Abs", "Clip", "Concat", "Expand", "Flatten", "Gather", "Identity", "LeakyRelu", "Max"),
    *("Min", "Mul", "Neg", "Pad", "Relu", "Reshape", "Slice", "Split", "Squeeze", "Tile"),
    *("Transpose", "Unsqueeze", "Where"),
}


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
    return kind in _JUMPS or (is_difference and kind in _SINGULAR)


def _carries(node: onnx_ir.Node) -> bool:
    return node.op_type in _CARRIES or node.op_type in ("Cast", "Div", "Pow")


def _may_cancel(node: onnx_ir.Node) -> bool:
    """Whether the result may be much smaller than an input."""
    if node.op_type not in _SUMS:
        return False
    return node.op_type == "Sub" or not all(map(never_negative, node.inputs))
