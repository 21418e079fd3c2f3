"""The blocks of a file of `--insert_op_conf`: `aipp_op { key: value … }`, in protobuf's text form.

`aoe/frontends/protobuf_text.py` reads the form.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aoe.frontends.protobuf_text import FieldReader, Token

BLOCK = "aipp_op"


@dataclass(frozen=True, slots=True)
class Block:
    """A block of a file.

    Attributes:
        line: The number of its first line.
        values: The value of each key, a word or a text in quotes.
    """

    line: int
    values: Mapping[str, Token]


def parse_blocks(label: str, content: str) -> tuple[Block, ...]:
    """The blocks of a file.

    Args:
        label: What messages call the file.
        content: What is in it.

    Raises:
        UsageError: The file has another form. The message gives the line.
    """
    return tuple(_blocks(FieldReader(label, content)))


def _blocks(reader: FieldReader) -> Iterator[Block]:
    wanted = f"a block, like {BLOCK} {{ aipp_mode: static }}"
    for name in reader.names("", wanted):
        if name.text != BLOCK:
            raise reader.wrong(name, wanted)
        reader.colon()
        end = reader.opened()
        if end is None:
            raise reader.wrong(reader.next, f"{{ after {BLOCK}")
        yield Block(name.line, _values(reader, end))


def _values(reader: FieldReader, end: str) -> dict[str, Token]:
    values: dict[str, Token] = {}
    for key in reader.names(end, f"a key and its value, or {end} at the end of the block"):
        value = reader.value(key, after_colon=reader.colon())
        if key.text in values:
            raise reader.error(
                key,
                f"{key.text} is given twice in this block, first in line "
                f"{values[key.text].line}; keep one of them",
            )
        values[key.text] = value
    return values
