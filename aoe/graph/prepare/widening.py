"""Computes a model of float16 in float32, on devices that multiply float16 no faster.

Such a device reads float16 and computes float32 in any case. Rounding each value that lies between
two operators, and taking weights apart again and again, costs time and accuracy. So numbers are
rounded only where the model says so: inputs, results and the nodes Cast. This is what ONNX Runtime
and OpenVINO do on CPUs.

Where reading weights is what takes the time, half of the bytes count more: a model that multiplies
most of its weights by so few rows that the device is faster in float16 stays as it is. So does one
with very many weights, which would take twice the memory.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from math import prod
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.graph.graph_values import constant_tensor, values_of
from aoe.graph.model_copy import own_type
from aoe.graph.prepare.new_values import names_of, new_constant
from aoe.graph.prepare.provenance import keep_provenance

_NARROW, _WIDE = onnx_ir.DataType.FLOAT16, onnx_ir.DataType.FLOAT
#: Attributes that are element types.
_TYPES = frozenset({"dtype", "output_dtype", "to"})
#: Nodes that multiply their first input by their second.
_PRODUCTS = frozenset({"MatMul", "Gemm", "FusedMatMul", "MatMulNBits"})
#: Bytes of float16 that constants may have.
_MOST_BYTES = 1 << 31
#: Nodes that look rows up: a table is not made wide for them.
_LOOKUPS = frozenset({"Gather", "GatherElements", "GatherND"})
#: Nodes that read the bits of a number.
_OF_BITS = frozenset({"BitCast"})


#: Whether products of so many rows by weights of float16 are as fast in float32
#: (`aoe.backends.precision_rules.PrecisionRules.widens_float16`).
Widens: TypeAlias = Callable[[int], bool]


def widen(model: onnx_ir.Model, widens: Widens) -> None:
    """Changes a model in place. Its values have types; those of its inputs and results stay.

    Args:
        model: The model, after `aoe.graph.prepare.opset` and the inference of types.
        widens: What the device is faster at.
    """
    graph = model.graph
    if any(_is_narrow(value) for value in values_of(graph)) and not _reads_weights(graph, widens):
        _Widening(graph).run()


def _is_narrow(value: onnx_ir.Value | None) -> bool:
    is_tensor = value is not None and isinstance(value.type, onnx_ir.TensorType)
    return is_tensor and value is not None and value.dtype == _NARROW


def _reads_weights(graph: onnx_ir.Graph, widens: Widens) -> bool:
    """Whether most weights are multiplied faster in float16, or those of float16 take very much
    memory. What is looked up is no weight.
    """
    weights: dict[onnx_ir.Value, int] = {}
    streamed: dict[onnx_ir.Value, int] = {}
    for node in graph:
        for position, value in enumerate(node.inputs):
            tensor = constant_tensor(value)
            if value is None or tensor is None or node.op_type in _LOOKUPS:
                continue
            is_product = node.op_type in _PRODUCTS and position == 1
            if value.dtype == _NARROW or is_product:
                weights[value] = tensor.size
            rows = _rows(node) if is_product else None
            if rows is not None and not widens(rows):
                streamed[value] = tensor.size
    narrow = sum(size for value, size in weights.items() if value.dtype == _NARROW)
    is_large = narrow * _NARROW.itemsize > _MOST_BYTES
    return is_large or 2 * sum(streamed.values()) > sum(weights.values())


def _rows(node: onnx_ir.Node) -> int | None:
    """The rows that a product has; None where that is not known."""
    rows_of = node.inputs[0]
    shape = None if rows_of is None else rows_of.shape
    if shape is None or not all(isinstance(size, int) for size in shape):
        return None
    sizes = [int(size) for size in shape.numpy()]
    transposed = node.attributes.get("transA")
    return sizes[1] if transposed is not None and transposed.as_int() else prod(sizes[:-1])


class _Widening:
    """One walk through a graph."""

    def __init__(self, graph: onnx_ir.Graph) -> None:
        self.graph, self.names = graph, names_of(graph)
        self.wide: dict[onnx_ir.Value, onnx_ir.Value] = {}
        self.narrow: dict[onnx_ir.Value, onnx_ir.Value] = {}

    def run(self) -> None:
        """Widens all nodes but those that stay."""
        made: dict[onnx_ir.Value, None] = {}
        for node in list(self.graph):
            stays = _stays(node, made)
            for position, value in enumerate(node.inputs):
                if stays and value in made:
                    node.replace_input_with(position, self.as_narrow(value))
                elif value is not None and not stays and _is_narrow(value):
                    node.replace_input_with(position, self.as_wide(value))
            if stays:
                continue
            _widen_attributes(node)
            for value in node.outputs:
                if _is_narrow(value):
                    own_type(value)
                    value.dtype = _WIDE
                    made[value] = None
        for value in made:
            self.finish(value)

    def as_wide(self, value: onnx_ir.Value) -> onnx_ir.Value:
        """A value of float16 in float32."""
        if value not in self.wide:
            tensor = constant_tensor(value)
            if tensor is not None:
                array = tensor.numpy().astype(np.float32)
                name = self.names.unused(f"{value.name}_wide")
                self.wide[value] = new_constant(self.graph, name, array)
            else:
                self.wide[value] = self.cast(value, _WIDE)
        return self.wide[value]

    def as_narrow(self, value: onnx_ir.Value) -> onnx_ir.Value:
        """A value that has become one of float32, rounded to float16."""
        if value not in self.narrow:
            self.narrow[value] = self.cast(value, _NARROW)
        return self.narrow[value]

    def cast(self, value: onnx_ir.Value, dtype: onnx_ir.DataType) -> onnx_ir.Value:
        """A Cast right behind what makes a value."""
        attributes = [onnx_ir.AttrInt64("to", int(dtype))]
        node = onnx_ir.Node("", "Cast", [value], attributes, name=self.names.unused("cast"))
        output = node.outputs[0]
        output.name = self.names.unused(f"{value.name}_{dtype.name.lower()}")
        output.dtype, output.shape = dtype, value.shape
        source = value.producer()
        if source is None:
            first = next(iter(self.graph), None)
            assert first is not None, "the value has a reader"
            self.graph.insert_before(first, node)
        else:
            keep_provenance(node, source)
            self.graph.insert_after(source, node)
        return output

    def finish(self, value: onnx_ir.Value) -> None:
        """Rounds a value for graphs inside this one, and where it is a result of this one."""
        inside = [use for use in value.uses() if use.node.graph is not self.graph]
        for use in inside:
            use.node.replace_input_with(use.idx, self.as_narrow(value))
        for position, result in enumerate(self.graph.outputs):
            if result is value:
                rounded = self.as_narrow(value)
                rounded.name, value.name = value.name, self.names.unused(f"{value.name}_wide")
                self.graph.outputs[position] = rounded


def _stays(node: onnx_ir.Node, made: Collection[onnx_ir.Value]) -> bool:
    """Whether a node keeps its types: one that rounds or looks up, reads bits, has a graph inside,
    or values of unknown types, which may be float16. `made`: the values of float16 that have become
    wide.
    """
    if node.op_type in _OF_BITS or any(item.type in _GRAPHS for item in node.attributes.values()):
        return True
    if node.op_type in _LOOKUPS:
        return constant_tensor(node.inputs[0]) is not None
    values = [*node.inputs, *node.outputs]
    if any(value is not None and not _is_plain(value) for value in values):
        return True
    return node.op_type == "Cast" and not _hands_on(node, made)


_GRAPHS = frozenset({onnx_ir.AttributeType.GRAPH, onnx_ir.AttributeType.GRAPHS})


def _is_plain(value: onnx_ir.Value) -> bool:
    """Whether a value is a tensor of a known type, or nothing reads it."""
    if value.type is None:
        return not value.uses() and not value.is_graph_output()
    return isinstance(value.type, onnx_ir.TensorType)


def _hands_on(node: onnx_ir.Node, made: Collection[onnx_ir.Value]) -> bool:
    """Whether a Cast of float16, or of what was one, needs no rounding."""
    source = node.inputs[0]
    target = onnx_ir.DataType(node.attributes["to"].as_int())
    return target in (_NARROW, _WIDE) and (_is_narrow(source) or source in made)


def _widen_attributes(node: onnx_ir.Node) -> None:
    for attribute in list(node.attributes.values()):
        made = _widened(attribute)
        if made is not None:
            node.attributes[attribute.name] = made


def _widened(attribute: onnx_ir.Attr) -> onnx_ir.Attr | None:
    """An attribute with float32 in place of float16; None if it has none."""
    if attribute.type == onnx_ir.AttributeType.TENSOR:
        tensor = attribute.as_tensor()
        if tensor.dtype != _NARROW:
            return None
        wide = onnx_ir.tensor(tensor.numpy().astype(np.float32), name=tensor.name)
        return onnx_ir.AttrTensor(attribute.name, wide)
    is_type = attribute.type == onnx_ir.AttributeType.INT and attribute.name in _TYPES
    if is_type and attribute.as_int() == _NARROW:
        return onnx_ir.AttrInt64(attribute.name, int(_WIDE))
    return None
