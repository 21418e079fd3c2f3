"""Examples of a model's inputs in a file beside it, `<stem>.inputs.json`.

A program that dumps graphs of single operators writes it, for what a graph does not say:

    {"shape": [2, 8], "index": {"range": [0, 31]}}

A value is a number or a list of numbers, nested or in row-major order. An input whose value decides
shapes becomes a constant of this value. A range has the least and the greatest value of an input of
integers, such as indices; measurements then run on values of it. A value of such an input stands
for the range from its least to its greatest number. Values of other inputs have no effect.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import onnx_ir

from aoe.errors import ModelError, not_read
from aoe.frontends.inputs.deciding_inputs import deciding_inputs

Number: TypeAlias = int | float | bool


@dataclass(frozen=True, slots=True)
class InputExample:
    """What a file says of one input.

    Attributes:
        value: Its elements in row-major order; `None` where there is a range.
        range: The least and the greatest value; `None` where there is a value.
    """

    value: tuple[Number, ...] | None = None
    range: tuple[int, int] | None = None

    @property
    def text(self) -> str:
        """The value as text of `--input_value`."""
        return ",".join(str(item).lower() for item in self.value or ())

    @property
    def known_range(self) -> tuple[int, int] | None:
        """The range, or that of the value; `None` for a value of other numbers than integers."""
        whole = [item for item in self.value or () if isinstance(item, int)]
        if self.range is not None or not self.value or len(whole) < len(self.value):
            return self.range
        return int(min(whole)), int(max(whole))


@dataclass(frozen=True, slots=True)
class AppliedExamples:
    """What examples mean for a model.

    Attributes:
        values: Texts of values, by the names of inputs that become constants.
        ranges: The least and the greatest value, by the names of other inputs of integers.
    """

    values: Mapping[str, str]
    ranges: Mapping[str, tuple[int, int]]


def read_input_examples(path: Path) -> dict[str, InputExample]:
    """The examples in a file, by the name of the input. Raises `ModelError` for anything else."""
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise ModelError(not_read(path, error)) from error
    except (ValueError, RecursionError) as error:
        raise ModelError(f"{path} is not JSON ({error}); write {{name: value}}") from None
    if not isinstance(data, dict):
        raise ModelError(f"{path} is not a JSON object; write {{name: value}}")
    return {name: _example(item, name, path) for name, item in data.items()}


def applied_examples(
    examples: Mapping[str, InputExample], model: onnx_ir.Model, path: Path
) -> AppliedExamples:
    """What the examples in the file `path` mean for a model. Raises `ModelError` if they do not fit
    it.
    """
    inputs = {str(value.name): value for value in model.graph.inputs}
    deciding = deciding_inputs(model)
    values: dict[str, str] = {}
    ranges: dict[str, tuple[int, int]] = {}
    for name, example in examples.items():
        if name not in inputs:
            known = ", ".join(map(repr, inputs)) or "none"
            raise ModelError(f"{path} names {name!r}, but the inputs of the model are {known}")
        kind = inputs[name].dtype
        whole = kind is not None and kind.numpy().kind in "iub"
        if example.range is not None and (name in deciding or not whole):
            why = "decides shapes; give its value" if name in deciding else f"holds {kind}"
            raise ModelError(f"{path}: {name!r} has a range, but {why}")
        if name in deciding:
            values[name] = example.text
        elif whole and example.known_range is not None:
            if not _fits(example.known_range, kind):
                raise ModelError(f"{path}: numbers of {name!r} do not fit {kind}")
            ranges[name] = example.known_range
    return AppliedExamples(values, ranges)


def _fits(limits: tuple[int, int], kind: onnx_ir.DataType | None) -> bool:
    """Whether both ends are of an integer type, or 0 and 1 of booleans."""
    if kind is None or kind == onnx_ir.DataType.BOOL:
        return limits[0] >= 0 and limits[1] <= 1
    known = np.iinfo(kind.numpy())
    return int(known.min) <= limits[0] and limits[1] <= int(known.max)


def _example(item: Any, name: str, path: Path) -> InputExample:
    if isinstance(item, dict):
        found = item["range"] if set(item) == {"range"} else None
        ends: list[Any] = found if isinstance(found, list) else []
        if len(ends) != 2 or any(type(end) is not int for end in ends) or ends[0] > ends[1]:
            raise ModelError(
                f'{path}: {name!r} is no range; write {{"range": [least, greatest]}} in whole '
                "numbers"
            )
        return InputExample(range=(ends[0], ends[1]))
    return InputExample(value=tuple(_numbers(item, name, path)))


def _numbers(item: Any, name: str, path: Path) -> Iterator[Number]:
    if isinstance(item, list):
        for part in item:
            yield from _numbers(part, name, path)
    elif isinstance(item, int | float):
        yield item
    else:
        raise ModelError(f"{path}: {name!r} has {item!r}, which is no number")
