"""Matrix multiplication as a contraction: which output dimensions are batch, rows and columns, and
where the operands lie.

Output dimensions are named `b0…`, `m` and `k` (columns), and the reduction is `c`. Convolutions use
the same letters, so packed panels look the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from aoe.backends.cpu.lowering.contraction.contraction import Contraction, merge_rows
from aoe.backends.cpu.lowering.sum_parts import roots_of
from aoe.loops.expression import renumber
from aoe.loops.loop_nest import Access, Axis
from aoe.operators.operator import Operator, View


def matrices(operator: Operator, inputs: Sequence[View]) -> tuple[View, View]:
    """a as (…, M, K) and b as (…, K, N), whichever is transposed."""
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
    """The batch dimensions of the output that b has, and those that it is broadcast along."""
    shape = operator.output.shape[:-2]
    b_shape = operator.inputs[1].shape[:-2]
    b_shape = (1,) * (len(shape) - len(b_shape)) + b_shape
    axes = [Axis(f"b{i}", extent) for i, extent in enumerate(shape)]
    varying = [axis for axis, n in zip(axes, b_shape, strict=True) if n > 1]
    return tuple(varying), tuple(axis for axis in axes if axis not in varying)


def broadcast_access(view: View, buffer: str, names: Sequence[str]) -> Access:
    """A view broadcast to the axes `names`, aligned at the right."""
    missing = len(names) - len(view.shape)
    strides = [
        (name, stride)
        for name, extent, stride in zip(names[missing:], view.shape, view.strides, strict=True)
        if extent > 1 and stride
    ]
    return Access(buffer, view.dtype, tuple(strides), view.offset)


def contraction(operator: Operator, inputs: Sequence[View], output: View) -> Contraction:
    """The contraction over its operands in place, with neighbouring rows merged where possible."""
    return merge_rows(dimensioned(operator, inputs, output))


def dense(operator: Operator) -> Contraction:
    """The contraction over operands that each fill a block of their own, as costs and spaces take
    it.
    """
    inputs = [View.dense(operand) for operand in operator.inputs]
    return contraction(operator, inputs, View.dense(operator.output))


def dimensioned(operator: Operator, inputs: Sequence[View], output: View) -> Contraction:
    """The contraction over its operands in place, with one row axis for each dimension of rows."""
    a, b = matrices(operator, inputs)
    varying, rows = batch_axes(operator)
    names = [*(f"b{i}" for i in range(len(output.shape) - 2)), "m", "k"]
    return Contraction(
        batch=varying,
        rows=(*rows, Axis("m", output.shape[-2])),
        column=Axis("k", output.shape[-1]),
        reduction=(Axis("c", a.shape[-1]),),
        a=broadcast_access(a, "input0", [*names[:-2], "m", "c"]),
        b=broadcast_access(b, "input1", [*names[:-2], "c", "k"]),
        extras=tuple(
            broadcast_access(view, f"input{i}", names) for i, view in enumerate(inputs[2:], start=2)
        ),
        output=broadcast_access(output, "output0", names),
        epilogue=renumber(operator.epilogue, {i: i for i in range(len(inputs))}),
        roots=roots_of(operator),
    )
