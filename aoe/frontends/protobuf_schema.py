"""Message classes of protobuf formats from a compact table, without generated code.

A format's own package may be loaded in the same process: the classes are in a pool of their own, so
that names never clash. `text_format` reads text into them as into any message.

The table has a line for each message: `Name: field=number:type …`. A type is a scalar of protobuf,
`enum(A=0,B=1)`, another message of the table, or `map<Message>` with string keys. `*` after it
means repeated, `*p` repeated and packed, and `[value]` a default. Indented lines go on.

Packed numbers may be declared as `bytes`, which have the same form on the wire. NumPy then reads
millions of them without a Python object for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

from google.protobuf import (  # type: ignore[import-untyped]
    descriptor_pb2,
    descriptor_pool,
    message_factory,
)

_SCALARS: Mapping[str, int] = MappingProxyType(
    {
        name: descriptor_pb2.FieldDescriptorProto.Type.Value(f"TYPE_{name.upper()}")
        for name in (
            *("double", "float", "int64", "uint64", "int32", "uint32"),
            *("fixed32", "fixed64", "sint32", "sint64", "bool", "string", "bytes"),
        )
    }
)
_FIELD = re.compile(
    r"(?P<name>\w+)=(?P<number>\d+):(?P<type>enum\([^)]*\)|map<\w+>|\w+)"
    r"(?P<many>\*p?)?(?:\[(?P<default>[^\]]*)\])?"
)


def message_classes(table: str, package: str, syntax: str = "proto2") -> Mapping[str, Any]:
    """The message classes of a table, by name.

    Args:
        table: The messages, see above.
        package: The name of their package, of no meaning outside the pool.
        syntax: `proto2`, where fields tell whether they are set, or `proto3`.

    Raises:
        ValueError: A line is not of this form.
    """
    file = descriptor_pb2.FileDescriptorProto(
        name=f"{package}.proto", package=package, syntax=syntax
    )
    for line in _lines(table):
        name, colon, rest = line.partition(":")
        if not colon or _FIELD.sub("", rest).strip():
            raise ValueError(f"not a message: {line!r}")
        message = file.message_type.add(name=name.strip())
        for match in _FIELD.finditer(rest):
            _add_field(message, match, f".{package}")
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(file.SerializeToString())
    return MappingProxyType(
        {
            item.name: message_factory.GetMessageClass(
                pool.FindMessageTypeByName(f"{package}.{item.name}")
            )
            for item in file.message_type
        }
    )


def _lines(table: str) -> Iterator[str]:
    joined = re.sub(r"\n[ \t]+", " ", table)
    return filter(None, (line.strip() for line in joined.splitlines()))


def _add_field(message: Any, match: re.Match[str], package: str) -> None:
    field = message.field.add(name=match["name"], number=int(match["number"]))
    field.label = field.LABEL_REPEATED if match["many"] else field.LABEL_OPTIONAL
    if match["many"] == "*p":
        field.options.packed = True
    if match["default"]:
        field.default_value = match["default"]
    kind = match["type"]
    if kind in _SCALARS:
        field.type = _SCALARS[kind]
    elif kind.startswith("enum("):
        field.type, field.type_name = field.TYPE_ENUM, f"{package}.{_add_enum(message, match)}"
    elif kind.startswith("map<"):
        field.label, field.type = field.LABEL_REPEATED, field.TYPE_MESSAGE
        field.type_name = f"{package}.{_add_entry(message, match, package)}"
    else:
        field.type, field.type_name = field.TYPE_MESSAGE, f"{package}.{kind}"


def _add_enum(message: Any, match: re.Match[str]) -> str:
    enum = message.enum_type.add(name=f"{match['name']}_enum")
    for item in match["type"][len("enum(") : -1].split(","):
        name, _, number = item.partition("=")
        enum.value.add(name=name.strip(), number=int(number))
    return f"{message.name}.{enum.name}"


def _add_entry(message: Any, match: re.Match[str], package: str) -> str:
    """The entry of a map, under the name that protobuf asks for."""
    words = match["name"].split("_")
    entry = message.nested_type.add(name="".join(map(str.capitalize, words)) + "Entry")
    entry.options.map_entry = True
    for name, number in (("key", 1), ("value", 2)):
        entry.field.add(name=name, number=number, label=1, type=_SCALARS["string"])
    held = entry.field[1]
    held.type, held.type_name = held.TYPE_MESSAGE, f"{package}.{match['type'][4:-1]}"
    return f"{message.name}.{entry.name}"
