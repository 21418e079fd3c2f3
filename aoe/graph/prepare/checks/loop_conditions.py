"""Whether a Loop ends by its condition, or by a constant count alone.

Loops are unrolled in `rules.control_flow.scan_and_loop` and computed in `loops.form`.
"""

from __future__ import annotations

import onnx_ir

from aoe.graph.prepare.rewriting import integers_of, operand, scalar_of


def stays_true(body: onnx_ir.Graph) -> bool:
    """Whether a body's condition is constant and true, or the one it is given."""
    value: onnx_ir.Value | None = body.outputs[0]
    while value is not None and (before := value.producer()) is not None:
        if before.op_type == "Constant":
            return bool(before.attributes["value"].as_tensor().numpy().reshape(-1)[0])
        if before.op_type not in ("Identity", "Cast"):
            return False
        value = before.inputs[0]
    return value is body.inputs[1] or scalar_of(value) == 1.0


def constant_trips(node: onnx_ir.Node) -> int | None:
    """How often a Loop repeats its body, if a constant alone decides; else None."""
    count, condition = integers_of(operand(node, 0)), operand(node, 1)
    entered = condition is None or scalar_of(condition) == 1.0
    if not (count and entered and stays_true(node.attributes["body"].as_graph())):
        return None
    return max(count[0], 0)
