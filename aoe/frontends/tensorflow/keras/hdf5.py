"""Arrays of an HDF5 file, in the form in which h5py writes them by default.

That is version 0 of the superblock, groups as B-trees of names, and datasets in one piece. Files of
another form are refused. The format: https://docs.hdfgroup.org/documentation/hdf5/latest/_f_m_t3.html
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from math import prod

import numpy as np

from aoe.errors import MALFORMED, ModelError, counted, quoted

_SIGNATURE = b"\x89HDF\r\n\x1a\n"
#: Groups and datasets of a file, at most.
_MOST_OBJECTS = 200_000
_DATASPACE, _DATATYPE, _LAYOUT, _CONTINUATION, _SYMBOL_TABLE = 1, 3, 8, 16, 17
_CONTIGUOUS = 1
#: Where an object has no data.
_NOWHERE = (1 << 64) - 1


class Hdf5File:
    """The datasets of a file by their paths, such as `layers/dense/vars/0`."""

    def __init__(self, data: bytes, label: str) -> None:
        """`label`: what messages call the file. Raises `ModelError` if it cannot be read."""
        self._data, self._label = data, label
        try:
            self._headers = dict(self._objects())
        except (*MALFORMED, struct.error) as error:
            raise self._refused(quoted(error)) from error

    def __iter__(self) -> Iterator[str]:
        return iter(self._headers)

    def array(self, path: str) -> np.ndarray:
        """A dataset. Raises `ModelError` if there is none that can be read."""
        try:
            return self._array(self._headers[path])
        except KeyError:
            raise ModelError(f"{self._label} has no weights {quoted(path)!r}") from None
        except (*MALFORMED, struct.error) as error:
            raise self._refused(f"{quoted(path)}: {quoted(error)}") from error

    def _refused(self, why: str) -> ModelError:
        return ModelError(
            f"{self._label} is damaged, or HDF5 of a form that Keras does not write: {why}"
        )

    def _objects(self) -> Iterator[tuple[str, Mapping[int, bytes]]]:
        """The messages of all datasets."""
        if self._data[:8] != _SIGNATURE:
            raise ValueError("it does not start as HDF5")
        if self._data[8] != 0 or self._data[13:15] != b"\x08\x08":
            raise ValueError(f"its superblock has the version {self._data[8]}")
        todo = [("", self._number(64))]
        seen = set()
        while todo:
            path, address = todo.pop()
            if address in seen:
                raise ValueError("an object is in two groups")
            seen.add(address)
            if len(seen) > _MOST_OBJECTS:
                raise ValueError(f"it has more than {_MOST_OBJECTS} objects")
            messages = self._messages(address)
            if _SYMBOL_TABLE not in messages:
                yield path, messages
                continue
            tree, heap = struct.unpack_from("<2Q", messages[_SYMBOL_TABLE])
            names = self._number(heap + 24)
            for name, child in self._links(tree):
                text = self._text(names + name)
                todo.append((f"{path}/{text}" if path else text, child))

    def _messages(self, address: int) -> dict[int, bytes]:
        """The messages of an object by type; the first of each type."""
        version, _, _, _, size = struct.unpack("<BBHII", self._bytes(address, 12))
        if version != 1:
            raise ValueError(f"an object has a header of the version {version}")
        found: dict[int, bytes] = {}
        blocks = [(address + 16, size)]
        for place, length in blocks:
            end = place + length
            while place + 8 <= end:
                kind, count = struct.unpack("<HH", self._bytes(place, 4))
                content = self._bytes(place + 8, count)
                place += 8 + count
                if kind == _CONTINUATION and len(blocks) < _MOST_OBJECTS:
                    blocks.append(struct.unpack("<2Q", content[:16]))
                else:
                    found.setdefault(kind, content)
        return found

    def _links(self, tree: int) -> Iterator[tuple[int, int]]:
        """Where the name of each object in a group is in the heap, and its header."""
        todo = [tree]
        for address in todo:
            mark, _, _, used = struct.unpack("<4sBBH", self._bytes(address, 8))
            if mark == b"TREE" and len(todo) + used <= _MOST_OBJECTS:
                todo += [self._number(address + 32 + 16 * place) for place in range(used)]
            elif mark == b"SNOD":
                for place in range(struct.unpack("<H", self._bytes(address + 6, 2))[0]):
                    name, header = struct.unpack("<2Q", self._bytes(address + 8 + 40 * place, 16))
                    yield name, header
            else:
                raise ValueError("a group has no valid list of its objects")

    def _array(self, messages: Mapping[int, bytes]) -> np.ndarray:
        dtype, shape = _dtype(messages[_DATATYPE]), _shape(messages[_DATASPACE])
        layout = messages[_LAYOUT]
        if layout[0] != 3 or layout[1] != _CONTIGUOUS:
            raise ValueError("its data is compressed or in several pieces")
        address, size = struct.unpack_from("<2Q", layout, 2)
        if size != prod(shape) * dtype.itemsize and not (address == _NOWHERE or not prod(shape)):
            raise ValueError(f"{counted(size, 'byte')} for the shape {shape}")
        if address == _NOWHERE:
            if prod(shape) * dtype.itemsize > len(self._data):
                raise ValueError(f"the shape {shape} without data")
            return np.zeros(shape, dtype)
        return np.frombuffer(self._bytes(address, size), dtype).reshape(shape)

    def _number(self, place: int) -> int:
        return int(struct.unpack("<Q", self._bytes(place, 8))[0])

    def _bytes(self, place: int, count: int) -> bytes:
        found = self._data[place : place + count]
        if len(found) != count:
            raise ValueError("it is truncated")
        return found

    def _text(self, place: int) -> str:
        end = self._data.index(b"\0", place)
        return self._data[place:end].decode()


def _dtype(message: bytes) -> np.dtype:
    """The element type. The class is in the first four bits, the size at byte 4."""
    kind, flags, size = message[0] & 15, message[1], int.from_bytes(message[4:8], "little")
    order = ">" if flags & 1 else "<"
    if kind == 0 and size in (1, 2, 4, 8):
        return np.dtype(f"{order}{'i' if flags & 8 else 'u'}{size}")
    # Other exponents and mantissas of the same size are no types of NumPy.
    forms = {2: (10, 5), 4: (23, 8), 8: (52, 11)}
    if kind == 1 and size in forms and (message[12], message[13]) == forms[size]:
        return np.dtype(f"{order}f{size}")
    raise ValueError("its elements are no numbers of NumPy")


def _shape(message: bytes) -> tuple[int, ...]:
    version, rank = message[0], message[1]
    if version not in (1, 2):
        raise ValueError(f"its shape has the version {version}")
    return struct.unpack_from(f"<{rank}Q", message, 8 if version == 1 else 4)
