"""The records of a `.tflite` file: subgraphs of tensors and operators, and the data of tensors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

import ml_dtypes
import numpy as np

from aoe.errors import MALFORMED, ModelError, quoted
from aoe.frontends.source_file import readable
from aoe.frontends.tflite import schema
from aoe.frontends.tflite.flatbuffer import Buffer, DamagedError, Table
from aoe.frontends.tflite.flexbuffer import numbers_of_map

#: NumPy's types of the element types that are read. Those of 4 bits are unpacked.
_TYPES: Mapping[str, type[np.generic]] = {
    "FLOAT32": np.float32,
    "FLOAT16": np.float16,
    "FLOAT64": np.float64,
    "BFLOAT16": ml_dtypes.bfloat16,
    "INT8": np.int8,
    "INT16": np.int16,
    "INT32": np.int32,
    "INT64": np.int64,
    "UINT8": np.uint8,
    "UINT16": np.uint16,
    "UINT32": np.uint32,
    "UINT64": np.uint64,
    "BOOL": np.bool_,
    "INT4": np.int8,
}
#: Element types of vectors, by the kinds of fields.
_VECTORS: Mapping[str, type[np.generic]] = MappingProxyType(
    {"V": np.int32, "F": np.float32, "L": np.int64}
)
#: The value of an option of an operator.
Option: TypeAlias = "float | tuple[float, ...] | str"
#: Element types of quantised tensors.
_QUANTIZED = ("INT8", "UINT8", "INT16", "INT4")


@dataclass(frozen=True, slots=True)
class Quantization:
    """How integers stand for numbers: `scale * (integer - zero_point)`.

    Attributes:
        scale: One number, or one for each index of `axis`.
        zero_point: Likewise.
        axis: The axis of a scale with several numbers.
    """

    scale: np.ndarray
    zero_point: np.ndarray
    axis: int

    def equals(self, other: Quantization | None) -> bool:
        """Whether integers stand for the same numbers."""
        return (
            other is not None
            and np.array_equal(self.scale, other.scale)
            and np.array_equal(self.zero_point, other.zero_point)
        )


@dataclass(frozen=True, slots=True)
class SparseAxis:
    """A level of a sparse tensor: dense, or segments of indices as in a CSR matrix.

    Attributes:
        size: How many indices a dense level has.
        segments: Where the indices of each entry of the level before start; None if it is dense.
        indices: The indices of all entries; None if it is dense.
    """

    size: int
    segments: np.ndarray | None = None
    indices: np.ndarray | None = None


@dataclass(frozen=True, slots=True)
class Sparsity:
    """The form of a sparse tensor.

    Attributes:
        order: The axes from the outermost on, as they are stored; numbers from the rank on are
            blocks.
        blocks: The axis that each block divides.
        levels: How each of `order` is stored.
    """

    order: tuple[int, ...]
    blocks: tuple[int, ...]
    levels: tuple[SparseAxis, ...]


@dataclass(frozen=True, slots=True)
class FileTensor:
    """A tensor of a subgraph.

    Attributes:
        name: Its name; it may be empty or not unique.
        kind: The name of its element type.
        shape: Its shape, with 1 for open sizes.
        signature: Its shape, with -1 for open sizes.
        data: The bytes of a constant; None for others.
        quantization: How it is quantised; None for numbers that stand for themselves.
        sparsity: Its form, if it is sparse.
        is_variable: Whether it keeps its value from one inference to the next.
    """

    name: str
    kind: str
    shape: tuple[int, ...]
    signature: tuple[int, ...]
    data: np.ndarray | None
    quantization: Quantization | None
    sparsity: Sparsity | None
    is_variable: bool

    @property
    def dtype(self) -> np.dtype | None:
        """NumPy's type of the elements; None for types that are no numbers."""
        kind = _TYPES.get(self.kind)
        return None if kind is None else np.dtype(kind)

    @property
    def scaling(self) -> Quantization:
        """How it is quantised, for a tensor that is."""
        assert self.quantization is not None, "ask `is_quantized` first"
        return self.quantization

    @property
    def is_quantized(self) -> bool:
        """Whether its integers stand for other numbers."""
        return self.kind in _QUANTIZED and self.quantization is not None


