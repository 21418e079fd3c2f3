"""Contractions of uint8 by int8 in int32, four products at a time (`dot4`: VNNI's vpdpbusd): what
`matmul_bytes` and `conv_bytes` share.

Four neighbours along the innermost reduction axis `c` are one int32. a is read so where its bytes
lie if they are `aligned`, else from a copy in which each run along `c` is filled up with zeros; b
is packed in panels as wide as the register tile, groups of four bytes side by side. The loops are
those of every contraction (`aoe.operators.contraction`), over a quarter of the steps.
"""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from aoe.device import Device
from aoe.loops.expression import Constant, Load, apply
from aoe.loops.stage import Access, Axis, Bound, Buffer, Kernel, Stage, StageSchedule, Store
from aoe.operators import panels
from aoe.operators.contraction import Contraction
from aoe.operators.operator import Operator
from aoe.operators.panels import Panels

#: Bytes that are multiplied and summed together.
GROUP = 4


def supports(operator: Operator, device: Device) -> bool:
    """Whether the operands are of the right types and the device multiplies them so."""
    dtypes = tuple(operand.dtype for operand in operator.inputs[:2])
    return dtypes == ("uint8", "int8") and device.multiplies_bytes


def filled(steps: int) -> int:
    """Steps filled up to whole groups."""
    return ceil(steps / GROUP) * GROUP


def aligned(contraction: Contraction) -> bool:
    """Whether a's runs along `c` are whole groups where they lie."""
    a, steps = contraction.a, contraction.reduction[-1].extent
    others = [stride for axis, stride in a.strides if axis != "c"]
    return a.stride("c") == 1 and not any(n % GROUP for n in (steps, a.offset, *others))


def grouped(contraction: Contraction, width: int) -> Contraction:
    """The contraction over groups: of a, whose runs are aligned and filled up, and of packed panels
    of b, `width` columns wide.
    """
    *taps, steps = contraction.reduction
    a = contraction.a
    strides = tuple((axis, n // GROUP) for axis, n in a.strides if axis != "c")
    whole = replace(
        contraction,
        reduction=(*taps, Axis("c", ceil(steps.extent / GROUP))),
        a=Access(a.buffer, "int32", (*strides, ("c", 1)), a.offset // GROUP, a.bounds),
        element=apply("dot4", Load(0), Load(1), Constant(0, "int32")),
    )
    return replace(whole, b=Panels.of(whole, width).read("packed", "int32", whole.column.name))


def pack(contraction: Contraction, width: int) -> tuple[Kernel, Buffer]:
    """Copies b into panels, groups of four along `c` side by side."""
    layout = Panels.of(grouped(contraction, width), width)
    b, column, steps = contraction.b, contraction.column.name, contraction.reduction[-1].extent
    strides = {name: stride for name, stride in b.strides if name not in (column, "c")}
    strides |= {"p": width * b.stride(column), "k": b.stride(column)}
    strides |= {"c": GROUP * b.stride("c"), "j": b.stride("c")}
    bounds = []
    if layout.columns % width:
        bounds.append(Bound((("p", width), ("k", 1)), 0, layout.columns))
    if steps % GROUP:
        bounds.append(Bound((("c", GROUP), ("j", 1)), 0, steps))
    source = replace(b, strides=tuple(strides.items()), bounds=tuple(bounds))
    target = [(name, GROUP * stride) for name, stride in layout.strides.items()]
    store = Store(Access("packed", "int8", (*target, ("j", 1))), Load(0))
    axes = (*layout.axes, Axis("j", GROUP))
    stage = Stage("pack", axes, (source,), (store,), None, StageSchedule("k", 1))
    return panels.pack_kernel(stage), Buffer("packed", "int8", GROUP * layout.elements)
