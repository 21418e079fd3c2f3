"""Reads FlatBuffers (https://flatbuffers.dev/internals): tables of numbered fields in one buffer.

All positions are checked, and the number of tables is bounded by the size of the buffer, so that a
damaged buffer gives an error and no more work than its size.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

import numpy as np


class DamagedError(Exception):
    """A position is outside of the buffer."""


class Buffer:
    """The bytes of a file."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._tables = len(data) // 4

    def number(self, kind: str, position: int) -> int | float | bool:
        """A number of a kind of `struct` at a position."""
        if position < 0 or position + struct.calcsize("<" + kind) > len(self.data):
            raise DamagedError
        (found,) = struct.unpack_from("<" + kind, self.data, position)
        assert isinstance(found, int | float)
        return found

    def offset(self, position: int) -> int:
        """Where an offset at a position points to."""
        return position + int(self.number("I", position))

    def root(self) -> Table:
        """The table that the buffer holds."""
        return self.table(self.offset(0))

    def table(self, position: int) -> Table:
        """The table at a position."""
        self._tables -= 1
        if self._tables < 0:
            raise DamagedError
        return Table(self, position)


class Table:
    """One table. Fields that are not there have their defaults."""

    def __init__(self, buffer: Buffer, position: int) -> None:
        self._buffer = buffer
        self._position = position
        self._fields = position - int(buffer.number("i", position))
        self._end = int(buffer.number("H", self._fields))

    def scalar(self, field: int, kind: str, default: float = 0) -> int | float | bool:
        """A number of a kind of `struct`."""
        place = self._place(field)
        return default if place is None else self._buffer.number(kind, place)

    def table(self, field: int) -> Table | None:
        """A table."""
        place = self._place(field)
        return None if place is None else self._buffer.table(self._buffer.offset(place))

    def tables(self, field: int) -> Iterator[Table]:
        """The tables of a vector."""
        start, count = self._vector(field, 4)
        for number in range(count):
            yield self._buffer.table(self._buffer.offset(start + 4 * number))

    def array(self, field: int, dtype: type[np.generic]) -> np.ndarray:
        """A vector of numbers; empty if there is none."""
        start, count = self._vector(field, np.dtype(dtype).itemsize)
        return np.frombuffer(self._buffer.data, np.dtype(dtype).newbyteorder("<"), count, start)

    def text(self, field: int) -> str:
        """A string."""
        return self.array(field, np.uint8).tobytes().decode("utf-8", "replace")

    def _place(self, field: int) -> int | None:
        slot = 4 + 2 * field
        if slot + 2 > self._end:
            return None
        offset = int(self._buffer.number("H", self._fields + slot))
        return self._position + offset if offset else None

    def _vector(self, field: int, size: int) -> tuple[int, int]:
        """Where the elements of a vector start, and how many there are."""
        place = self._place(field)
        if place is None:
            return 0, 0
        start = self._buffer.offset(place)
        count = int(self._buffer.number("I", start))
        if start + 4 + count * size > len(self._buffer.data):
            raise DamagedError
        return start + 4, count
