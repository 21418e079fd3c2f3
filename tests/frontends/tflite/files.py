"""Writes small `.tflite` files: FlatBuffers from front to back, without the library."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from aoe.frontends.tflite import schema


@dataclass
class Node:
    """A table to write: values by the numbers of its fields."""

    fields: dict[int, Value] = field(default_factory=dict)


#: A number as (kind of `struct`, number), a table, tables, or a vector of numbers or text.
Value: TypeAlias = "tuple[str, float] | Node | list[Node] | np.ndarray | str"


#: Versions of operators that TFLite had from the second on.
_VERSIONS = {"BROADCAST_TO": 2}
_VECTORS = {"V": np.int32, "F": np.float32, "L": np.int64}
_INTERMEDIATES = 8
#: Types of the numbers of a FlexBuffer, and their kinds of `struct`.
_FLEXIBLE = {int: (1, "i"), float: (3, "f"), bool: (26, "I")}
_CODE_VERSION = 2


def flatbuffer(root: Node, identifier: bytes = b"TFL3") -> bytes:
    """The bytes of a buffer."""
    out = bytearray(struct.pack("<I4s", 0, identifier))
    _patch(out, 0, _table(out, root))
    return bytes(out)


def _patch(out: bytearray, place: int, target: int) -> None:
    struct.pack_into("<I", out, place, target - place)


def _table(out: bytearray, node: Node) -> int:
    """Writes a table and what it points to; its position."""
    count = max(node.fields, default=-1) + 1
    numbers = sorted(node.fields)
    size = 4 + 8 * len(numbers)
    out += bytes(-len(out) % 4)
    vtable = len(out)
    slots = [4 + 8 * numbers.index(n) if n in node.fields else 0 for n in range(count)]
    out += struct.pack(f"<{2 + count}H", 4 + 2 * count, size, *slots)
    out += bytes((4 - len(out)) % 8)
    start = len(out)
    out += struct.pack("<i", start - vtable) + bytes(size - 4)
    for place, number in zip(range(start + 4, start + size, 8), numbers, strict=True):
        value = node.fields[number]
        if isinstance(value, tuple):
            kind, scalar = value
            struct.pack_into("<" + kind, out, place, scalar if kind in "fd" else int(scalar))
        elif isinstance(value, Node):
            _patch(out, place, _table(out, value))
        elif isinstance(value, list):
            vector = _vector(out, len(value), bytes(4 * len(value)))
            _patch(out, place, vector)
            for index, item in enumerate(value):
                _patch(out, vector + 4 + 4 * index, _table(out, item))
        elif isinstance(value, str):
            _patch(out, place, _vector(out, len(value.encode()), value.encode() + b"\0"))
        else:
            _patch(out, place, _vector(out, value.size, value.tobytes()))
    return start


def _vector(out: bytearray, count: int, data: bytes) -> int:
    out += bytes((12 - len(out)) % 16)
    start = len(out)
    out += struct.pack("<I", count) + data
    return start


def flexbuffer(numbers: Mapping[str, Any]) -> bytes:
    """A FlexBuffer of a map, whose numbers take 4 bytes each, in the order of their names."""
    names, out = sorted(numbers), bytearray()
    places = []
    for name in names:
        places.append(len(out))
        out += name.encode() + b"\0"
    out += bytes(-len(out) % 4) + struct.pack("<I", len(names))
    keys = len(out)
    for place in places:
        out += struct.pack("<I", len(out) - place)
    out += struct.pack("<I", len(out) - keys) + struct.pack("<II", 4, len(names))
    start, kinds = len(out), []
    for name in names:
        value = numbers[name]
        kind, form = _FLEXIBLE[type(value)]
        kinds.append(kind << 2 | 2)
        out += struct.pack("<" + form, value)
    out += bytes(kinds)
    return bytes(out + bytes([len(out) - start, 9 << 2 | 2, 1]))


@dataclass
class Tensor:
    """A tensor of a file. `data` makes it a constant; `scale` quantises it."""

    name: str
    kind: str = "FLOAT32"
    shape: Sequence[int] = ()
    data: np.ndarray | None = None
    scale: Sequence[float] = ()
    zero_point: Sequence[int] = ()
    axis: int = 0
    signature: Sequence[int] = ()
    sparsity: Node | None = None
    variable: bool = False


@dataclass
class Operator:
    """An operator of a file, with names of tensors; an empty name is one left out."""

    kind: str
    inputs: Sequence[str]
    outputs: Sequence[str]
    options: Mapping[str, float | str | Sequence[float]] = field(default_factory=dict)
    intermediates: Sequence[str] = ()


@dataclass
class Graph:
    """A subgraph of a file."""

    tensors: Sequence[Tensor]
    operators: Sequence[Operator]
    inputs: Sequence[str]
    outputs: Sequence[str]


def tflite(*graphs: Graph) -> bytes:
    """The bytes of a file."""
    kinds = list(dict.fromkeys(item.kind for graph in graphs for item in graph.operators))
    buffers = [Node()]
    subgraphs = []
    for graph in graphs:
        tensors = []
        for tensor in graph.tensors:
            if tensor.data is not None:
                data = np.ascontiguousarray(tensor.data).reshape(-1).view(np.uint8)
                buffers.append(Node({schema.BUFFER_DATA: data} if data.size else {}))
            number = 0 if tensor.data is None else len(buffers) - 1
            tensors.append(_tensor(tensor, number))
        names = [tensor.name for tensor in graph.tensors]
        subgraphs.append(
            Node(
                {
                    schema.GRAPH_TENSORS: tensors,
                    schema.GRAPH_INPUTS: _numbers(names, graph.inputs),
                    schema.GRAPH_OUTPUTS: _numbers(names, graph.outputs),
                    schema.GRAPH_OPERATORS: [_operator(o, names, kinds) for o in graph.operators],
                }
            )
        )
    return flatbuffer(
        Node(
            {
                schema.MODEL_VERSION: ("I", 3),
                schema.MODEL_OPERATORS: [_code(kind) for kind in kinds],
                schema.MODEL_SUBGRAPHS: subgraphs,
                schema.MODEL_BUFFERS: buffers,
            }
        )
    )


def _numbers(names: Sequence[str], chosen: Sequence[str]) -> np.ndarray:
    return np.asarray([names.index(name) if name else -1 for name in chosen], np.int32)


def _code(kind: str) -> Node:
    if kind.startswith("CUSTOM "):
        number = schema.OPERATORS.index("CUSTOM")
        custom: dict[int, Value] = {schema.OPERATOR_CODE_CUSTOM: kind[7:]}
    else:
        number, custom = schema.OPERATORS.index(kind), {}
    old = ("b", min(number, 127))
    custom[_CODE_VERSION] = ("i", _VERSIONS.get(kind, 1))
    return Node({**custom, schema.OPERATOR_CODE_OLD: old, schema.OPERATOR_CODE: ("i", number)})


def _tensor(tensor: Tensor, buffer: int) -> Node:
    fields: dict[int, Value] = {
        schema.TENSOR_SHAPE: np.asarray(tensor.shape, np.int32),
        schema.TENSOR_TYPE: ("b", schema.ELEMENT_TYPES.index(tensor.kind)),
        schema.TENSOR_BUFFER: ("I", buffer),
        schema.TENSOR_NAME: tensor.name,
    }
    if tensor.variable:
        fields[schema.TENSOR_VARIABLE] = ("?", True)
    if tensor.signature:
        fields[schema.TENSOR_SIGNATURE] = np.asarray(tensor.signature, np.int32)
    if tensor.sparsity is not None:
        fields[schema.TENSOR_SPARSITY] = tensor.sparsity
    if tensor.scale:
        zero = tensor.zero_point or [0] * len(tensor.scale)
        fields[schema.TENSOR_QUANTIZATION] = Node(
            {
                schema.QUANTIZATION_SCALE: np.asarray(tensor.scale, np.float32),
                schema.QUANTIZATION_ZERO_POINT: np.asarray(zero, np.int64),
                schema.QUANTIZATION_DIMENSION: ("i", tensor.axis),
            }
        )
    return Node(fields)


def _operator(operator: Operator, names: Sequence[str], kinds: Sequence[str]) -> Node:
    fields: dict[int, Value] = {
        schema.NODE_OPERATOR: ("I", kinds.index(operator.kind)),
        schema.NODE_INPUTS: _numbers(names, operator.inputs),
        schema.NODE_OUTPUTS: _numbers(names, operator.outputs),
    }
    if operator.kind in schema.CUSTOM_OPTIONS:
        fields[schema.NODE_CUSTOM_OPTIONS] = np.frombuffer(flexbuffer(operator.options), np.uint8)
    if operator.intermediates:
        fields[_INTERMEDIATES] = _numbers(names, operator.intermediates)
    places = schema.NODE_OPTIONS_TYPE, schema.NODE_OPTIONS
    number, known = schema.OPTIONS.get(operator.kind, (0, {}))
    if operator.kind in schema.LATER_OPTIONS:
        places = schema.NODE_LATER_OPTIONS_TYPE, schema.NODE_LATER_OPTIONS
        number, known = schema.LATER_OPTIONS[operator.kind]
    if number and known:
        options: dict[int, Value] = {}
        for name, value in operator.options.items():
            kind = known[name].kind
            if isinstance(value, int | float):
                options[known[name].number] = (kind, value)
            elif isinstance(value, str):
                options[known[name].number] = value
            else:
                options[known[name].number] = np.asarray(value, _VECTORS[kind])
        fields[places[0]] = ("B", number)
        fields[places[1]] = Node(options)
    return Node(fields)
