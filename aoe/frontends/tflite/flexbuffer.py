"""Reads the options of custom operators: FlexBuffers (https://flatbuffers.dev/internals) that hold
a map of names to numbers.

A FlexBuffer says the type and size of each value itself, and is written from its leaves to its
root, which is at its end. All positions are checked.
"""

from __future__ import annotations

from collections.abc import Mapping

from aoe.frontends.tflite.flatbuffer import Buffer, DamagedError

#: Types of values: numbers, the same behind an offset, and maps. Others are left out.
_INTEGER, _UNSIGNED, _FLOAT, _MAP, _BOOL = 1, 2, 3, 9, 26
_INDIRECT = {6: _INTEGER, 7: _UNSIGNED, 8: _FLOAT}
#: Kinds of `struct` by type and the number of bytes.
_KINDS: Mapping[int, Mapping[int, str]] = {
    _INTEGER: {1: "b", 2: "h", 4: "i", 8: "q"},
    _UNSIGNED: {1: "B", 2: "H", 4: "I", 8: "Q"},
    _FLOAT: {2: "e", 4: "f", 8: "d"},
    _BOOL: {1: "B", 2: "H", 4: "I", 8: "Q"},
}
#: The longest name.
_LONGEST = 256


def numbers_of_map(data: bytes) -> dict[str, float]:
    """The numbers of the map that a buffer holds, by name; none for an empty buffer.

    Raises:
        DamagedError: A position is outside of the buffer.
        ValueError: It holds something else than a map.
    """
    if not data:
        return {}
    buffer = Buffer(data)
    width, packed = int(buffer.number("B", len(data) - 1)), int(buffer.number("B", len(data) - 2))
    if packed >> 2 != _MAP:
        raise ValueError("its options are no map")
    start = _offset(buffer, len(data) - 2 - width, width)
    width = 1 << (packed & 3)
    keys = _offset(buffer, start - 3 * width, width)
    key_width = _unsigned(buffer, start - 2 * width, width)
    count = _unsigned(buffer, start - width, width)
    if count > len(data):
        raise DamagedError
    found = {}
    for number in range(count):
        name = _text(buffer, _offset(buffer, keys + number * key_width, key_width))
        kind = int(buffer.number("B", start + count * width + number))
        value = _number(buffer, start + number * width, width, kind)
        if value is not None:
            found[name] = value
    return found


def _number(buffer: Buffer, position: int, width: int, packed: int) -> float | None:
    """A value of a map; None if it is no number."""
    kind = packed >> 2
    if kind in _INDIRECT:
        position = _offset(buffer, position, width)
        kind, width = _INDIRECT[kind], 1 << (packed & 3)
    form = _KINDS.get(kind, {}).get(width)
    return None if form is None else buffer.number(form, position)


def _unsigned(buffer: Buffer, position: int, width: int) -> int:
    form = _KINDS[_UNSIGNED].get(width)
    if form is None:
        raise DamagedError
    return int(buffer.number(form, position))


def _offset(buffer: Buffer, position: int, width: int) -> int:
    """Where an offset points to, which is before it."""
    return position - _unsigned(buffer, position, width)


def _text(buffer: Buffer, position: int) -> str:
    """A text that ends with a zero."""
    if not 0 <= position < len(buffer.data):
        raise DamagedError
    end = buffer.data.find(b"\0", position, position + _LONGEST)
    if end < 0:
        raise DamagedError
    return buffer.data[position:end].decode("utf-8", "replace")
