"""What is wrong with the text of a network: where, what stands there, and what is expected.

protobuf tells the place of the first error and what it wanted, in words of its own
(`described_error`). It is not asked about fields that the table of messages lacks, because forks of
Caffe have many; those that look like a misspelt one are refused by `misspelt`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from google.protobuf import text_format  # type: ignore[import-untyped]
from google.protobuf.descriptor import FieldDescriptor  # type: ignore[import-untyped]

from aoe.errors import quoted
from aoe.near_names import near_name

#: How alike a name must be to one that there is, so that it is a mistake.
_ALIKE = 0.8
_FIELD_BEFORE = re.compile(r"\b(\w+)\s*:?\s*\[?[^\[\]{}:]*$")
#: How far in front of a mistake the words before it are looked for, in characters: the patterns
#: take a time that grows with the square of it.
_REACH = 200
#: Texts in quotes, comments, and a quote without an end.
_TEXT = re.compile(r"""(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\#.*|[^"'#])*""")
#: What protobuf says, at the start of its message; what follows may quote the text of the network.
_ENUM = re.compile(r'Enum type "([\w.]+)" has no value')
_TWICE = re.compile(r'Message type "aoe_caffe\.(\w+)" should not have multiple "(\w+)" fields')
_WHOLE = "a whole number"
_TEXT_VALUE = "a text in quotes"
#: What protobuf says of a value, and what the field takes.
_VALUES = (
    (re.compile(r"Expected string|String missing|Couldn't parse string|'utf-8'"), _TEXT_VALUE),
    (re.compile(r"Couldn't parse integer"), _WHOLE),
    (re.compile(r"Couldn't parse float|Couldn't parse double"), "a number"),
    (re.compile(r'Expected "true"|Couldn\'t parse bool|Bool should be'), "true or false"),
)
_NAME = 'the name of a field, or "}" at the end of a block'


def described_error(text: str, error: Exception, descriptor: Any) -> str:
    """The place of an error and what is wrong there: `5:42: kernel_size takes …`.

    Args:
        text: The text of the network.
        error: What protobuf raised.
        descriptor: That of the message of a network.
    """
    if not isinstance(error, text_format.ParseError) or not error.GetLine():
        return f" {quoted(error)}"
    line, column = error.GetLine(), error.GetColumn() or 1
    lines = text.split("\n")
    content = lines[line - 1] if line <= len(lines) else ""
    whole = _TEXT.match(content)
    if whole is not None and whole.end() < len(content):
        return f"{line}:{column}: a text has no end; close its quotes in this line"
    # protobuf puts the place, and mostly the whole line, in front of what it says.
    place = f"{line}:{error.GetColumn()} : "
    said = str(error).removeprefix(place).removeprefix(f"'{content}': ")
    what = _what(said, lines, (line, column), descriptor)
    aim = "" if "layer" in text else "; --model takes the .prototxt of a network"
    return f"{line}:{column}: {what}{aim}"


def misspelt(name: str, known: Sequence[str]) -> str | None:
    """The name of a field that may have been meant; None if none is alike."""
    return None if name in known else near_name(name, known, _ALIKE)


def _what(message: str, lines: Sequence[str], place: tuple[int, int], descriptor: Any) -> str:
    line, column = place
    content = lines[line - 1] if line <= len(lines) else ""
    before = "\n".join((*lines[max(line - 3, 0) : line - 1], content[: column - 1]))[-_REACH:]
    rest = content[column - 1 :].strip() or " ".join(lines[line:]).strip()
    word = re.match(r'"[^"]*"?|[\w.+-]+|.', rest)
    found = f"found {quoted(word[0])}" if word else "the file ends"
    field = _FIELD_BEFORE.search(before)
    name = field[1] if field else "a field"
    enum = _ENUM.match(message)
    if enum is not None:
        return f"{name} takes {_names_of(enum[1], descriptor)}; {found}"
    twice = _TWICE.match(message)
    if twice is not None:
        return f"{twice[2]} is given twice in one block; keep one of them"
    if message.startswith("Value out of range"):
        return f"{name} takes {_whole(name, descriptor)}; {found}"
    for pattern, wanted in _VALUES:
        if pattern.match(message):
            whole = _whole(name, descriptor) if wanted == _WHOLE else wanted
            return f"{name} takes {whole}; {found}"
    last = re.search(r"(\w+)\s*$", before)
    after = last[1] if last else name
    if message.startswith('Expected ":"'):
        return f'expected ":" after {after}; {found}'
    if message.startswith('Expected "{"'):
        return f'expected "{{" after {after}; {found}'
    if message.startswith('Expected "}"') or not word:
        return 'a block has no end; write "}" where it ends'
    if word[0] in ("}", ">"):
        return f"{word[0]} ends no block; take it out"
    return f"expected {_NAME}; {found}"


def _whole(name: str, descriptor: Any) -> str:
    """The whole numbers that a field of this name takes."""
    kinds = {
        message.fields_by_name[name].type
        for message in descriptor.file.message_types_by_name.values()
        if name in message.fields_by_name
    }
    unsigned = kinds and kinds <= {FieldDescriptor.TYPE_UINT32, FieldDescriptor.TYPE_UINT64}
    return f"{_WHOLE} from 0 to {(1 << 32) - 1}" if unsigned else _WHOLE


def _names_of(enum: str, descriptor: Any) -> str:
    """The names of an enumeration."""
    names = list(descriptor.file.pool.FindEnumTypeByName(enum).values_by_name)
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
