"""Reads the variables of a SavedModel: a tensor bundle.

`variables.index` is a table of LevelDB's format: blocks of sorted keys that share prefixes, and an
index of the blocks. Each key is the name of a tensor, each value says where its bytes are in the
shards `variables.data-00000-of-00002` and so on. See `tensorflow/core/util/tensor_bundle` and
LevelDB's `table_format.md`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from google.protobuf.message import DecodeError  # type: ignore[import-untyped]

from aoe.errors import ModelError, not_read
from aoe.frontends.tensorflow.messages import (
    MESSAGES,
    MOST_ELEMENTS,
    STRING,
    numpy_type,
    shape_sizes,
)
from aoe.frontends.tensorflow.snappy import uncompressed

#: Bytes of the end of a table, and the number that it ends with.
_FOOTER = 48
_MAGIC = 0xDB4775248B80FB57
#: The kinds of blocks, by the byte that follows each.
_PLAIN, _SNAPPY = 0, 1


def _absent(path: Path) -> ModelError:
    return ModelError(
        f"{path} does not exist; give the whole folder of the SavedModel, with its variables"
    )


class TensorBundle:
    """The tensors of a bundle, read when they are asked for."""

    def __init__(self, prefix: Path) -> None:
        """`prefix`: the path of the bundle's files without endings. Raises `ModelError`."""
        self._prefix = prefix
        index = Path(f"{prefix}.index")
        try:
            data = index.read_bytes()
        except FileNotFoundError:
            raise _absent(index) from None
        except OSError as error:
            raise ModelError(not_read(index, error)) from error
        try:
            pairs = dict(_pairs(data))
            header = MESSAGES["BundleHeader"].FromString(pairs.pop(b""))
            self._entries = {
                key: MESSAGES["BundleEntry"].FromString(value) for key, value in pairs.items()
            }
        except (LookupError, ValueError, struct.error, DecodeError) as error:
            raise ModelError(f"{index} is truncated or damaged: {error}") from error
        if header.endianness:
            raise ModelError(f"{index} was written by a big-endian machine; save the model anew")
        self._shards = int(header.num_shards)

    def __contains__(self, name: object) -> bool:
        return name in self._entries and self._entries[name].dtype != STRING

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._entries)

    def read(self, name: bytes) -> np.ndarray:
        """A tensor. Raises `ModelError` if its bytes are not there."""
        entry = self._entries[name]
        return self._joined(name, entry) if entry.slices else self._read(name, entry)

    def _joined(self, name: bytes, entry: Any) -> np.ndarray:
        """A variable that is stored in slices."""
        try:
            whole = np.zeros(_shape(entry), numpy_type(entry.dtype))
            for part in entry.slices:
                found = self._entries[slice_key(name, part)]
                ranges = tuple(
                    slice(item.start, item.start + item.length) if item.length else slice(None)
                    for item in part.extent
                )
                whole[ranges] = self._read(name, found)
        except (LookupError, ValueError, MemoryError) as error:
            raise ModelError(
                f"cannot read the slices of the variable {name.decode(errors='replace')!r} of "
                f"{self._prefix}.index: {error}"
            ) from error
        return whole

    def _read(self, name: bytes, entry: Any) -> np.ndarray:
        path = Path(f"{self._prefix}.data-{entry.shard_id:05d}-of-{self._shards:05d}")
        try:
            return _tensor(entry, path)
        except FileNotFoundError:
            raise _absent(path) from None
        except OSError as error:
            raise ModelError(not_read(path, error)) from error
        except ValueError as error:
            raise ModelError(
                f"cannot read the variable {name.decode(errors='replace')!r} of {path}: {error}"
            ) from error


def slice_key(name: bytes, part: Any) -> bytes:
    """The key of one slice: its name and ranges in the form of `tensor_slice_util` and
    `OrderedCode`, which sorts as the numbers do.
    """
    escaped = name.replace(b"\xff", b"\xff\x00").replace(b"\x00", b"\x00\xff")
    numbers = [n for item in part.extent for n in (item.start, item.length or -1)]
    rank = len(part.extent).to_bytes(1, "big")
    dimensions = b"\x01" + rank if len(part.extent) else b"\x00"
    return b"\x00" + escaped + b"\x00\x01" + dimensions + b"".join(map(_ordered, numbers))


def _ordered(number: int) -> bytes:
    """A number with its length in the first bits."""
    if number < 0:
        return bytes([0x80 ^ (number & 0xFF)])
    length = 1
    while number >> (7 * length - 1):
        length += 1
    header = ((1 << length) - 1) << (8 - length) if length <= 8 else 0xFF
    return (number | header << 8 * (length - 1)).to_bytes(length, "big")


def _shape(entry: Any) -> tuple[int, ...]:
    shape = shape_sizes(entry.shape)
    if shape is None or min(shape, default=0) < 0 or prod(shape) > MOST_ELEMENTS:
        raise ValueError("its shape is open, or too large")
    return shape


def _tensor(entry: Any, path: Path) -> np.ndarray:
    dtype, shape = numpy_type(entry.dtype), _shape(entry)
    if entry.size != prod(shape) * dtype.itemsize:
        raise ValueError("its shape and its size do not fit")
    if not entry.size:
        return np.zeros(shape, dtype)
    if entry.offset < 0 or entry.offset + entry.size > path.stat().st_size:
        raise ValueError("the file is truncated")
    return np.fromfile(path, dtype, prod(shape), offset=entry.offset).reshape(shape)


def _pairs(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Keys and values of a table."""
    if len(data) < _FOOTER or int.from_bytes(data[-8:], "little") != _MAGIC:
        raise ValueError("it does not end as such a table")
    position = len(data) - _FOOTER
    for _ in range(2):  # the index of the filters, which there are none of
        _, position = _varint(data, position)
    for _, place in _block(data, *_place(data, position)):
        yield from _block(data, *_place(place, 0))


def _place(data: bytes, position: int) -> tuple[int, int]:
    """Offset and size of a block."""
    offset, position = _varint(data, position)
    return offset, _varint(data, position)[0]


def _block(data: bytes, offset: int, size: int) -> Iterator[tuple[bytes, bytes]]:
    kind, content = data[offset + size], data[offset : offset + size]
    if kind == _SNAPPY:
        content = uncompressed(content)
    elif kind != _PLAIN:
        raise ValueError(f"a block has the unknown compression {kind}")
    (restarts,) = struct.unpack("<I", content[-4:])
    end, position, key = len(content) - 4 - 4 * restarts, 0, b""
    while position < end:
        shared, position = _varint(content, position)
        own, position = _varint(content, position)
        length, position = _varint(content, position)
        if position + own + length > end or shared > len(key):
            raise ValueError("an entry goes beyond its block")
        key = key[:shared] + content[position : position + own]
        position += own + length
        yield key, content[position - length : position]


def _varint(data: bytes, position: int) -> tuple[int, int]:
    """A number of seven bits a byte, and the position behind it."""
    result = shift = 0
    while True:
        byte = data[position]
        position += 1
        result |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return result, position
        if shift > 63:
            raise ValueError("a number is too long")
