"""Operators that move elements without computing: shapes, joins, copies and casts."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.shared_operators.channel_shuffle import shuffled_channels
from aoe.frontends.single_operator.call import Call, Tensor, axes, axis, integers, plain, require
from aoe.frontends.single_operator.enumerations import dtype_of_number
from aoe.frontends.single_operator.table import Ints, OperatorTypes

TYPES = OperatorTypes()
#: Most classes of OneHot, which stand in a constant.
_DEEPEST = 1 << 25


@TYPES.reads("Cast")
def _cast(call: Call, x: Tensor, *, dst_type: int) -> Operand:
    dtype = dtype_of_number(dst_type)
    if dtype is None:
        raise UnsupportedNodeError(
            f"its dst_type {dst_type} is not the number of a type that is computed"
        )
    return call.cast(x, dtype)


@TYPES.reads("Identity")
def _identity(call: Call, x: Tensor) -> Operand:
    return x.operand


@TYPES.reads("Reshape", mixes_formats=True)
def _reshape(call: Call, x: Tensor, shape: Tensor, *, axis: int = 0, num_axes: int = -1) -> Operand:
    require(axis, 0, "axis")
    require(num_axes, -1, "num_axes")
    sizes = list(call.integers(shape))
    if sizes.count(-1) == 1:
        known = prod(size for size in sizes if size != -1)
        if known == 0:
            raise UnsupportedNodeError(f"its shape {sizes} does not say how large -1 is")
        sizes[sizes.index(-1)] = prod(x.shape) // known
    return call.reshaped(x, sizes)


@TYPES.reads("Flatten", mixes_formats=True)
def _flatten(call: Call, x: Tensor, *, axis: int = 1) -> Operand:
    place = axis + x.rank if axis < 0 else axis
    if not 0 <= place <= x.rank:
        raise UnsupportedNodeError(f"it names dimension {axis} of {x.rank}")
    return call.reshaped(x, (prod(x.shape[:place]), prod(x.shape[place:])))


@TYPES.reads("FlattenV2", mixes_formats=True)
def _flatten_some(call: Call, x: Tensor, *, axis: int = 1, end_axis: int = -1) -> Operand:
    first, last = _axis(axis, x.rank), _axis(end_axis, x.rank)
    if first > last:
        raise UnsupportedNodeError(f"its axis {axis} is behind its end_axis {end_axis}")
    shape = x.shape
    return call.reshaped(x, (*shape[:first], prod(shape[first : last + 1]), *shape[last + 1 :]))


def _axis(number: int, rank: int) -> int:
    return axis(number, rank)


@TYPES.reads("Squeeze", mixes_formats=True)
def _squeeze(call: Call, x: Tensor, *, axis: Ints = ()) -> Operand:
    places = axes(axis, x.rank) or [n for n, size in enumerate(x.shape) if size == 1]
    wrong = [number for number in places if x.shape[number] != 1]
    if wrong:
        raise UnsupportedNodeError(
            f"its dimension {wrong[0]} has {x.shape[wrong[0]]} elements, not 1"
        )
    return call.reshaped(x, [size for n, size in enumerate(x.shape) if n not in places])


@TYPES.reads("ExpandDims", mixes_formats=True)
def _expand_dimensions(call: Call, x: Tensor, axis: Tensor) -> Operand:
    return _widened(call, x, call.integers(axis))


@TYPES.reads("Unsqueeze", mixes_formats=True)
def _unsqueeze(call: Call, x: Tensor, *, axes: Ints) -> Operand:
    return _widened(call, x, axes)


def _widened(call: Call, x: Tensor, numbers: Ints) -> Operand:
    rank = x.rank + len(numbers)
    places = axes(numbers, rank)
    if len(places) != len(numbers):
        raise UnsupportedNodeError(f"its axes {list(numbers)} name a dimension twice")
    sizes = iter(x.shape)
    return call.reshaped(x, [1 if number in places else next(sizes) for number in range(rank)])


@TYPES.reads("Permute", mixes_formats=True)
def _permute(call: Call, x: Tensor, *, order: Ints = (0,)) -> Operand:
    """As Caffe's layer: dimensions that the order leaves out follow."""
    named = [axis(number, x.rank) for number in order]
    return _transpose(call, x, perm=[*named, *(n for n in range(x.rank) if n not in named)])


