"""Reads protobuf's text form without a schema: fields `name: value` and `name { … }`.

Comments begin with `#`. Every name and value keeps its line, for messages; protobuf's own parser
does not tell lines of values.

Source: Text Format Language Specification of Protocol Buffers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from aoe.errors import UsageError, quoted

_TOKEN = re.compile(
    r"(?P<skipped>\s+|#[^\n]*)"
    r"|(?P<text>\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*')"
    r"|(?P<mark>[{}<>:,;\[\]])"
    r"|(?P<word>[^\s{}<>:,;\[\]#\"']+)"
)
#: A value without quotes that has marks in it, as paths and shapes do.
_LONG_WORD = re.compile(r"(?P<word>[^\s{}#\"'][^\s{}\"']*)")
_ESCAPED = re.compile(r"\\(.)")
_CLOSED_BY = {"{": "}", "<": ">"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word, a text in quotes, or a mark of a file.

    Attributes:
        kind: "word", "text", "mark", or "end" after the last one.
        text: What the file has, without quotes.
        line: The number of its line.
        column: Where it begins in the line, from 1 on.
    """

    kind: str
    text: str
    line: int
    column: int = field(default=0, compare=False)


class FieldReader:
    """Goes through the fields of a file. What is read raises `UsageError` by its line where the
    file has another form.

    Args:
        label: What messages call the file.
        content: What is in it.
        long_words: Whether values without quotes go on to the next space, as in AOE's files of
            quantisation. There `<` opens no block.
    """

    def __init__(self, label: str, content: str, *, long_words: bool = False) -> None:
        self._label = label
        self._tokens = tokens(label, content, long_words=long_words)
        self._next = next(self._tokens)
        self._closed_by = {"{": "}"} if long_words else _CLOSED_BY

    def names(self, end: str, wanted: str) -> Iterator[Token]:
        """The names of fields up to the end of their block. After each one, the caller reads the
        block or the value of the field.

        Args:
            end: The mark that closes the block; "" for the end of the file.
            wanted: What a message says to write in place of something else.
        """
        after_comma = False
        while not self._at(end):
            name = self._taken()
            if name.text[:1].isdigit() and after_comma:
                raise self.error(
                    name, f"a comma stands before {quoted(repr(name.text))}; decimals have a point"
                )
            if name.kind != "word" or name.text[:1].isdigit():
                raise self.wrong(name, wanted)
            yield name
            after_comma = self._skipped(",")
            if not after_comma:
                self._skipped(";")
        self._taken()

    def colon(self) -> bool:
        """Whether a colon is next. Goes past it."""
        return self._skipped(":")

    def opened(self) -> str | None:
        """The mark that closes the block that is opened next; None if none is. Goes past the mark
        that opens it.
        """
        end = self._closed_by.get(self._next.text) if self._next.kind == "mark" else None
        if end is not None:
            self._taken()
        return end

    def value(self, name: Token, *, after_colon: bool) -> Token:
        """The value of a field. Texts in a row are one."""
        if not after_colon:
            raise self.wrong(self.next, f": and a value after {quoted(name.text)}", name)
        value = self._taken()
        if value.kind not in ("word", "text"):
            raise self.wrong(value, f"one value of {quoted(name.text)}")
        while value.kind == "text" and self._next.kind == "text":
            value = Token("text", value.text + self._taken().text, value.line)
        return value

    @property
    def next(self) -> Token:
        """What comes next."""
        return self._next

    def wrong(self, found: Token, wanted: str, place: Token | None = None) -> UsageError:
        """That something else was to be found. `place`: where, by default there."""
        what = "the file ends" if found.kind == "end" else f"found {quoted(repr(found.text))}"
        return self.error(place or found, f"{what}; write {wanted}")

    def error(self, place: Token, what: str) -> UsageError:
        """What is wrong at a place."""
        return UsageError(f"{self._label}: line {place.line}: {what}")

    def _at(self, end: str) -> bool:
        return (self._next.kind, self._next.text) == ("mark" if end else "end", end)

    def _skipped(self, mark: str) -> bool:
        found = self._at(mark)
        if found:
            self._taken()
        return found

    def _taken(self) -> Token:
        token = self._next
        if token.kind != "end":
            self._next = next(self._tokens)
        return token


def tokens(label: str, content: str, *, long_words: bool = False) -> Iterator[Token]:
    """The tokens of a file, and one of kind "end". Arguments and errors: as for `FieldReader`."""
    line, position = 1, 0
    after_colon = False
    while position < len(content):
        long = _LONG_WORD.match(content, position) if long_words and after_colon else None
        match = long or _TOKEN.match(content, position)
        if match is None:
            raise UsageError(f"{label}: line {line}: a text has no end; close its quotes")
        kind, text = str(match.lastgroup), match[0]
        if kind != "skipped":
            after_colon = text == ":" and kind == "mark"
            column = position - content.rfind("\n", 0, position)
            yield Token(kind, _content(kind, text, long is not None), line, column)
        line += text.count("\n")
        position = match.end()
    yield Token("end", "", line)


def _content(kind: str, text: str, long: bool) -> str:
    if kind == "text":
        return _ESCAPED.sub(r"\1", text[1:-1])
    return text.rstrip(",;") if long else text
