"""What the functions of primitives build with: nodes of ONNX, and constants where all is known.

A node whose operands are small arrays is computed at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.errors import ModelError
from aoe.frontends.graph_builder import (
    GraphBuilder,
    Operand,
    UnsupportedNodeError,
    dtype_of,
    shape_of,
)
from aoe.frontends.known_nodes import ComputedNodes
from aoe.frontends.mindspore.items import Item, is_tensor
from aoe.frontends.mindspore.state import plain
from aoe.frontends.step_model import Draw

#: Most elements of an array that is computed while a model is read.
_MOST_COMPUTED = 4096
#: Most elements of an array that a primitive makes of nothing.
MOST_MADE = 1 << 26
#: Operators whose reference implementation may give other numbers than runtimes do.
_NOT_COMPUTED = frozenset(
    ("Resize", "Pow", "AveragePool", "MaxPool", "ConvTranspose", "GridSample")
)


class Emitter(ComputedNodes):
    """Makes nodes for one model.

    Attributes:
        builder: The graph of ONNX that is built.
        trains: Whether it is a step of training.
        may_draw: Whether random numbers may be drawn, which become inputs.
        draws: Those that are, in order.
    """

    def __init__(self, builder: GraphBuilder, trains: bool = False, may_draw: bool = False) -> None:
        self.builder, self.trains, self.may_draw = builder, trains, may_draw
        self.draws: list[Draw] = []
        #: Transposed and reshaped weights, by the weight, which is kept so that it stays the same.
        self._weights: dict[tuple[int, object], tuple[np.ndarray, np.ndarray]] = {}

    def is_computed(
        self, kind: str, given: Sequence[Operand], made: Sequence[onnx_ir.Value]
    ) -> bool:
        """Whether all operands and results of a node of constants are small."""
        sizes = (math.prod(shape_of(item)) for item in (*given, *made))
        return kind not in _NOT_COMPUTED and max(sizes) <= _MOST_COMPUTED

    def random(
        self,
        kind: str,
        shape: Sequence[int],
        dtype: np.dtype | type,
        seeds: tuple[int, int],
        chance: float | None = None,
    ) -> onnx_ir.Value:
        """Random numbers, an input of the model that MindSpore fills before each run (see `Draw`).

        Raises:
            UnsupportedNodeError: There may be none: nothing but MindSpore draws them.
        """
        if not self.may_draw:
            raise UnsupportedNodeError(
                "it draws random numbers; export the model after net.set_train(False)"
            )
        name = f"random.{len(self.draws)}"
        self.draws.append(Draw(name, kind, tuple(shape), seeds, chance))
        return self.builder.input(name, np.dtype(dtype), list(shape))

    def weight(self, array: np.ndarray, kind: object, changed: np.ndarray) -> np.ndarray:
        """`changed`, which is made of a weight; the same array each time for the same `kind`."""
        return self._weights.setdefault((id(array), kind), (array, changed))[1]

    def transposed(self, operand: Operand, order: Sequence[int]) -> Operand:
        """An operand with its dimensions in another order."""
        if list(order) == list(range(len(order))):
            return operand
        if isinstance(operand, np.ndarray):
            return self.weight(operand, ("order", *order), operand.transpose(order))
        return self.node("Transpose", operand, perm=list(order))

    def reshaped(self, operand: Operand, shape: Sequence[int]) -> Operand:
        """An operand in another shape without -1."""
        shape = tuple(shape)
        if shape == shape_of(operand):
            return operand
        if isinstance(operand, np.ndarray):
            return self.weight(operand, ("shape", *shape), operand.reshape(shape))
        if math.prod(shape) != math.prod(shape_of(operand)):
            raise ModelError(f"{shape_of(operand)} cannot be reshaped to {shape}")
        return self.node("Reshape", operand, ints(shape), allowzero=1)

    def cast(self, operand: Operand, dtype: np.dtype | type) -> Operand:
        """An operand with elements of another type."""
        dtype = np.dtype(dtype)
        if dtype_of(operand) == dtype:
            return operand
        if isinstance(operand, np.ndarray) and operand.size > _MOST_COMPUTED:
            return self.weight(operand, ("type", dtype.name), operand.astype(dtype))
        return self.node("Cast", operand, to=int(onnx_ir.DataType.from_numpy(dtype)))

    def like(self, item: Item, other: Operand) -> Operand:
        """A number as an array of another operand's type; a tensor stays as it is."""
        if is_tensor(item):
            assert isinstance(item, onnx_ir.Value | np.ndarray)
            return item
        if not isinstance(item, bool | int | float):
            raise UnsupportedNodeError(f"an operand is a {type(item).__name__}, not a tensor")
        dtype = dtype_of(other)
        if isinstance(item, float) and not is_real(dtype):
            dtype = np.dtype(np.float32)
        elif dtype.kind == "b" and not isinstance(item, bool):
            dtype = np.dtype(np.int64)
        return np.asarray(item).astype(dtype)

    def pair(self, first: Item, second: Item) -> tuple[Operand, Operand]:
        """Two operands of one type: MindSpore's implicit conversion."""
        first, second = plain(first), plain(second)
        if not is_tensor(first) and not is_tensor(second):
            first = np.asarray(first)
        if not is_tensor(first):
            assert isinstance(second, onnx_ir.Value | np.ndarray)
            first = self.like(first, second)
        assert isinstance(first, onnx_ir.Value | np.ndarray)
        second = self.like(second, first)
        dtype = common_dtype(dtype_of(first), dtype_of(second))
        return self.cast(first, dtype), self.cast(second, dtype)

    def binary(self, kind: str, first: Item, second: Item) -> Operand:
        """An operator of two operands, which get one type first."""
        return self.node(kind, *self.pair(first, second))

    def summed(self, operand: Operand, axes: Sequence[int], keep: bool = False) -> Operand:
        """The sum over some dimensions. `keep`: whether they stay, of size 1."""
        return self.node("ReduceSum", operand, ints(axes), keepdims=int(keep))

    def mean(self, operand: Operand, axes: Sequence[int]) -> Operand:
        """The mean over some dimensions, which stay, of size 1."""
        return self.node("ReduceMean", operand, ints(axes), keepdims=1)


def is_real(dtype: np.dtype) -> bool:
    """Whether a type is one of floating point."""
    return dtype.kind == "f" or dtype.name == "bfloat16"


def common_dtype(first: np.dtype, second: np.dtype) -> np.dtype:
    """The type that two operands are converted to. Raises `UnsupportedNodeError` if there is
    none for sure.
    """
    if first == second:
        return first
    ranks = [(is_real(item), item.kind != "b") for item in (first, second)]
    if ranks[0] != ranks[1]:
        return first if ranks[0] > ranks[1] else second
    if {first.name, second.name} == {"float16", "bfloat16"} or "uint" in f"{first}{second}":
        raise UnsupportedNodeError(f"its operands are of types {first} and {second}")
    return max(first, second, key=lambda item: item.itemsize)


def ints(values: Sequence[int]) -> np.ndarray:
    """A vector of int64."""
    return np.asarray(tuple(int(value) for value in values), np.int64)
