"""Values of MindIR: tensors, and what attributes and constants hold.

Weights over 1 GB are in files of their own, which a tensor names with an offset and a length.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from types import MappingProxyType
from typing import Any

import ml_dtypes
import numpy as np

from aoe.errors import ModelError, counted, not_read, quoted
from aoe.frontends.mindspore.items import NOTHING, ElementType, Item, Unknown
from aoe.frontends.mindspore.schema import AttributeType

#: Element types by their number in a tensor.
DTYPES: Mapping[int, np.dtype] = MappingProxyType(
    {
        number: np.dtype(name)
        for number, name in (
            *((1, "f4"), (2, "u1"), (3, "i1"), (4, "u2"), (5, "i2"), (6, "i4"), (7, "i8")),
            *((9, "?"), (10, "f2"), (11, "f8"), (12, "u4"), (13, "u8"), (17, "f8")),
            (16, ml_dtypes.bfloat16),
        )
    }
)
#: Most elements of a tensor, of a size that NumPy and the offsets in a file can express.
_MOST_ELEMENTS = 1 << 40
#: Attributes that hold an integer.
_INTEGERS = frozenset(
    kind for kind in range(AttributeType.UINT8, AttributeType.UINT64 + 1) if 2 <= kind <= 7
) | {12, AttributeType.UINT64}
_REALS = frozenset((AttributeType.FLOAT, AttributeType.FLOAT16, AttributeType.BFLOAT16))
#: Deepest nesting of tuples.
_DEEPEST = 20


def dtype_of_tensor(message: Any) -> np.dtype:
    """The element type of a tensor. Raises `ModelError` if the computer here has none such."""
    if message.data_type not in DTYPES:
        raise ModelError(
            f"the tensor {quoted(message.name)!r} has elements of type {message.data_type}, which "
            "are not read; export the model with float or integer tensors"
        )
    return DTYPES[message.data_type]


def tensor(message: Any, folder: Path | None) -> np.ndarray:
    """The array of a tensor. `folder`: where files with its data may be; None if nowhere.

    Raises:
        ModelError: The data are missing, compressed or of another size than the shape says.
    """
    dtype, shape = dtype_of_tensor(message), tuple(int(size) for size in message.dims)
    name = quoted(message.name)
    if message.compression_type:
        raise ModelError(f"the tensor {name!r} is compressed; export the model uncompressed")
    if any(size < 0 for size in shape) or math.prod(shape) > _MOST_ELEMENTS:
        raise ModelError(f"the tensor {name!r} has the shape {quoted(shape)}, which no data have")
    data = _data(message, dtype, math.prod(shape), folder)
    if data.size != math.prod(shape):
        raise ModelError(
            f"the tensor {name!r} has {counted(data.size, 'element')}, but the shape "
            f"{quoted(shape)}; the file is truncated or damaged"
        )
    return data.reshape(shape)


def _data(message: Any, dtype: np.dtype, count: int, folder: Path | None) -> np.ndarray:
    if message.HasField("external_data"):
        return _external(message, dtype, count, folder)
    if message.raw_data:
        if len(message.raw_data) % dtype.itemsize:
            raise ModelError(
                f"the tensor {quoted(message.name)!r} ends within an element; the file is damaged"
            )
        return np.frombuffer(message.raw_data, dtype)
    for field in ("float_data", "int32_data", "int64_data", "double_data", "uint64_data"):
        if numbers := getattr(message, field):
            return np.array(numbers).astype(dtype)
    return np.zeros(0, dtype)


def _external(message: Any, dtype: np.dtype, count: int, folder: Path | None) -> np.ndarray:
    path, offset, length = external_path(message, folder), *_extent(message)
    if length != count * dtype.itemsize:
        raise ModelError(
            f"the tensor {quoted(message.name)!r} has {counted(length, 'byte')} in {path}, but its "
            f"shape needs {count * dtype.itemsize}; export the model again"
        )
    try:
        if path.stat().st_size < offset + length:
            raise ModelError(f"{path} is truncated; export the model again")
        return np.memmap(path, dtype, "r", offset, (count,)) if count else np.zeros(0, dtype)
    except OSError as error:
        raise ModelError(not_read(path, error)) from error


def _extent(message: Any) -> tuple[int, int]:
    offset, length = message.external_data.offset, message.external_data.length
    if offset < 0 or length < 0:
        raise ModelError(f"the tensor {quoted(message.name)!r} lies outside of its file")
    return offset, length


def external_path(message: Any, folder: Path | None) -> Path:
    """The file that a tensor's data are in. Raises `ModelError` if it is not below `folder`."""
    location = PurePosixPath(message.external_data.location)
    if folder is None or location.is_absolute() or ".." in location.parts or not location.parts:
        raise ModelError(
            f"the tensor {quoted(message.name)!r} is in the file {quoted(location)!r}, which is "
            "outside of the model's folder"
        )
    return folder / location


def attribute_value(message: Any, folder: Path | None, depth: int = 0) -> Item:
    """What an attribute, or the constant that has it, holds."""
    kind = message.type
    if depth > _DEEPEST:
        raise ModelError("a constant is nested too deeply; the file is damaged")
    if kind in (AttributeType.TUPLE, AttributeType.LIST):
        return tuple(attribute_value(item, folder, depth + 1) for item in message.values)
    if kind == AttributeType.DICTIONARY:
        return {item.name: attribute_value(item, folder, depth + 1) for item in message.values}
    if kind in (AttributeType.TENSOR, AttributeType.TENSORS):
        return _tensor_value(message, folder)
    if kind in _REALS:
        return float(message.f if message.HasField("f") else _first(message.floats))
    if kind == AttributeType.DOUBLE:
        return float(message.d if message.HasField("d") else _first(message.doubles))
    if kind == AttributeType.STRING:
        text = message.s if message.HasField("s") else (message.strings or [b""])[0]
        return bytes(text).decode("utf-8", "replace")
    if kind in _INTEGERS or kind == AttributeType.BOOL:
        number = int(message.i if message.HasField("i") else _first(message.ints))
        return bool(number) if kind == AttributeType.BOOL else number
    if kind in (AttributeType.UMONAD, AttributeType.IOMONAD):
        return NOTHING
    if kind in (AttributeType.NONE, AttributeType.TYPE_NULL):
        return None
    return Unknown(f"an operand is a constant of kind {kind}")


def _tensor_value(message: Any, folder: Path | None) -> Item:
    """A tensor; one without data only names a type, which is its number."""
    item = message.t if message.HasField("t") else message.tensors[0]
    empty = not (item.raw_data or item.HasField("external_data") or _numbers(item))
    if empty and not item.dims:
        return ElementType(dtype_of_tensor(item))
    return tensor(item, folder)


def _numbers(item: Any) -> bool:
    return bool(item.float_data or item.int32_data or item.int64_data or item.double_data)


def _first(numbers: Any) -> Any:
    return numbers[0] if numbers else 0
