"""Messages in protobuf's text form, as AOE's files of quantisation have them: fields may repeat,
and messages `name { … }` or `name: { … }` stand in one another.

Values may stand without quotes up to the next space, as paths and shapes do in these files.
`aoe/frontends/protobuf_text.py` reads the form.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from aoe.errors import quoted
from aoe.frontends.protobuf_text import FieldReader

#: Messages inside one another.
_DEEPEST = 16


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


def parse_message(label: str, content: str) -> Message:
    """The message in a file. Raises `UsageError`, which starts with `label` and gives the line."""
    reader = FieldReader(label, content, long_words=True)
    return _message(reader, "", "a field, like name: value", 0)


def _message(reader: FieldReader, end: str, wanted: str, depth: int) -> Message:
    """The fields up to the end of a message. `wanted`: what to write where it is not found."""
    if depth > _DEEPEST:
        raise reader.error(reader.next, f"messages are nested more than {_DEEPEST} deep")
    message = Message()
    for name in reader.names(end, wanted):
        colon = reader.colon()
        inner = reader.opened()
        if inner is None:
            value = reader.value(name, after_colon=colon)
            message.values.setdefault(name.text, []).append(value.text)
        else:
            here = f"a field, or {inner} at the end of {quoted(name.text)} of line {name.line}"
            found = _message(reader, inner, here, depth + 1)
            message.messages.setdefault(name.text, []).append(found)
    return message
