"""A matrix product as a contraction: which output dimensions are batch, rows and columns, and how
its operands lie.

Shared by the implementations of MatMul. Output dimensions are named `b0…`, `m`, `k` (columns) and
the reduction is `c`, the letters convolutions use, so that packed panels look the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, prod

from aoe.device import Device
from aoe.loops.expression import Load
from aoe.loops.stage import Access, Axis, Bound, Kernel, Loop, Stage, StageSchedule, Store
from aoe.operators.access import renumber
from aoe.operators.contraction import Contraction, merge_rows
from aoe.operators.operator import Operator, View


def matrices(operator: Operator, inputs: Sequence[View]) -> tuple[View, View]:
    """a as (…, M, K) and b as (…, K, N), whatever is transposed."""
    a = _transposed(inputs[0]) if operator.integer("transpose_a") else inputs[0]
    b = _transposed(inputs[1]) if operator.integer("transpose_b") else inputs[1]
    return a, b


def _transposed(view: View) -> View:
    shape, strides = view.shape, view.strides
    return View(
        view.dtype,
        (*shape[:-2], shape[-1], shape[-2]),
        (*strides[:-2], strides[-1], strides[-2]),
        view.offset,
    )


def batch_axes(operator: Operator) -> tuple[tuple[Axis, ...], tuple[Axis, ...]]:
    """The output's batch dimensions: those along which b changes, and those along which it does
    not.
    """
    shape = operator.output.shape[:-2]
    b_shape = operator.inputs[1].shape[:-2]
    b_shape = (1,) * (len(shape) - len(b_shape)) + b_shape
    axes = [Axis(f"b{i}", extent) for i, extent in enumerate(shape)]
    varying = [axis for axis, n in zip(axes, b_shape, strict=True) if n > 1]
    return tuple(varying), tuple(axis for axis in axes if axis not in varying)


def seen(view: View, buffer: str, names: Sequence[str]) -> Access:
    """A view broadcast to the axes `names`, aligned at the right."""
    missing = len(names) - len(view.shape)
    strides = [
        (name, stride)
        for name, extent, stride in zip(names[missing:], view.shape, view.strides, strict=True)
        if extent > 1 and stride
    ]
    return Access(buffer, view.dtype, tuple(strides), view.offset)


def contraction(
    operator: Operator, inputs: Sequence[View], output: View, packed: str | None, width: int
) -> Contraction:
    """The product. `packed`: the buffer with b in panels of `width` columns, or None to read b
    where it lies.
    """
    a, b = matrices(operator, inputs)
    varying, rows = batch_axes(operator)
    names = [*(f"b{i}" for i in range(len(output.shape) - 2)), "m", "k"]
    columns, steps = output.shape[-1], a.shape[-1]
    right = seen(b, "input1", [*names[:-2], "c", "k"])
    if packed is not None:
        right = panel_access(packed, varying, columns, steps, width)
    return merge_rows(
        Contraction(
            batch=varying,
            rows=(*rows, Axis("m", output.shape[-2])),
            column=Axis("k", columns),
            reduction=(Axis("c", steps),),
            a=seen(a, "input0", [*names[:-2], "m", "c"]),
            b=right,
            extras=tuple(
                seen(view, f"input{i}", names) for i, view in enumerate(inputs[2:], start=2)
            ),
            output=seen(output, "output0", names),
            epilogue=renumber(operator.epilogue, {i: i for i in range(len(inputs))}),
        )
    )


def panel_access(
    buffer: str, batch: Sequence[Axis], columns: int, steps: int, width: int
) -> Access:
    """Reads b from panels [batch…][panel][K][width]."""
    strides = {"k": steps, "c": width}
    step = panel_elements((), columns, steps, width)
    for axis in reversed(batch):
        strides[axis.name] = step
        step *= axis.extent
    return Access(buffer, "float32", tuple(strides.items()), within=(("k", 1),))


def panel_elements(batch: Sequence[Axis], columns: int, steps: int, width: int) -> int:
    """Elements of a buffer of panels."""
    return prod(axis.extent for axis in batch) * ceil(columns / width) * width * steps


def pack_stage(
    operator: Operator, b: View, batch: Sequence[Axis], buffer: str, width: int, device: Device
) -> Stage:
    """Copies b into panels [batch…][panel][K][width], the last one filled up with zeros."""
    steps, columns = b.shape[-2:]
    axes = (
        *batch,
        Axis("p", ceil(columns / width)),
        Axis("c", steps),
        Axis("k", width),
    )
    names = [*(f"b{i}" for i in range(len(operator.output.shape) - 2)), "c", "k"]
    whole = seen(b, "input1", names)
    bounds: tuple[Bound, ...] = ()
    if columns % width:
        bounds = (Bound((("p", width), ("k", 1)), 0, columns),)
    strides = (*whole.strides, ("p", width * whole.stride("k")))
    source = Access("input1", b.dtype, strides, b.offset, bounds)
    target = {}
    step = 1
    for axis in reversed(axes):
        target[axis.name] = step
        step *= axis.extent
    store = Store(Access(buffer, "float32", tuple(target.items())), Load(0))
    schedule = StageSchedule("k", max(1, width // device.lanes("float32")))
    return Stage("pack", axes, (source,), (store,), None, schedule)


def pack_kernel(stage: Stage, buffer: str) -> Kernel:
    """The pack stage as a parallel region over batches and panels."""
    outer = tuple(axis for axis in stage.axes if axis.name not in ("c", "k"))
    loops = tuple(Loop(axis.name, 1) for axis in outer)
    return Kernel("pack_matrix", outer, loops, len(loops), (stage,), ("input1", buffer))
