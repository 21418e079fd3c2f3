"""How the fuzzer changes inputs so that they stay near to what is read: JSON stays JSON, a model
stays a protobuf message. Where that is impossible, and now and then anyway, bytes are changed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import onnx
from google.protobuf.message import DecodeError, Message  # type: ignore[import-untyped]

from aoe.application.options import OPTIONS
from aoe.frontends.mindspore.schema import MODEL
from aoe.frontends.tensorflow.messages import MESSAGES

#: Changes bytes so that they are at most so many.
ChangeBytes = Callable[[bytes, int], bytes]

INTEGERS = (0, 1, 2, 3, 4, 7, -1, -2, 16, 127, 1 << 31, 1 << 32, (1 << 63) - 1, -(1 << 63), 65536)
NUMBERS = (0.0, 1.0, -1.0, 0.5, 1e30, 1e-30, float("inf"), float("nan"))
VALUES = (
    "", "0", "1", "2", "5", "-1", "99999999999999999999", "1e400", "O1", "on", "off", "info",
    "NCHW", "ND", "nan", "5m", "x:1,3", "x:-1,3", "x:1~4", "1,2", "1,2;3,4", "FP16", "a:0:FP16",
    "a:0;b:1", "/dev/null", "/nowhere/x", "/", ".", "~", "x" * 300, "\udcff", "½", "true", "false",
    "force",
)  # fmt: skip
#: Share of the inputs that are changed as bytes although more is known of them.
BLIND = 0.1


def change_model(data: bytes, most: int, random: Random, blindly: ChangeBytes) -> bytes:
    """An ONNX model with some fields changed, removed, copied or exchanged."""
    return _changed_model(onnx.ModelProto(), data, most, random, blindly)


def change_graph(data: bytes, most: int, random: Random, blindly: ChangeBytes) -> bytes:
    """A model of TensorFlow, likewise."""
    kind = "SavedModel" if data[:1] == b"\x08" else "Graph"
    return _changed_model(MESSAGES[kind](), data, most, random, blindly)


def change_bytes(data: bytes, most: int, random: Random, blindly: ChangeBytes) -> bytes:
    """Bytes of which nothing more is known."""
    return blindly(data, most)


def change_mindir(data: bytes, most: int, random: Random, blindly: ChangeBytes) -> bytes:
    """A MindIR model, likewise."""
    return _changed_model(MODEL(), data, most, random, blindly)


def _changed_model(
    model: Message, data: bytes, most: int, random: Random, blindly: ChangeBytes
) -> bytes:
    try:
        if random.random() < BLIND:
            return blindly(data, most)
        model.ParseFromString(data)
        for _ in range(random.randint(1, 4)):
            _change_message(random.choice(list(_messages(model))), model, random)
        changed = bytes(model.SerializeToString())
    except (DecodeError, ValueError, IndexError):
        return blindly(data, most)
    return changed if len(changed) <= most else data


def change_flatbuffer(data: bytes, most: int, random: Random, blindly: ChangeBytes) -> bytes:
    """A FlatBuffer, or HDF5, with some of its bytes or words of 2 or 4 bytes changed, all else in
    place.
    """
    if len(data) < 16 or random.random() < BLIND:
        return blindly(data, most)
    changed = bytearray(data)
    for _ in range(random.randint(1, 4)):
        size = random.choice((1, 2, 4))
        place = random.randrange(8, len(data) - size + 1) // size * size
        number = random.choice((*INTEGERS, random.randrange(len(data))))
        if random.random() < 0.5:
            number = int.from_bytes(data[place : place + size], "little") + random.randint(-4, 4)
        changed[place : place + size] = (number % (1 << 8 * size)).to_bytes(size, "little")
    return bytes(changed[:most])


def change_json(data: bytes, most: int, random: Random, blindly: ChangeBytes) -> bytes:
    """JSON with some values changed, removed, copied or exchanged; JSON in its texts too."""
    if random.random() < BLIND:
        return blindly(data, most)
    changed = _changed_text(data, random)
    return blindly(data, most) if changed is None or len(changed) > most else changed


def change_arguments(data: bytes, most: int, random: Random, blindly: ChangeBytes) -> bytes:
    """A command line, an argument a line, with some added, removed or given other values."""
    if random.random() < 5 * BLIND:
        return blindly(data, most)
    lines = data.split(b"\n")
    for _ in range(random.randint(1, 3)):
        position = random.randrange(len(lines))
        name, equals, _ = lines[position].partition(b"=")
        value = random.choice(VALUES).encode("utf-8", "surrogateescape")
        match random.randrange(4):
            case 0 if len(lines) > 1:
                del lines[position]
            case 1:
                option = random.choice(OPTIONS)
                lines.insert(position, f"--{option.name}".encode() + b"=" + value)
            case 2 if equals:
                lines[position] = name + b"=" + value
            case _:
                random.shuffle(lines)
    return b"\n".join(lines)[:most]


def change_words(data: bytes, most: int, random: Random, blindly: ChangeBytes) -> bytes:
    """Text with some words removed, copied, exchanged or, if they are numbers, changed."""
    if random.random() < BLIND:
        return blindly(data, most)
    words = data.split(b" ")
    for _ in range(random.randint(1, 4)):
        place, other = random.randrange(len(words)), random.randrange(len(words))
        if words[place].strip(b"-").isdigit():
            words[place] = str(random.choice(INTEGERS)).encode()
        elif random.random() < 0.5:
            words[place] = words[other]
        else:
            words[place : place + 1] = random.choice(([], [words[place]] * 2))
            words = words or [b""]
    changed = b" ".join(words)
    return changed if len(changed) <= most else data


CHANGES: Mapping[str, Callable[[bytes, int, Random, ChangeBytes], bytes]] = {
    "onnx_model": change_model,
    "caffe_model": change_words,
    "tensorflow_model": change_graph,
    "tensor_bundle": change_bytes,
    "keras_model": change_json,
    "hdf5_file": change_flatbuffer,
    "pt2_archive": change_json,
    "tflite_model": change_flatbuffer,
    "mindspore_model": change_mindir,
    "offline_model": change_json,
    "repository": change_json,
    "options": change_arguments,
    "image_settings": change_words,
    "single_operators": change_json,
}


def _messages(message: Message) -> list[Message]:
    """A message and all inside it."""
    found = [message]
    for field, value in message.ListFields():
        if field.message_type is not None:
            for item in _items(value):
                found += _messages(item)
    return found


def _items(value: Any) -> list[Message]:
    """The messages in a field of messages."""
    if _is_map(value):
        return list(value.values())
    return list(value) if _is_repeated(value) else [value]


def _is_map(value: Any) -> bool:
    return hasattr(value, "values") and hasattr(value, "keys")


def _is_repeated(value: Any) -> bool:
    return hasattr(value, "append") or hasattr(value, "add")


def _change_message(message: Any, model: Message, random: Random) -> None:
    fields = message.ListFields()
    field, value = random.choice(fields) if fields else (None, None)
    other = random.choice([item for item in _messages(model) if type(item) is type(message)])
    kind = random.randrange(4)
    if field is None or kind == 0:
        message.MergeFrom(other)
    elif value is not None and _is_map(value):
        del value[random.choice(list(value))]
    elif _is_repeated(value):
        _change_list(value, random)
    elif kind == 1:
        message.ClearField(field.name)
    elif kind == 2 and field.message_type is None and field in dict(other.ListFields()):
        setattr(message, field.name, getattr(other, field.name))
    elif field.message_type is None:
        setattr(message, field.name, _changed_scalar(value, random, _words(model)))


def _texts(node: Any) -> list[str]:
    """The names of a node's inputs; none of a graph, whose inputs are messages."""
    return [item for item in node.input if isinstance(item, str)]


