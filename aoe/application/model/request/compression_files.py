"""Reads the file of `--compress_weight_conf`: the layers whose weights are to be compressed.

A line, or a part between semicolons, has the name of a node, as in ATC's file; `*` stands for all.
A name alone leaves the choice of the form to measurements. `name: int4:32` gives it. The line
`accuracy_limit: 0.02` sets the limit of the error of the whole model.

`quantization_config.py` reads the file of `--compression_optimize_conf`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from aoe.backends.registry import backend_of
from aoe.errors import UsageError, quoted
from aoe.graph.compression.forms import Form, Kind
from aoe.graph.compression.layers import Layer
from aoe.option_file import option_text
from aoe.target import Target

#: Stands for all layers.
ALL = "*"
LIMIT = "accuracy_limit"
#: Forms that a line may name, and those that have blocks.
KINDS: tuple[Kind, ...] = ("float24", "bfloat16", "float8", "int8", "int4")
IN_BLOCKS = ("int8", "int4")
_WITH_FORM = re.compile(r"(.+?)\s*:\s+([^\s:]+(?::\S*)?)$")


@dataclass(frozen=True, slots=True)
class WeightFile:
    """What a file of `--compress_weight_conf` asks for, or one of another option about layers.

    Attributes:
        file: The file.
        entries: Names and forms; None for the one that measurements choose.
        limit: Limit of the root mean square error of an output, relative to float32; None for the
            usual one.
        option: The option.
        types: Operator types of ONNX and forms, for layers that have no entry.
        others: Names of layers that have neither.
    """

    file: Path
    entries: tuple[tuple[str, Form | None], ...]
    limit: float | None = None
    option: str = "compress_weight_conf"
    types: tuple[tuple[str, Form], ...] = ()
    others: frozenset[str] = frozenset()

    @property
    def label(self) -> str:
        """What messages start with."""
        return f"--{self.option}={self.file}"

    def wanted(self, layer: Layer) -> tuple[Form | None] | None:
        """The form that a layer is to have, in a tuple; None if the file does not name it. A name
        of its own comes before `*`.
        """
        known = dict(self.entries)
        for name in (layer.name, layer.origin.name, ALL):
            if name in known:
                return (known[name],)
        form = dict(self.types).get(layer.origin.type)
        return None if form is None or layer.origin.name in self.others else (form,)

    def names(self, layer: Layer) -> bool:
        """Whether the file has a layer's own name."""
        return any(name in (layer.name, layer.origin.name) for name, _ in self.entries)

    def names_none(self, layers: Sequence[Layer]) -> bool:
        """Whether names are all that it has, and none of the layers has one of them."""
        named = not self.types and ALL not in dict(self.entries)
        return named and not any(map(self.names, layers))

    def can_be_had(self, form: Form, target: Target) -> bool:
        """Whether a device has what a form needs that the file asks for by type. Where `*` stands
        for layers, those that cannot have the form stay float32.
        """
        fast = backend_of(target).precision.fast_types(target)
        return not self.types or {*form.types} <= {*fast}

    def unmatched(self, layers: Sequence[Layer]) -> list[str]:
        """The names that no layer has, and the types if no layer has one of them."""
        known = {ALL, *(n for layer in layers for n in (layer.name, layer.origin.name))}
        there = {layer.origin.type for layer in layers}
        types = [name for name, _ in self.types]
        missing = [] if there & {*types} else types
        return [*(name for name, _ in self.entries if name not in known), *missing]


def read_weight_file(text: str, working_directory: Path) -> WeightFile:
    """What a file of `--compress_weight_conf` asks for. Raises `UsageError` if it cannot be read,
    names nothing, names a layer twice, or has a form that there is not.
    """
    path, label = working_directory / text, f"--compress_weight_conf={text}"
    content = option_text(label, path, "compress_weight_conf")
    parts = [
        (number, part.strip())
        for number, line in enumerate(content.splitlines(), 1)
        for part in line.split(";")
        if not line.lstrip().startswith("#")
    ]
    entries: dict[str, Form | None] = {}
    limit: float | None = None
    for number, part in parts:
        if not part:
            continue
        if part.partition(":")[0].strip() == LIMIT:
            if limit is not None:
                raise UsageError(f"{label}: line {number} gives {LIMIT} again; give it once")
            limit = positive_number(label, LIMIT, part.partition(":")[2].strip())
            continue
        found = _WITH_FORM.match(part)
        name = part if found is None else found[1]
        if name in entries:
            raise UsageError(f"{label}: names {quoted(name)!r} twice; leave one of them out")
        entries[name] = None if found is None else _form(label, name, found[2])
    if not entries:
        raise UsageError(f"{label}: must have the name of a node in each line, or {ALL} for all")
    return WeightFile(path, tuple(entries.items()), limit)


def positive_number(label: str, name: str, text: str) -> float:
    """The number in a text. Raises `UsageError` if it is none above 0."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not (isfinite(number) and number > 0):
        raise UsageError(f"{label}: {name}: {quoted(text)!r} must be a number above 0, e.g. 0.02")
    return number


def _form(label: str, name: str, text: str) -> Form:
    kind, colon, block = text.partition(":")
    for known in KINDS:
        if kind == known and not colon:
            return Form(known)
        sized = kind == known and known in IN_BLOCKS and block.isascii() and block.isdecimal()
        if sized and int(block[:9]) > 0:
            return Form(known, int(block[:9]))
        if kind == known and known in IN_BLOCKS and colon:
            raise UsageError(
                f"{label}: {quoted(name)}: {quoted(text)!r}: a block must have a whole number of "
                f"weights above 0, e.g. {known}:32; leave :{quoted(block)} out for the usual one"
            )
    raise UsageError(
        f"{label}: {quoted(name)}: {quoted(text)!r} is no form of weights; write float24, "
        "bfloat16, float8, int8 or int4, the last two also with a block, int4:32"
    )
