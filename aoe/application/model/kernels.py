"""Kernels: offline models of single operators in a folder, found by what they compute.

`aoe --op_tune_file` writes them. Beside each `.om` is its description in a `.json` of the same
name, which is a file of `--singleop` as well. `load_kernels` opens a folder.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from aoe.application.api_names import python_call
from aoe.application.model.session import InferenceSession
from aoe.atomic_file import replace_file
from aoe.errors import AoeError, ModelError, UsageError, not_written, quoted
from aoe.frontends.single_operator.description import OperatorDescription
from aoe.frontends.single_operator.description_json import (
    description_from_json,
    parse_descriptions,
    read_text,
)
from aoe.frontends.single_operator.enumerations import DTYPES, TYPE_NUMBERS

#: An input to look for: its element type and shape, or an array that has them.
WantedInput: TypeAlias = np.ndarray | Sequence[object]


def write_description(model: Path, description: OperatorDescription) -> None:
    """Writes the description of a kernel beside it. Raises `AoeError` if that fails."""
    path = model.with_suffix(".json")
    try:
        replace_file(path, f"{json.dumps([description.to_json()], indent=2)}\n".encode())
    except OSError as error:
        raise AoeError(not_written(path, error)) from error


@python_call("aoe.load_kernels")
def load_kernels(folder: str | Path, threads: int | None = None) -> Kernels:
    """Opens a folder of kernels, which `aoe --op_tune_file` wrote.

    Args:
        folder: The folder.
        threads: Threads that a kernel uses; all cores by default.

    Raises:
        UsageError: There is no such folder.
        ModelError: A description in it is damaged.
    """
    place = Path(folder)
    if not place.is_dir():
        raise UsageError(f"folder={str(folder)!r}: there is no such directory")
    described = {}
    for path in sorted(place.glob("*.json")):
        if path.with_suffix(".om").exists():
            text = read_text(path, "folder")
            (description, *others) = parse_descriptions(text, str(path))
            if others:
                raise ModelError(f"{path} describes several operators, but its kernel is one")
            described[path.stem] = description
    return Kernels(place, described, threads)


class Kernels(Mapping[str, InferenceSession]):
    """The kernels of a folder by their keys. A kernel is opened when it is first asked for, and
    stays open.
    """

    __module__ = "aoe"

    def __init__(
        self, folder: Path, described: Mapping[str, OperatorDescription], threads: int | None
    ) -> None:
        """`described`: the descriptions by key. `load_kernels` makes an object of this class."""
        self._folder = folder
        self._described = dict(described)
        self._threads = threads
        self._open: dict[str, InferenceSession] = {}

    def __getitem__(self, key: str) -> InferenceSession:
        if key not in self._described:
            raise KeyError(key)
        if key not in self._open:
            self._open[key] = InferenceSession(self._folder / f"{key}.om", self._threads)
        return self._open[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._described)

    def __len__(self) -> int:
        return len(self._described)

    def description(self, key: str) -> dict[str, Any]:
        """What a kernel computes, as in a file of `--singleop`. Raises `KeyError`."""
        return self._described[key].to_json()

    @python_call("kernels.described")
    def described(self, description: Mapping[str, Any]) -> InferenceSession:
        """The kernel of an operator that is described as in a file of `--singleop`.

        Raises:
            UsageError: There is none.
            ModelError: The description is not valid.
        """
        wanted = description_from_json(dict(description), "description").key
        if wanted not in self._described:
            raise UsageError(
                f"there is no kernel {wanted} in {self._folder}; its kernels are {self._listed()}"
            )
        return self[wanted]

    @python_call("kernels.find")
    def find(
        self,
        op: str,
        inputs: Sequence[WantedInput] | None = None,
        attributes: Mapping[str, object] | None = None,
    ) -> InferenceSession:
        """The one kernel of an operator type, with these inputs and attributes.

        Args:
            op: The operator type.
            inputs: Pairs of element type and shape, `("float32", (3, 3))`, or arrays, for all
                inputs that are not constant, in order; by default any.
            attributes: Values of attributes; others may have any value.

        Raises:
            UsageError: There is no such kernel, or more than one.
        """
        wanted = None if inputs is None else [_type_and_shape(item) for item in inputs]
        found = [
            key
            for key, item in self._described.items()
            if item.op == op
            and (wanted is None or _takes(item, wanted))
            and all(_has(item, name, value) for name, value in (attributes or {}).items())
        ]
        if len(found) != 1:
            number = "no kernel" if not found else f"{len(found)} kernels"
            raise UsageError(
                f"there is {number} of {op} with these inputs and attributes in {self._folder}; "
                f"choose one by its key: {', '.join(found) or self._listed()}"
            )
        return self[found[0]]

    def close(self) -> None:
        """Closes the kernels that are open."""
        for session in self._open.values():
            session.close()
        self._open.clear()

    def _listed(self) -> str:
        return ", ".join(self._described) or "none"


def _type_and_shape(item: WantedInput) -> tuple[str, tuple[int, ...]]:
    if isinstance(item, np.ndarray):
        return str(item.dtype), item.shape
    if len(item) == 2 and isinstance(item[1], Sequence):
        name = str(item[0]) if isinstance(item[0], str) else str(np.dtype(item[0]))  # type: ignore[call-overload]
        if name in TYPE_NUMBERS:
            name = DTYPES.get(TYPE_NUMBERS[name], name)
        return name, tuple(int(size) for size in item[1])
    raise UsageError(
        f"inputs: {quoted(repr(item))} must be an array, or a pair of element type and shape"
    )


def _takes(description: OperatorDescription, inputs: Sequence[tuple[str, tuple[int, ...]]]) -> bool:
    """Whether an operator takes inputs of these types and shapes; open sizes within their range."""
    given = description.given
    return len(given) == len(inputs) and all(
        item.dtype == dtype
        and len(item.shape) == len(shape)
        and all(
            low <= size <= high for size, (low, high) in zip(shape, item.all_ranges, strict=True)
        )
        for item, (dtype, shape) in zip(given, inputs, strict=True)
    )


def _has(description: OperatorDescription, name: str, value: object) -> bool:
    attribute = description.attributes.get(name)
    wanted = _tuples(value)
    return attribute is not None and bool(attribute.value == wanted)


def _tuples(value: object) -> object:
    return tuple(map(_tuples, value)) if isinstance(value, list | tuple) else value
