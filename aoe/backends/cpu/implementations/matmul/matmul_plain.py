"""Matrix multiplication of integers and of float64, with both operands in place.

Schedule: `rows` × `vectors` of the register tile. Threads share the rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.scheduling import (
    Schedule,
    decisions,
    operand_bytes,
    ranked_implementation,
)
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import matmul_contraction, panels
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_DTYPES = ("float64", "int32", "int64", "uint32", "uint64")


def _supports(operator: Operator, target: CpuTarget) -> bool:
    dtypes = {operand.dtype for operand in operator.inputs[:2]}
    return len(dtypes) == 1 and dtypes <= {*_DTYPES}


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    contraction = matmul_contraction.dense(operator)
    lanes = target.lanes("float32")
    for rows in (1, 2, 4):
        for vectors in (1, 2):
            fits = (vectors - 1) * lanes < contraction.column.extent
            if fits and rows <= contraction.rows[-1].extent:
                yield Policy.of(name, schedule={"rows": rows, "vectors": vectors})


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    schedule, contraction = decisions(policy), matmul_contraction.dense(operator)
    rows, vectors = schedule["rows"], schedule["vectors"]
    across = ceil(contraction.column.extent / (vectors * target.lanes("float32")))
    tiles = across * prod(a.extent for a in (*contraction.batch, *contraction.rows)) / rows
    steps = contraction.reduction[0].extent
    loads = vectors * (1 if contraction.b.stride("k") == 1 else target.lanes("float32"))
    per_step = max(2 * rows * vectors, rows + 2 * loads, 4)
    cycles = tiles * (steps * per_step + profile_of(target).matmul.plain_tile_cycles)
    return cost.roofline(target, cycles, operand_bytes(operator), target.threads)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    contraction = matmul_contraction.contraction(operator, inputs, output)
    outer, inner = contractions.row_axes(contraction)
    tiling = contractions.Schedule(
        tile=(1, min(schedule["rows"], inner.extent)),
        vectors=schedule["vectors"],
        unroll=1,
        block=ceil((outer if outer.name else inner).extent / target.threads),
        depth=contraction.reduction[0].extent,
        prefetch=0,
        parallel="rows",
    )
    return LoweredOperator((panels.kernel("matmul_plain", contraction, tiling, target),))


IMPLEMENTATION = ranked_implementation(
    "matmul_plain", "MatMul", _policies, _estimate, _lower, supports=_supports
)
