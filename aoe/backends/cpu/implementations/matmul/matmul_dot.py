"""Matrix multiplication of few rows or few columns by dot products, vectorised along the reduction.

It serves fully connected layers at batch 1, and layers of one result. The larger operand is read
once, in memory order and without a packed copy, so that memory bandwidth is the only limit. The
reduction must be contiguous in a and b. Bytes are multiplied four at a time where the CPU can, and
the operands have whole groups of four. Schedule: `tile` (rows and columns of dot products at a
time), `vectors` of the reduction in a step. Threads share the columns, or the rows if there are
more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.dot_instructions import BYTES
from aoe.backends.cpu.lowering.contraction import matmul_contraction
from aoe.backends.cpu.lowering.contraction.contraction import (
    Contraction,
    contractible,
    element_product,
)
from aoe.backends.cpu.lowering.sum_parts import PRECISE_ROOTS, reduction_loops
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES, is_floating
from aoe.errors import PolicyError
from aoe.loops.expression import Load, apply
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Reduction,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: The most rows, or else columns.
_FEW = 16
#: Parts of the rows that a thread takes.
_PARTS = 8
#: Dot products of so many terms are sums of parts.
_LONG = 4096


def _contraction(
    operator: Operator, inputs: Sequence[View], output: View, target: CpuTarget
) -> Contraction:
    whole = matmul_contraction.contraction(operator, inputs, output)
    return _in_words(whole) if target.multiplies_bytes and BYTES.fits(operator) else whole


def _in_words(contraction: Contraction) -> Contraction:
    """The contraction of groups of four bytes, if both operands have whole ones in place."""
    (steps,), size = contraction.reduction, BYTES.size
    factors = (contraction.a, contraction.b)
    others = [n for factor in factors for axis, n in factor.strides if axis != "c"]
    if any(factor.stride("c") != 1 for factor in factors):
        return contraction
    if any(n % size for n in (steps.extent, *others, *(factor.offset for factor in factors))):
        return contraction

    def words(factor: Access) -> Access:
        strides = tuple((axis, n if axis == "c" else n // size) for axis, n in factor.strides)
        return replace(factor, dtype="int32", strides=strides, offset=factor.offset // size)

    return replace(
        contraction,
        reduction=(Axis("c", steps.extent // size),),
        a=words(contraction.a),
        b=words(contraction.b),
        element=apply(BYTES.function, Load(0), Load(1), BYTES.zero),
    )


def _dense_contraction(operator: Operator, target: CpuTarget) -> Contraction:
    inputs = [View.dense(operand) for operand in operator.inputs]
    return _contraction(operator, inputs, View.dense(operator.output), target)


def _supports(operator: Operator, target: CpuTarget) -> bool:
    if not contractible(*operator.inputs[:2]):
        return False
    contraction = _dense_contraction(operator, target)
    fewer = min(prod(axis.extent for axis in contraction.rows), contraction.column.extent)
    contiguous = all(access.stride("c") == 1 for access in (contraction.a, contraction.b))
    return contiguous and len(contraction.rows) == 1 and fewer <= _FEW


@lru_cache(maxsize=64)
def _policies(operator: Operator, target: CpuTarget) -> tuple[Policy, ...]:
    contraction = _dense_contraction(operator, target)
    rows = contraction.rows[-1].extent
    found = []
    for height in sorted({1, min(rows, 2), min(rows, 4)}):
        for columns in (1, 2, 4, 6, 8, 12):
            for vectors in (1, 2, 4):
                registers = height * columns * vectors + (height + 1) * vectors
                if registers <= target.vector_registers and columns <= contraction.column.extent:
                    found.append(_policy((height, columns), vectors))
    return tuple(sorted(found, key=lambda policy: _estimate(operator, policy, target)))


def _policy(tile: tuple[int, int], vectors: int) -> Policy:
    return Policy.of("matmul_dot", {"b": "direct"}, {"tile": tile, "vectors": vectors})


def _decoded(policy: Policy) -> tuple[tuple[int, int], int]:
    given = dict(policy.schedule)
    tile, vectors = given.get("tile"), given.get("vectors")
    if not isinstance(tile, tuple) or len(tile) != 2 or not isinstance(vectors, int):
        raise PolicyError(f"not a policy of matmul_dot: {policy}")
    return (int(tile[0]), int(tile[1])), vectors


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    contraction = _dense_contraction(operator, target)
    (height, columns), vectors = _decoded(policy)
    lanes = target.lanes("float32")
    steps = ceil(contraction.reduction[0].extent / (vectors * lanes))
    chains = height * columns * vectors
    rate = cost.multiply_adds_per_cycle(target)
    core = profile_of(target).core
    loads = (height + columns) * vectors
    per_step = max(chains / rate, loads / core.loads_per_cycle, core.fma_latency)
    tiles = ceil(contraction.rows[-1].extent / height) * ceil(contraction.column.extent / columns)
    batches = prod(axis.extent for axis in contraction.batch)
    reducing = profile_of(target).matmul.dot_tile_cycles * height * columns
    cycles = batches * tiles * (steps * per_step + reducing)
    rows, wide = contraction.rows[-1].extent, contraction.column.extent
    passes, read = ceil(rows / height), wide
    if rows > wide:
        passes, read = ceil(wide / columns), rows
    size = ITEM_BYTES[contraction.a.dtype] * read * contraction.reduction[0].extent * batches
    traffic = size * passes / cost.bandwidth(target, size)
    if contraction.element is None and not is_floating(contraction.a.dtype):
        cycles *= profile_of(target).matmul.dot_widened_factor
    return max(cycles / cost.frequency(target) / target.threads, traffic)


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    return lower_bound.arithmetic(operator, _dense_contraction(operator, target).flops / 2, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    if policy not in _policies(operator, target.at_common_speed):
        raise PolicyError(f"{policy} is outside the space of {operator.type} {operator.key}")
    (height, columns), vectors = _decoded(policy)
    contraction = _contraction(operator, inputs, output, target)
    row, lanes = contraction.rows[-1], target.lanes("float32")
    schedule = LoopSchedule(
        "c",
        vectors,
        ((row.name, height), ("k", columns)),
        (Loop(row.name, 0), Loop("k", 0), *_reduction_loops(contraction, vectors * lanes)),
    )
    nest = LoopNest(
        "dot",
        (*contraction.batch, *contraction.rows, contraction.column, *contraction.reduction),
        (contraction.a, contraction.b, *contraction.extras),
        (Store(contraction.output, contraction.epilogue),),
        Reduction(
            "sum",
            ("c",),
            contraction.element or element_product(contraction.a.dtype),
        ),
        schedule,
    )
    shared, step = contraction.column, columns
    if row.extent > contraction.column.extent:
        shared, step = row, ceil(row.extent / (height * target.threads * _PARTS)) * height
    axes: tuple[Axis, ...] = (*contraction.batch, shared)
    loops = (*(Loop(axis.name, 1) for axis in contraction.batch), Loop(shared.name, step))
    parallel = len(loops) if contraction.flops > cost.PARALLEL_THRESHOLD * 8 else 0
    buffers = [contraction.a, contraction.b, *contraction.extras, contraction.output]
    arguments = tuple(dict.fromkeys(access.buffer for access in buffers))
    return LoweredOperator((Kernel("matmul_dot", axes, loops, parallel, (nest,), arguments),))


def _reduction_loops(contraction: Contraction, step: int) -> list[Loop]:
    """The loops of dot products. Long ones are sums of parts: each lane adds up its terms one by
    one, which rounds more the more they are.
    """
    (terms,) = contraction.reduction
    long = terms.extent >= _LONG and is_floating(contraction.a.dtype)
    return reduction_loops((terms,), {terms.name: step}, PRECISE_ROOTS if long else 0.0)


IMPLEMENTATION = Implementation(
    name="matmul_dot",
    operator_type="MatMul",
    supports=_supports,
    policies=lambda operator, target, breadth: _policies(operator, target),
    estimate=_estimate,
    lower=_lower,
    lower_bound=_lower_bound,
)
