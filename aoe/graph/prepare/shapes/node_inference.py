"""Inference of the types and shapes of one node's outputs, once for all equal nodes.

It is onnx's own, but for operators of ONNX Runtime's domain that of `runtime_domain`, and for sizes
on which runtimes differ that of `output_sizes`.

The layers of a model are mostly equal, every pass infers all nodes, and a model with open shapes is
prepared for each shape. So results are kept by all that inference looks at: the operator, its
attributes, the types and shapes of its inputs, and the elements of small constants.
`shape_inference` and `folding` read them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import onnx
import onnx_ir

from aoe.graph.prepare.shapes.output_sizes import output_shape
from aoe.graph.prepare.shapes.runtime_domain.result_shapes import result_shapes
from aoe.graph.prepare.shapes.runtime_domain.result_types import result_types

#: The domain of the operators that ONNX Runtime adds.
RUNTIME_DOMAIN = "com.microsoft"

#: The sizes of dimensions; None if even their number is unknown.
_Sizes: TypeAlias = tuple[int | onnx_ir.SymbolicDim, ...] | None
#: A type; the element type stands for that of a tensor.
_Kind: TypeAlias = onnx_ir.TypeProtocol | onnx_ir.DataType | None

_NUMBERS_AND_TEXTS = frozenset(
    onnx_ir.AttributeType[name]
    for kind in ("INT", "FLOAT", "STRING")
    for name in (kind, f"{kind}S")
)
#: Elements of the largest tensor in an attribute of a node that is kept.
_LARGEST_ATTRIBUTE = 64
#: How many signatures are kept, of about 1 KB each with its result.
_MOST_KEPT = 4096


class _Elements(NamedTuple):
    """A constant by its elements."""

    dtype: onnx_ir.DataType
    shape: tuple[int, ...]
    data: bytes


class _Input(NamedTuple):
    """What inference knows of an input. A constant that is too large has no elements here."""

    kind: _Kind
    sizes: _Sizes
    elements: _Elements | None


class _Signature(NamedTuple):
    """What the inference of a node depends on. Tuples of numbers and texts are fast to compare.

    Attributes:
        operator: Its domain, type and overload, and the operator set.
        attributes: Name, type and value of each.
        inputs: None where one is absent.
        outputs: Whether each is there.
    """

    operator: tuple[str, str, str, int]
    attributes: tuple[tuple[str, onnx_ir.AttributeType, Any], ...]
    inputs: tuple[_Input | None, ...]
    outputs: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Inferred:
    """The type and the shape of an output.

    Attributes:
        kind: The type; the element type stands for that of a tensor. None if it is unknown.
        sizes: The sizes of its dimensions.
    """

    kind: _Kind
    sizes: _Sizes

    @property
    def type(self) -> onnx_ir.TypeProtocol | None:
        """The type, a new one, because values change theirs."""
        kind = self.kind
        return onnx_ir.TensorType(kind) if isinstance(kind, onnx_ir.DataType) else deepcopy(kind)

    @property
    def shape(self) -> onnx_ir.Shape | None:
        """The shape; None if the number of dimensions is unknown."""
        return None if self.sizes is None else onnx_ir.Shape(self.sizes)


def infer_node(
    node: onnx_ir.Node, version: int, largest: int, fixed_inputs: bool
) -> Mapping[str, Inferred]:
    """Types and shapes of a node's outputs by name, as far as they follow from its inputs.

    Args:
        node: The node. The types of all its inputs are known, and all values have names.
        version: The version of the operator set of its domain.
        largest: Elements of the largest constant that inference reads.
        fixed_inputs: Whether an input of the graph with a default counts as that constant.

    Raises whatever the library raises.
    """
    if node.domain == RUNTIME_DOMAIN:
        return _of_runtime(node)
    constants = [_constant(value, largest, fixed_inputs) for value in node.inputs]
    signature = _signature(node, version, constants)
    found = _infer(node, version, constants) if signature is None else _infer_equal(signature)
    shape = output_shape(node)
    if shape is not None:
        found = tuple(None if item is None else Inferred(item.kind, shape) for item in found)
    pairs = zip(node.outputs, found, strict=True)
    return {str(output.name): item for output, item in pairs if item is not None}


def _of_runtime(node: onnx_ir.Node) -> Mapping[str, Inferred]:
    """The same of a node of ONNX Runtime's domain."""
    results = zip_longest(result_types(node), result_shapes(node))
    pairs = zip(node.outputs, results, strict=False)
    return {str(output.name): Inferred(kind, sizes) for output, (kind, sizes) in pairs}


def type_proto(value: onnx_ir.Value) -> onnx.TypeProto | None:
    """Type and, if known, shape of a value as onnx writes them; None if its type is unknown."""
    if value.type is None:
        return None
    proto = onnx_ir.serde.serialize_type(value.type)
    if value.shape is not None:
        onnx_ir.serde.serialize_shape_into(proto, value.shape)
    return proto


