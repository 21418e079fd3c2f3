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

from aoe.errors import ModelError
from aoe.frontends.tensorflow.messages import (
    MESSAGES,
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


class TensorBundle:
    """The tensors of a bundle, read when they are asked for."""

    def __init__(self, prefix: Path) -> None:
        """`prefix`: the path of the bundle's files without endings. Raises `ModelError`."""
        self._prefix = prefix
        index = Path(f"{prefix}.index")
        try:
            data = index.read_bytes()
        except OSError as error:
            raise ModelError(f"cannot read {index}: {error.strerror or error}") from error
        try:
            pairs = dict(_pairs(data))
            header = MESSAGES["BundleHeader"].FromString(pairs.pop(b""))
            self._entries = {
                key.decode(): MESSAGES["BundleEntry"].FromString(value)
                for key, value in pairs.items()
            }
        except (LookupError, ValueError, struct.error, DecodeError) as error:
            raise ModelError(f"{index} is truncated or damaged: {error}") from error
        if header.endianness:
            raise ModelError(f"{index} was written by a big-endian machine; save the model anew")
        self._shards = int(header.num_shards)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def read(self, name: str) -> np.ndarray:
        """A tensor. Raises `ModelError` if its bytes are not there."""
        entry = self._entries[name]
        path = Path(f"{self._prefix}.data-{entry.shard_id:05d}-of-{self._shards:05d}")
        try:
            return _tensor(entry, path)
        except OSError as error:
            raise ModelError(f"cannot read {path}: {error.strerror or error}") from error
        except ValueError as error:
            raise ModelError(f"cannot read the variable {name!r} of {path}: {error}") from error


def _tensor(entry: Any, path: Path) -> np.ndarray:
    dtype, shape = numpy_type(entry.dtype), shape_sizes(entry.shape)
    if entry.dtype == STRING:
        raise ValueError("its type is string")
    if entry.slices:
        raise ValueError("it is stored in slices; save the model with whole variables")
    if shape is None or min(shape, default=0) < 0 or entry.size != prod(shape) * dtype.itemsize:
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
