"""Matrix product of uint8 by int8 in int32, four products at a time (`_bytes.py`).

a's rows are read where they lie, or from a copy filled up with zeros where they do not start at
multiples of four bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from math import prod

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.loops.expression import Load
from aoe.loops.stage import (
    Access,
    Axis,
    Bound,
    Buffer,
    Kernel,
    Loop,
    Program,
    Stage,
    StageSchedule,
    Store,
)
from aoe.operators import contraction as contractions
from aoe.operators import contraction_space, panels, products
from aoe.operators.contraction import Contraction
from aoe.operators.definition import Implementation
from aoe.operators.implementations import _bytes
from aoe.operators.operator import Operator, View
from aoe.policy import Policy


def _dense(operator: Operator) -> Contraction:
    inputs = [View.dense(operand) for operand in operator.inputs]
    return products.contraction(operator, inputs, View.dense(operator.output))


def _row_axes(contraction: Contraction) -> tuple[Axis, ...]:
    """The axes a depends on besides the reduction."""
    axes = (*contraction.batch, *contraction.rows)
    return tuple(axis for axis in axes if contraction.a.stride(axis.name))


def _of_copy(contraction: Contraction) -> Contraction:
    """The contraction of a's copy."""
    strides, size = [("c", 1)], _bytes.filled(contraction.reduction[0].extent)
    for axis in reversed(_row_axes(contraction)):
        strides.append((axis.name, size))
        size *= axis.extent
    return replace(contraction, a=Access("rows", "uint8", tuple(strides)))


def _grouped(contraction: Contraction, width: int) -> Contraction:
    readable = contraction if _bytes.aligned(contraction) else _of_copy(contraction)
    return _bytes.grouped(readable, width)


def _copy_rows(contraction: Contraction) -> tuple[Kernel, Buffer]:
    """Copies a's rows, each filled up with zeros to groups of four."""
    axes, steps = _row_axes(contraction), contraction.reduction[0].extent
    room = _bytes.filled(steps)
    bounds = (Bound((("c", 1),), 0, steps),) if room > steps else ()
    stage = Stage(
        "rows",
        (*axes, Axis("c", room)),
        (replace(contraction.a, bounds=bounds),),
        (Store(_of_copy(contraction).a, Load(0)),),
        schedule=StageSchedule("c", 1),
    )
    loops = tuple(Loop(axis.name, 1) for axis in axes)
    buffers = (contraction.a.buffer, "rows")
    size = room * prod(axis.extent for axis in axes)
    return Kernel("rows", axes, loops, len(loops), (stage,), buffers), Buffer("rows", "uint8", size)


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device) -> tuple[Policy, ...]:
    grouped = _grouped(_dense(operator), device.lanes("int32"))
    schedules = contraction_space.ranked(grouped, device)
    found = [
        Policy.of("matmul_bytes", schedule=schedule.decisions())
        for schedule in contraction_space.with_prefetch(grouped, schedules)
    ]
    return tuple(sorted(found, key=lambda policy: _estimate(operator, policy, device)))


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    contraction = _dense(operator)
    grouped = _grouped(contraction, device.lanes("int32"))
    schedule = contractions.schedule_of(policy)
    seconds = contraction_space.estimate(grouped, schedule, device)
    copied = 0.0 if _bytes.aligned(contraction) else 0.3 * prod(operator.inputs[0].shape)
    if not operator.inputs[1].constant:
        copied += 3.0 * prod(operator.inputs[1].shape)
    return seconds + 32 * copied / device.speed.multiply_adds / device.threads


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    schedule = contractions.schedule_of(policy)
    if policy.format:
        raise PolicyError(f"format {policy.format} does not fit {operator.type} {operator.key}")
    width = schedule.vectors * device.lanes("int32")
    contraction_space.check(_grouped(_dense(operator), width), schedule, device)
    contraction = products.contraction(operator, inputs, output)
    grouped = _grouped(contraction, width)
    pack, packed = _bytes.pack(contraction, width)
    kernels: tuple[Kernel, ...] = (panels.kernel("matmul_bytes", grouped, schedule, device),)
    temporaries: tuple[Buffer, ...] = ()
    if not _bytes.aligned(contraction):
        copy, rows = _copy_rows(contraction)
        kernels, temporaries = (copy, *kernels), (rows,)
    if operator.inputs[1].constant:
        return Program(kernels, (pack,), temporaries, (packed,))
    return Program((pack, *kernels), (), (*temporaries, packed))


IMPLEMENTATION = Implementation(
    name="matmul_bytes",
    operator_type="MatMul",
    supports=_bytes.supports,
    policies=_ranked,
    estimate=_estimate,
    lower=_lower,
)
