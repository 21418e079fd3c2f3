"""Lists of tensors: TensorList and TensorArray, which are tuples while a model is read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import shape_of_tensor
from aoe.frontends.tensorflow.context import (
    Context,
    bounded,
    whole_number,
    whole_numbers,
)
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.movement import stacked
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held, Slice, Tensor, TensorList, known

TABLE = OperationTable()
#: Tensors of the longest list.
_LONGEST = 1 << 16


def _list(value: Held) -> TensorList:
    if not isinstance(value, TensorList):
        raise UnsupportedNodeError("its list is none that is known")
    return value


def _element(value: Held) -> tuple[int, ...] | None:
    """The shape of elements from the operand that gives it; a scalar stands for any rank."""
    array = known(value)
    if array is None or array.ndim == 0:
        return None
    return tuple(int(size) for size in array)


def unstacked(context: Context, value: Held) -> TensorList:
    """The slices of a tensor along its first axis, which are taken when they are needed."""
    whole = context.plain(value)
    count = shape_of(whole)[0]
    if count > _LONGEST:
        raise UnsupportedNodeError(f"a list of {count} tensors is too long")
    dtype = dtype_of(whole)
    items = (
        tuple(whole)
        if isinstance(whole, np.ndarray)
        else tuple(Slice(whole, number) for number in range(count))
    )
    return TensorList(tuple(map(_as_array, items)), dtype, shape_of(whole)[1:])


def _as_array(item: Tensor | Slice) -> Tensor | Slice:
    return np.asarray(item) if isinstance(item, np.generic) else item


def joined(context: Context, held: TensorList, order: Sequence[int]) -> Operand:
    """Items of a list along a new first axis."""
    items = [held.items[number] for number in order]
    whole = _whole(items)
    if whole is not None:
        return whole
    tensors = [context.item(item) for item in items]
    missing = [number for number, tensor in enumerate(tensors) if tensor is None]
    if missing or not tensors:
        zeros = np.zeros(bounded(_shape_of_items(tensors, held)), held.dtype)
        if not tensors:
            return zeros[None][:0]
        tensors = [zeros if tensor is None else tensor for tensor in tensors]
    return stacked(context, [context.plain(item) for item in tensors if item is not None], 0)


def _whole(items: Sequence[Tensor | Slice | None]) -> Operand | None:
    """The tensor whose slices the items are, all of them and in order."""
    first = items[0] if items else None
    if not isinstance(first, Slice) or shape_of(first.whole)[0] != len(items):
        return None
    wanted = [Slice(first.whole, number) for number in range(len(items))]
    return first.whole if list(items) == wanted else None


def _shape_of_items(tensors: Sequence[Tensor | None], held: TensorList) -> tuple[int, ...]:
    for tensor in tensors:
        if tensor is not None:
            return shape_of_tensor(tensor)
    if held.element is None or min(held.element, default=0) < 0:
        raise UnsupportedNodeError(
            "it reads a list whose elements were never set and have no shape"
        )
    return held.element


def _place(held: TensorList, value: Held) -> int:
    place = whole_number(value, "index")
    if not 0 <= place < len(held.items):
        raise ValueError(f"it uses element {place} of a list of {len(held.items)}")
    return place


def _at(context: Context, held: TensorList, place: int) -> Held:
    item = context.item(held.items[place])
    if item is None:
        return np.zeros(bounded(_shape_of_items([], held)), held.dtype)
    return item


def _grown(held: TensorList, place: int) -> TensorList:
    """A list that reaches as far as a place behind its end."""
    return held.replaced([*held.items, *[None] * (min(place, _LONGEST) + 1 - len(held.items))])


def _with(context: Context, held: TensorList, place: int, value: Held) -> TensorList:
    items = list(held.items)
    items[place] = context.tensor(value)
    return held.replaced(items)


def _empty(context: Context, count: int, node: Node, key: str, element: object) -> TensorList:
    if not 0 <= count <= _LONGEST:
        raise UnsupportedNodeError(f"a list of {count} tensors is too long")
    assert element is None or isinstance(element, tuple)
    return TensorList((None,) * count, node.dtype(key), element)


@TABLE.add("TensorListReserve")
def _reserve(context: Context, node: Node, values: Sequence[Held]) -> Held:
    count = whole_number(values[1], "number of elements")
    return _empty(context, count, node, "element_dtype", _element(values[0]))


@TABLE.add("EmptyTensorList")
def _empty_list(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return _empty(context, 0, node, "element_dtype", _element(values[0]))


@TABLE.add("TensorListFromTensor")
def _from_tensor(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return unstacked(context, values[0])


@TABLE.add("TensorListGetItem")
def _get(context: Context, node: Node, values: Sequence[Held]) -> Held:
    held = _list(values[0])
    return _at(context, held, _place(held, values[1]))


@TABLE.add("TensorListSetItem")
def _set(context: Context, node: Node, values: Sequence[Held]) -> Held:
    held = _list(values[0])
    place = whole_number(values[1], "index")
    if place >= len(held.items) and node.flag("resize_if_index_out_of_bounds"):
        held = _grown(held, place)
    return _with(context, held, _place(held, values[1]), values[2])


@TABLE.add("TensorListPushBack")
def _push(context: Context, node: Node, values: Sequence[Held]) -> Held:
    held = _list(values[0])
    if len(held.items) >= _LONGEST:
        raise UnsupportedNodeError("its list is too long")
    return held.replaced([*held.items, context.tensor(values[1])])


@TABLE.add("TensorListPopBack", outputs=("output_handle", "tensor"))
def _pop(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    held = _list(values[0])
    if not held.items:
        raise ValueError("it takes an element of an empty list")
    return held.replaced(held.items[:-1]), _at(context, held, len(held.items) - 1)


@TABLE.add("TensorListStack")
def _stack(context: Context, node: Node, values: Sequence[Held]) -> Held:
    held = _list(values[0])
    if held.element is None and len(values) > 1:
        held = TensorList(held.items, held.dtype, _element(values[1]))
    return joined(context, held, range(len(held.items)))


@TABLE.add("TensorListGather")
def _gather(context: Context, node: Node, values: Sequence[Held]) -> Held:
    held = _list(values[0])
    order = [_place(held, np.asarray(place)) for place in whole_numbers(values[1], "indices")]
    return joined(context, held, order)


@TABLE.add("TensorListConcat", "TensorListConcatV2", outputs=("tensor", "lengths"))
def _concatenated(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    return _all_joined(context, _list(values[0]))


def _all_joined(context: Context, held: TensorList) -> tuple[Held, ...]:
    """The items of a list along their first axis, and their lengths."""
    items = [_at(context, held, place) for place in range(len(held.items))]
    if not items:
        raise UnsupportedNodeError("it joins the elements of an empty list")
    operands = [context.plain(item) for item in items]
    lengths = np.asarray([shape_of(operand)[0] for operand in operands], np.int64)
    return context.node("Concat", *operands, axis=0), lengths


@TABLE.add("TensorListLength")
def _length(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return np.asarray(len(_list(values[0]).items), np.int32)


@TABLE.add("TensorListElementShape")
def _element_shape(context: Context, node: Node, values: Sequence[Held]) -> Held:
    element = _list(values[0]).element
    shape = -1 if element is None else element
    return np.asarray(shape, node.dtype("shape_type", np.int32))


@TABLE.add("TensorListResize")
def _resized(context: Context, node: Node, values: Sequence[Held]) -> Held:
    held, count = _list(values[0]), whole_number(values[1], "size")
    if not 0 <= count <= _LONGEST:
        raise UnsupportedNodeError(f"a list of {count} tensors is too long")
    return held.replaced([*held.items, *[None] * count][:count])


@TABLE.add("TensorListScatter", "TensorListScatterV2", "TensorListScatterIntoExistingList")
def _scatter(context: Context, node: Node, values: Sequence[Held]) -> Held:
    existing = node.op.endswith("List")
    tensor, places = (values[1], values[2]) if existing else (values[0], values[1])
    order = whole_numbers(places, "indices")
    source = unstacked(context, tensor)
    least = max(order, default=-1) + 1
    count = whole_number(values[3], "number of elements") if node.op.endswith("V2") else least
    if max(count, least) > _LONGEST or min(order, default=0) < 0:
        raise ValueError("its indices are no places of a list")
    items = list(_list(values[0]).items) if existing else []
    items += [None] * (max(count, least) - len(items))
    for place, item in zip(order, source.items, strict=True):
        items[place] = item
    return TensorList(tuple(items), source.dtype, source.element)


# A TensorArray is a handle and a float called flow, which passes its state on. Here the flow is the
# list itself, and the handle is the list of its beginning.


@TABLE.add("TensorArrayV3", outputs=("handle", "flow"))
def _array(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    count = whole_number(values[0], "number of elements")
    made = _empty(context, count, node, "dtype", node.shape("element_shape"))
    return made, made


@TABLE.add("TensorArrayReadV3")
def _read(context: Context, node: Node, values: Sequence[Held]) -> Held:
    held = _list(values[2])
    return _at(context, held, _place(held, values[1]))


@TABLE.add("TensorArrayWriteV3")
def _write(context: Context, node: Node, values: Sequence[Held]) -> Held:
    held = _list(values[3])
    place = whole_number(values[1], "index")
    if place >= len(held.items):  # a TensorArray of dynamic size grows
        held = _grown(held, place)
    return _with(context, held, _place(held, values[1]), values[2])


@TABLE.add("TensorArrayScatterV3")
def _scattered(context: Context, node: Node, values: Sequence[Held]) -> Held:
    held, source = _list(values[3]), unstacked(context, values[2])
    order = whole_numbers(values[1], "indices")
    items = list(held.items)
    if min(order, default=0) < 0 or max(order, default=0) > _LONGEST:
        raise ValueError("its indices are no places of a list")
    items += [None] * (max(order, default=-1) + 1 - len(items))
    for place, item in zip(order, source.items, strict=True):
        items[place] = item
    return held.replaced(items)


@TABLE.add("TensorArrayGatherV3")
def _gathered(context: Context, node: Node, values: Sequence[Held]) -> Held:
    held = _list(values[2])
    order = [_place(held, np.asarray(place)) for place in whole_numbers(values[1], "indices")]
    return joined(context, held, order)


@TABLE.add("TensorArrayConcatV3", outputs=("value", "lengths"))
def _joined(context: Context, node: Node, values: Sequence[Held]) -> tuple[Held, ...]:
    return _all_joined(context, _list(values[1]))


@TABLE.add("TensorArraySizeV3")
def _count(context: Context, node: Node, values: Sequence[Held]) -> Held:
    return np.asarray(len(_list(values[1]).items), np.int32)
