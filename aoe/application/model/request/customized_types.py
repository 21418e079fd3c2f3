"""Reads the file of `--customize_dtypes`: the element types of single operators.

It has one operator a line, by name or by type, with a type for each input and output:

    layer1/relu::InputDtype:float16,OutputDtype:float16
    OpType::Conv2D:InputDtype:bfloat16,bfloat16,bfloat16,OutputDtype:float32

`aoe.frontends.customized_types` applies it. Lines with types of float8 are about convolutions and
matmuls with constant weights, `layer::InputDtype:float8_e5m2,float8_e4m3fn,OutputDtype:float32`.
They become layers of these types as those of `--compress_weight_conf` do
(`aoe.application.model.compression`): with scales, and as far as outputs stay accurate. A line
`accuracy_limit: 0.1` sets the limit of that error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from aoe.application.model.request.compression_files import LIMIT, WeightFile, positive_number
from aoe.application.model.request.operator_types import known_types, no_such_type, onnx_types
from aoe.application.model.request.precision_lists import TYPE
from aoe.element_types import FLOAT8, FLOAT8_E5M2, FLOAT8_FORMATS
from aoe.errors import UsageError, quoted
from aoe.frontends.customized_types import OPTION, TYPES, CustomizedTypes, OperatorTypes
from aoe.graph.compression.forms import Form
from aoe.option_file import option_text

#: Types of float8 that are multiplied, and the operator types of ONNX whose layers do so.
MULTIPLIED = frozenset({FLOAT8, FLOAT8_E5M2})
_LAYERS = frozenset({"Conv", "Gemm", "MatMul"})
_BY_TYPE = re.compile(rf"{TYPE}([^:]+):InputDtype:(.*?),OutputDtype:(.*)")
_BY_NAME = re.compile(r"(.+)::InputDtype:(.*?),OutputDtype:(.*)")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the file.

    Attributes:
        where: What messages about it start with.
        kind: The operator type as the file has it; empty for one by name.
        names: The name, or the operator types of ONNX.
        types: The types.
    """

    where: str
    kind: str
    names: frozenset[str]
    types: OperatorTypes

    @property
    def is_float8(self) -> bool:
        """Whether it has types of float8."""
        return bool(FLOAT8_FORMATS.keys() & {*self.types.inputs, *self.types.outputs})


def read_customize_dtypes(text: str | None, working_directory: Path) -> CustomizedTypes:
    """The types in the file of `--customize_dtypes`, but those of float8; none without one. Raises
    `UsageError` if the file cannot be read, has another form, or has a type that there is not.
    """
    if text is None:
        return CustomizedTypes()
    lines, limit = _lines(text, working_directory)
    if limit is not None and not any(line.is_float8 for line in lines):
        raise UsageError(
            f"--{OPTION}={text}: {LIMIT} is for layers of float8, which no line asks for; leave it "
            "out"
        )
    others = [line for line in lines if not line.is_float8]
    return CustomizedTypes(
        {name: line.types for line in others if not line.kind for name in line.names},
        {name: line.types for line in others if line.kind for name in line.names},
        {line.kind: line.names for line in others if line.kind},
        frozenset(
            name for line in lines if line.is_float8 and not line.kind for name in line.names
        ),
        working_directory / text,
    )


def read_float8_layers(text: str | None, working_directory: Path) -> WeightFile | None:
    """The layers that the file of `--customize_dtypes` gives types of float8; None if there are no
    such. Raises `UsageError` as `read_customize_dtypes`, and for types that no layer has.
    """
    if text is None:
        return None
    lines, limit = _lines(text, working_directory)
    forms = [(line, _form(line)) for line in lines if line.is_float8]
    if not forms:
        return None
    named = [(name, form) for line, form in forms if not line.kind for name in line.names]
    typed = [(name, form) for line, form in forms if line.kind for name in sorted(line.names)]
    others = {name for line in lines if not line.is_float8 and not line.kind for name in line.names}
    path = working_directory / text
    return WeightFile(path, tuple(named), limit, OPTION, tuple(typed), frozenset(others))


def _form(line: _Line) -> Form:
    """The form of layers that a line with types of float8 asks for."""
    inputs, outputs = line.types.inputs, line.types.outputs
    plain = {"float", "float32"}
    multiplied = len(inputs) in (2, 3) and {*inputs[:2]} <= MULTIPLIED
    if not multiplied or not {*inputs[2:], *outputs} <= plain or len(outputs) != 1:
        raise UsageError(
            f"{line.where}: products of float8 have two inputs of {FLOAT8} or {FLOAT8_E5M2}, and "
            f"all else is float32; write InputDtype:{FLOAT8},{FLOAT8},OutputDtype:float32"
        )
    if line.kind and not line.names & _LAYERS:
        raise UsageError(
            f"{line.where}: {quoted(repr(line.kind))} has no types of float8; only convolutions "
            "and matmuls multiply it"
        )
    return Form("float8", types=(inputs[0], inputs[1]))


def _lines(text: str, working_directory: Path) -> tuple[list[_Line], float | None]:
    """The lines about operators, and the limit that one gives."""
    label, path = f"--{OPTION}={text}", working_directory / text
    found: list[_Line] = []
    limit: float | None = None
    seen: dict[bool, set[str]] = {False: set(), True: set()}
    for number, raw in enumerate(option_text(label, path, OPTION).splitlines(), 1):
        text_of_line = "".join(raw.split()) if raw.startswith(TYPE) else raw.strip()
        if not text_of_line:
            continue
        if text_of_line.partition(":")[0].strip() == LIMIT and "::" not in text_of_line:
            if limit is not None:
                raise UsageError(f"{label}: line {number} gives {LIMIT} again; give it once")
            limit = positive_number(label, LIMIT, text_of_line.partition(":")[2].strip())
            continue
        line = _line(f"{label}: line {number}", text_of_line)
        twice = seen[bool(line.kind)] & line.names
        if twice:
            raise UsageError(
                f"{line.where}: {quoted(repr(min(twice)))} has types already; give one line"
            )
        seen[bool(line.kind)] |= line.names
        found.append(line)
    if not found:
        raise UsageError(f"{label}: names no operator; give one a line, or leave the option out")
    return found, limit


def _line(where: str, line: str) -> _Line:
    if found := _BY_TYPE.fullmatch(line):
        kind = found[1]
        if kind not in known_types():
            raise UsageError(f"{where}: {no_such_type(kind)}")
        return _Line(where, kind, onnx_types(kind), _types(where, found))
    if found := _BY_NAME.fullmatch(line):
        return _Line(where, "", frozenset({found[1].strip()}), _types(where, found))
    raise UsageError(
        f"{where}, {quoted(repr(line))}, must be like "
        f"relu_1::InputDtype:float16,OutputDtype:float16, or start with {TYPE}Relu:"
    )


def _types(where: str, found: re.Match[str]) -> OperatorTypes:
    """The types of inputs and outputs of a line."""
    inputs, outputs = ([name.strip() for name in part.split(",")] for part in found.groups()[1:])
    for name in (*inputs, *outputs):
        if name not in TYPES and name not in FLOAT8_FORMATS:
            raise UsageError(
                f"{where}: {quoted(repr(name))} is not an element type; use one of "
                f"{', '.join((*TYPES, *sorted(MULTIPLIED)))}"
            )
    return OperatorTypes(tuple(inputs), tuple(outputs))
