"""A described operator with random inputs, and what NumPy computes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Given:
    """An input.

    Attributes:
        array: Its elements.
        constant: Whether it is constant.
        format: The order of its dimensions; empty for that of the case.
        group: The group that it belongs to.
    """

    array: np.ndarray
    constant: bool = False
    format: str = ""
    group: str = ""


@dataclass(frozen=True)
class Case:
    """An operator and its results.

    Attributes:
        op: Its type.
        inputs: Its inputs; None for one that is left out.
        results: Computes its results.
        attributes: Its attributes.
        format: The order of the dimensions of its inputs and outputs.
        output_format: That of its outputs; empty for `format`.
        tolerance: The largest relative and absolute difference.
        outputs: How many of the results are described; None for all.
    """

    op: str
    inputs: Sequence[Given | np.ndarray | None]
    results: Callable[..., Any]
    attributes: Mapping[str, Any] = field(default_factory=dict)
    format: str = "ND"
    output_format: str = ""
    tolerance: float = 2e-5
    outputs: int | None = None

    def __str__(self) -> str:
        return self.op

    @property
    def given(self) -> list[Given | None]:
        return [Given(item) if isinstance(item, np.ndarray) else item for item in self.inputs]

    @property
    def feeds(self) -> list[np.ndarray]:
        """Values of the inputs of the model."""
        return [item.array for item in self.given if item is not None and not item.constant]

    def expected(self) -> list[np.ndarray]:
        found = self.results(*[None if item is None else item.array for item in self.given])
        listed = list(found) if isinstance(found, (tuple, list)) else [found]
        arrays = [np.asarray(item) for item in listed[: self.outputs]]
        return [x.astype(np.float32) if x.dtype == np.float64 else x for x in arrays]

    def description(self) -> dict[str, Any]:
        made: dict[str, Any] = {
            "op": self.op,
            "input_desc": [self._input(item) for item in self.given],
            "output_desc": [
                tensor(item.dtype, item.shape, self.output_format or self.format)
                for item in self.expected()
            ],
        }
        if self.attributes:
            made["attr"] = [attribute(*item) for item in self.attributes.items()]
        return made

    def _input(self, item: Given | None) -> dict[str, Any]:
        if item is None:
            return {"format": "RESERVED", "type": "UNDEFINED", "shape": []}
        made = tensor(item.array.dtype, item.array.shape, item.format or self.format)
        if item.group:
            made["dynamic_input"] = item.group
        if item.constant:
            made |= {"is_const": True, "const_value": item.array.reshape(-1).tolist()}
        return made


def tensor(dtype: object, shape: Sequence[int], form: str = "ND") -> dict[str, Any]:
    return {"format": form, "type": str(np.dtype(dtype)), "shape": list(shape)}  # type: ignore[call-overload]


def attribute(name: str, value: Any) -> dict[str, Any]:
    return {"name": name, "type": _kind(value), "value": value}


def _kind(value: Any) -> str:
    if isinstance(value, list):
        return f"list_{_kind(value[0])}" if value else "list_int"
    kinds = {bool: "bool", int: "int", float: "float", str: "string"}
    return kinds[type(value)]