@lru_cache(maxsize=_MOST_KEPT)
def _infer_equal(signature: _Signature) -> tuple[Inferred | None, ...]:
    """The outputs of the nodes with a signature."""
    domain, op_type, overload, version = signature.operator
    attributes = [
        onnx_ir.Attr(name, kind, _tensor(value) if isinstance(value, _Elements) else value)
        for name, kind, value in signature.attributes
    ]
    inputs = [
        None if item is None else _value(f"i{number}", item)
        for number, item in enumerate(signature.inputs)
    ]
    outputs = [
        onnx_ir.Value(name=f"o{number}" if there else "")
        for number, there in enumerate(signature.outputs)
    ]
    node = onnx_ir.Node(domain, op_type, inputs, attributes, overload=overload, outputs=outputs)
    constants = [
        None if item is None or item.elements is None else _tensor(item.elements)
        for item in signature.inputs
    ]
    return _infer(node, version, constants)


def _infer(
    node: onnx_ir.Node, version: int, constants: Sequence[onnx_ir.TensorProtocol | None]
) -> tuple[Inferred | None, ...]:
    """What onnx infers for each output. `constants`: those of the inputs that it may read."""
    types, data = {}, {}
    for value, constant in zip(node.inputs, constants, strict=True):
        proto = None if value is None else type_proto(value)
        if value is None or proto is None:
            continue
        types[str(value.name)] = proto
        if constant is not None:
            data[str(value.name)] = onnx_ir.serde.serialize_tensor(constant)
    # `onnx_ir.to_proto` asks protocols what it is given, which takes longer than this up to 3.11.
    found: Mapping[str, onnx.TypeProto] = onnx.shape_inference.infer_node_outputs(
        onnx.defs.get_schema(node.op_type, version, node.domain),
        onnx_ir.serde.serialize_node(node),
        types,
        data,
    )
    outputs = [found.get(str(output.name)) for output in node.outputs]
    return tuple(None if proto is None else _inferred(proto) for proto in outputs)


def _inferred(proto: onnx.TypeProto) -> Inferred:
    kind = onnx_ir.serde.deserialize_type_proto_for_type(proto)
    shape = onnx_ir.serde.deserialize_type_proto_for_shape(proto)
    return Inferred(_kind(kind), None if shape is None else shape.dims)


def _signature(
    node: onnx_ir.Node, version: int, constants: Sequence[onnx_ir.TensorProtocol | None]
) -> _Signature | None:
    """The signature of a node; None if it has graphs, large tensors or texts to read."""
    attributes = [_attribute(item) for item in node.attributes.values()]
    elements = [None if item is None else _elements(item) for item in constants]
    read = zip(constants, elements, strict=True)
    if None in attributes or any(item is not None and made is None for item, made in read):
        return None
    return _Signature(
        (node.domain, node.op_type, node.overload, version),
        tuple(item for item in attributes if item is not None),
        tuple(
            None if value is None else _input(value, made)
            for value, made in zip(node.inputs, elements, strict=True)
        ),
        tuple(bool(value.name) for value in node.outputs),
    )


def _attribute(attribute: onnx_ir.Attr) -> tuple[str, onnx_ir.AttributeType, Any] | None:
    """An attribute as part of a signature; None if it cannot be."""
    if attribute.is_ref():
        return None
    value = attribute.value
    if attribute.type in _NUMBERS_AND_TEXTS:
        return attribute.name, attribute.type, value
    if attribute.type != onnx_ir.AttributeType.TENSOR or value.size > _LARGEST_ATTRIBUTE:
        return None
    elements = _elements(value)
    return None if elements is None else (attribute.name, attribute.type, elements)


def _constant(
    value: onnx_ir.Value | None, largest: int, fixed_inputs: bool
) -> onnx_ir.TensorProtocol | None:
    """The constant of an input, if inference may read it."""
    constant = None if value is None else value.const_value
    if value is None or constant is None or constant.size > largest:
        return None
    return constant if fixed_inputs or not value.is_graph_input() else None


def _elements(tensor: onnx_ir.TensorProtocol) -> _Elements | None:
    """A tensor by its elements; None for texts."""
    if tensor.dtype == onnx_ir.DataType.STRING:
        return None
    array = np.ascontiguousarray(tensor.numpy())
    return _Elements(tensor.dtype, tuple(tensor.shape.numpy()), array.tobytes())


def _tensor(elements: _Elements) -> onnx_ir.TensorProtocol:
    array = np.frombuffer(elements.data, elements.dtype.numpy()).reshape(elements.shape)
    return onnx_ir.Tensor(array, elements.dtype)


def _input(value: onnx_ir.Value, elements: _Elements | None) -> _Input:
    kind, shape = value.type, value.shape
    assert kind is not None, "types of inputs are known"
    return _Input(_kind(kind), None if shape is None else shape.dims, elements)


def _value(name: str, item: _Input) -> onnx_ir.Value:
    known = Inferred(item.kind, item.sizes)
    return onnx_ir.Value(name=name, shape=known.shape, type=known.type)


def _kind(kind: onnx_ir.TypeProtocol | None) -> _Kind:
    """A type as it is kept: apart from the value, which may change it."""
    return kind.dtype if type(kind) is onnx_ir.TensorType else deepcopy(kind)