@TYPES.reads("TransposeD", mixes_formats=True, input_forms={"Transpose": ("x", "perm")})
def _transpose(call: Call, x: Tensor, *, perm: Ints) -> Operand:
    order = [axis(number, x.rank) for number in perm]
    if sorted(order) != list(range(x.rank)):
        raise UnsupportedNodeError(
            f"its perm {list(perm)} is not an order of {counted(x.rank, 'dimension')}"
        )
    return call.transposed(x, order)


@TYPES.reads(
    "ConcatD",
    "ConcatV2D",
    group="x",
    input_forms={"Concat": ("concat_dim", "x"), "ConcatV2": ("x", "concat_dim")},
)
def _concat(call: Call, x: Sequence[Tensor], *, concat_dim: int) -> Operand:
    call.same_type(*x)
    return call.node("Concat", *x, axis=axis(concat_dim, x[0].rank))


@TYPES.reads("Pack", group="x", mixes_formats=True)
def _pack(call: Call, x: Sequence[Tensor], *, axis: int = 0) -> Operand:
    """Tensors of one shape along a new dimension."""
    call.same_type(*x)
    if len({item.shape for item in x}) != 1:
        raise UnsupportedNodeError("its inputs have several shapes")
    place = _axis(axis, x[0].rank + 1)
    parts = [_widened(call, item, (place,)) for item in x]
    return call.node("Concat", *parts, axis=place)


@TYPES.reads("Unpack", mixes_formats=True)
def _unpack(call: Call, x: Tensor, *, num: int, axis: int = 0) -> Sequence[Operand]:
    place = _axis(axis, x.rank)
    if x.shape[place] != num:
        raise UnsupportedNodeError(f"it makes {num} tensors of {x.shape[place]}")
    shape = [size for number, size in enumerate(x.shape) if number != place]
    return [call.reshaped(item, shape) for item in _parts(call, x, place, [1] * num)]


