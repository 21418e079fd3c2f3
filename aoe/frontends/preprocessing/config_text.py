"""The form of a file of `--insert_op_conf`: protobuf's text format, as far as AIPP uses it.

A file has blocks, `aipp_op { key: value … }`. Comments begin with `#`. Every value keeps its line,
for messages; protobuf's own parser does not tell lines of values.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from aoe.errors import UsageError, quoted

BLOCK = "aipp_op"
_TOKEN = re.compile(
    r"(?P<skipped>\s+|#[^\n]*)"
    r"|(?P<text>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')"
    r"|(?P<mark>[{}<>:,;\[\]])"
    r"|(?P<word>[^\s{}<>:,;\[\]#\"']+)"
)
_CLOSED_BY = {"{": "}", "<": ">"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a text in quotes, or a mark of a file.

    Attributes:
        kind: "word", "text", "mark", or "end" after the last one.
        text: What the file has, without quotes.
        line: The number of its line.
    """

    kind: str
    text: str
    line: int


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
    return tuple(_Parser(label, content).blocks())


class _Parser:
    def __init__(self, label: str, content: str) -> None:
        self._label = label
        self._tokens = _tokens(label, content)
        self._next = next(self._tokens)

    def blocks(self) -> Iterator[Block]:
        while self._next.kind != "end":
            yield self._block()

    def _block(self) -> Block:
        name = self._taken()
        if name.kind != "word" or name.text != BLOCK:
            raise self._wrong(name, f"a block, like {BLOCK} {{ aipp_mode: static }}")
        self._skip(":")
        opened = self._taken()
        end = _CLOSED_BY.get(opened.text)
        if opened.kind != "mark" or end is None:
            raise self._wrong(opened, f"{{ after {BLOCK}")
        values: dict[str, Token] = {}
        while self._next.kind != "mark" or self._next.text != end:
            key, value = self._entry(end)
            if key.text in values:
                raise UsageError(
                    f"{self._label}: line {key.line}: {key.text} is given twice in this block, "
                    f"first in line {values[key.text].line}; keep one of them"
                )
            values[key.text] = value
        self._taken()
        self._separator()
        return Block(name.line, values)

    def _entry(self, end: str) -> tuple[Token, Token]:
        key = self._taken()
        if key.kind != "word":
            raise self._wrong(key, f"a key and its value, or {end} at the end of the block")
        colon = self._taken()
        if (colon.kind, colon.text) != ("mark", ":"):
            raise self._wrong(colon, f": and a value after {quoted(key.text)}")
        value = self._taken()
        if value.kind not in ("word", "text"):
            raise self._wrong(value, f"one value of {quoted(key.text)}")
        self._separator()
        return key, value

    def _taken(self) -> Token:
        token = self._next
        if token.kind != "end":
            self._next = next(self._tokens)
        return token

    def _skip(self, mark: str) -> bool:
        found = (self._next.kind, self._next.text) == ("mark", mark)
        if found:
            self._taken()
        return found

    def _separator(self) -> None:
        if not self._skip(","):
            self._skip(";")

    def _wrong(self, found: Token, wanted: str) -> UsageError:
        what = "the file ends" if found.kind == "end" else f"found {quoted(repr(found.text))}"
        return UsageError(f"{self._label}: line {found.line}: {what}; write {wanted}")


def _tokens(label: str, content: str) -> Iterator[Token]:
    line, position = 1, 0
    while position < len(content):
        match = _TOKEN.match(content, position)
        if match is None:
            raise UsageError(f"{label}: line {line}: a text has no end; close its quotes")
        kind, text = str(match.lastgroup), match[0]
        if kind == "text":
            yield Token(kind, text[1:-1], line)
        elif kind != "skipped":
            yield Token(kind, text, line)
        line += text.count("\n")
        position = match.end()
    yield Token("end", "", line)
