"""Elements in another order, shape or number; their type does not matter."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.layout import (
    LayoutOperand,
    NchwView,
    dtype_of_tensor,
    nchw_axis,
    nchw_order,
    nhwc_order,
)
from aoe.frontends.tflite.call import Call, axis_of, int64, moves


@moves("RESHAPE")
def _reshape(call: Call) -> LayoutOperand:
    """The shape is an operand, or an option of old files."""
    x = call.given(0)
    given = [int(size) for size in call.vector("new_shape")]
    sizes = call.integers(1, "sizes") if call.has(1) else given
    if sizes == [0] and np.prod(call.shape(0)) == 1:
        sizes = []  # Old converters write a scalar so.
    known = int(np.prod([size for size in sizes if size >= 0], dtype=np.int64))
    total = int(np.prod(call.shape(0), dtype=np.int64))
    shape = tuple(total // max(1, known) if size == -1 else size for size in sizes)
    if sizes.count(-1) > 1 or min(shape, default=0) < 0:
        raise UnsupportedNodeError(f"its shape is {sizes}")
    return _in_shape(call, x, shape)


def _in_shape(call: Call, x: LayoutOperand, shape: Sequence[int]) -> LayoutOperand:
    """A tensor of another shape, which stays channels first where it can."""
    if isinstance(x, NchwView) and np.prod(shape, dtype=np.int64) == np.prod(x.shape):
        return call.layouts.reshaped(x, shape)
    return call.reshaped(call.layouts.to_nhwc(x), shape)


@moves("SQUEEZE")
def _squeeze(call: Call) -> LayoutOperand:
    shape = call.shape(0)
    axes = {axis_of(int(axis), len(shape)) for axis in call.vector("squeeze_dims")}
    axes = axes or {axis for axis, size in enumerate(shape) if size == 1}
    left = [size for axis, size in enumerate(shape) if axis not in axes]
    return _in_shape(call, call.given(0), left)


@moves("EXPAND_DIMS")
def _expand_dims(call: Call) -> LayoutOperand:
    shape = call.shape(0)
    axis = axis_of(call.integers(1, "axes")[0], len(shape) + 1)
    return _in_shape(call, call.given(0), (*shape[:axis], 1, *shape[axis:]))


@moves("TRANSPOSE")
def _transpose(call: Call) -> LayoutOperand:
    """The permutations between the two layouts give views, or take them back."""
    x, order = call.given(0), call.integers(1, "permutations")
    rank = len(call.shape(0))
    if sorted(order) != list(range(rank)):
        raise UnsupportedNodeError(f"its permutation is {order}")
    if isinstance(x, NchwView) and order == nchw_order(rank):
        return x.value
    if rank > 2 and order == nhwc_order(rank) and not isinstance(x, NchwView | np.ndarray):
        return NchwView(x)
    plain = call.plain(0)
    if isinstance(plain, np.ndarray):
        return np.ascontiguousarray(plain.transpose(order))
    return call.node("Transpose", plain, perm=order)


@moves("CONCATENATION")
def _concatenation(call: Call) -> LayoutOperand:
    operands = [call.given(index) for index in range(len(call.inputs))]
    rank = len(call.shape(0))
    axis = axis_of(call.option("axis"), rank)
    if any(isinstance(item, NchwView) for item in operands):
        first = [call.layouts.to_nchw(item) for item in operands]
        made: LayoutOperand = call.view(call.node("Concat", *first, axis=nchw_axis(axis, rank)))
    else:
        made = call.node("Concat", *(call.layouts.to_nhwc(item) for item in operands), axis=axis)
    if call.activation != "NONE" and dtype_of_tensor(made).kind != "f":
        raise UnsupportedNodeError("it has an activation of integers")
    return call.activated(made)


@moves("PACK")
def _pack(call: Call) -> LayoutOperand:
    axis = axis_of(call.option("axis"), len(call.shape(0)) + 1)
    wide = []
    for index in range(len(call.inputs)):
        shape = call.shape(index)
        wide.append(call.reshaped(call.plain(index), (*shape[:axis], 1, *shape[axis:])))
    return call.node("Concat", *wide, axis=axis)


@moves("UNPACK")
def _unpack(call: Call) -> Sequence[LayoutOperand]:
    shape = call.shape(0)
    axis = axis_of(call.option("axis"), len(shape))
    smaller = (*shape[:axis], *shape[axis + 1 :])
    parts = _parts(call, call.plain(0), [1] * shape[axis], axis)
    return [call.reshaped(part, smaller) for part in parts]


@moves("SPLIT")
def _split(call: Call) -> Sequence[LayoutOperand]:
    """Equal parts. The axis is the first operand."""
    shape = call.shape(1)
    axis, count = axis_of(call.integers(0, "axes")[0], len(shape)), call.option("num_splits")
    if count < 1 or shape[axis] % count:
        raise UnsupportedNodeError(f"it has {count} parts of {shape[axis]}")
    return _layout_split(call, call.given(1), [shape[axis] // count] * count, axis)


@moves("SPLIT_V")
def _split_v(call: Call) -> Sequence[LayoutOperand]:
    """Parts of given sizes; one of them may be -1, for the rest."""
    shape, sizes = call.shape(0), call.integers(1, "sizes")
    axis = axis_of(call.integers(2, "axes")[0], len(shape))
    rest = shape[axis] - sum(size for size in sizes if size >= 0)
    return _layout_split(call, call.given(0), [rest if s == -1 else s for s in sizes], axis)


@moves("TILE")
def _tile(call: Call) -> LayoutOperand:
    return call.node("Tile", call.plain(0), int64(call.integers(1, "numbers of copies")))


@moves("BROADCAST_TO")
def _broadcast_to(call: Call) -> LayoutOperand:
    return call.node("Expand", call.plain(0), int64(call.integers(1, "sizes")))


@moves("REVERSE_V2")
def _reverse(call: Call) -> LayoutOperand:
    rank = len(call.shape(0))
    axes = [axis_of(axis, rank) for axis in call.integers(1, "axes")]
    ends = [-(1 << 62)] * len(axes)
    return call.node(
        "Slice",
        call.plain(0),
        int64([-1] * len(axes)),
        int64(ends),
        int64(axes),
        int64([-1] * len(axes)),
    )


@moves("PAD", "PADV2", "MIRROR_PAD")
def _pad(call: Call) -> LayoutOperand:
    """Constants or a mirror image around a tensor. Zeros of integers are their zero point."""
    x, pads = call.given(0), call.integers(1, "pads")
    rank = len(call.shape(0))
    before, behind = pads[::2], pads[1::2]
    if len(pads) != 2 * rank or min(pads, default=0) < 0:
        raise UnsupportedNodeError(f"its pads are {pads}")
    if not any(pads):
        return x
    mode, value = "constant", None
    if call.operator.kind == "MIRROR_PAD":
        if call.option("mode"):
            return _symmetric(call, before, behind)
        mode = "reflect"
    else:
        value = _padding(call, x)
    if isinstance(x, NchwView):
        order = nchw_order(rank)
        moved = [before[axis] for axis in order] + [behind[axis] for axis in order]
        return call.view(call.node("Pad", x.value, int64(moved), value, mode=mode))
    return call.node("Pad", x, int64([*before, *behind]), value, mode=mode)


def _symmetric(call: Call, before: Sequence[int], behind: Sequence[int]) -> LayoutOperand:
    """A mirror image that repeats the border."""
    x = call.plain(0)
    for axis, (first, last) in enumerate(zip(before, behind, strict=True)):
        size = shape_of(x)[axis]
        if max(first, last) > size:
            raise UnsupportedNodeError(f"its pads are larger than the axis {axis}")
        if first or last:
            mirror = [
                *range(first - 1, -1, -1),
                *range(size),
                *range(size - 1, size - 1 - last, -1),
            ]
            x = call.node("Gather", x, int64(mirror), axis=axis)
    return x


def _padding(call: Call, x: LayoutOperand) -> Operand:
    if call.operator.kind == "PADV2":
        return call.reshaped(call.plain(2), ())
    return call.scalar(zero_of(call, x), x)


def zero_of(call: Call, x: LayoutOperand) -> int:
    """What stands for 0: the zero point of the result, unless the operand has been dequantised.
    Around int8 without a scale, TFLite puts the integer 0.
    """
    first, tensor = call.input_tensors[0], call.output_tensors[0]
    if not tensor.is_quantized or dtype_of_tensor(x).kind == "f":
        return 0
    if first is not None and first.kind == "INT8" and not first.is_quantized:
        return 0
    assert tensor.quantization is not None
    return int(tensor.quantization.zero_point[0])


def _layout_split(
    call: Call, x: LayoutOperand, sizes: Sequence[int], axis: int
) -> Sequence[LayoutOperand]:
    if isinstance(x, NchwView):
        parts = _parts(call, x.value, sizes, nchw_axis(axis, len(x.shape)))
        return [call.view(part) for part in parts]
    return _parts(call, x, sizes, axis)


def _parts(call: Call, x: Operand, sizes: Sequence[int], axis: int) -> Sequence[Operand]:
    if min(sizes, default=0) < 0 or sum(sizes) != shape_of(x)[axis]:
        raise UnsupportedNodeError(f"its parts are {list(sizes)} of {shape_of(x)[axis]}")
    if len(sizes) == 1:
        return [x]
    return call.nodes("Split", len(sizes), x, int64(sizes), axis=axis)
