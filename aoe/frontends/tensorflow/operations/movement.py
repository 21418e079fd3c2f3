"""Operators that move elements: reshapes, transposes, concatenations, slices, pads."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.layout import NchwView, dtype_of_tensor, held_of, nhwc_order, shape_of_tensor
from aoe.frontends.shared_operators.strided_slices import Cut, Masks, cut, entries
from aoe.frontends.tensorflow.context import (
    Context,
    axis_of,
    bounded,
    integers,
    required,
    whole_number,
    whole_numbers,
)
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.operations.reductions import held_axes
from aoe.frontends.tensorflow.values import Held, Tensor, known

TABLE = OperationTable()


def _held(context: Context, value: Held) -> tuple[Tensor, Operand]:
    """A value, and how it is held."""
    tensor = context.tensor(value)
    return tensor, held_of(tensor)


def _like(value: Tensor, made: onnx_ir.Value) -> Tensor:
    """A result in the layout of a value."""
    return NchwView(made) if isinstance(value, NchwView) else made


@TABLE.add("Reshape")
def _reshape(context: Context, node: Node, values: Sequence[Held]) -> Held:
    x = context.tensor(values[0])
    size, shape = prod(shape_of_tensor(x)), whole_numbers(values[1], "shape")
    if shape.count(-1) > 1:
        raise ValueError(f"its shape {shape} has more than one -1")
    rest = prod(item for item in shape if item != -1)
    if -1 in shape:
        shape[shape.index(-1)] = size // rest if rest else 0
    if prod(shape) != size:
        raise ValueError(f"its shape {shape} is not one of {counted(size, 'element')}")
    return _in_shape(context, x, shape)


def _in_shape(context: Context, x: Tensor, shape: Sequence[int]) -> Tensor:
    """A value of another shape, which stays channels first where it can."""
    if isinstance(x, NchwView):
        return context.layouts.reshaped(x, shape)
    return context.reshaped(context.plain(x), tuple(shape))


@TABLE.add("Squeeze")
def _squeeze(context: Context, node: Node, values: Sequence[Held]) -> Held:
    x = context.tensor(values[0])
    shape = shape_of_tensor(x)
    given = node.integers("squeeze_dims") or node.integers("axis")
    axes = {axis_of(axis, len(shape)) for axis in given}
    if any(shape[axis] != 1 for axis in axes):
        raise ValueError(f"it drops axes {sorted(axes)} of a tensor of the shape {shape}")
    left = [size for axis, size in enumerate(shape) if axis not in axes and (axes or size != 1)]
    return _in_shape(context, x, left)


@TABLE.add("ExpandDims")
def _expand(context: Context, node: Node, values: Sequence[Held]) -> Held:
    x = context.tensor(values[0])
    shape = list(shape_of_tensor(x))
    shape.insert(axis_of(whole_number(values[1], "axis"), len(shape) + 1), 1)
    return _in_shape(context, x, shape)


@TABLE.add("Transpose")
def _transpose(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """A transpose to channels first gives what is held, and one to channels last keeps it."""
    perm = whole_numbers(values[1], "permutation")
    value, held = _held(context, values[0])
    if sorted(perm) != list(range(len(shape_of(held)))):
        raise ValueError(f"{perm} is no permutation of the axes of its operand")
    places = held_axes(value, perm)
    if isinstance(held, np.ndarray):
        return np.ascontiguousarray(held.transpose(places)) if held.ndim else held
    if places == sorted(places):
        return held
    if len(places) > 2 and places == nhwc_order(len(places)):
        return NchwView(held)
    return context.node("Transpose", held, perm=places)


@TABLE.add("ConcatV2", "Concat")
def _concatenate(context: Context, node: Node, values: Sequence[Held]) -> Held:
    if node.op == "Concat":
        values = [*values[1:], values[0]]
    *parts, axis_value = values
    tensors = [context.tensor(part) for part in parts]
    rank = len(shape_of_tensor(tensors[0]))
    axis = axis_of(whole_number(axis_value, "axis"), rank)
    if all(isinstance(tensor, np.ndarray) for tensor in tensors):
        arrays = [tensor for tensor in tensors if isinstance(tensor, np.ndarray)]
        bounded([sum(array.size for array in arrays)])
        return np.concatenate(arrays, axis)
    first = context.is_first(*tensors)
    kept = [tensor for tensor in tensors if prod(shape_of_tensor(tensor))] or tensors[:1]
    operands = [context.first(item) if first else context.plain(item) for item in kept]
    place = nhwc_order(rank)[axis] if first else axis
    made = operands[0] if len(operands) == 1 else context.node("Concat", *operands, axis=place)
    return context.wrapped(context.builder.value(made), first)


@TABLE.add("ParallelConcat")
def _concatenate_rows(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Values joined along their first axis."""
    return context.node("Concat", *map(context.plain, values), axis=0)


