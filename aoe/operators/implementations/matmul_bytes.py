"""Matrix product of uint8 by int8 in int32, four products at a time (`dot4`: VNNI's vpdpbusd).

Four neighbours along the reduction are one int32: a's rows are read so where they lie, or from a
copy filled up with zeros where they do not start at multiples of four bytes; b is packed in panels
as wide as the register tile, groups of four bytes side by side. The loops are those of every
contraction (`aoe.operators.contraction`), over a quarter of the steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, prod

from aoe.device import Device
from aoe.errors import PolicyError
from aoe.loops.expression import Constant, Load, apply
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
from aoe.operators.operator import Operator, View
from aoe.operators.panels import Panels
from aoe.policy import Policy

#: Bytes that are multiplied and summed together.
_GROUP = 4


def _supports(operator: Operator, device: Device) -> bool:
    dtypes = tuple(operand.dtype for operand in operator.inputs[:2])
    return dtypes == ("uint8", "int8") and device.multiplies_bytes


def _bytes(operator: Operator, inputs: Sequence[View], output: View) -> Contraction:
    """The product over bytes as they lie."""
    return products.contraction(operator, inputs, output)


def _dense(operator: Operator) -> Contraction:
    inputs = [View.dense(operand) for operand in operator.inputs]
    return _bytes(operator, inputs, View.dense(operator.output))


def _readable(contraction: Contraction) -> bool:
    """Whether a's rows are groups of four bytes where they lie."""
    a, steps = contraction.a, contraction.reduction[0].extent
    others = [stride for axis, stride in a.strides if axis != "c"]
    contiguous = a.stride("c") == 1 or steps == 1
    return contiguous and not any(n % _GROUP for n in (steps, a.offset, *others))


def _row_axes(contraction: Contraction) -> tuple[Axis, ...]:
    """The axes a depends on besides the reduction."""
    axes = (*contraction.batch, *contraction.rows)
    return tuple(axis for axis in axes if contraction.a.stride(axis.name))


def _groups(contraction: Contraction) -> Axis:
    return Axis("c", ceil(contraction.reduction[0].extent / _GROUP))


def _grouped(contraction: Contraction, width: int) -> Contraction:
    """The contraction over groups of four: of a or its copy, and of packed panels of b."""
    groups = _groups(contraction)
    if _readable(contraction):
        strides = {axis: n // _GROUP for axis, n in contraction.a.strides if axis != "c"}
        a = Access(contraction.a.buffer, "int32", (), contraction.a.offset // _GROUP)
    else:
        strides, step = {}, groups.extent
        for axis in reversed(_row_axes(contraction)):
            strides[axis.name] = step
            step *= axis.extent
        a = Access("rows", "int32", ())
    a = replace(a, strides=(*strides.items(), ("c", 1)))
    whole = replace(contraction, reduction=(groups,), a=a)
    b = Panels.of(whole, width).read("packed", "int32", whole.column.name)
    element = apply("dot4", Load(0), Load(1), Constant(0, "int32"))
    return replace(whole, b=b, element=element)


def _copy_rows(contraction: Contraction) -> tuple[Kernel, Buffer]:
    """Copies a's rows, each filled up with zeros to groups of four."""
    axes, steps = _row_axes(contraction), contraction.reduction[0].extent
    room = _GROUP * _groups(contraction).extent
    strides, size = [("c", 1)], room
    for axis in reversed(axes):
        strides.append((axis.name, size))
        size *= axis.extent
    bounds = (Bound((("c", 1),), 0, steps),) if steps % _GROUP else ()
    stage = Stage(
        "rows",
        (*axes, Axis("c", room)),
        (replace(contraction.a, bounds=bounds),),
        (Store(Access("rows", "uint8", tuple(strides)), Load(0)),),
        schedule=StageSchedule("c", 1),
    )
    loops = tuple(Loop(axis.name, 1) for axis in axes)
    buffers = (contraction.a.buffer, "rows")
    return Kernel("rows", axes, loops, len(loops), (stage,), buffers), Buffer("rows", "uint8", size)


def _pack(contraction: Contraction, layout: Panels) -> tuple[Kernel, Buffer]:
    """Copies b into panels, groups of four along the reduction side by side."""
    b, column, width = contraction.b, contraction.column.name, layout.width
    strides = {name: stride for name, stride in b.strides if name not in (column, "c")}
    strides |= {"p": width * b.stride(column), "k": b.stride(column)}
    strides |= {"c": _GROUP * b.stride("c"), "j": b.stride("c")}
    bounds = []
    if layout.columns % width:
        bounds.append(Bound((("p", width), ("k", 1)), 0, layout.columns))
    if contraction.reduction[0].extent % _GROUP:
        bounds.append(Bound((("c", _GROUP), ("j", 1)), 0, contraction.reduction[0].extent))
    source = replace(b, strides=tuple(strides.items()), bounds=tuple(bounds))
    target = [(name, _GROUP * stride) for name, stride in layout.strides.items()]
    store = Store(Access("packed", "int8", (*target, ("j", 1))), Load(0))
    axes = (*layout.axes, Axis("j", _GROUP))
    stage = Stage("pack", axes, (source,), (store,), None, StageSchedule("k", 1))
    return panels.pack_kernel(stage), Buffer("packed", "int8", _GROUP * layout.elements)


@lru_cache(maxsize=64)
def _ranked(operator: Operator, device: Device) -> tuple[Policy, ...]:
    grouped = _grouped(_dense(operator), device.lanes("int32"))
    schedules = contraction_space.ranked(grouped, device)
    found = [
        Policy.of("matmul_bytes", schedule=schedule.decisions())
        for schedule in contraction_space.with_prefetch(grouped, schedules)
    ]
    return tuple(sorted(found, key=lambda policy: _estimate(operator, policy, device)))


def _space(operator: Operator, device: Device) -> Iterator[Policy]:
    yield from _ranked(operator, device)


def _default(operator: Operator, device: Device) -> Policy:
    return _ranked(operator, device)[0]


def _estimate(operator: Operator, policy: Policy, device: Device) -> float:
    contraction = _dense(operator)
    grouped = _grouped(contraction, device.lanes("int32"))
    schedule = contractions.schedule_of(policy)
    seconds = contraction_space.estimate(grouped, schedule, device)
    copied = 0.0 if _readable(contraction) else 0.3 * prod(operator.inputs[0].shape)
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
    contraction = _bytes(operator, inputs, output)
    grouped = _grouped(contraction, width)
    pack, packed = _pack(contraction, Panels.of(grouped, width))
    kernels: tuple[Kernel, ...] = (panels.kernel("matmul_bytes", grouped, schedule, device),)
    temporaries: tuple[Buffer, ...] = ()
    if not _readable(contraction):
        copy, rows = _copy_rows(contraction)
        kernels, temporaries = (copy, *kernels), (rows,)
    if operator.inputs[1].constant:
        return Program(kernels, (pack,), temporaries, (packed,))
    return Program((pack, *kernels), (), (*temporaries, packed))


IMPLEMENTATION = Implementation(
    name="matmul_bytes",
    operator_type="MatMul",
    supports=_supports,
    default=_default,
    space=_space,
    estimate=_estimate,
    lower=_lower,
)
