"""Relocatable ELF files of bytes, so that a linker takes up what no compiler made: the constants of
a model, and instructions that LLVM IR has no words for.

The format is that of the System V ABI, 64 bits, little-endian. A file has one section for each
symbol, and no relocations.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

#: ELF's number of an architecture (`e_machine`).
MACHINES = {"x86_64": 62, "aarch64": 183}
_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_SECTION = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_IDENTIFICATION = b"\x7fELF\x02\x01\x01" + bytes(9)
_RELOCATABLE, _VERSION = 1, 1
#: Kinds of sections.
_BITS, _SYMBOLS, _STRINGS = 1, 2, 3
#: A section that is loaded, and one of instructions that is.
_DATA, _CODE = 2, 2 | 4
#: A global symbol of an object or of a function.
_OBJECT, _FUNCTION = 0x11, 0x12
#: Tells linkers that the stack needs no right to be executed.
_NO_EXECUTABLE_STACK = b".note.GNU-stack"


@dataclass(frozen=True, slots=True)
class Content:
    """Bytes that have a name.

    Attributes:
        symbol: The name.
        data: The bytes, uint8; at least one.
        is_code: Whether they are instructions.
    """

    symbol: str
    data: np.ndarray
    is_code: bool = False


def elf_object(contents: Sequence[Content], architecture: str, alignment: int) -> list[memoryview]:
    """Returns the pieces of a relocatable file, in order. Large contents are not copied.

    Args:
        contents: What it holds.
        architecture: A key of `MACHINES`.
        alignment: What the address of each content is a multiple of, in bytes.
    """
    names = [_section_name(item) for item in contents]
    tables = [b".symtab", b".strtab", b".shstrtab", _NO_EXECUTABLE_STACK]
    section_names, name_places = _strings([*names, *tables])
    symbol_names, symbol_places = _strings([item.symbol.encode() for item in contents])
    symbols = _SYMBOL.pack(0, 0, 0, 0, 0, 0) + b"".join(
        _SYMBOL.pack(place, _FUNCTION if item.is_code else _OBJECT, 0, number, 0, item.data.nbytes)
        for number, (item, place) in enumerate(zip(contents, symbol_places, strict=True), 1)
    )
    data = [np.ascontiguousarray(item.data).data.cast("B") for item in contents]
    written = _Layout(_HEADER.size)
    heads = [_SECTION.pack(*[0] * 10)]
    for item, place, block in zip(contents, name_places, data, strict=False):
        start = written.add(block, alignment)
        flags = _CODE if item.is_code else _DATA
        heads.append(_SECTION.pack(place, _BITS, flags, 0, start, len(block), 0, 0, alignment, 0))
    table, texts, section_texts, stack = name_places[len(contents) :]
    start = written.add(memoryview(symbols), 8)
    # Its strings are the next section; the first global symbol is number 1.
    link = len(contents) + 2
    heads.append(
        _SECTION.pack(table, _SYMBOLS, 0, 0, start, len(symbols), link, 1, 8, _SYMBOL.size)
    )
    for place, text in ((texts, symbol_names), (section_texts, section_names)):
        start = written.add(memoryview(text), 1)
        heads.append(_SECTION.pack(place, _STRINGS, 0, 0, start, len(text), 0, 0, 1, 0))
    heads.append(_SECTION.pack(stack, _BITS, 0, 0, written.end, 0, 0, 0, 1, 0))
    start = written.add(memoryview(b"".join(heads)), 8)
    header = _HEADER.pack(
        _IDENTIFICATION,
        _RELOCATABLE,
        MACHINES[architecture],
        _VERSION,
        0,
        0,
        start,
        0,
        _HEADER.size,
        0,
        0,
        _SECTION.size,
        len(heads),
        len(heads) - 2,
    )
    return [memoryview(header), *written.pieces]


class _Layout:
    """The pieces of a file behind its header."""

    def __init__(self, end: int) -> None:
        self.pieces: list[memoryview] = []
        self.end = end

    def add(self, piece: memoryview, alignment: int) -> int:
        """Appends a piece. Returns where it begins, a multiple of `alignment`."""
        padding = -self.end % alignment
        start = self.end + padding
        self.pieces += [memoryview(bytes(padding)), piece]
        self.end = start + len(piece)
        return start


def _section_name(item: Content) -> bytes:
    return f"{'.text' if item.is_code else '.rodata'}.{item.symbol}".encode()


def _strings(texts: Sequence[bytes]) -> tuple[bytes, list[int]]:
    """A table of strings, and where each of them begins in it."""
    places, table = [], b"\0"
    for text in texts:
        places.append(len(table))
        table += text + b"\0"
    return table, places
