"""Decompresses Snappy's raw format, as the blocks of a table have it.

See `format_description.txt` of Snappy: the size, then literals and copies of what came before.
"""

from __future__ import annotations

from aoe.errors import counted

#: Bytes of the largest block that is read.
_LARGEST = 1 << 26


def uncompressed(data: bytes) -> bytes:
    """The bytes that were compressed.

    Raises:
        IndexError: The data ends early.
        ValueError: It is no compressed data.
    """
    size, position = _size(data)
    if size > _LARGEST:
        raise ValueError(f"a compressed block of {size} bytes is too large")
    result = bytearray()
    while position < len(data):
        tag = data[position]
        position += 1
        if tag & 3 == 0:
            length, position = _literal(data, tag, position)
            result += data[position : position + length]
            position += length
        else:
            length, back, position = _copy(data, tag, position)
            if not 0 < back <= len(result) or len(result) + length > size:
                raise ValueError("a compressed block copies from outside")
            for _ in range(length):
                result.append(result[-back])
    if len(result) != size:
        raise ValueError(f"a compressed block has {counted(len(result), 'byte')} instead of {size}")
    return bytes(result)


def _size(data: bytes) -> tuple[int, int]:
    size = 0
    for position in range(5):
        size |= (data[position] & 0x7F) << 7 * position
        if data[position] < 0x80:
            return size, position + 1
    raise ValueError("the size of a compressed block is too long")


def _literal(data: bytes, tag: int, position: int) -> tuple[int, int]:
    """How many bytes follow, and where."""
    length = tag >> 2
    if length < 60:
        return length + 1, position
    width = length - 59
    return int.from_bytes(data[position : position + width], "little") + 1, position + width


def _copy(data: bytes, tag: int, position: int) -> tuple[int, int, int]:
    """How many bytes are copied, from how far back, and where the next tag is."""
    if tag & 3 == 1:
        return (tag >> 2 & 7) + 4, (tag >> 5) << 8 | data[position], position + 1
    width = 2 if tag & 3 == 2 else 4
    return (
        (tag >> 2) + 1,
        int.from_bytes(data[position : position + width], "little"),
        position + width,
    )
