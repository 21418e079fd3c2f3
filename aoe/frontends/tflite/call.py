"""What the function of an operator is given: its operands and options, and how to make nodes.

Functions are registered by the names of operators. Most of them compute numbers: quantised operands
are dequantised before, and the results are quantised. Those that only move elements work on the
integers, and some compute with integers themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import (
    Attribute,
    GraphBuilder,
    Operand,
    UnsupportedNodeError,
    shape_of,
)
from aoe.frontends.known_nodes import ComputedNodes
from aoe.frontends.layout import (
    LayoutOperand,
    Layouts,
    NchwView,
    dtype_of_tensor,
    shape_of_tensor,
)
from aoe.frontends.node_writer import reshaped
from aoe.frontends.tflite.model_file import FileOperator, FileTensor
from aoe.frontends.tflite.schema import ACTIVATIONS
from aoe.operators.axes import axis_from_front

#: Operators of ONNX that are computed at once for constants, and the most elements.
_COMPUTED = frozenset(
    [
        "Add",
        "Cast",
        "Concat",
        "Expand",
        "Gather",
        "Max",
        "Min",
        "Mul",
        "Neg",
        "ReduceProd",
        "Reshape",
        "Slice",
        "Split",
        "Squeeze",
        "Sub",
        "Tile",
        "Transpose",
        "Unsqueeze",
        "Equal",
        "Less",
        "LessOrEqual",
        "Greater",
        "GreaterOrEqual",
        "And",
        "Or",
        "Not",
        "Where",
    ]
)
_MOST_COMPUTED = 1 << 16
#: Operators that only call a subgraph; the second stands for one that other runtimes have.
CALLS = ("CALL", "STABLEHLO_COMPOSITE")


class Special:
    """An operand that is not one tensor of a known size.

    Attributes:
        what: What it is, for refusals.
    """

    what: str


@dataclass(frozen=True, slots=True)
class Call(ComputedNodes):
    """One operator of the file.

    Attributes:
        builder: The graph that is built.
        layouts: Brings operands into a layout.
        operator: The operator.
        inputs: Its operands; None for those that are left out.
        input_tensors: What the file says of them, likewise.
        output_tensors: What the file says of the results.
    """

    builder: GraphBuilder
    layouts: Layouts
    operator: FileOperator
    inputs: tuple[LayoutOperand | None, ...]
    input_tensors: tuple[FileTensor | None, ...]
    output_tensors: tuple[FileTensor, ...]

    def option(self, name: str) -> int:
        """An option that is an integer."""
        value = self.operator.options[name]
        assert not isinstance(value, tuple | str)
        return int(value)

    def number(self, name: str) -> float:
        """An option that is a number of float32."""
        value = self.operator.options[name]
        assert not isinstance(value, tuple | str)
        return float(value)

    def vector(self, name: str) -> tuple[float, ...]:
        """An option that is a vector of numbers."""
        value = self.operator.options[name]
        assert isinstance(value, tuple)
        return value

    def has(self, index: int) -> bool:
        """Whether an operand is there."""
        return index < len(self.inputs) and self.inputs[index] is not None

    def given(self, index: int) -> LayoutOperand:
        """An operand, in either layout."""
        found = self.inputs[index] if index < len(self.inputs) else None
        if found is None:
            raise UnsupportedNodeError(f"its operand {index} is missing")
        return found

    def shape(self, index: int) -> tuple[int, ...]:
        """The shape of an operand, as the file sees it."""
        return shape_of_tensor(self.given(index))

    def plain(self, index: int) -> Operand:
        """An operand in the layout of the file."""
        return self.layouts.to_nhwc(self.given(index))

    def nchw(self, index: int) -> Operand:
        """An operand with channels first."""
        return self.layouts.to_nchw(self.given(index))

    def constant(self, index: int, what: str) -> np.ndarray:
        """An operand that must be constant. `what`: what it is, for the refusal."""
        found = self.given(index)
        if not isinstance(found, np.ndarray):
            raise UnsupportedNodeError(f"its {what} depend on the input")
        return found

    def integers(self, index: int, what: str) -> list[int]:
        """A constant operand, as a flat list of integers."""
        return [int(item) for item in self.constant(index, what).reshape(-1)]

    @property
    def dtype(self) -> np.dtype:
        """The element type of the first result. The reader has looked for others than numbers."""
        dtype = self.output_tensors[0].dtype
        assert dtype is not None
        return dtype

    def is_computed(
        self, kind: str, given: Sequence[Operand], made: Sequence[onnx_ir.Value]
    ) -> bool:
        """Whether a node of constants is simple and its results are small."""
        most = max(prod(shape_of(item)) for item in made)
        return kind in _COMPUTED and most <= _MOST_COMPUTED

    def elementwise(
        self, kind: str, *operands: LayoutOperand, **attributes: Attribute | None
    ) -> LayoutOperand:
        """The result of a node that computes each element alone, in either layout."""
        together, nchw = self.layouts.together(operands)
        made = self.node(kind, *together, **attributes)
        return NchwView(self.builder.value(made)) if nchw else made

    def scalar(self, number: float, like: LayoutOperand) -> np.ndarray:
        """A constant of the element type of another operand."""
        return np.asarray(number, dtype_of_tensor(like))

    def view(self, value: Operand) -> NchwView:
        """What was computed with channels first."""
        return NchwView(self.builder.value(value))

    def reshaped(self, value: Operand, shape: Sequence[int]) -> Operand:
        """A value with another shape."""
        if tuple(shape) == shape_of(value):
            return value
        if prod(shape) != prod(shape_of(value)):
            raise UnsupportedNodeError(f"it gives {shape_of(value)} the shape {tuple(shape)}")
        if isinstance(value, np.ndarray):
            return value.reshape(tuple(shape))
        return reshaped(self.builder, value, shape)

    def cast(self, value: LayoutOperand, dtype: np.dtype | type) -> LayoutOperand:
        """A value with another element type."""
        dtype = np.dtype(dtype)
        if dtype_of_tensor(value) == dtype:
            return value
        return self.elementwise("Cast", value, to=int(onnx_ir.DataType.from_numpy(dtype)))

    @property
    def activation(self) -> str:
        """The name of the fused activation."""
        number = self.option("activation")
        return ACTIVATIONS[number] if 0 <= number < len(ACTIVATIONS) else f"number {number}"

    def activated(self, value: LayoutOperand) -> LayoutOperand:
        """A value after the fused activation."""
        return self.activate(self.activation, value)

    def activate(self, kind: str, value: LayoutOperand) -> LayoutOperand:
        """A value after an activation of the schema."""
        limits = LIMITS.get(kind)
        if kind == "NONE":
            return value
        if kind == "TANH":
            return self.elementwise("Tanh", value)
        if limits is None:
            raise UnsupportedNodeError(f"its activation {kind} is not read")
        if limits == (0, None) and dtype_of_tensor(value).kind == "f":
            return self.elementwise("Relu", value)
        low, high = (None if limit is None else self.scalar(limit, value) for limit in limits)
        view = isinstance(value, NchwView)
        made = self.node("Clip", value.value if isinstance(value, NchwView) else value, low, high)
        return self.view(made) if view else made


#: Limits of activations that clip.
LIMITS = {"RELU": (0, None), "RELU6": (0, 6), "RELU_N1_TO_1": (-1, 1), "RELU_0_TO_1": (0, 1)}

#: Makes the results of an operator; a single one need not be a tuple.
Function: TypeAlias = "Callable[[Call], LayoutOperand | Sequence[LayoutOperand]]"
#: Functions that compute numbers.
NUMBERS: dict[str, Function] = {}
#: Functions that move elements of any type. Operands and results are quantised alike.
MOVES: dict[str, Function] = {}
#: Functions that compute with quantised operands. They give None for a case they leave to numbers.
INTEGERS: dict[str, Callable[[Call], LayoutOperand | None]] = {}
#: Functions that compute with quantised operands of 16 bits.
WORDS: dict[str, Function] = {}


def numbers(*names: str) -> Callable[[Function], Function]:
    """Registers a function that computes numbers."""

    def register(function: Function) -> Function:
        NUMBERS.update(dict.fromkeys(names, function))
        return function

    return register


def moves(*names: str) -> Callable[[Function], Function]:
    """Registers a function that moves elements."""

    def register(function: Function) -> Function:
        MOVES.update(dict.fromkeys(names, function))
        return function

    return register


def int64(numbers: Sequence[int]) -> np.ndarray:
    """A constant of axes or sizes."""
    return np.asarray(list(numbers), np.int64)


#: An axis that may be counted from the end. The operator is refused if there is none such.
axis_of = partial(axis_from_front, refusal=UnsupportedNodeError)


def wider_of(dtype: np.dtype) -> np.dtype:
    """The element type in which ONNX reduces elements of a type: it reduces none of 16 bits."""
    return np.dtype(np.int32) if dtype in (np.int16, np.uint16) else dtype
