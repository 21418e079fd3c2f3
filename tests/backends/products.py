"""An operator that every backend computes."""

from __future__ import annotations

from aoe.operators.operator import Operand, Operator

PRODUCT = Operator(
    "MatMul",
    (("transpose_a", 0), ("transpose_b", 0)),
    (
        Operand.row_major("float32", (4, 16)),
        Operand.row_major("float32", (16, 8), constant=True),
    ),
    Operand.row_major("float32", (4, 8)),
    2,
)
