"""An ONNX model of the suite as a module of PyTorch, as its author would write it: convolutions
with folded batch normalisation, `F.linear`, `F.layer_norm`, `F.gelu`,
`F.scaled_dot_product_attention`.

`torch_operators.py` has the operators, `torch_patterns.py` what several nodes are together. The
module is a `torch.fx.GraphModule`, whose code is one straight line, in which `torch.compile` finds
nothing to break.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import onnx
import torch
from onnx import helper, numpy_helper
from torch import fx

from benchmarks.cuda.peers.torch_operators import OPERATORS
from benchmarks.cuda.peers.torch_patterns import PATTERNS


class UnknownOperatorError(ValueError):
    """An operator that is not translated."""


def torch_module(model: onnx.ModelProto, dtype: torch.dtype) -> fx.GraphModule:
    """The module of a model. It takes the inputs in their order, floating-point ones as `dtype`,
    and returns a tuple.

    Raises:
        UnknownOperatorError: A node's operator is not translated. The message names all.
    """
    unknown = {node.op_type for node in model.graph.node} - OPERATORS.keys()
    if unknown:
        raise UnknownOperatorError(f"not translated: {', '.join(sorted(unknown))}")
    return Translation(model, dtype).module()


class Translation:
    """A module while it is made. A value is a node of `torch.fx`, or a tensor or a number where it
    is known.

    Attributes:
        dtype: The floating-point type of the module.
        opset: The version of ONNX's operators.
        values: The values so far, by their names in the model.
        producers: The node of the model that computes a value.
    """

    def __init__(self, model: onnx.ModelProto, dtype: torch.dtype) -> None:
        """Declares the inputs and the constants."""
        self.model, self.dtype = model, dtype
        self.opset = next(item.version for item in model.opset_import if not item.domain)
        self.graph = fx.Graph()
        self.root = torch.nn.Module()
        self.values: dict[str, Any] = {}
        self.producers: dict[str, onnx.NodeProto] = {}
        self._uses = Counter(name for node in model.graph.node for name in node.input)
        self._uses.update(item.name for item in model.graph.output)
        for tensor in model.graph.initializer:
            self.values[tensor.name] = _constant(numpy_helper.to_array(tensor))
        for number, item in enumerate(model.graph.input):
            if item.name not in self.values:
                self.values[item.name] = self.graph.placeholder(f"x{number}")

    def module(self) -> fx.GraphModule:
        """Translates all nodes."""
        for node in self.model.graph.node:
            self._translate(node)
        results = tuple(self._argument(self.values[item.name]) for item in self.model.graph.output)
        self.graph.output(results)
        self.graph.eliminate_dead_code()
        made = fx.GraphModule(self.root, self.graph)
        return made.eval().to(self.dtype)

    def call(self, function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        """A function of values: its result where all are known, else a call in the module."""
        given = (*arguments, *named.values())
        if not any(isinstance(item, fx.Node) for item in _flat(given)):
            return function(*arguments, **named)
        made = [self._argument(item) for item in arguments]
        return self.graph.call_function(
            function, tuple(made), {name: self._argument(item) for name, item in named.items()}
        )

    def known(self, name: str) -> torch.Tensor | float | int | bool | None:
        """A value that is known, else `None`."""
        value = self.values.get(name)
        return None if isinstance(value, fx.Node) else value

    def only_reader(self, name: str, kind: str) -> onnx.NodeProto | None:
        """The node of a type that computes a value which one node reads, if so."""
        node = self.producers.get(name)
        return node if node is not None and node.op_type == kind and self._uses[name] == 1 else None

    def _translate(self, node: onnx.NodeProto) -> None:
        for name in node.output:
            self.producers[name] = node
        for pattern in PATTERNS.get(node.op_type, ()):
            found = pattern(self, node)
            if found is not None:
                self.values[node.output[0]] = found
                return
        if node.op_type == "Constant":
            self.values[node.output[0]] = _constant(numpy_helper.to_array(node.attribute[0].t))
            return
        attributes = {item.name: _attribute(item) for item in node.attribute}
        inputs = [self.values[name] if name else None for name in node.input]
        found = OPERATORS[node.op_type](self, inputs, attributes, len(node.output))
        results = found if len(node.output) > 1 else [found]
        self.values.update(zip(node.output, results, strict=False))

    def _argument(self, value: Any) -> Any:
        """A value as an argument of a call: constants become buffers of the module."""
        if isinstance(value, list | tuple):
            return type(value)(self._argument(item) for item in value)
        if not isinstance(value, torch.Tensor):
            return value
        for name, held in self.root.named_buffers():
            if held is value:
                return self.graph.get_attr(name)
        name = f"constant{len(dict(self.root.named_buffers()))}"
        self.root.register_buffer(name, value)
        return self.graph.get_attr(name)


def _constant(array: np.ndarray) -> Any:
    """A constant as a tensor; a scalar as a number, which has no type of its own."""
    return array.item() if array.ndim == 0 else torch.from_numpy(np.array(array))


def _attribute(item: onnx.AttributeProto) -> Any:
    value = helper.get_attribute_value(item)
    if isinstance(value, bytes):
        return value.decode()
    return list(value) if isinstance(value, Sequence) and not isinstance(value, str) else value


def _flat(values: Any) -> list[Any]:
    if isinstance(values, Mapping):
        values = values.values()
    if isinstance(values, list | tuple):
        return [part for item in values for part in _flat(item)]
    return [values]