def stacked(context: Context, items: Sequence[Operand], axis: int) -> Operand:
    """Tensors of one shape, joined along a new axis."""
    if all(isinstance(item, np.ndarray) for item in items):
        arrays = [item for item in items if isinstance(item, np.ndarray)]
        bounded([sum(array.size for array in arrays)])
        return np.stack(arrays, axis)
    parts = [
        np.expand_dims(item, axis)
        if isinstance(item, np.ndarray)
        else context.node("Unsqueeze", item, integers([axis]))
        for item in items
    ]
    return parts[0] if len(parts) == 1 else context.node("Concat", *parts, axis=axis)


@TABLE.add("Pack")
def _pack(context: Context, node: Node, values: Sequence[Held]) -> Held:
    items = [context.plain(value) for value in values]
    axis = axis_of(node.integer("axis"), len(shape_of(items[0])) + 1)
    return stacked(context, items, axis)


@TABLE.add("Unpack")
def _unpack(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    x = context.plain(values[0])
    axis = axis_of(node.integer("axis"), len(shape_of(x)))
    count = shape_of(x)[axis]
    if isinstance(x, np.ndarray):
        return tuple(np.take(x, number, axis) for number in range(count))
    return tuple(
        context.node("Gather", x, np.asarray(number), axis=axis) for number in range(count)
    )


@TABLE.add("Split", "SplitV")
def _split(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    axis_value, source = (values[0], values[1]) if node.op == "Split" else (values[2], values[0])
    value, held = _held(context, source)
    shape = shape_of_tensor(value)
    axis = axis_of(whole_number(axis_value, "axis"), len(shape))
    if node.op == "Split":
        count = node.integer("num_split")
        if count < 1 or shape[axis] % count:
            raise ValueError(f"it splits {counted(shape[axis], 'element')} into {count} parts")
        sizes = [shape[axis] // count] * count
    else:
        sizes = whole_numbers(values[1], "sizes")
        sizes = [shape[axis] - sum(sizes) - 1 if size == -1 else size for size in sizes]
    if len(sizes) == 1:
        return (value,)
    if isinstance(held, np.ndarray):
        return tuple(np.split(held, np.cumsum(sizes)[:-1].tolist(), axis))
    (place,) = held_axes(value, [axis])
    made = context.builder.nodes("Split", len(sizes), held, integers(sizes), axis=place)
    return tuple(_like(value, item) for item in made)


@TABLE.add("Slice")
def _slice(context: Context, node: Node, values: Sequence[Held]) -> Held:
    value, held = _held(context, values[0])
    shape = shape_of_tensor(value)
    sizes = whole_numbers(values[2], "size")
    if known(values[1]) is None and all(
        0 <= size <= n for size, n in zip(sizes, shape, strict=True)
    ):
        return _taken(context, value, values[1], sizes)
    starts = whole_numbers(values[1], "start")
    ends = [
        whole if size == -1 else start + size
        for whole, start, size in zip(shape, starts, sizes, strict=True)
    ]
    if any(not 0 <= s <= e <= n for s, e, n in zip(starts, ends, shape, strict=True)):
        raise ValueError(f"it takes {starts} to {ends} of a tensor of the shape {shape}")
    if isinstance(held, np.ndarray):
        return held[tuple(map(slice, starts, ends))]
    axes = [axis for axis, size in enumerate(shape) if ends[axis] - starts[axis] != size]
    if not axes:
        return value
    made = context.node(
        "Slice",
        held,
        integers(starts[axis] for axis in axes),
        integers(ends[axis] for axis in axes),
        integers(held_axes(value, axes)),
    )
    return _like(value, made)


def _taken(context: Context, value: Tensor, starts: Held, sizes: Sequence[int]) -> Tensor:
    """As many elements of each axis from a place on that data decide. It is inside the axis."""
    place = context.node("Cast", context.plain(starts), to=int(onnx_ir.DataType.INT64))
    zero = np.asarray(0, np.int64)
    for axis, (size, whole) in enumerate(zip(sizes, shape_of_tensor(value), strict=True)):
        if size == whole:
            continue
        first = context.node("Gather", place, integers([axis]), axis=0)
        first = context.node("Clip", first, zero, np.asarray(whole - size, np.int64))
        value = _gathered(context, value, context.node("Add", first, np.arange(size)), axis)
    return value


def _gathered(context: Context, value: Tensor, places: Operand, axis: int) -> Tensor:
    """Elements along an axis, which stays."""
    (held_axis,) = held_axes(value, [axis])
    return _like(value, context.node("Gather", held_of(value), places, axis=held_axis))


@TABLE.add("StridedSlice")
def _strided_slice(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Python's slicing. Bits of the masks say what each entry of the operands stands for."""
    kinds = ("begin", "end", "ellipsis", "new_axis", "shrink_axis")
    masks = Masks(**{kind: node.integer(f"{kind}_mask") for kind in kinds})
    if known(values[1]) is None:
        return _indexed(context, values, masks)
    begins, ends, steps = (whole_numbers(value, "limits") for value in values[1:])
    value, held = _held(context, values[0])
    shape = shape_of_tensor(value)
    parts = entries(begins, ends, steps, masks, len(shape))
    if isinstance(held, np.ndarray):
        return np.asarray(held[tuple(parts)])
    found = cut(parts, shape)
    return _in_shape(context, _cut(context, value, held, found), found.shape)


def _indexed(context: Context, values: Sequence[Held], masks: Masks) -> Tensor:
    """One element of some axes, at places that data decide, and all elements of the others."""
    steps = whole_numbers(values[3], "limits")
    whole = masks.begin & masks.end | masks.ellipsis | masks.new_axis | masks.shrink_axis
    if any(step != 1 or not whole >> place & 1 for place, step in enumerate(steps)):
        raise UnsupportedNodeError("its limits depend on the data of an input")
    value, _ = _held(context, values[0])
    index = context.node("Cast", context.plain(values[1]), to=int(onnx_ir.DataType.INT64))
    numbers = range(len(steps))
    parts = entries(numbers, numbers, steps, masks, len(shape_of_tensor(value)))
    shape: list[int] = []
    axis = 0
    for part in parts:
        if isinstance(part, int):
            place = context.node("Gather", index, integers([part]), axis=0)
            value = _gathered(context, value, place, axis)
        else:
            shape.append(1 if part is None else shape_of_tensor(value)[axis])
        axis += part is not None
    return _in_shape(context, value, shape)


def _cut(context: Context, value: Tensor, held: Operand, found: Cut) -> Tensor:
    """A slice; axes of one index stay, with the size 1."""
    if not found.axes:
        return value
    made = context.node(
        "Slice",
        held,
        integers(found.starts),
        integers(found.ends),
        integers(held_axes(value, found.axes)),
        integers(found.steps),
    )
    return _like(value, made)


@TABLE.add("Pad", "PadV2", "MirrorPad")
def _pad(context: Context, node: Node, values: Sequence[Held]) -> Held:
    value, held = _held(context, values[0])
    around = required(values[1], "padding").reshape(-1, 2)
    if not around.any():
        return value
    mode = None
    if node.op == "MirrorPad":
        mode = "reflect" if node.text("mode") == "REFLECT" else None
        if mode is None:
            return _mirrored(context, value, held, around)
    fill = context.plain(values[2]) if node.op == "PadV2" else np.asarray(0, dtype_of_tensor(value))
    if isinstance(held, np.ndarray) and isinstance(fill, np.ndarray) and mode is None:
        bounded([size + int(more) for size, more in zip(held.shape, around.sum(1), strict=True)])
        return np.pad(held, around.tolist(), constant_values=fill)
    order = nhwc_order(len(around)) if isinstance(value, NchwView) else range(len(around))
    moved = np.zeros_like(around)
    moved[list(order)] = around
    made = context.node(
        "Pad", held, integers(moved.T.reshape(-1)), None if mode else fill, mode=mode
    )
    return _like(value, made)


def _mirrored(context: Context, value: Tensor, held: Operand, around: np.ndarray) -> Tensor:
    """Padding with what lies inside, the border itself included: slices from behind."""
    for axis, (before, behind) in zip(held_axes(value, range(len(around))), around, strict=True):
        size = shape_of(held)[axis]
        if max(before, behind) > size:
            raise ValueError("its padding is wider than its operand")
        order = [*range(before - 1, -1, -1), *range(size), *range(size - 1, size - 1 - behind, -1)]
        if before or behind:
            held = context.node("Gather", held, integers(order), axis=axis)
    return _like(value, context.builder.value(held))


@TABLE.add("Tile")
def _tile(context: Context, node: Node, values: Sequence[Held]) -> Held:
    value, held = _held(context, values[0])
    times = whole_numbers(values[1], "multiples")
    if isinstance(held, np.ndarray):
        bounded([held.size * prod(times)])
        return np.tile(held, times)
    if set(times) <= {1}:
        return value
    moved = [1] * len(times)
    for axis, count in zip(held_axes(value, range(len(times))), times, strict=True):
        moved[axis] = count
    return _like(value, context.node("Tile", held, integers(moved)))


@TABLE.add("ReverseV2")
def _reverse(context: Context, node: Node, values: Sequence[Held]) -> Held:
    value, held = _held(context, values[0])
    rank = len(shape_of(held))
    axes = [axis_of(axis, rank) for axis in whole_numbers(values[1], "axes")]
    if isinstance(held, np.ndarray):
        return np.flip(held, tuple(axes))
    if not axes:
        return value
    made = context.node(
        "Slice",
        held,
        integers([-1] * len(axes)),
        integers(-size - 1 for size in (shape_of(held)[axis] for axis in held_axes(value, axes))),
        integers(held_axes(value, axes)),
        integers([-1] * len(axes)),
    )
    return _like(value, made)


@TABLE.add("Roll")
def _roll(context: Context, node: Node, values: Sequence[Held]) -> Held:
    value, held = _held(context, values[0])
    shifts, axes = whole_numbers(values[1], "shift"), whole_numbers(values[2], "axis")
    rank = len(shape_of(held))
    places = held_axes(value, [axis_of(axis, rank) for axis in axes])
    if isinstance(held, np.ndarray):
        return np.roll(held, shifts, places)
    for shift, axis in zip(shifts, places, strict=True):
        size = shape_of(held)[axis]
        order = np.roll(np.arange(size), shift)
        held = context.node("Gather", held, integers(order), axis=axis)
    if rank == 0:
        raise UnsupportedNodeError("it rolls a scalar")
    return _like(value, context.builder.value(held))
