"""What the functions of operator types are given, and what they build with: nodes of ONNX.

A function takes a `Call`, the operator's inputs as `Tensor`s and its attributes. It raises
`UnsupportedNodeError` for what it cannot compute exactly as Ascend does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.element_types import numpy_type
from aoe.errors import counted
from aoe.frontends.graph_builder import (
    Attribute,
    GraphBuilder,
    Operand,
    UnsupportedNodeError,
    dtype_of,
    shape_of,
)
from aoe.frontends.layout import nchw_order, nhwc_order
from aoe.frontends.single_operator.description import TensorDescription
from aoe.operators.axes import axis_from_front

#: Formats with the channels in the last place.
CHANNELS_LAST = ("NHWC", "NDHWC")
CHANNELS_FIRST = ("NCHW", "NCDHW")


@dataclass(frozen=True, eq=False)
class Tensor:
    """An input of the operator.

    Attributes:
        name: Its name in the operator's definition.
        operand: Its value: an array if it is constant.
        format: The order of its dimensions.
    """

    name: str
    operand: Operand
    format: str

    @property
    def shape(self) -> tuple[int, ...]:
        """Its shape."""
        return shape_of(self.operand)

    @property
    def rank(self) -> int:
        """The number of its dimensions."""
        return len(self.shape)

    @property
    def dtype(self) -> np.dtype:
        """Its element type."""
        return dtype_of(self.operand)


Given: TypeAlias = "Tensor | Operand"


class Call:
    """Builds the nodes of one operator.

    Attributes:
        op: The type of the operator.
        builder: The graph that is built.
        outputs: Its outputs as described.
    """

    def __init__(
        self, op: str, builder: GraphBuilder, outputs: Sequence[TensorDescription]
    ) -> None:
        self.op = op
        self.outputs = tuple(outputs)
        self.builder = builder

    def node(
        self, op_type: str, *operands: Given | None, **attributes: Attribute | None
    ) -> onnx_ir.Value:
        """A new node of ONNX, see `GraphBuilder.node`."""
        return self.nodes(op_type, 1, *operands, **attributes)[0]

    def nodes(
        self, op_type: str, count: int, *operands: Given | None, **attributes: Attribute | None
    ) -> tuple[onnx_ir.Value, ...]:
        """As `node`, for a node with `count` outputs."""
        given = [None if item is None else plain(item) for item in operands]
        return self.builder.nodes(op_type, count, *given, **attributes)

    def cast(self, value: Given, dtype: np.dtype | str) -> Operand:
        """A value with elements of another type."""
        held, wanted = plain(value), np.dtype(dtype)
        if dtype_of(held) == wanted:
            return held
        return self.node("Cast", held, to=int(onnx_ir.DataType.from_numpy(wanted)))

    def reshaped(self, value: Given, shape: Sequence[int]) -> Operand:
        """A value in another shape of as many elements."""
        held, sizes = plain(value), tuple(int(size) for size in shape)
        if shape_of(held) == sizes:
            return held
        if prod(sizes) != prod(shape_of(held)) or min((*sizes, 0)) < 0:
            raise UnsupportedNodeError(
                f"shape {list(shape_of(held))} does not become {list(sizes)}"
            )
        if isinstance(held, np.ndarray):
            return held.reshape(sizes)
        return self.node("Reshape", held, integers(sizes), allowzero=1)

    def transposed(self, value: Given, order: Sequence[int]) -> Operand:
        """A value with its dimensions in another order."""
        held = plain(value)
        if list(order) == list(range(len(order))):
            return held
        if isinstance(held, np.ndarray):
            return np.ascontiguousarray(held.transpose(order))
        return self.node("Transpose", held, perm=list(order))

    def first(self, image: Tensor, data_format: str | None = None) -> Operand:
        """Images with the channels in the second place."""
        if self.channels_last(image, data_format):
            return self.transposed(image, nchw_order(image.rank))
        return image.operand

    def back(self, value: Operand, image: Tensor, data_format: str | None = None) -> Operand:
        """What was computed with the channels in the second place, in the format of an input."""
        if self.channels_last(image, data_format):
            return self.transposed(value, nhwc_order(len(shape_of(value))))
        return value

    def channels_last(self, image: Tensor, data_format: str | None = None) -> bool:
        """Whether images have the channels in the last place.

        The format of the tensor decides; for ND, `data_format`. Raises `UnsupportedNodeError` if
        they contradict each other or the number of dimensions.
        """
        known = (*CHANNELS_FIRST, *CHANNELS_LAST)
        if data_format is not None and data_format not in known:
            raise UnsupportedNodeError(
                f"its data_format is {data_format!r}; use one of {', '.join(known)}"
            )
        form = image.format if image.format != "ND" or data_format is None else data_format
        if form not in known:
            raise UnsupportedNodeError(
                f"input {image.name} has the format {form}; use NCHW or NHWC"
            )
        if data_format not in (None, form):
            raise UnsupportedNodeError(
                f"its data_format is {data_format}, but input {image.name} has the format {form}; "
                "give both the same"
            )
        if image.rank != len(form):
            raise UnsupportedNodeError(
                f"input {image.name} has {counted(image.rank, 'dimension')} in format {form}"
            )
        return form in CHANNELS_LAST

    def integers(self, tensor: Tensor) -> tuple[int, ...]:
        """The elements of a constant input that decides shapes."""
        if not isinstance(tensor.operand, np.ndarray):
            raise UnsupportedNodeError(
                f"input {tensor.name} decides the shape of the result; make it constant with "
                "is_const and const_value"
            )
        if tensor.dtype.kind not in "iu":
            raise UnsupportedNodeError(
                f"input {tensor.name} has {tensor.dtype} elements; use int32"
            )
        return tuple(int(item) for item in tensor.operand.reshape(-1).tolist())

    def integer(self, tensor: Tensor) -> int:
        """The one element of such an input."""
        found = self.integers(tensor)
        if len(found) != 1:
            raise UnsupportedNodeError(
                f"input {tensor.name} has {len(found)} elements instead of one"
            )
        return found[0]

    def dtype(self, number: int = 0) -> np.dtype:
        """The described element type of an output."""
        described = self.outputs[number].dtype
        assert described is not None, "outputs have types"
        return numpy_type(described)

    def same_type(self, *tensors: Given) -> np.dtype:
        """The one element type of some values. Raises `UnsupportedNodeError` if there are
        several.
        """
        types = {dtype_of(plain(item)) for item in tensors}
        if len(types) != 1:
            shown = " and ".join(sorted(map(str, types)))
            raise UnsupportedNodeError(f"its inputs have the types {shown}; give all one type")
        return types.pop()


def plain(value: Given) -> Operand:
    """The value of an input, or the value itself."""
    return value.operand if isinstance(value, Tensor) else value


def integers(values: Sequence[int]) -> np.ndarray:
    """Shapes, axes and positions as nodes take them."""
    return np.asarray(list(values), np.int64)


def scalar(value: float, like: Given) -> np.ndarray:
    """A number with the element type of a value."""
    return np.asarray(value, dtype_of(plain(like)))


#: A dimension counted from 0. The operator is refused if there is none such.
axis = partial(axis_from_front, refusal=UnsupportedNodeError)


def axes(numbers: Sequence[int], rank: int) -> tuple[int, ...]:
    """Dimensions counted from 0, each once, ascending."""
    return tuple(sorted({axis(number, rank) for number in numbers}))


def require(value: object, allowed: object, what: str) -> None:
    """Refuses an attribute that has another value than the one that is computed."""
    if value != allowed:
        raise UnsupportedNodeError(f"its {what} is {value!r}; only {allowed!r} is computed")


def require_floating(tensor: Given) -> None:
    """Refuses inputs that are not floating-point."""
    dtype = dtype_of(plain(tensor))
    if dtype.kind in "biu":
        raise UnsupportedNodeError(f"its inputs have {dtype} elements; use a floating-point type")
