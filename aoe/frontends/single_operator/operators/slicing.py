"""Slices, gathers and padding."""

from __future__ import annotations

import numpy as np

from aoe.errors import counted
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of
from aoe.frontends.shared_operators.strided_slices import Masks, cut, entries
from aoe.frontends.single_operator.call import Call, Tensor, axes, axis, integers, require, scalar
from aoe.frontends.single_operator.table import Ints, OperatorTypes, Pairs

TYPES = OperatorTypes()


@TYPES.reads("SliceD", input_forms={"Slice": ("x", "offsets", "size")})
def _slice(call: Call, x: Tensor, *, offsets: Ints, size: Ints) -> Operand:
    """The size -1 stands for all that is left."""
    if not len(offsets) == len(size) == x.rank:
        raise UnsupportedNodeError(f"its offsets {list(offsets)} or size {list(size)} do not fit x")
    ends = [
        whole if count == -1 else start + count
        for whole, start, count in zip(x.shape, offsets, size, strict=True)
    ]
    for start, end, whole in zip(offsets, ends, x.shape, strict=True):
        if not 0 <= start <= end <= whole:
            raise UnsupportedNodeError(f"it takes {list(offsets)} to {ends} of {list(x.shape)}")
    return call.node("Slice", x, integers(offsets), integers(ends))


