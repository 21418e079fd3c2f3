"""Matrix product by register tiles of rows × column vectors, batched or not.

Format `b`: "packed" copies b into panels as wide as the register tile: once at load time where b is
constant, else in each run (within the thread's cache where there are batches enough to go round);
"direct" reads b where it lies, which needs its columns to be contiguous.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from aoe.backends.cpu.cost import cost, lower_bound
from aoe.backends.cpu.lowering.contraction import contraction as contractions
from aoe.backends.cpu.lowering.contraction import contraction_space, matmul_contraction, panels
from aoe.backends.cpu.lowering.contraction.contraction import Contraction
from aoe.backends.implementation import Implementation
from aoe.device import Device
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Buffer, Kernel, Loop, Program, Stage
from aoe.operators.operator import Operator, View
from aoe.policy import Policy


def _supports(operator: Operator, device: Device) -> bool:
    return contractions.contractible(*operator.inputs[:2])


def _dense(operator: Operator) -> list[View]:
    return [View.dense(operand) for operand in operator.inputs]


def _contraction(operator: Operator) -> Contraction:
    return matmul_contraction.contraction(operator, _dense(operator), View.dense(operator.output))


def _formats(operator: Operator) -> tuple[str, ...]:
    _, b = matmul_contraction.matrices(operator, _dense(operator))
    contiguous = b.strides[-1] == 1 or b.shape[-1] == 1
    return ("packed", "direct") if contiguous else ("packed",)


def _in_scratch(operator: Operator, device: Device) -> bool:
    """Whether every thread packs the b of its own batches."""
    batch, _ = matmul_contraction.batch_axes(operator)
    count = prod(axis.extent for axis in batch)
    return not operator.inputs[1].constant and count >= device.threads and count > 1


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device, breadth: int) -> tuple[Policy, ...]:
    contraction = _contraction(operator)
    schedules = contraction_space.ranked(contraction, device, breadth * contraction_space.USUAL)
    readable = "direct" in _formats(operator)
    candidates = [("direct", schedule) for schedule in schedules if readable]
    if _in_scratch(operator, device):
        whole = dict.fromkeys(_whole_batches(contraction, schedule) for schedule in schedules)
        candidates += [("packed", schedule) for schedule in whole]
    else:
        ahead = contraction_space.with_prefetch(contraction, schedules)
        candidates += [("packed", schedule) for schedule in ahead]
    found: list[tuple[float, int, Policy]] = []
    for format, schedule in candidates:
        policy = Policy.of("matmul", {"b": format}, schedule.decisions())
        seconds = _seconds(operator, contraction, format == "packed", schedule, device)
        found.append((seconds, len(found), policy))
    return tuple(policy for _, _, policy in sorted(found))


def _whole_batches(
    contraction: Contraction, schedule: contractions.Schedule
) -> contractions.Schedule:
    outer, inner = contractions.row_axes(contraction)
    size = outer.extent if outer.name else inner.extent
    return replace(schedule, block=size, parallel="rows")


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    packed = dict(policy.format).get("b") == "packed"
    schedule = contractions.schedule_of(policy)
    return _seconds(operator, _contraction(operator), packed, schedule, device)


def _seconds(
    operator: Operator,
    contraction: Contraction,
    packed: bool,
    schedule: contractions.Schedule,
    device: Device,
) -> float:
    seconds = contraction_space.estimate(contraction, schedule, device)
    steps = contraction.reduction[0].extent
    if packed and not operator.inputs[1].constant:
        elements = prod(operator.inputs[1].shape)
        return seconds + 1.2 * elements / cost.FREQUENCY / device.threads
    if not packed and contraction.column.extent * steps * 4 > device.l1:
        return seconds * 1.3  # rows of b far apart: more lines and pages than panels touch
    return seconds


def _floor(operator: Operator, policy: Policy, device: Device) -> float:
    contraction, schedule = _contraction(operator), contractions.schedule_of(policy)
    if dict(policy.format).get("b") == "packed" and _in_scratch(operator, device):
        return lower_bound.product(
            operator, contraction.flops / 2, device
        )  # threads share the batches
    return contraction_space.floor_of(operator, contraction, schedule, device)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    format = dict(policy.format).get("b")
    schedule = contractions.schedule_of(policy)
    if format not in _formats(operator):
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    contraction = matmul_contraction.contraction(operator, inputs, output)
    dense = _contraction(operator)
    contraction_space.check(dense, schedule, device)
    schedule = contractions.as_they_lie(schedule, dense, contraction)
    if format == "packed":
        return _packed(operator, contraction, schedule, device)
    if schedule.prefetch:
        raise PolicyError("only panels are fetched ahead, not a matrix read where it lies")
    product = contractions.sliced(contraction, schedule.depth)
    return Program((panels.kernel("matmul", product, schedule, device),))


def _packed(
    operator: Operator,
    contraction: Contraction,
    schedule: contractions.Schedule,
    device: Device,
) -> Program:
    product, pack, buffer = panels.over_panels(contraction, schedule, device)
    if _in_scratch(operator, device):
        return _with_scratch(product, schedule, pack, buffer, device)
    multiply = panels.kernel("matmul", product, schedule, device)
    packing = panels.pack_kernel(pack)
    if operator.inputs[1].constant:
        return Program((multiply,), (packing,), (), (buffer,))
    return Program((packing, multiply), (), (buffer,))


def _with_scratch(
    product: Contraction,
    schedule: contractions.Schedule,
    pack: Stage,
    buffer: Buffer,
    device: Device,
) -> Program:
    """One kernel over the batches; each packs its b into the thread's scratch and multiplies."""
    if schedule.parallel != "rows" or schedule.prefetch:
        raise PolicyError("batches packed by threads are shared by batch, and not fetched ahead")
    multiply = contractions.stage(product, schedule, device.lanes("float32"), "multiply")
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
    return Program((kernel,))


IMPLEMENTATION = Implementation(
    name="matmul",
    operator_type="MatMul",
    supports=_supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
    lower_bound=_floor,
)