@dataclass(frozen=True, slots=True)
class FileOperator:
    """An operator of a subgraph.

    Attributes:
        kind: Its name in the schema; a custom one is `CUSTOM name`.
        inputs: Numbers of tensors; -1 for one that is left out.
        outputs: Numbers of tensors.
        options: Values of all fields that are read.
    """

    kind: str
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    options: Mapping[str, Option]


@dataclass(frozen=True, slots=True)
class Subgraph:
    """A graph of a file; the first is the model.

    Attributes:
        tensors: All tensors.
        inputs: Numbers of tensors.
        outputs: Numbers of tensors.
        operators: The operators, in an order in which they can be computed.
    """

    tensors: tuple[FileTensor, ...]
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    operators: tuple[FileOperator, ...]


def read_file(path: Path) -> tuple[Subgraph, ...]:
    """The subgraphs of a file. Raises `ModelError` if it cannot be read."""
    with readable(path, "give the path of a .tflite file"):
        data = path.read_bytes()
    if data[4:8] != b"TFL3":
        raise ModelError(f"{path} is no TFLite model: it has not the identifier TFL3")
    try:
        return _subgraphs(Buffer(data))
    except DamagedError:
        raise ModelError(f"{path} is truncated or damaged") from None
    except MALFORMED as error:
        raise ModelError(f"{path} is damaged: {quoted(error)}") from error


def _subgraphs(buffer: Buffer) -> tuple[Subgraph, ...]:
    model = buffer.root()
    if model.scalar(schema.MODEL_VERSION, "I") != 3:
        raise ValueError("its schema is not version 3")
    kinds = [_kind(table) for table in model.tables(schema.MODEL_OPERATORS)]
    buffers = [_data(buffer, table) for table in model.tables(schema.MODEL_BUFFERS)]
    graphs = tuple(_subgraph(table, kinds, buffers) for table in model.tables(2))
    if not graphs:
        raise ValueError("it has no graph")
    return graphs


def _kind(table: Table) -> str:
    old = int(table.scalar(schema.OPERATOR_CODE_OLD, "b"))
    code = max(old, int(table.scalar(schema.OPERATOR_CODE, "i")))
    name = schema.OPERATORS[code] if 0 <= code < len(schema.OPERATORS) else f"operator {code}"
    return f"CUSTOM {table.text(schema.OPERATOR_CODE_CUSTOM)}" if name == "CUSTOM" else name


def _data(buffer: Buffer, table: Table) -> np.ndarray | None:
    """The bytes of a buffer, which large files have behind their tables; None if it has none."""
    start = int(table.scalar(schema.BUFFER_OFFSET, "Q"))
    size = int(table.scalar(schema.BUFFER_SIZE, "Q"))
    if start > 1:
        if start + size > len(buffer.data):
            raise DamagedError
        return np.frombuffer(buffer.data, np.uint8, size, start)
    found = table.array(schema.BUFFER_DATA, np.uint8)
    return found if found.size else None


def _subgraph(table: Table, kinds: Sequence[str], buffers: Sequence[np.ndarray | None]) -> Subgraph:
    tensors = tuple(_tensor(item, buffers) for item in table.tables(schema.GRAPH_TENSORS))
    operators = tuple(_operator(item, kinds) for item in table.tables(schema.GRAPH_OPERATORS))
    graph = Subgraph(
        tensors,
        _numbers(table, schema.GRAPH_INPUTS),
        _numbers(table, schema.GRAPH_OUTPUTS),
        operators,
    )
    used = [*graph.inputs, *graph.outputs, *(n for op in operators for n in op.outputs)]
    optional = [number for op in operators for number in op.inputs]
    if any(not 0 <= n < len(tensors) for n in used) or any(
        not -1 <= n < len(tensors) for n in optional
    ):
        raise ValueError("an operator has a tensor that is not there")
    return graph


def _tensor(table: Table, buffers: Sequence[np.ndarray | None]) -> FileTensor:
    kind = int(table.scalar(schema.TENSOR_TYPE, "b"))
    shape = _numbers(table, schema.TENSOR_SHAPE)
    signature = _numbers(table, schema.TENSOR_SIGNATURE)
    sparsity = table.table(schema.TENSOR_SPARSITY)
    if min(shape, default=0) < 0 or len(signature) not in (0, len(shape)):
        raise ValueError(f"a tensor has the shape {shape}")
    types = schema.ELEMENT_TYPES
    return FileTensor(
        table.text(schema.TENSOR_NAME),
        types[kind] if 0 <= kind < len(types) else f"type {kind}",
        shape,
        signature or shape,
        buffers[int(table.scalar(schema.TENSOR_BUFFER, "I"))],
        _quantization(table.table(schema.TENSOR_QUANTIZATION), len(shape)),
        None if sparsity is None else _sparsity(sparsity),
        bool(table.scalar(schema.TENSOR_VARIABLE, "?")),
    )


