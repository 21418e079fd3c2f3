"""The options of implementation modes: `--op_select_implmode`, `--optypelist_for_implmode`,
`--op_precision_mode`.

On Ascend they choose between implementations of an operator. Here the default is high performance:
float32 may be split into terms or stored in 24 bits, and fast algorithms are used, within limits of
accuracy. High precision forbids both (`aoe.operators.operator.Precision`). Only contractions have
two modes. Ascend's HF32 is TF32 on GPUs, and high performance elsewhere.

The file of `--op_precision_mode` has one operator a line, under a heading or, without one, by type:

    [ByOpType]
    Conv2D=high_precision
    [ByNodeName]
    layer1/conv=high_performance
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from aoe.application.model.request.named_operators import NamedOperators
from aoe.application.model.request.operator_types import known_types, no_such_type, onnx_types
from aoe.errors import UsageError, quoted
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.operator_precision import OperatorPrecision
from aoe.near_names import ending
from aoe.operators.operator import Precision, strictest
from aoe.option_file import option_text

SELECT, LIST, FILE = "op_select_implmode", "optypelist_for_implmode", "op_precision_mode"
PERFORMANCE, PRECISE, FOR_ALL = "high_performance", "high_precision", "_for_all"
BY_TYPE, BY_NAME = "ByOpType", "ByNodeName"
#: The values of `--op_select_implmode`. AOE's two pairs differ in the lists of operators that
#: Ascend's files have; here both are for all operators.
SELECTIONS: Mapping[str, Precision] = MappingProxyType(
    {
        PERFORMANCE: "default",
        PRECISE: "direct",
        f"{PERFORMANCE}{FOR_ALL}": "default",
        f"{PRECISE}{FOR_ALL}": "direct",
    }
)
#: The values in a file of `--op_precision_mode`.
MODES: Mapping[str, Precision] = MappingProxyType(
    {
        PERFORMANCE: "default",
        PRECISE: "direct",
        "enable_float_32_execution": "highest",
        "enable_hi_float_32_execution": "low",
    }
)
#: Values of Ascend that are refused, and why.
_REFUSED: Mapping[str, str] = MappingProxyType(
    {
        "support_out_of_bound_index": "indices out of range are clamped and not reported; check "
        "them before the model",
        "keep_fp16": "a CPU computes float16 in float32, and on a GPU --precision_mode=force_fp16 "
        "multiplies it for the whole model",
        "super_performance": f"no operator has such an implementation; use {PERFORMANCE}",
    }
)


@dataclass(frozen=True, slots=True)
class ImplementationModes:
    """The modes that are asked for.

    Attributes:
        wanted: The precision of operators that they come to.
        select: The value of `--op_select_implmode`; `None` without one.
        listed: The value of `--optypelist_for_implmode`, likewise.
        file: The file of `--op_precision_mode`, likewise.
        types: The types that the list or the file names.
        unknown: Types in the file that are none of ONNX or Ascend IR.
    """

    wanted: OperatorPrecision = field(default_factory=OperatorPrecision)
    select: str | None = None
    listed: str | None = None
    file: Path | None = None
    types: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def options(self) -> dict[str, str | Path | None]:
        """The options that ask for these modes."""
        return {SELECT: self.select, LIST: self.listed, FILE: self.file}

    @property
    def precise_everywhere(self) -> bool:
        """Whether all operators that have modes are to be precise."""
        return self.wanted.everywhere == SELECTIONS[PRECISE]

    def notices(self, profiles: Sequence[PreparedGraph]) -> list[str]:
        """Sentences about what was given and has no effect for a model at its shapes."""
        if self.file is None and self.listed is None:
            return []
        found = []
        if self.file is not None:
            label = f"--{FILE}={self.file}"
            others = ((SELECT, self.select), (LIST, self.listed))
            given = " and ".join(f"--{name}" for name, value in others if value)
            if given:
                found.append(f"{label} counts alone, without {given}")
        else:
            label = f"--{LIST}"
        named = NamedOperators(label, tuple(self.wanted.names), (*self.types, *self.unknown))
        return found + named.notices(profiles)


def implementation_modes(
    given: Mapping[str, str | None], working_directory: Path
) -> ImplementationModes:
    """The modes in the options, by parameter. Raises `UsageError` for an unknown mode or type, and
    for a file that cannot be read or has another form.
    """
    select, listed, file = (given.get(name) for name in (SELECT, LIST, FILE))
    if select is not None and select not in SELECTIONS:
        there = ", ".join(SELECTIONS)
        raise UsageError(f"--{SELECT}={select}: must be one of {there}{ending(select, SELECTIONS)}")
    types = () if listed is None else _types_of_list(listed, select)
    if file is not None:
        path = working_directory / file
        wanted, types, unknown = read_op_precision_mode(file, working_directory)
        return ImplementationModes(wanted, select, listed, path, types, unknown)
    mode = SELECTIONS[select or PERFORMANCE]
    if not types:
        return ImplementationModes(OperatorPrecision(mode), select)
    by_type = {kind: mode for name in types for kind in onnx_types(name)}
    return ImplementationModes(OperatorPrecision(types=by_type), select, listed, None, types)


def read_op_precision_mode(
    text: str, working_directory: Path
) -> tuple[OperatorPrecision, tuple[str, ...], tuple[str, ...]]:
    """The precisions in a file of `--op_precision_mode`, its types that are known, and those that
    are not. Raises `UsageError` if the file cannot be read or has another form.
    """
    label = f"--{FILE}={text}"
    found: dict[str, dict[str, Precision]] = {BY_TYPE: {}, BY_NAME: {}}
    heading = BY_TYPE
    for number, line in enumerate(
        option_text(label, working_directory / text, FILE).splitlines(), 1
    ):
        line = line.strip()
        if not line or line.startswith(("#", ";")):
            continue
        if line.startswith("[") and line.endswith("]"):
            heading = line[1:-1].strip()
            if heading not in found:
                raise UsageError(
                    f"{label}: the heading {line!r} is none of [{BY_TYPE}], [{BY_NAME}]"
                )
            continue
        name, equals, mode = (part.strip() for part in line.rpartition("="))
        if not equals or not name:
            raise UsageError(
                f"{label}: line {number}, {quoted(repr(line))}, must be an operator and a mode, "
                f"like Conv2D={PRECISE}"
            )
        if name in found[heading]:
            raise UsageError(f"{label}: [{heading}] gives {quoted(repr(name))} twice")
        found[heading][name] = _mode(label, name, mode)
    if not any(found.values()):
        raise UsageError(f"{label}: names no operator; write lines like Conv2D={PRECISE}")
    known = {name: mode for name, mode in found[BY_TYPE].items() if name in known_types()}
    types: dict[str, Precision] = {}
    for name, precision in known.items():
        for kind in onnx_types(name):
            types[kind] = strictest(precision, types.get(kind, precision))
    unknown = tuple(sorted(found[BY_TYPE].keys() - known.keys()))
    return OperatorPrecision("default", types, found[BY_NAME]), tuple(sorted(known)), unknown


def _mode(label: str, name: str, mode: str) -> Precision:
    if mode in _REFUSED:
        raise UsageError(f"{label}: {quoted(name)}={mode} is not supported: {_REFUSED[mode]}")
    if mode not in MODES:
        raise UsageError(
            f"{label}: {quoted(name)}={quoted(mode)}: the mode must be one of {', '.join(MODES)}"
        )
    return MODES[mode]


def _types_of_list(listed: str, select: str | None) -> tuple[str, ...]:
    """The types in the value of `--optypelist_for_implmode`."""
    if select is None:
        raise UsageError(f"--{LIST}={listed} needs --{SELECT}; add --{SELECT}={PRECISE}")
    if select.endswith(FOR_ALL):
        raise UsageError(
            f"--{SELECT}={select} is for all operators, so it excludes --{LIST}; use "
            f"{select.removesuffix(FOR_ALL)}"
        )
    types = tuple(name.strip() for name in listed.split(",") if name.strip())
    if not types:
        raise UsageError(f"--{LIST}={listed}: names no type; write e.g. MatMulV2,Conv2D")
    for name in types:
        if name not in known_types():
            raise UsageError(f"--{LIST}={listed}: {no_such_type(name)}")
    return types
