"""Matrix product by register tiles of rows × column vectors, batched or not.

Format `b`: "packed" copies b into panels as wide as the register tile: once at load time where b is
constant, else in each run (within the thread's cache where there are batches enough to go round);
"direct" reads b where it lies, which needs its columns to be contiguous.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.loops.stage import Buffer, Kernel, Loop, Program, Stage
from aoe.operators import contraction as contractions
from aoe.operators import cost, products
from aoe.operators.contraction import Contraction
from aoe.operators.definition import Implementation
from aoe.operators.operator import Operator, View
from aoe.policy import Policy


def _supports(operator: Operator, device: Device) -> bool:
    return all(operand.dtype == "float32" for operand in operator.inputs[:2])


def _dense(operator: Operator) -> list[View]:
    return [View.dense(operand) for operand in operator.inputs]


def _contraction(operator: Operator, packed: bool) -> Contraction:
    output = View.dense(operator.output)
    return products.contraction(operator, _dense(operator), output, "packed" if packed else None, 1)


def _formats(operator: Operator) -> tuple[str, ...]:
    _, b = products.matrices(operator, _dense(operator))
    contiguous = b.strides[-1] == 1 or b.shape[-1] == 1
    return ("packed", "direct") if contiguous else ("packed",)


def _in_scratch(operator: Operator, device: Device) -> bool:
    """Whether every thread packs the b of its own batches."""
    batch, _ = products.batch_axes(operator)
    count = prod(axis.extent for axis in batch)
    return not operator.inputs[1].constant and count >= device.threads and count > 1


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device) -> tuple[Policy, ...]:
    found: list[tuple[float, int, Policy]] = []
    for format in _formats(operator):
        contraction = _contraction(operator, format == "packed")
        for schedule in contractions.ranked(contraction, device):
            if format == "packed" and _in_scratch(operator, device):
                schedule = _whole_batches(contraction, schedule)
            policy = Policy.of("matmul", {"b": format}, schedule.decisions())
            found.append((_estimate(operator, policy, device), len(found), policy))
    return tuple(dict.fromkeys(policy for _, _, policy in sorted(found)))


def _whole_batches(
    contraction: Contraction, schedule: contractions.Schedule
) -> contractions.Schedule:
    outer, inner = contractions.row_axes(contraction)
    size = outer.extent if outer.name else inner.extent
    return replace(schedule, block=size, parallel="rows")


def _space(operator: Operator, device: Device) -> Iterator[Policy]:
    yield from _ranked(operator, device)


def _default(operator: Operator, device: Device) -> Policy:
    return _ranked(operator, device)[0]


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    packed = dict(policy.format).get("b") == "packed"
    contraction = _contraction(operator, packed)
    schedule = contractions.schedule_of(policy)
    seconds = contractions.estimate(contraction, schedule, device)
    steps = contraction.reduction[0].extent
    if packed and not operator.inputs[1].constant:
        elements = prod(operator.inputs[1].shape)
        return seconds + 1.2 * elements / cost.FREQUENCY / device.threads
    if not packed and contraction.column.extent * steps * 4 > device.l1:
        return seconds * 1.3  # rows of b far apart: more lines and pages than panels touch
    return seconds


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    format = dict(policy.format).get("b")
    schedule = contractions.schedule_of(policy)
    if format not in _formats(operator):
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    contractions.check(_contraction(operator, format == "packed"), schedule, device)
    if format == "direct":
        contraction = products.contraction(operator, inputs, output, None, 1)
        return Program((_kernel(contraction, schedule, device),))
    return _packed(operator, inputs, output, schedule, device)


def _packed(
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    schedule: contractions.Schedule,
    device: Device,
) -> Program:
    width = schedule.vectors * device.lanes("float32")
    _, b = products.matrices(operator, inputs)
    batch, _ = products.batch_axes(operator)
    contraction = products.contraction(operator, inputs, output, "packed", width)
    pack = products.pack_stage(operator, b, batch, "packed", width, device)
    if _in_scratch(operator, device):
        return _with_scratch(contraction, schedule, pack, b, width, device)
    buffer = Buffer(
        "packed", "float32", products.panel_elements(batch, b.shape[-1], b.shape[-2], width)
    )
    kernel = _kernel(contraction, schedule, device)
    packing = products.pack_kernel(pack, "packed")
    if operator.inputs[1].constant:
        return Program((kernel,), (packing,), (), (buffer,))
    return Program((packing, kernel), (), (buffer,))


def _with_scratch(
    contraction: Contraction,
    schedule: contractions.Schedule,
    pack: Stage,
    b: View,
    width: int,
    device: Device,
) -> Program:
    """One kernel over the batches; each packs its b into the thread's scratch and multiplies."""
    if schedule.parallel != "rows":
        raise PolicyError("batches packed by threads are shared by batch, not by columns")
    lanes = device.lanes("float32")
    elements = products.panel_elements((), b.shape[-1], b.shape[-2], width)
    stage = contractions.stage(contraction, schedule, lanes, "multiply")
    loops = tuple(Loop(axis.name, 1) for axis in contraction.batch)
    kernel = Kernel(
        "matmul",
        contraction.batch,
        loops,
        len(loops),
        (pack, stage),
        _arguments(contraction, ("input1",)),
        (Buffer("packed", "float32", elements),),
    )
    return Program((kernel,))


def _kernel(contraction: Contraction, schedule: contractions.Schedule, device: Device) -> Kernel:
    lanes = device.lanes("float32")
    axes, loops = contractions.outer_loops(contraction, schedule, device)
    stage = contractions.stage(contraction, schedule, lanes, "multiply")
    parallel = len(loops) if contraction.flops > cost.PARALLEL_THRESHOLD * 8 else 0
    return Kernel("matmul", axes, loops, parallel, (stage,), _arguments(contraction, ()))


def _arguments(contraction: Contraction, also: tuple[str, ...]) -> tuple[str, ...]:
    accesses = [contraction.a, contraction.b, *contraction.extras, contraction.output]
    names = [access.buffer for access in accesses]
    if also:
        names = [name for name in names if name != "packed"]
    return tuple(dict.fromkeys((*names, *also)))


IMPLEMENTATION = Implementation(
    name="matmul",
    operator_type="MatMul",
    supports=_supports,
    default=_default,
    space=_space,
    estimate=_estimate,
    lower=_lower,
)
