"""Reads descriptions of operators from JSON.

A tensor in a format of Ascend's memory, such as NC1HWC0, is taken by its original format and shape.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from pathlib import Path
from typing import Any

import numpy as np

from aoe.element_types import integer_limits, is_floating, numpy_type
from aoe.errors import ModelError, counted, quoted
from aoe.frontends.single_operator.description import (
    OPEN,
    Attribute,
    AttributeValue,
    OperatorDescription,
    SizeRange,
    TensorDescription,
)
from aoe.frontends.single_operator.enumerations import (
    DTYPES,
    ENUMERATORS,
    FORMATS,
    HARDWARE_FORMATS,
    RESERVED,
    RESERVED_NUMBER,
    TYPE_NUMBERS,
    UNDEFINED,
)
from aoe.frontends.single_operator.strict_json import Fields, is_integer, is_number, parsed_json
from aoe.frontends.source_file import readable
from aoe.near_names import ending

#: Most dimensions, and most elements, of a tensor in a description.
MOST_DIMENSIONS, MOST_ELEMENTS = 8, 2**31 - 1
#: Bytes of the largest file that is read.
LARGEST_FILE = 1 << 28
#: Most errors that one message has.
MOST_SENTENCES = 5
_OPERATOR = re.compile(r"[A-Za-z_]\w{0,99}", re.ASCII)
_FILE_NAME = re.compile(r"[\w-][\w.-]{0,199}")
_OPERATOR_KEYS = (
    *("op", "name", "input_desc", "output_desc", "attr", "compile_flag", "domain", "opset"),
)
_TENSOR_KEYS = (
    *("format", "origin_format", "name", "shape", "origin_shape", "type", "shape_range"),
    *("is_const", "const_value", "dynamic_input"),
)


def read_text(path: Path, given_as: str = "--singleop") -> str:
    """The text of a file of descriptions.

    Args:
        path: A JSON file.
        given_as: The option that gave the path, for messages.

    Raises:
        ModelError: The file cannot be read, or is no text.
    """
    with readable(path, "give a JSON file of operators", given_as):
        if path.stat().st_size > LARGEST_FILE:
            raise ModelError(f"{path} has more than {LARGEST_FILE >> 20} MiB; split it")
        data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ModelError(f"{path} is not text in UTF-8; give a JSON file of operators") from None


def parse_descriptions(text: str, label: str) -> tuple[OperatorDescription, ...]:
    """The operators that a text describes; `label` names it in messages. Raises `ModelError`."""
    found = tuple(descriptions_in(text, label))
    wrong = [item for item in found if isinstance(item, ModelError)]
    if wrong:
        raise ModelError(together(list(map(str, wrong))))
    return tuple(item for item in found if isinstance(item, OperatorDescription))


def together(sentences: Sequence[str]) -> str:
    """Some sentences as one; the number of those that are left out if there are many."""
    shown = "; ".join(sentences[:MOST_SENTENCES])
    left = len(sentences) - MOST_SENTENCES
    return shown if left <= 0 else f"{shown}; and {left} more"


def descriptions_in(text: str, label: str) -> Iterator[OperatorDescription | ModelError]:
    """The operators that a text describes, and an error for each that is described wrongly.

    Raises:
        ModelError: It is no array of descriptions.
    """
    data = parsed_json(text, label)
    if not isinstance(data, list):
        raise ModelError(f"{label} must be a JSON array of operators: [{{...}}]")
    if not data:
        raise ModelError(f"{label} describes no operator; add one")
    for index, item in enumerate(data):
        yield _description_or_error(item, label, index)


def _description_or_error(data: Any, label: str, index: int) -> OperatorDescription | ModelError:
    try:
        return description_from_json(data, label, index)
    except ModelError as error:
        return error


def description_from_json(data: Any, label: str, index: int = 0) -> OperatorDescription:
    """One operator from a JSON object. `label` and `index`: its file and its place there."""
    where = f"{label}: operator {index}"
    fields = Fields(data, where, _OPERATOR_KEYS)
    op = fields.text("op")
    if not _OPERATOR.fullmatch(op):
        raise fields.wrong("op", op, "the name of an operator type")
    fields.where = where = f"{where} ({quoted(op)})"
    if "compile_flag" in fields and fields.integer("compile_flag") not in (0, 1):
        raise fields.wrong("compile_flag", fields.value("compile_flag"), "0 or 1")
    inputs, outputs = (
        tuple(
            _tensor(item, f"{where}: {key}[{number}]")
            for number, item in enumerate(fields.items(key))
        )
        for key in ("input_desc", "output_desc")
    )
    if not outputs:
        raise ModelError(f"{where}: output_desc is empty; describe the outputs")
    if any(item.ranges for item in outputs) and not any(item.ranges for item in inputs):
        raise ModelError(f"{where}: an output has open sizes, but no input has; give its sizes")
    if any(item.dtype is None or item.constant is not None for item in outputs):
        raise ModelError(f"{where}: an output is UNDEFINED or constant; describe what is computed")
    return OperatorDescription(
        op,
        inputs,
        outputs,
        _attributes(fields.items("attr") if "attr" in fields else [], where),
        _file_name(fields),
        _domain(fields),
        fields.integer("opset") if "opset" in fields else None,
        index,
        where,
    )


def _file_name(fields: Fields) -> str | None:
    """The name of the offline model, which is that of a file."""
    if "name" not in fields:
        return None
    name = fields.text("name").removesuffix(".om")
    if not _FILE_NAME.fullmatch(name):
        raise fields.wrong("name", name, "the name of a file, of letters, digits and _ - .")
    return name


def _domain(fields: Fields) -> str | None:
    if "domain" not in fields:
        if "opset" in fields:
            raise ModelError(f"{fields.where}: opset needs domain; add one, or leave it out")
        return None
    found = fields.value("domain")
    if not isinstance(found, str):
        raise fields.wrong("domain", found, "a text")
    return "" if found == "ai.onnx" else found


def _tensor(data: Any, where: str) -> TensorDescription:
    fields = Fields(data, where, _TENSOR_KEYS)
    kind, form = fields.text("type"), fields.text("format")
    if kind not in TYPE_NUMBERS:
        computed = [name for name, number in TYPE_NUMBERS.items() if number in DTYPES]
        raise fields.wrong("type", kind, f"one of {_types()}{ending(kind, computed)}")
    if (kind == UNDEFINED) != (form == RESERVED):
        raise ModelError(f"{where}: type {UNDEFINED} and format {RESERVED} belong together")
    name = fields.text("name") if "name" in fields else None
    group = fields.text("dynamic_input") if "dynamic_input" in fields else None
    number = TYPE_NUMBERS[kind]
    if kind == UNDEFINED:
        return TensorDescription(None, "ND", (), name, group, None, (number, RESERVED_NUMBER))
    if number not in DTYPES:
        raise ModelError(f"{where}: type {kind} is not computed; use one of {_types()}")
    given = _shape(fields, "shape", able=(OPEN,))
    ranges = _ranges(fields, given)
    layout, shape = _layout(fields, form, given)
    most = prod(max(size, 1) for size in shape) * prod(high for _, high in ranges)
    if most > MOST_ELEMENTS:
        raise ModelError(f"{where}: shape {list(shape)} has more than {MOST_ELEMENTS} elements")
    numbers = {**FORMATS, **HARDWARE_FORMATS}
    return TensorDescription(
        DTYPES[number],
        layout,
        shape,
        name,
        group,
        _constant(fields, DTYPES[number], shape),
        (number, numbers[form], *given),
        ranges,
    )


def _types() -> str:
    return ", ".join(sorted(set(DTYPES.values())))


def _shape(fields: Fields, key: str, able: Sequence[int] = ()) -> tuple[int, ...]:
    """The sizes of a key. `able`: numbers below 0 that it may have."""
    sizes = fields.items(key)
    if len(sizes) > MOST_DIMENSIONS or not all(is_integer(size) for size in sizes):
        raise fields.wrong(key, sizes, f"at most {MOST_DIMENSIONS} integers")
    if any(size < 0 and size not in able for size in sizes):
        raise ModelError(
            f"{fields.where}: {key} {sizes}: give all sizes, or {OPEN} in shape with a shape_range"
        )
    return tuple(int(size) for size in sizes)


def _ranges(fields: Fields, shape: tuple[int, ...]) -> tuple[SizeRange, ...]:
    """The range of each open size. There is a pair for each of them, or for each dimension."""
    wanted = shape.count(OPEN)
    given = fields.items("shape_range") if "shape_range" in fields else []
    pairs = [item for item in given if isinstance(item, list) and len(item) == 2]
    if len(pairs) < len(given) or not all(is_integer(size) for pair in pairs for size in pair):
        raise fields.wrong("shape_range", given, "pairs of the least and the greatest size")
    if len(pairs) not in (wanted, len(shape)):
        raise ModelError(
            f"{fields.where}: shape {list(shape)} has {wanted} open sizes, but shape_range has "
            f"{counted(len(pairs), 'pair')}; give one for each open size, {OPEN}"
        )
    if len(pairs) == len(shape):
        pairs = [pair for pair, size in zip(pairs, shape, strict=True) if size == OPEN]
    for low, high in pairs:
        if high == -1:
            raise ModelError(
                f"{fields.where}: shape_range [{low}, -1] has no upper bound, and shapes to tune "
                "for are chosen between two; write e.g. [1, 512]. The operator takes other sizes, "
                "too"
            )
        if not 0 <= low <= high or high == 0:
            raise fields.wrong("shape_range", given, "pairs of the least and the greatest size")
    if pairs and fields.value("format") in HARDWARE_FORMATS:
        raise ModelError(
            f"{fields.where}: a tensor with open sizes cannot be in {fields.value('format')}, a "
            f"format of Ascend's memory; use one of {', '.join(FORMATS)}"
        )
    if pairs and "is_const" in fields and fields.flag("is_const"):
        raise ModelError(f"{fields.where}: a constant has all sizes; give them")
    return tuple((max(low, 1), high) for low, high in pairs)


def _layout(fields: Fields, form: str, given: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """The format and shape in which a tensor is taken."""
    origin = fields.text("origin_format") if "origin_format" in fields else None
    origin_shape = _shape(fields, "origin_shape") if "origin_shape" in fields else None
    if form in HARDWARE_FORMATS:
        if origin not in FORMATS or origin_shape is None:
            raise ModelError(
                f"{fields.where}: format {form} is one of Ascend's memory; add origin_format, one "
                f"of {', '.join(FORMATS)}, and origin_shape, or give the tensor in one of these"
            )
        return str(origin), origin_shape
    if form not in FORMATS:
        raise fields.wrong("format", form, f"one of {', '.join((*FORMATS, *HARDWARE_FORMATS))}")
    if origin_shape not in (None, given) or origin not in (None, form, "ND"):
        if form == "ND" and origin in FORMATS and origin_shape in (None, given):
            return str(origin), given
        raise ModelError(
            f"{fields.where}: format {form} with shape {list(given)} differs from origin_format "
            f"{origin} with origin_shape {None if origin_shape is None else list(origin_shape)}; "
            "give the tensor in one format"
        )
    return form, given


def _constant(fields: Fields, dtype: str, shape: tuple[int, ...]) -> np.ndarray | None:
    if "is_const" not in fields or not fields.flag("is_const"):
        return None
    elements = fields.items("const_value")
    if len(elements) != prod(shape):
        raise ModelError(
            f"{fields.where}: const_value has {counted(len(elements), 'element')}, but shape "
            f"{list(shape)} has {prod(shape)}"
        )
    wrong = [item for item in elements if not _fits(item, dtype)]
    if wrong:
        shown = quoted(repr(wrong[0]))
        raise ModelError(f"{fields.where}: {shown} in const_value is no {dtype}")
    with np.errstate(over="ignore"):
        array = np.asarray(elements, np.float64 if is_floating(dtype) else numpy_type(dtype))
        array = array.astype(numpy_type(dtype)).reshape(shape)
    if is_floating(dtype) and not np.isfinite(array.astype(np.float64)).all():
        raise ModelError(f"{fields.where}: an element of const_value is too large for {dtype}")
    return array


def _fits(item: object, dtype: str) -> bool:
    """Whether a JSON value is one of an element type. An integer counts as a number of any."""
    if dtype == "bool" and isinstance(item, bool):
        return True
    if is_floating(dtype):
        return is_number(item)
    if not isinstance(item, int) or isinstance(item, bool):
        return False
    low, high = integer_limits(dtype)
    return low <= item <= high


def _attributes(items: Sequence[Any], where: str) -> dict[str, Attribute]:
    found: dict[str, Attribute] = {}
    for number, item in enumerate(items):
        fields = Fields(item, f"{where}: attr[{number}]", ("name", "type", "value"))
        name = fields.text("name")
        if name in found:
            raise ModelError(f"{where}: the attribute {quoted(name)!r} is given twice")
        kind, value = fields.text("type"), fields.value("value")
        fields.where = f"{where}: attribute {quoted(name)!r}"
        found[name] = Attribute(kind, _attribute_value(fields, kind, value))
    return found


def _attribute_value(fields: Fields, kind: str, value: Any) -> AttributeValue:
    element = kind.removeprefix("list_").removeprefix("list_")
    depth = kind.count("list_")
    checks: Mapping[str, Callable[[Any], bool]] = {
        "bool": lambda one: isinstance(one, bool),
        "int": is_integer,
        "float": is_number,
        "string": lambda one: isinstance(one, str),
        "data_type": lambda one: one in ENUMERATORS if isinstance(one, str) else is_integer(one),
    }
    allowed = (*checks, "list_bool", "list_int", "list_float", "list_string", "list_list_int")
    if kind not in allowed:
        raise fields.wrong("type", kind, f"one of {', '.join(allowed)}")
    rows = [value]
    for _ in range(depth):
        if not all(isinstance(row, list) for row in rows):
            raise fields.wrong("value", value, f"a value of type {kind}")
        rows = [one for row in rows for one in row]
    if not all(checks[element](one) for one in rows):
        wanted = (
            f"one of {', '.join(ENUMERATORS)}" if kind == "data_type" else f"a value of type {kind}"
        )
        raise fields.wrong("value", value, wanted)
    if kind == "data_type":
        return ENUMERATORS.get(value, -1) if isinstance(value, str) else int(value)
    found: AttributeValue = _tuples(value, float if element == "float" else None)
    return found


def _tuples(value: Any, convert: Any) -> Any:
    if isinstance(value, list):
        return tuple(_tuples(one, convert) for one in value)
    return value if convert is None else convert(value)
