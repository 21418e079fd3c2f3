"""Matrix multiplication of an a that lies transposed: each thread copies blocks of it into panels
as high as the register tile, in its cache.

Read in place, the steps of such an a are a whole row of its matrix apart. Where that is a power of
two, they fall into a few sets of the caches, and hardware prefetchers follow none of them. A panel
is one straight line. Panels of b are packed before, as in `matmul.py`. Threads share blocks of rows
(packing of both operands as in Goto and van de Geijn, TOMS 2008).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, prod

from aoe.backends.cpu.cost import cost
from aoe.backends.cpu.cost.packing import copying_seconds, packing_seconds
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, matmul_contraction, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction, Schedule
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import computed_type
from aoe.errors import PolicyError
from aoe.loops.expression import Load
from aoe.loops.loop_nest import (
    Access,
    Axis,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

_NAME = "matmul_row_panels"
#: The scratch buffer of a thread's block of a.
_PANELS = "rows"
#: Into how many blocks the rows of a thread are cut.
_BLOCKS = (1, 2, 4, 8)


def _supports(operator: Operator, target: CpuTarget) -> bool:
    a, b = operator.inputs[:2]
    rows, _ = matmul_contraction.matrices(operator, _dense(operator))
    return (
        rows.strides[-1] != 1 == rows.strides[-2]
        and not a.constant
        and prod(operator.output.shape[:-2]) == 1
        and computed_type(a.dtype) == computed_type(b.dtype) == "float32"
        and operator.output.dtype == "float32"
    )


def _dense(operator: Operator) -> list[View]:
    return [View.dense(operand) for operand in operator.inputs]


def _over_panels(contraction: Contraction, schedule: Schedule) -> Contraction:
    """The (sliced) contraction over the panels of a block of rows."""
    (step,), (row,) = contraction.reduction, contraction.rows
    strides = ((row.name, step.extent), (step.name, schedule.tile[1]))
    kept = Access(
        _PANELS, computed_type(contraction.a.dtype), strides, tile_strides=((row.name, 1),)
    )
    return replace(contraction, a=kept)


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    contraction = matmul_contraction.dense(operator)
    model = _modelled(contraction)
    seconds = contraction_space.estimator(model, target).seconds
    found = {
        replace(schedule, block=block, parallel="rows")
        for schedule in contraction_space.ranked(model, target, breadth * contraction_space.USUAL)
        for block in _blocks(contraction, schedule, target)
    }
    best = sorted((seconds(item), item) for item in found if _fits(item, target))
    return tuple(Policy.of(_NAME, schedule=schedule.decisions()) for _, schedule in best)


def _blocks(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> list[int]:
    size, step, share = contractions.shared_rows(contraction, schedule, target.threads)
    return [min(size, ceil(share / count / step) * step) for count in _BLOCKS]


def _fits(schedule: Schedule, target: CpuTarget) -> bool:
    """Whether the second-level cache holds the panels of a block."""
    held = 4 * schedule.block * schedule.depth
    return held <= profile_of(target).contraction.l2_share * target.l2


def _modelled(contraction: Contraction) -> Contraction:
    """The contraction as the cost model sees it: steps of a follow one another."""
    (step,), (row,) = contraction.reduction, contraction.rows
    return replace(
        contraction, a=replace(contraction.a, strides=((row.name, 1), (step.name, row.extent)))
    )


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    model = _modelled(matmul_contraction.dense(operator))
    schedule = contractions.schedule_of(policy)
    return contraction_space.estimate(model, schedule, target) + _packing_seconds(operator, target)


def _packing_seconds(operator: Operator, target: CpuTarget) -> float:
    """Seconds to pack a, which comes from memory unless the caches hold it, and b."""
    a, b = operator.inputs[:2]
    size = float(a.bytes)
    afar = cost.miss_ratio(size, target.l2 * target.threads)
    copying = copying_seconds(prod(a.shape), profile_of(target).matmul.panel_cycles, target)
    seconds = max(copying, afar * size / cost.memory_bandwidth(target))
    return seconds + packing_seconds(b, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    schedule = contractions.schedule_of(policy)
    dense = matmul_contraction.dense(operator)
    contraction_space.check(dense, schedule, target)
    fits = schedule.parallel == "rows" and not schedule.prefetch and _fits(schedule, target)
    if policy.format or not fits:
        raise PolicyError(f"not a policy of {_NAME}: {policy}")
    contraction = matmul_contraction.contraction(operator, inputs, output)
    product, pack, buffer = panels.over_panels(contraction, schedule, target)
    packing, multiply = panels.pack_kernel(pack), _kernel(product, schedule, target)
    return with_packing((multiply,), (packing,), (buffer,), operator.inputs[1].constant)


def _kernel(contraction: Contraction, schedule: Schedule, target: CpuTarget) -> Kernel:
    """Blocks of rows in parallel, and in each the slices of the reduction one after the other: a
    thread packs its block of a slice and multiplies it by all columns.
    """
    lanes, (row,), (step,) = target.lanes("float32"), contraction.rows, contraction.reduction
    product = _over_panels(contraction, schedule)
    multiply = contractions.nest(product, schedule, lanes, "multiply")
    outer = [Loop(row.name, schedule.block), *(Loop(axis.name, 1) for axis in product.slices)]
    accesses = (contraction.a, contraction.b, *product.extras, product.output)
    height = schedule.tile[1]
    held = ceil(schedule.block / height) * height * step.extent
    return Kernel(
        "matmul",
        (row, *product.slices),
        tuple(outer),
        int(product.flops > cost.PARALLEL_THRESHOLD * 8),
        (_pack_nest(contraction, product.a, schedule, lanes), multiply),
        tuple(dict.fromkeys(access.buffer for access in accesses)),
        (Buffer(_PANELS, product.a.dtype, held),),
    )


def _pack_nest(contraction: Contraction, kept: Access, schedule: Schedule, lanes: int) -> LoopNest:
    """Copies a block of a into panels. It reads one step after another, each in a straight line."""
    (row,), (step,) = contraction.rows, contraction.reduction
    height = schedule.tile[1]
    axes: tuple[Axis, ...] = (*contraction.slices, step, row)
    order = (Loop(step.name, 1), Loop(row.name, height))
    layout = LoopSchedule(row.name, ceil(height / lanes), (), order)
    return LoopNest("pack", axes, (contraction.a,), (Store(kept, Load(0)),), None, layout)


IMPLEMENTATION = Implementation(
    name=_NAME,
    operator_type="MatMul",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=contraction_space.matmul_lower_bound,
    packed_by=("vectors", "depth"),
)