@TYPES.reads("SplitD", input_forms={"Split": ("split_dim", "x")})
def _split(call: Call, x: Tensor, *, split_dim: int, num_split: int) -> Sequence[Operand]:
    place = axis(split_dim, x.rank)
    if num_split < 1 or x.shape[place] % num_split:
        raise UnsupportedNodeError(
            f"it splits {counted(x.shape[place], 'element')} into {num_split} parts"
        )
    return _parts(call, x, place, [x.shape[place] // num_split] * num_split)


@TYPES.reads("SplitVD", input_forms={"SplitV": ("x", "size_splits", "split_dim")})
def _split_sizes(
    call: Call, x: Tensor, *, size_splits: Ints, split_dim: int, num_split: int
) -> Sequence[Operand]:
    place, given = axis(split_dim, x.rank), list(size_splits)
    if given.count(-1) == 1:
        given[given.index(-1)] = x.shape[place] - sum(size for size in given if size != -1)
    if len(given) != num_split or min(given) < 0 or sum(given) != x.shape[place]:
        raise UnsupportedNodeError(
            f"it splits {counted(x.shape[place], 'element')} into {list(size_splits)}"
        )
    return _parts(call, x, place, given)


def _parts(call: Call, x: Tensor, place: int, sizes: Sequence[int]) -> Sequence[Operand]:
    if len(sizes) == 1:
        return [x.operand]
    return call.nodes("Split", len(sizes), x, integers(sizes), axis=place)


@TYPES.reads("BroadcastToD", input_forms={"BroadcastTo": ("x", "shape")})
def _broadcast(call: Call, x: Tensor, *, shape: Ints) -> Operand:
    made = call.node("Expand", x, integers(shape))
    if shape_of(made) != tuple(shape):
        raise UnsupportedNodeError(f"{list(x.shape)} is not broadcast to {list(shape)}")
    return made


@TYPES.reads("ExpandD")
def _expand(call: Call, x: Tensor, *, shape: Ints) -> Operand:
    """Broadcasts both ways, as Expand of ONNX."""
    return call.node("Expand", x, integers(shape))


@TYPES.reads("Fill")
def _fill(call: Call, dims: Tensor, value: Tensor) -> Operand:
    if prod(value.shape) != 1:
        raise UnsupportedNodeError(f"its value has the shape {list(value.shape)}; give one number")
    return call.node("Expand", call.reshaped(value, ()), integers(call.integers(dims)))


@TYPES.reads("TileD", input_forms={"Tile": ("x", "multiples")})
def _tile(call: Call, x: Tensor, *, multiples: Ints) -> Operand:
    if len(multiples) != x.rank or min((*multiples, 0)) < 0:
        raise UnsupportedNodeError(
            f"its multiples are {list(multiples)} for {counted(x.rank, 'dimension')}"
        )
    return call.node("Tile", x, integers(multiples))


@TYPES.reads("DepthToSpace")
def _depth_to_space(
    call: Call, x: Tensor, *, block_size: int, mode: str = "DCR", data_format: str | None = None
) -> Operand:
    if mode not in ("DCR", "CRD") or block_size < 1:
        raise UnsupportedNodeError(f"its mode is {mode!r} and its block_size {block_size}")
    value = call.first(x, data_format)
    made = call.node("DepthToSpace", value, blocksize=block_size, mode=mode)
    return call.back(made, x, data_format)


@TYPES.reads("SpaceToDepth")
def _space_to_depth(
    call: Call, x: Tensor, *, block_size: int, data_format: str | None = None
) -> Operand:
    if block_size < 1:
        raise UnsupportedNodeError(f"its block_size is {block_size}")
    made = call.node("SpaceToDepth", call.first(x, data_format), blocksize=block_size)
    return call.back(made, x, data_format)


@TYPES.reads("ShuffleChannel")
def _shuffle(call: Call, x: Tensor, *, group: int = 1) -> Operand:
    """Channel c of group g becomes channel c * groups + g."""
    return call.back(shuffled_channels(call.builder, call.first(x), group), x)


@TYPES.reads("Tril", "Triu")
def _triangle(call: Call, x: Tensor, *, diagonal: int = 0) -> Operand:
    upper = int(call.op == "Triu")
    return call.node("Trilu", x, np.asarray(diagonal, np.int64), upper=upper)


@TYPES.reads("OneHotD", input_forms={"OneHot": ("x", "depth", "on_value", "off_value")})
def _one_hot(
    call: Call, x: Tensor, on_value: Tensor, off_value: Tensor, *, depth: int, axis: int = -1
) -> Operand:
    """Where the position is the index; nowhere for an index below 0 or from `depth` on."""
    if depth < 0 or prod(on_value.shape) != 1 or prod(off_value.shape) != 1:
        raise UnsupportedNodeError(
            f"its depth is {depth}, its values {on_value.shape}, {off_value.shape}"
        )
    if depth > _DEEPEST:
        raise UnsupportedNodeError(f"its depth is {depth}; at most {_DEEPEST} is computed")
    call.same_type(on_value, off_value)
    place = _axis(axis, x.rank + 1)
    shape = [1] * (x.rank + 1)
    shape[place] = depth
    places = np.arange(depth).astype(x.dtype).reshape(shape)
    index = _widened(call, x, (place,))
    hit = call.node("Equal", index, places)
    on, off = (call.reshaped(item, ()) for item in (on_value, off_value))
    return call.node("Where", hit, plain(on), plain(off))