def _words(model: Any) -> list[str]:
    """Names that stand in a model."""
    if not isinstance(model, onnx.ModelProto):
        nodes = [item for item in _messages(model) if hasattr(item, "input")]
        kinds = [getattr(item, "op_type", None) or getattr(item, "op", "") for item in nodes]
        return [*kinds, *(text for item in nodes for text in (item.name, *_texts(item))), "", "x"]
    nodes = list(model.graph.node)
    names = [name for node in nodes for name in (*node.input, *node.output, node.op_type)]
    graph = model.graph
    weights = graph.initializer if hasattr(graph, "initializer") else graph.parameter
    return [*names, *(item.name for item in weights), "", "x"]


def _change_list(values: Any, random: Random) -> None:
    position = random.randrange(len(values))
    one = values[position]
    match random.randrange(4):
        case 0:
            del values[position]
        case 1 if len(values) < 50:
            values.extend([one])
        case 2:
            items = list(values)
            random.shuffle(items)
            items = [type(item).FromString(item.SerializeToString()) if isinstance(item, Message)
                     else item for item in items]  # fmt: skip
            del values[:]
            values.extend(items)
        case _ if not isinstance(one, Message):
            values[position] = _changed_scalar(one, random, [str(item) for item in values])


def _changed_scalar(value: Any, random: Random, words: list[str]) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return random.choice((*INTEGERS, random.randint(0, 25), value + 1, value - 1))
    if isinstance(value, float):
        return random.choice(NUMBERS)
    if isinstance(value, bytes):
        return bytes(random.randbytes(len(value)))
    return random.choice(words) if isinstance(value, str) else value


def _changed_text(data: bytes | str, random: Random) -> bytes | None:
    """JSON text with changes; None if it is not JSON."""
    try:
        value = json.loads(data)
        for _ in range(random.randint(1, 3)):
            value = _changed_json(value, random, _parts(value))
        return json.dumps(value).encode()
    except (ValueError, RecursionError):
        return None


def _parts(value: Any) -> list[Any]:
    """A JSON value and all inside it."""
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value, *(part for item in inside for part in _parts(item))]


def _changed_json(value: Any, random: Random, parts: list[Any]) -> Any:
    """The value with one change somewhere inside."""
    if isinstance(value, dict | list) and value and random.random() < 0.85:
        key = random.choice(list(value) if isinstance(value, dict) else range(len(value)))
        if random.random() < 0.1:
            rest = value.copy()
            del rest[key]
            return rest
        changed = value.copy()
        changed[key] = _changed_json(value[key], random, parts)
        return changed
    if isinstance(value, str) and random.random() < 0.8:
        inside = _changed_text(value, random)
        if inside is not None:
            return inside.decode()
    big: tuple[Any, ...] = (10**400, -(10**30), 1e308, [], {}, None, True, "", "x" * 3000)
    return random.choice((*INTEGERS, *NUMBERS, *big, random.choice(parts), random.choice(parts)))