@TYPES.reads("StridedSlice", mixes_formats=True)
def _strided_slice(
    call: Call,
    x: Tensor,
    begin: Tensor,
    end: Tensor,
    strides: Tensor | None = None,
    *,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Operand:
    steps = [1] * len(call.integers(begin)) if strides is None else call.integers(strides)
    masks = Masks(begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    return _strided(call, x, call.integers(begin), call.integers(end), steps, masks)


@TYPES.reads("StridedSliceD", mixes_formats=True)
def _strided_slice_by_attribute(
    call: Call,
    x: Tensor,
    *,
    begin: Ints,
    end: Ints,
    strides: Ints,
    begin_mask: int = 0,
    end_mask: int = 0,
    ellipsis_mask: int = 0,
    new_axis_mask: int = 0,
    shrink_axis_mask: int = 0,
) -> Operand:
    masks = Masks(begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask)
    return _strided(call, x, begin, end, strides, masks)


def _strided(call: Call, x: Tensor, begins: Ints, ends: Ints, steps: Ints, masks: Masks) -> Operand:
    """Python's slicing. Bits of the masks say what each entry stands for."""
    if not len(begins) == len(ends) == len(steps) or 0 in steps:
        raise UnsupportedNodeError(f"its begin {begins}, end {ends} and strides {steps} do not fit")
    try:
        found = cut(entries(begins, ends, steps, masks, x.rank), x.shape)
    except ValueError as error:
        raise UnsupportedNodeError(str(error)) from None
    made: Operand = x.operand
    if found.axes:
        operands = (found.starts, found.ends, found.axes, found.steps)
        made = call.node("Slice", x, *map(integers, operands))
    return call.reshaped(made, found.shape)


@TYPES.reads("Gather")
def _gather_rows(
    call: Call,
    x: Tensor,
    indices: Tensor,
    *,
    validate_indices: bool = True,
    batch_dims: int = 0,
    is_preprocessed: bool = False,
    negative_index_support: bool = False,
) -> Operand:
    """Negative indices count from the end, whether or not they are wanted."""
    require(batch_dims, 0, "batch_dims")
    require(is_preprocessed, False, "is_preprocessed")
    return _gathered(call, x, indices, 0)


@TYPES.reads("GatherV2", mixes_formats=True)
def _gather(
    call: Call,
    x: Tensor,
    indices: Tensor,
    axis: Tensor,
    *,
    batch_dims: int = 0,
    is_preprocessed: bool = False,
    negative_index_support: bool = False,
) -> Operand:
    """Negative indices count from the end, whether or not they are wanted."""
    require(batch_dims, 0, "batch_dims")
    require(is_preprocessed, False, "is_preprocessed")
    return _gathered(call, x, indices, call.integer(axis))


@TYPES.reads("GatherV2D", mixes_formats=True)
def _gather_by_attribute(call: Call, x: Tensor, indices: Tensor, *, axis: int) -> Operand:
    return _gathered(call, x, indices, axis)


def _gathered(call: Call, x: Tensor, indices: Tensor, number: int) -> Operand:
    return call.node("Gather", x, _index(call, indices), axis=axis(number, x.rank))


def _index(call: Call, indices: Tensor) -> Operand:
    if indices.dtype.kind not in "iu":
        raise UnsupportedNodeError(f"its indices have {indices.dtype} elements; use int32 or int64")
    wide = indices.dtype in (np.dtype(np.int32), np.dtype(np.int64))
    return indices.operand if wide else call.cast(indices, np.dtype(np.int64))


@TYPES.reads("GatherNd", mixes_formats=True)
def _gather_elements(call: Call, x: Tensor, indices: Tensor) -> Operand:
    return call.node("GatherND", x, call.cast(_index(call, indices), np.dtype(np.int64)))


@TYPES.reads("GatherElementsV2", mixes_formats=True)
def _gather_along(call: Call, x: Tensor, index: Tensor, *, dim: int = 0) -> Operand:
    return call.node("GatherElements", x, _index(call, index), axis=axis(dim, x.rank))


@TYPES.reads("ScatterElementsV2", results=("var_out",), mixes_formats=True)
def _scatter_along(
    call: Call,
    var: Tensor,
    indices: Tensor,
    updates: Tensor,
    *,
    axis: int = 0,
    reduction: str = "none",
) -> Operand:
    call.same_type(var, updates)
    if reduction not in ("none", "add", "mul"):
        raise UnsupportedNodeError(f"its reduction is {reduction!r}; use none, add or mul")
    given = (var, _index(call, indices), updates)
    return call.node("ScatterElements", *given, axis=axis, reduction=reduction)


@TYPES.reads("TensorScatterUpdate", mixes_formats=True)
def _scattered(call: Call, x: Tensor, indices: Tensor, updates: Tensor) -> Operand:
    call.same_type(x, updates)
    return call.node("ScatterND", x, call.cast(_index(call, indices), np.dtype(np.int64)), updates)


@TYPES.reads("ScatterNdUpdate", results=("var_out",), mixes_formats=True)
def _scattered_variable(
    call: Call, var: Tensor, indices: Tensor, updates: Tensor, *, use_locking: bool = False
) -> Operand:
    return _scattered(call, var, indices, updates)


@TYPES.reads("Pad")
def _pad(call: Call, x: Tensor, paddings: Tensor) -> Operand:
    return _padded(call, x, _pairs(call, paddings), scalar(0, x), "constant")


@TYPES.reads("PadD")
def _pad_by_attribute(call: Call, x: Tensor, *, paddings: Pairs) -> Operand:
    return _padded(call, x, paddings, scalar(0, x), "constant")


@TYPES.reads("PadV2")
def _pad_with_value(call: Call, x: Tensor, paddings: Tensor, constant_values: Tensor) -> Operand:
    call.same_type(x, constant_values)
    value = call.reshaped(constant_values, ())
    return _padded(call, x, _pairs(call, paddings), value, "constant")


@TYPES.reads("PadV3")
def _pad_in_mode(
    call: Call,
    x: Tensor,
    paddings: Tensor,
    constant_values: Tensor | None = None,
    *,
    mode: str = "constant",
    paddings_contiguous: bool = True,
) -> Operand:
    """`paddings_contiguous`: whether the two numbers of a dimension are beside each other."""
    numbers = call.integers(paddings)
    half = len(numbers) // 2
    pairs = (
        list(zip(numbers[::2], numbers[1::2], strict=False))
        if paddings_contiguous
        else list(zip(numbers[:half], numbers[half:], strict=False))
    )
    if mode not in ("constant", "reflect", "edge"):
        raise UnsupportedNodeError(f"its mode is {mode!r}; use constant, reflect or edge")
    fill: Operand = scalar(0, x)
    if constant_values is not None:
        call.same_type(x, constant_values)
        fill = call.reshaped(constant_values, ())
    return _padded(call, x, pairs, fill, mode)


@TYPES.reads("MirrorPad")
def _mirror(call: Call, x: Tensor, paddings: Tensor, *, mode: str) -> Operand:
    """REFLECT leaves the border out, SYMMETRIC repeats it."""
    pairs = _pairs(call, paddings)
    if mode == "REFLECT":
        return _padded(call, x, pairs, scalar(0, x), "reflect")
    require(mode, "SYMMETRIC", "mode")
    made: Operand = x.operand
    _check_pairs(pairs, x.rank)
    for place, (before, behind) in enumerate(pairs):
        size = x.shape[place]
        if max(before, behind) > size:
            raise UnsupportedNodeError(
                f"its padding {list(pairs[place])} is wider than {counted(size, 'element')}"
            )
        order = [*range(before - 1, -1, -1), *range(size), *range(size - 1, size - 1 - behind, -1)]
        if before or behind:
            made = call.node("Gather", made, integers(order), axis=place)
    return made


def _pairs(call: Call, paddings: Tensor) -> list[tuple[int, int]]:
    numbers = call.integers(paddings)
    return list(zip(numbers[::2], numbers[1::2], strict=False))


def _check_pairs(pairs: Pairs, rank: int) -> None:
    fit = len(pairs) == rank and all(len(pair) == 2 and min(pair) >= 0 for pair in pairs)
    if not fit:
        raise UnsupportedNodeError(
            f"its paddings are {[list(pair) for pair in pairs]} for {counted(rank, 'dimension')}"
        )


def _padded(call: Call, x: Tensor, pairs: Pairs, fill: Operand, mode: str) -> Operand:
    _check_pairs(pairs, x.rank)
    if mode == "reflect" and any(
        max(pair) >= size for pair, size in zip(pairs, x.shape, strict=True) if max(pair)
    ):
        raise UnsupportedNodeError(
            "its padding is as wide as the tensor, which cannot be reflected"
        )
    amounts = integers([pair[0] for pair in pairs] + [pair[1] for pair in pairs])
    if mode == "constant":
        return call.node("Pad", x, amounts, fill)
    return call.node("Pad", x, amounts, mode=mode)


@TYPES.reads("ReverseV2")
def _reverse(call: Call, x: Tensor, axis: Tensor) -> Operand:
    places = axes(call.integers(axis), x.rank)
    if not places:
        return x.operand
    ends = [-shape_of(x.operand)[place] - 1 for place in places]
    steps = [-1] * len(places)
    return call.node("Slice", x, integers(steps), integers(ends), integers(places), integers(steps))
