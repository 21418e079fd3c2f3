"""Builds ONNX models node by node, with seeded random weights and known shapes.

`Graph` is all that the builders of this folder need: `layers.py` puts its nodes together into
layers, `suite/` and `blocks/` put layers together into models, and `finishing.py` estimates batch
statistics and folds batch normalisation before a model is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.shape_inference import infer_node_outputs

#: The operator set and file format that today's exporters write.
OPSET = 18
IR_VERSION = 10
#: Numbers of a tensor that may decide the shape of an output.
_MOST_SIZES = 8


class Graph:
    """One ONNX model under construction.

    A tensor is its name. Its shape is known as soon as the node that computes it is added, so a
    builder reads channel counts from `shape` instead of passing them along.

    Attributes:
        name: The name of the model.
        random: The generator of all weights, seeded.
        nodes: The nodes so far, in topological order.
        types: The type of every tensor, by its name.
        constants: The initializers, by their names.
    """

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self.random = np.random.default_rng(seed)
        self.nodes: list[onnx.NodeProto] = []
        self.types: dict[str, onnx.TypeProto] = {}
        self.constants: dict[str, onnx.TensorProto] = {}
        self._inputs: list[str] = []
        # What `Constant` nodes hold: known numbers, as initializers are.
        self._held: dict[str, onnx.TensorProto] = {}

    def input(self, name: str, *shape: int | str, dtype: type = np.float32) -> str:
        """Declares an input of the model and returns its name. A text names an open size."""
        element = helper.np_dtype_to_tensor_dtype(np.dtype(dtype))
        self.types[name] = helper.make_tensor_type_proto(element, shape)
        self._inputs.append(name)
        return name

    def constant(self, array: np.ndarray, name: str | None = None) -> str:
        """Adds an initializer and returns its name."""
        name = name or f"weight_{len(self.constants)}"
        tensor = numpy_helper.from_array(array, name)
        self.constants[name] = tensor
        self.types[name] = helper.make_tensor_type_proto(tensor.data_type, tensor.dims)
        return name

    def scalar(self, value: float) -> str:
        """Adds a float32 initializer without dimensions."""
        return self.constant(np.array(value, np.float32))

    def integers(self, *values: int) -> str:
        """Adds an int64 initializer of one dimension: a shape, axes or sizes."""
        return self.constant(np.array(values, np.int64))

    def weight(self, shape: Sequence[int], fan_in: int, gain: float = 1.0) -> str:
        """Adds normally distributed weights.

        Args:
            shape: The shape of the weights.
            fan_in: How many of them contribute to one output value.
            gain: The variance of the outputs for inputs of variance one: 2 where a ReLU follows.
        """
        return self.constant(self.normal(shape) * np.float32(np.sqrt(gain / fan_in)))

    def normal(self, shape: Sequence[int]) -> np.ndarray:
        """Draws float32 numbers of mean zero and variance one."""
        return self.random.standard_normal(tuple(shape), dtype=np.float32)

    def uniform(self, low: float, high: float, *shape: int) -> np.ndarray:
        """Draws float32 numbers between two bounds."""
        return self.random.uniform(low, high, shape).astype(np.float32)

    def node(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """Adds a node and returns its first output."""
        return self.node_outputs(kind, inputs, 1, **attributes)[0]

    def node_outputs(
        self, kind: str, inputs: Sequence[str], count: int, **attributes: Any
    ) -> tuple[str, ...]:
        """Adds a node of several outputs and returns their names.

        Args:
            kind: The ONNX operator type.
            inputs: The names of the inputs; an empty name leaves out an optional one.
            count: How many outputs the node has.
            **attributes: The node's attributes; those that are None are left out.
        """
        number = len(self.nodes)
        outputs = tuple(f"{kind.lower()}_{number}" + f"_{i}" * (i > 0) for i in range(count))
        given = {name: value for name, value in attributes.items() if value is not None}
        made = helper.make_node(kind, inputs, outputs, name=f"node_{number}", **given)
        self.nodes.append(made)
        self.types |= self._inferred(made)
        return outputs

    def shape(self, tensor: str) -> tuple[int, ...]:
        """Returns the static shape of a tensor."""
        return tuple(item.dim_value for item in self.types[tensor].tensor_type.shape.dim)

    def model(self, *outputs: str) -> onnx.ModelProto:
        """Returns the model whose outputs are the given tensors.

        Every output keeps its name. Initializers that no node reads are left out.
        """
        used = {name for node in self.nodes for name in node.input}
        graph = helper.make_graph(
            self.nodes,
            self.name,
            [helper.make_value_info(name, self.types[name]) for name in self._inputs],
            [helper.make_value_info(name, self.types[name]) for name in outputs],
            [tensor for name, tensor in self.constants.items() if name in used],
        )
        opsets = [helper.make_opsetid("", OPSET)]
        return helper.make_model(
            graph, opset_imports=opsets, ir_version=IR_VERSION, producer_name="open-aoe"
        )

    def _inferred(self, node: onnx.NodeProto) -> dict[str, onnx.TypeProto]:
        if node.op_type == "Constant":
            tensor = node.attribute[0].t
            self._held[node.output[0]] = tensor
            return {node.output[0]: helper.make_tensor_type_proto(tensor.data_type, tensor.dims)}
        types = {name: self.types[name] for name in node.input if name}
        known = {name: self.constants.get(name) or self._held.get(name) for name in types}
        data = {name: item for name, item in known.items() if item and _is_short(item)}
        found = infer_node_outputs(
            onnx.defs.get_schema(node.op_type, OPSET),
            node,
            types,
            data,
            opset_imports=[helper.make_opsetid("", OPSET)],
            ir_version=IR_VERSION,
        )
        return dict(found)


def _is_short(tensor: onnx.TensorProto) -> bool:
    """Whether a tensor may be a shape, axes or sizes, which decide shapes of outputs."""
    return tensor.data_type == TensorProto.INT64 or int(np.prod(tensor.dims)) <= _MOST_SIZES