def _quantization(table: Table | None, rank: int) -> Quantization | None:
    if table is None:
        return None
    scale = table.array(schema.QUANTIZATION_SCALE, np.float32)
    if not scale.size:
        return None
    if not np.isfinite(scale).all() or scale.min() < 0:
        raise ValueError("a scale is not finite or negative")
    zero = table.array(schema.QUANTIZATION_ZERO_POINT, np.int64)
    zero = zero if zero.size else np.zeros(scale.size, np.int64)
    axis = int(table.scalar(schema.QUANTIZATION_DIMENSION, "i"))
    if zero.size not in (1, scale.size) or (scale.size > 1 and not 0 <= axis < rank):
        raise ValueError("scales and zero points do not fit")
    return Quantization(scale, np.broadcast_to(zero, scale.shape), axis)


def _sparsity(table: Table) -> Sparsity:
    return Sparsity(
        _numbers(table, schema.SPARSITY_ORDER),
        _numbers(table, schema.SPARSITY_BLOCKS),
        tuple(_level(item) for item in table.tables(schema.SPARSITY_DIMENSIONS)),
    )


def _level(table: Table) -> SparseAxis:
    if not table.scalar(schema.DIMENSION_FORMAT, "b"):
        return SparseAxis(int(table.scalar(schema.DIMENSION_SIZE, "i")))
    found = [
        _indices(table, schema.DIMENSION_SEGMENTS_TYPE, schema.DIMENSION_SEGMENTS),
        _indices(table, schema.DIMENSION_INDICES_TYPE, schema.DIMENSION_INDICES),
    ]
    return SparseAxis(0, *found)


def _indices(table: Table, kind: int, field: int) -> np.ndarray:
    dtype = (None, np.int32, np.uint16, np.uint8)[int(table.scalar(kind, "B"))]
    vector = table.table(field)
    if dtype is None or vector is None:
        raise ValueError("a sparse tensor has no indices")
    return vector.array(0, dtype).astype(np.int64)


def _operator(table: Table, kinds: Sequence[str]) -> FileOperator:
    kind = kinds[int(table.scalar(schema.NODE_OPERATOR, "I"))]
    operands = _numbers(table, schema.NODE_INPUTS), _numbers(table, schema.NODE_OUTPUTS)
    if kind in schema.CUSTOM_OPTIONS:
        own = table.array(schema.NODE_CUSTOM_OPTIONS, np.uint8).tobytes()
        return FileOperator(kind, *operands, {**schema.CUSTOM_OPTIONS[kind], **numbers_of_map(own)})
    if kind in schema.LATER_OPTIONS:
        number, fields = schema.LATER_OPTIONS[kind]
        places = schema.NODE_LATER_OPTIONS_TYPE, schema.NODE_LATER_OPTIONS
    else:
        number, fields = schema.OPTIONS.get(kind, (0, {}))
        places = schema.NODE_OPTIONS_TYPE, schema.NODE_OPTIONS
    given = table.table(places[1])
    if given is not None and number and table.scalar(places[0], "B") != number:
        raise ValueError(f"{kind} has options of another operator")
    options = {
        name: _default(field) if given is None else _option(given, field)
        for name, field in fields.items()
    }
    return FileOperator(kind, *operands, options)


def _option(table: Table, field: schema.Field) -> Option:
    if field.kind in _VECTORS:
        return tuple(table.array(field.number, _VECTORS[field.kind]).tolist())
    if field.kind == "s":
        return table.text(field.number)
    return table.scalar(field.number, field.kind, field.default)


def _default(field: schema.Field) -> Option:
    return () if field.kind in _VECTORS else "" if field.kind == "s" else field.default


def _numbers(table: Table, field: int) -> tuple[int, ...]:
    return tuple(table.array(field, np.int32).tolist())
