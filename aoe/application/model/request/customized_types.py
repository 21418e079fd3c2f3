"""Reads the file of `--customize_dtypes`: the element types of single operators.

It has one operator a line, by name or by type, with a type for each input and output:

    layer1/relu::InputDtype:float16,OutputDtype:float16
    OpType::Conv2D:InputDtype:bfloat16,bfloat16,bfloat16,OutputDtype:float32

`aoe.frontends.customized_types` applies it.
"""

from __future__ import annotations

import re
from pathlib import Path

from aoe.application.model.request.operator_types import known_types, no_such_type, onnx_types
from aoe.application.model.request.precision_lists import TYPE
from aoe.application.model.request.text_file import text_of
from aoe.errors import UsageError, quoted
from aoe.frontends.customized_types import OPTION, TYPES, CustomizedTypes, OperatorTypes

_BY_TYPE = re.compile(rf"{TYPE}([^:]+):InputDtype:(.*?),OutputDtype:(.*)")
_BY_NAME = re.compile(r"(.+)::InputDtype:(.*?),OutputDtype:(.*)")


def read_customize_dtypes(text: str | None, working_directory: Path) -> CustomizedTypes:
    """The types in the file of `--customize_dtypes`; none without one. Raises `UsageError` if the
    file cannot be read, has another form, or has a type that there is not.
    """
    if text is None:
        return CustomizedTypes()
    label, path = f"--{OPTION}={text}", working_directory / text
    names: dict[str, OperatorTypes] = {}
    types: dict[str, OperatorTypes] = {}
    kinds: dict[str, frozenset[str]] = {}
    for number, raw in enumerate(text_of(label, path).splitlines(), 1):
        line = "".join(raw.split()) if raw.startswith(TYPE) else raw.strip()
        if not line:
            continue
        where = f"{label}: line {number}"
        if found := _BY_TYPE.fullmatch(line):
            kind = found[1]
            if kind not in known_types():
                raise UsageError(f"{where}: {no_such_type(kind)}")
            kinds[kind] = onnx_types(kind)
            given = dict.fromkeys(kinds[kind], _types(where, found))
            twice = types.keys() & given.keys()
            types |= given
        elif found := _BY_NAME.fullmatch(line):
            given = {found[1].strip(): _types(where, found)}
            twice = names.keys() & given.keys()
            names |= given
        else:
            raise UsageError(
                f"{where}, {quoted(repr(line))}, must be like "
                f"relu_1::InputDtype:float16,OutputDtype:float16, or start with {TYPE}Relu:"
            )
        if twice:
            raise UsageError(
                f"{where}: {quoted(repr(min(twice)))} has types already; give one line"
            )
    if not names and not types:
        raise UsageError(f"{label}: names no operator; give one a line, or leave the option out")
    return CustomizedTypes(names, types, kinds, path)


def _types(where: str, found: re.Match[str]) -> OperatorTypes:
    """The types of inputs and outputs of a line."""
    inputs, outputs = ([name.strip() for name in part.split(",")] for part in found.groups()[1:])
    for name in (*inputs, *outputs):
        if name not in TYPES:
            raise UsageError(
                f"{where}: {quoted(repr(name))} is not an element type; use one of "
                f"{', '.join(TYPES)}"
            )
    return OperatorTypes(tuple(inputs), tuple(outputs))
