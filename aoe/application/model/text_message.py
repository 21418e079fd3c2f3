"""Reads protobuf's text form without a schema, as AOE's configuration files have it: fields
`name: value` and messages `name { … }` or `name: { … }`, with comments from `#` on.

Values may stand without quotes up to the next space, as paths and shapes do in these files.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_BETWEEN = re.compile(r"(?:\s+|#[^\n]*|[,;])*")
_NAME = re.compile(r"([A-Za-z_]\w*)\s*(:?)\s*")
_QUOTED = re.compile(r'"((?:\\.|[^"\\\n])*)"|\'((?:\\.|[^\'\\\n])*)\'')
_BARE = re.compile(r"""[^\s{}"']+""")
_ESCAPED = re.compile(r"\\(.)")
#: Messages inside one another.
_DEEPEST = 16


class TextMessageError(ValueError):
    """A text is no message. Says where and why."""


@dataclass
class Message:
    """The fields of a message.

    Attributes:
        values: Texts by name, in order.
        messages: Messages by name, in order.
    """

    values: dict[str, list[str]] = field(default_factory=dict)
    messages: dict[str, list[Message]] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        """The names of all fields."""
        return {*self.values, *self.messages}


def parse_message(text: str) -> Message:
    """The message in a text. Raises `TextMessageError`."""
    message, end = _fields(text, 0, 0)
    if end < len(text):
        raise _error(text, end, "'}' closes nothing")
    return message


def _fields(text: str, start: int, depth: int) -> tuple[Message, int]:
    """The fields up to the end of the text or to a brace, and where that is."""
    if depth > _DEEPEST:
        raise _error(text, start, f"messages are nested more than {_DEEPEST} deep")
    message = Message()
    while True:
        start = _after_space(text, start)
        if start == len(text) or text[start] == "}":
            return message, start
        named = _NAME.match(text, start)
        if named is None:
            raise _error(text, start, "the name of a field is missing")
        name, place = named[1], named.end()
        if text.startswith("{", place):
            inner, end = _fields(text, place + 1, depth + 1)
            if end == len(text):
                raise _error(text, place, f"the message {name!r} has no end")
            message.messages.setdefault(name, []).append(inner)
            start = end + 1
        elif not named[2]:
            raise _error(text, start, f"{name!r} has no value; write '{name}: value'")
        else:
            value, start = _value(text, place, name)
            message.values.setdefault(name, []).append(value)


def _value(text: str, start: int, name: str) -> tuple[str, int]:
    """A value, and where it ends. Quoted texts in a row are one."""
    quoted = _QUOTED.match(text, start)
    if quoted is None:
        bare = _BARE.match(text, start)
        if bare is None:
            raise _error(text, start, f"{name!r} has no value")
        return bare[0].rstrip(",;"), bare.end()
    parts = []
    while quoted is not None:
        parts.append(_ESCAPED.sub(r"\1", quoted[1] if quoted[1] is not None else quoted[2]))
        start = quoted.end()
        quoted = _QUOTED.match(text, _after_space(text, start))
    return "".join(parts), start


def _after_space(text: str, start: int) -> int:
    found = _BETWEEN.match(text, start)
    return start if found is None else found.end()


def _error(text: str, place: int, what: str) -> TextMessageError:
    return TextMessageError(f"line {text.count(chr(10), 0, place) + 1}: {what}")
