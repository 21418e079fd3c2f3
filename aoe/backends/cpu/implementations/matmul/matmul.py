"""Matrix multiplication by register tiles of rows × column vectors, batched or not.

Format `b`: "packed" copies b into panels as wide as the register tile, once at load time if b is
constant, else in each run (within the thread's cache if there are enough batches for all threads).
"direct" reads b in place, which needs contiguous columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.cost.profile import profile_of
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, matmul_contraction, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Buffer, Kernel, Loop, LoopNest, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.policy import Policy


def _supports(operator: Operator, target: CpuTarget) -> bool:
    return contractions.contractible(*operator.inputs[:2])


def _dense(operator: Operator) -> list[View]:
    return [View.dense(operand) for operand in operator.inputs]


def _contraction(operator: Operator) -> Contraction:
    return matmul_contraction.contraction(operator, _dense(operator), View.dense(operator.output))


def _formats(operator: Operator) -> tuple[str, ...]:
    _, b = matmul_contraction.matrices(operator, _dense(operator))
    contiguous = b.strides[-1] == 1 or b.shape[-1] == 1
    return ("packed", "direct") if contiguous else ("packed",)


def _in_scratch(operator: Operator, target: CpuTarget) -> bool:
    """Whether every thread packs the b of its own batches."""
    batch, _ = matmul_contraction.batch_axes(operator)
    count = prod(axis.extent for axis in batch)
    return not operator.inputs[1].constant and count >= target.threads and count > 1


@lru_cache(maxsize=64)
def _ranked(operator: Operator, target: CpuTarget, breadth: int) -> tuple[Policy, ...]:
    contraction = _contraction(operator)
    schedules = contraction_space.ranked(contraction, target, breadth * contraction_space.USUAL)
    readable = "direct" in _formats(operator)
    candidates = [("direct", schedule) for schedule in schedules if readable]
    if _in_scratch(operator, target):
        whole = dict.fromkeys(_whole_batches(contraction, schedule) for schedule in schedules)
        candidates += [("packed", schedule) for schedule in whole]
    else:
        ahead = contraction_space.with_prefetch(contraction, schedules)
        candidates += [("packed", schedule) for schedule in ahead]
    found: list[tuple[float, int, Policy]] = []
    for format, schedule in candidates:
        policy = Policy.of("matmul", {"b": format}, schedule.decisions())
        seconds = _seconds(operator, contraction, format == "packed", schedule, target)
        found.append((seconds, len(found), policy))
    return tuple(policy for _, _, policy in sorted(found))


def _whole_batches(
    contraction: Contraction, schedule: contractions.Schedule
) -> contractions.Schedule:
    outer, inner = contractions.row_axes(contraction)
    size = outer.extent if outer.name else inner.extent
    return replace(schedule, block=size, parallel="rows")


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    packed = dict(policy.format).get("b") == "packed"
    schedule = contractions.schedule_of(policy)
    return _seconds(operator, _contraction(operator), packed, schedule, target)


def _seconds(
    operator: Operator,
    contraction: Contraction,
    packed: bool,
    schedule: contractions.Schedule,
    target: CpuTarget,
) -> float:
    seconds = contraction_space.estimate(contraction, schedule, target)
    costs, steps = profile_of(target).matmul, contraction.reduction[0].extent
    if packed and not operator.inputs[1].constant:
        elements = prod(operator.inputs[1].shape)
        return seconds + costs.pack_cycles * elements / cost.frequency(target) / target.threads
    if not packed and contraction.column.extent * steps * 4 > target.l1:
        return seconds * costs.unpacked_factor
    return seconds


def _lower_bound(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    contraction, schedule = _contraction(operator), contractions.schedule_of(policy)
    if dict(policy.format).get("b") == "packed" and _in_scratch(operator, target):
        return lower_bound.arithmetic(
            operator, contraction.flops / 2, target
        )  # threads share the batches
    return contraction_space.lower_bound_of(operator, contraction, schedule, target)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CpuTarget
) -> LoweredOperator:
    format = dict(policy.format).get("b")
    schedule = contractions.schedule_of(policy)
    if format not in _formats(operator):
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    contraction = matmul_contraction.contraction(operator, inputs, output)
    dense = _contraction(operator)
    contraction_space.check(dense, schedule, target)
    schedule = contractions.refitted(schedule, dense, contraction)
    if format == "packed":
        return _packed(operator, contraction, schedule, target)
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
    if operator.inputs[1].constant:
        return LoweredOperator((multiply,), (packing,), (), (buffer,))
    return LoweredOperator((packing, multiply), (), (buffer,))


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
