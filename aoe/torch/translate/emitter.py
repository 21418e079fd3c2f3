"""Writes the nodes of an ONNX IR model, and knows the values of the FX nodes behind them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import onnx_ir
import torch

from aoe.element_types import DTYPES, numpy_type
from aoe.frontends.node_writer import flipped, reshaped
from aoe.graph.prepare.opset import TRAINING_DOMAIN
from aoe.torch.layouts import dense_order
from aoe.torch.translate.facts import type_name, type_of
from aoe.torch.translate.interface import Draw
from aoe.torch.translate.table import UntranslatedError, Values

#: The operator set and the version of ONNX IR of the models.
OPSET = 22
_IR_VERSION = 10


class Emitter:
    """The graph of a model that is translated."""

    def __init__(self, name: str) -> None:
        self._graph = onnx_ir.Graph([], [], nodes=[], opset_imports={"": OPSET}, name=name)
        self._values: dict[torch.fx.Node, Values] = {}
        self._constants: dict[tuple[str, tuple[int, ...], bytes], onnx_ir.Value] = {}
        self._count = 0
        #: The FX node that is translated.
        self.current = ""
        #: The name of its operator in tables.
        self.operator = ""
        #: The number of the argument with the state that the node draws from (see `Draw`).
        self.state: int | None = None
        #: Random numbers, in the order in which they are drawn.
        self.draws: list[Draw] = []
        #: The draws by the values that stand for them.
        self.drawn: dict[onnx_ir.Value, int] = {}

    def node(
        self, op_type: str, *inputs: onnx_ir.Value | np.ndarray | None, **attributes: object
    ) -> onnx_ir.Value:
        """A new node with one output, which is returned. Arrays become constants."""
        values = [
            self.constant(item, item.dtype.name) if isinstance(item, np.ndarray) else item
            for item in inputs
        ]
        return self.nodes(1, op_type, *values, **attributes)[0]

    def nodes(
        self, outputs: int, op_type: str, *inputs: onnx_ir.Value | None, **attributes: object
    ) -> Sequence[onnx_ir.Value]:
        """The outputs of a new node."""
        made = onnx_ir.node(
            op_type,
            inputs,
            attributes,  # type: ignore[arg-type]
            outputs=[onnx_ir.Value(name=self._name(op_type.lower())) for _ in range(outputs)],
            name=f"{self.current}/{op_type}.{self._count}",
        )
        self._graph.append(made)
        return made.outputs

    def own(
        self,
        kind: str,
        inputs: Sequence[onnx_ir.Value | None],
        dtype: str,
        shape: Sequence[int],
        **attributes: object,
    ) -> onnx_ir.Value:
        """The output, of a type and a shape, of a new node of open-aoe's own operators."""
        made = onnx_ir.node(
            kind,
            inputs,
            attributes,  # type: ignore[arg-type]
            domain=TRAINING_DOMAIN,
            outputs=[described(self._name(kind.lower()), dtype, shape)],
            name=f"{self.current}/{kind}.{self._count}",
        )
        self._graph.append(made)
        self._graph.opset_imports[TRAINING_DOMAIN] = 1
        return made.outputs[0]

    def constant(self, value: object, dtype: str) -> onnx_ir.Value:
        """A constant; equal ones are one value. Of a whole number that the type does not have, it
        is the last bits, as in PyTorch.
        """
        given = np.asarray(value)
        array = np.asarray(given, numpy_type(dtype), order="C")  # a tensor is of its memory
        key = (dtype, array.shape, array.tobytes())
        if key not in self._constants:
            self._constants[key] = self._initializer(self._name("constant"), array)
        return self._constants[key]

    def weight(self, tensor: Any, name: str) -> onnx_ir.Value:
        """A tensor of torch as a constant: a copy, because the tensor may change."""
        dtype = type_name(tensor.dtype)
        dense = tensor.detach().cpu().clone(memory_format=torch.contiguous_format)
        if dtype == "bfloat16":
            array = dense.view(torch.int16).numpy().view(numpy_type(dtype))
        else:
            array = dense.numpy()
        return self._initializer(f"{name}.{dtype}", array)

    def integers(self, values: Iterable[int]) -> onnx_ir.Value:
        """A constant vector of sizes, axes or the like."""
        return self.constant([int(value) for value in values], "int64")

    def value(self, argument: object, dtype: str | None = None) -> onnx_ir.Value:
        """The value of an argument of a node: a node before it, or a number, which needs `dtype`.
        It is converted to `dtype`.
        """
        if not isinstance(argument, torch.fx.Node):
            if dtype is None or not isinstance(argument, bool | int | float):
                raise UntranslatedError(f"an argument is {argument!r}")
            return self.constant(argument, dtype)
        found = self.values(argument)
        if not isinstance(found, onnx_ir.Value):
            raise UntranslatedError("an argument has several tensors")
        return found if dtype in (None, type_of(argument)) else self.cast(found, str(dtype))

    def row(self, node: torch.fx.Node, dtype: str | None = None) -> onnx_ir.Value:
        """As `value`, but a vector of one element of a tensor without dimensions."""
        found = self.value(node, dtype)
        return found if node.meta["val"].dim() else self.reshaped(found, [1])

    def values(self, node: torch.fx.Node) -> Values:
        """What a node gave."""
        return self._values[node]

    def define(self, node: torch.fx.Node, values: Values) -> None:
        """Notes what a node gives."""
        self._values[node] = values

    def cast(self, value: onnx_ir.Value, dtype: str) -> onnx_ir.Value:
        """The value in another element type."""
        return self.node("Cast", value, to=data_type(dtype))

    def reshaped(self, value: onnx_ir.Value, shape: Sequence[int]) -> onnx_ir.Value:
        """The value in another shape with as many elements."""
        return reshaped(self, value, [int(size) for size in shape])

    def permuted(self, value: onnx_ir.Value, order: Sequence[int]) -> onnx_ir.Value:
        """The value with its dimensions in another order."""
        if list(order) == list(range(len(order))):
            return value
        return self.node("Transpose", value, perm=list(order))

    def part(
        self, value: onnx_ir.Value, axis: int, start: int, end: int, step: int = 1
    ) -> onnx_ir.Value:
        """A range of the value along one axis."""
        bounds = [self.integers([number]) for number in (start, end, axis, step)]
        return self.node("Slice", value, *bounds)

    def flipped(self, value: onnx_ir.Value, axes: Sequence[int]) -> onnx_ir.Value:
        """The value in reverse along some axes."""
        return flipped(self, value, axes)

    def filled(self, value: object, dtype: str, shape: Sequence[int]) -> onnx_ir.Value:
        """A tensor of one number."""
        number = self.constant(value, dtype)
        return self.node("Expand", number, self.integers(shape)) if shape else number

    def input(self, name: str, dtype: str, shape: Sequence[int]) -> onnx_ir.Value:
        """A new input of the model."""
        made = described(name, dtype, shape)
        self._graph.inputs.append(made)
        return made

    def random(
        self,
        kind: str,
        like: Any,
        chance: float = 0.0,
        dropped: str = "",
        numbers: Sequence[float | None] = (),
    ) -> onnx_ir.Value:
        """Random numbers: an input of the model that PyTorch fills before each run (see `Draw`).
        `like`: the fake tensor whose shape, type and strides they have.
        """
        shape = tuple(int(size) for size in like.shape)
        dtype = type_name(like.dtype)
        order = dense_order(like) or tuple(range(len(shape)))
        name = f"random.{len(self.draws)}"
        value = self.input(name, dtype, [shape[axis] for axis in order])
        made_of = (chance, shape, order, dtype, dropped, tuple(numbers), self.state)
        self.draws.append(Draw(name, kind, *made_of))
        made = self.permuted(value, inverse(order))
        self.drawn[made] = len(self.draws) - 1
        return made

    def generator_state(self, like: Any) -> onnx_ir.Value:
        """The state of PyTorch's generator, which no node of a model reads. `like`: its fake
        tensor.
        """
        shape, dtype = tuple(int(size) for size in like.shape), type_name(like.dtype)
        made = onnx_ir.Value(name=f"state.{len(self.draws)}")
        self.draws.append(Draw(str(made.name), "state", 0.0, shape, (0,), dtype))
        self.drawn[made] = len(self.draws) - 1
        return made

    def model(self, outputs: Sequence[onnx_ir.Value]) -> onnx_ir.Model:
        """The whole model. `outputs`: with their types and shapes."""
        self._graph.outputs.extend(outputs)
        return onnx_ir.Model(self._graph, ir_version=_IR_VERSION, producer_name="open-aoe")

    def _initializer(self, name: str, array: np.ndarray) -> onnx_ir.Value:
        tensor = onnx_ir.Tensor(array, name=name)
        made = onnx_ir.Value(
            name=name,
            shape=onnx_ir.Shape(array.shape),
            type=onnx_ir.TensorType(tensor.dtype),
            const_value=tensor,
        )
        self._graph.register_initializer(made)
        return made

    def _name(self, hint: str) -> str:
        self._count += 1
        return f"{hint}.{self._count}"  # names of FX nodes have no points


def described(name: str, dtype: str, shape: Sequence[int]) -> onnx_ir.Value:
    """A value with a type and a shape."""
    return onnx_ir.Value(
        name=name, type=onnx_ir.TensorType(data_type(dtype)), shape=onnx_ir.Shape(shape)
    )


def data_type(dtype: str) -> onnx_ir.DataType:
    """ONNX's number of an element type. Raises `UntranslatedError` for one that it lacks."""
    if dtype not in DTYPES:
        raise UntranslatedError(f"its element type is {dtype}")
    return onnx_ir.DataType.from_numpy(numpy_type(dtype))


def inverse(order: Sequence[int]) -> tuple[int, ...]:
    """The permutation that undoes another one."""
    return tuple(sorted(range(len(order)), key=order.__getitem__))
