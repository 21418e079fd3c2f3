"""Matrix multiplication by register tiles of rows × column vectors, batched or not.

Format `b`: "packed" copies b into panels as wide as the register tile, once at load time if b is
constant, else in each run (within the thread's cache if there are enough batches for all threads).
"by panel" copies one panel of a b that changes into the thread's cache and multiplies all rows by
it, so that b is read once and its copy never leaves the cache. What comes next of b is prefetched,
whatever the schedule says. "direct" reads b in place, which needs contiguous columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.packing import copying_seconds, packing_seconds
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.implementations.packing import with_packing
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import (
    contraction_space,
    contraction_traffic,
    matmul_contraction,
    panels,
)
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.lowering.contraction.panels import Panels
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.expression import Load
from aoe.loops.loop_nest import (
    Access,
    Buffer,
    Kernel,
    Loop,
    LoopNest,
    LoopSchedule,
    LoweredOperator,
    Prefetch,
    Store,
)
from aoe.operators.operator import Operator, View
from aoe.policy import Policy

#: How many schedules are usually considered by which panels are taken into the cache.
_BY_PANEL = 16
#: How many steps ahead a panel whose steps lie far apart is fetched: about as many cache lines as a
#: core can wait for. Half and twice as many hid less.
_STEPS_AHEAD = 32


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return contractions.contractible(*operator.inputs[:2])


def _dense(operator: Operator) -> list[View]:
    return [View.dense(operand) for operand in operator.inputs]


def _formats(operator: Operator) -> tuple[str, ...]:
    _, b = matmul_contraction.matrices(operator, _dense(operator))
    varying, _ = matmul_contraction.batch_axes(operator)
    found = ["packed"]
    if b.strides[-1] == 1 or b.shape[-1] == 1:
        found.append("direct")
    if not (operator.inputs[1].constant or varying):
        found.append("by panel")
    return tuple(found)


def _in_scratch(operator: Operator, target: CpuTarget) -> bool:
    """Whether every thread packs the b of its own batches."""
    batch, _ = matmul_contraction.batch_axes(operator)
    count = prod(axis.extent for axis in batch)
    return not operator.inputs[1].constant and count >= target.threads and count > 1


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    contraction = matmul_contraction.dense(operator)
    schedules = contraction_space.ranked(contraction, target, breadth * contraction_space.USUAL)
    formats = _formats(operator)
    candidates = [("direct", schedule) for schedule in schedules if "direct" in formats]
    if "by panel" in formats:
        candidates += [("by panel", item) for item in _for_panels(contraction, target, breadth)]
    if _in_scratch(operator, target):
        whole = dict.fromkeys(_whole_batches(contraction, schedule) for schedule in schedules)
        candidates += [("packed", schedule) for schedule in whole]
    else:
        ahead = contraction_space.with_prefetch(contraction, schedules)
        candidates += [("packed", schedule) for schedule in ahead]
    found: list[tuple[float, int, Policy]] = []
    for format, schedule in candidates:
        policy = Policy.of("matmul", {"b": format}, schedule.decisions())
        seconds = _seconds(operator, contraction, format, schedule, target)
        found.append((seconds, len(found), policy))
    return tuple(policy for _, _, policy in sorted(found))


def _whole_batches(
    contraction: Contraction, schedule: contractions.Schedule
) -> contractions.Schedule:
    outer, inner = contractions.row_axes(contraction)
    size = outer.extent if outer.name else inner.extent
    return replace(schedule, block=size, parallel="rows")


def _for_panels(
    contraction: Contraction, target: CpuTarget, breadth: int
) -> list[contractions.Schedule]:
    """The most promising schedules that may take panels into the cache."""
    seconds = contraction_space.estimator(contraction, target).fetched
    every = contraction_space.schedules(contraction, target)
    found = [item for item in every if _fits_panel(contraction, item, target)]
    return sorted(found, key=lambda item: (seconds(item), item))[: breadth * _BY_PANEL]


def _fits_panel(
    contraction: Contraction, schedule: contractions.Schedule, target: CpuTarget
) -> bool:
    """Whether a thread may take one panel after another into its cache: threads share columns, all
    rows are multiplied by a panel, and it stays in the second-level cache meanwhile.
    """
    outer, inner = contractions.row_axes(contraction)
    steps = prod(axis.extent for axis in contraction.reduction)
    panel = 4 * steps * schedule.vectors * target.lanes("float32")
    return (
        (schedule.parallel == "columns" or target.threads == 1)
        and schedule.block == (outer.extent if outer.name else inner.extent)
        and schedule.depth == contraction.reduction[0].extent
        and panel <= profile_of(target).contraction.l2_share * target.l2
    )


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    format, schedule = str(dict(policy.format).get("b")), contractions.schedule_of(policy)
    return _seconds(operator, matmul_contraction.dense(operator), format, schedule, target)


def _seconds(
    operator: Operator,
    contraction: Contraction,
    format: str,
    schedule: contractions.Schedule,
    target: CpuTarget,
) -> float:
    estimates = contraction_space.estimator(contraction, target)
    by_panel = format == "by panel"
    seconds = estimates.fetched(schedule) if by_panel else estimates.seconds(schedule)
    costs, steps = profile_of(target).matmul, contraction.reduction[0].extent
    seconds += contraction_traffic.distant_seconds(contraction, schedule, target)
    if format == "direct":
        large = contraction.column.extent * steps * 4 > target.l1
        return seconds * (costs.unpacked_factor if large else 1.0)
    if operator.inputs[1].constant:
        return seconds
    if format == "packed" and not _in_scratch(operator, target):
        return seconds + packing_seconds(operator.inputs[1], target)
    cycles = costs.pack_cycles if format == "packed" else costs.panel_cycles
    return seconds + copying_seconds(prod(operator.inputs[1].shape), cycles, target)


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    if dict(policy.format).get("b") == "packed" and _in_scratch(operator, target):
        products = matmul_contraction.dense(operator).flops / 2
        return lower_bound.arithmetic(operator, products, target)  # threads share the batches
    return contraction_space.matmul_lower_bound(operator, policy, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    format = dict(policy.format).get("b")
    schedule = contractions.schedule_of(policy)
    if format not in _formats(operator):
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    contraction = matmul_contraction.contraction(operator, inputs, output)
    dense = matmul_contraction.dense(operator)
    contraction_space.check(dense, schedule, target)
    schedule = contractions.refitted(schedule, dense, contraction)
    if format == "packed":
        return _packed(operator, contraction, schedule, target)
    if format == "by panel":
        return _by_panel(contraction, schedule, target)
    if schedule.prefetch:
        raise PolicyError("only panels are fetched ahead, not a matrix read where it lies")
    product = contractions.sliced(contraction, schedule.depth)
    return LoweredOperator((panels.kernel("matmul", product, schedule, target),))


def _packed(
    operator: Operator,
    contraction: Contraction,
    schedule: contractions.Schedule,
    target: CpuTarget,
) -> LoweredOperator:
    product, pack, buffer = panels.over_panels(contraction, schedule, target)
    if _in_scratch(operator, target):
        return _with_scratch(product, schedule, pack, buffer, target)
    multiply = panels.kernel("matmul", product, schedule, target)
    packing = panels.pack_kernel(pack)
    return with_packing((multiply,), (packing,), (buffer,), operator.inputs[1].constant)


def _with_scratch(
    product: Contraction,
    schedule: contractions.Schedule,
    pack: LoopNest,
    buffer: Buffer,
    target: CpuTarget,
) -> LoweredOperator:
    """One kernel over the batches; each packs its b into the thread's scratch and multiplies."""
    if schedule.parallel != "rows" or schedule.prefetch:
        raise PolicyError("batches packed by threads are shared by batch, and not fetched ahead")
    multiply = contractions.nest(product, schedule, target.lanes("float32"), "multiply")
    batches = prod(axis.extent for axis in product.batch)
    accesses = (product.a, pack.operands[0], *product.extras, product.output)
    kernel = Kernel(
        "matmul",
        product.batch,
        tuple(Loop(axis.name, 1) for axis in product.batch),
        len(product.batch),
        (pack, multiply),
        tuple(dict.fromkeys(access.buffer for access in accesses)),
        (replace(buffer, elements=buffer.elements // batches),),
    )
    return LoweredOperator((kernel,))


def _by_panel(
    contraction: Contraction, schedule: contractions.Schedule, target: CpuTarget
) -> LoweredOperator:
    """One kernel over panels; a thread packs each of its panels and multiplies all rows by it."""
    if schedule.prefetch or not _fits_panel(contraction, schedule, target):
        raise PolicyError(
            "a panel of a b that changes is packed for all rows and the whole reduction, by threads"
            " that share columns, and must fit in the second-level cache; its prefetch is 0"
        )
    lanes, column = target.lanes("float32"), contraction.column
    (step,) = contraction.reduction
    width = schedule.vectors * lanes
    panel = Access("panel", contraction.b.dtype, ((step.name, width), (column.name, 1)))
    product = replace(contraction, b=panel)
    fetched = _next_panel(contraction, schedule, width)
    if fetched:
        product = replace(product, extras=(*product.extras, contraction.b))
    multiply = contractions.nest(product, schedule, lanes, "multiply", fetched)
    accesses = (product.a, contraction.b, *product.extras, product.output)
    kernel = Kernel(
        "matmul",
        (column,),
        (Loop(column.name, width),),
        int(product.flops > cost.PARALLEL_THRESHOLD * 8),
        (_pack_panel(contraction, panel, schedule.vectors, lanes), multiply),
        tuple(dict.fromkeys(access.buffer for access in accesses)),
        (Buffer("panel", contraction.b.dtype, step.extent * width),),
    )
    return LoweredOperator((kernel,))


def _pack_panel(contraction: Contraction, panel: Access, vectors: int, lanes: int) -> LoopNest:
    """Copies a panel of b. Where its columns are side by side, its steps are far apart: no hardware
    prefetcher follows them, so those that come are fetched.
    """
    b, column = contraction.b, contraction.column
    (step,) = contraction.reduction
    tile = panels.transposing_tile(b, Panels.of(contraction, vectors * lanes), lanes)
    order = LoopSchedule(column.name, vectors, tile)
    far = b.stride(column.name) == 1
    ahead = ((0, _STEPS_AHEAD * b.stride(step.name)),) if far else ()
    store = Store(panel, Load(0))
    return LoopNest("pack", (step, column), (b,), (store,), None, order, prefetched_ahead=ahead)


def _next_panel(
    contraction: Contraction, schedule: contractions.Schedule, width: int
) -> tuple[Prefetch, ...]:
    """What the register tiles prefetch of the next panel, each its share, where the columns of b
    lie behind one another, so that a panel is one piece of memory. b is the operand behind those
    of the contraction.
    """
    b, (step,) = contraction.b, contraction.reduction
    outer, inner = contractions.row_axes(contraction)
    if b.stride(step.name) != 1 or b.stride(contraction.column.name) != step.extent:
        return ()
    following = width * step.extent
    height = inner.extent if outer.name else 1
    per_row = ceil(following / (schedule.block * height))
    per_step = ceil(per_row * prod(schedule.tile) / step.extent)
    strides = {step.name: per_step, inner.name: per_row}
    if outer.name:
        strides[outer.name] = per_row * height
    number = 2 + len(contraction.extras)
    return (Prefetch(number, tuple(strides.items()), following),)


IMPLEMENTATION = Implementation(
    name="matmul",
    operator_type="MatMul",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=_lower_bound,
    packed_by=("b", "vectors", "depth"),
)
