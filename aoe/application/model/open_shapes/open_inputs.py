"""Checks what a caller gives a model with open shapes, and tells what a program for it is known by.

`aoe.runtime.model_inputs` checks once more against the program's plan, which has static shapes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import onnx_ir
from numpy.typing import ArrayLike

from aoe.backends.session import NodeArg, element_type
from aoe.errors import UsageError, counted
from aoe.frontends.inputs.given_shapes import giver_of, givers_of, require_known
from aoe.runtime.model_inputs import as_array, refuse_names
from aoe.runtime.text_boundary import text_array

#: Elements of the largest input whose value may decide shapes, a scalar or a vector: others hold
#: data.
LARGEST_VALUE = 64
#: What a program is known by: for each input its shape, or its value if that decides shapes.
Key: TypeAlias = tuple[tuple[tuple[int, ...], bytes], ...]


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a caller gave.

    Attributes:
        key: What a program for it is known by.
        shapes: Shapes of the inputs that the program takes.
        values: Values of the inputs that decide shapes; they are part of the program.
        given: What the program is to be given.
    """

    key: Key
    shapes: Mapping[str, tuple[int, ...]]
    values: Mapping[str, np.ndarray]
    given: Mapping[str, np.ndarray]


def may_be_part_of_program(shape: onnx_ir.Shape | None, is_row: bool = False) -> bool:
    """Whether the value of an input of this declared shape may be part of what is compiled: it has
    at most one dimension and `LARGEST_VALUE` elements, or its shape is open. `is_row`: whether
    dimensions of size 1 do not count.
    """
    if shape is None:
        return True
    fixed = _fixed_sizes(shape)
    rank = len(shape) - (sum(size == 1 for _, size in fixed) if is_row else 0)
    return rank <= 1 and all(size <= LARGEST_VALUE for _, size in fixed)


class OpenInputs:
    """The inputs of a model with open shapes, in its order."""

    def __init__(
        self,
        inputs: Sequence[onnx_ir.Value],
        deciding: Collection[str] = (),
        texts: Collection[str] = (),
        rows: Collection[str] = (),
    ) -> None:
        """Prepares the check.

        Args:
            inputs: The inputs.
            deciding: The names of those whose values decide shapes.
            texts: Of those that are texts, whose values decide none.
            rows: Of those whose numbers may have dimensions of size 1 around them.
        """
        self._declared = {str(value.name): value.shape for value in inputs}
        self._names = tuple(self._declared)
        self._rows = frozenset(rows)
        # What each call reads, as plain tuples: symbolic shapes are slow to iterate over.
        self._inputs = tuple(
            (
                str(value.name),
                None if value.name in texts else _dtype(value),
                None if value.shape is None else len(value.shape),
                _fixed_sizes(value.shape),
                str(value.name) in deciding and value.name not in texts,
            )
            for value in inputs
        )

    def checked(self, feed: Mapping[str, ArrayLike]) -> Inputs:
        """What was given, taken apart. Raises `UsageError` naming the input that is missing,
        unknown, or that the model cannot take, with the dimension and why.
        """
        if len(feed) != len(self._names) or any(name not in feed for name in self._names):
            refuse_names(self._names, feed)
        key: list[tuple[tuple[int, ...], bytes]] = []
        shapes: dict[str, tuple[int, ...]] = {}
        values: dict[str, np.ndarray] = {}
        given: dict[str, np.ndarray] = {}
        for name, dtype, rank, fixed, decides in self._inputs:
            value = feed[name]
            array = value if type(value) is np.ndarray else as_array(name, value, dtype)
            if dtype is None:
                array = text_array(name, array)
            elif array.dtype != dtype:
                raise UsageError(
                    f"input {name!r} is {array.dtype}; the model needs {dtype}; "
                    f"astype({str(dtype)!r}) converts it"
                )
            shape = array.shape
            if rank is not None and len(shape) != rank:
                _check(name, shape, self._declared[name])
            for position, size in fixed:
                if shape[position] != size:
                    _check(name, shape, self._declared[name])
            part_of_program = (
                decides and array.size <= LARGEST_VALUE and self._is_vector(name, array)
            )
            if part_of_program:
                values[name] = np.array(array, order="C", copy=True)
            else:
                shapes[name], given[name] = shape, array
            key.append((shape, array.tobytes() if part_of_program else b""))
        return Inputs(tuple(key), shapes, values, given)

    def _is_vector(self, name: str, array: np.ndarray) -> bool:
        """Whether an array is a vector, a scalar, or a row where that is the same."""
        return array.ndim <= 1 or (name in self._rows and max(array.shape) == array.size)


def complete_shapes(
    inputs: Sequence[onnx_ir.Value], given: Mapping[str, tuple[int, ...]]
) -> dict[str, tuple[int, ...]]:
    """The shape of each input.

    Args:
        inputs: The inputs of a model.
        given: Shapes by input name. Inputs that are left out have static shapes.

    Raises:
        UsageError: An input is unknown, has no shape, or cannot have the given one.
    """
    names = [str(value.name) for value in inputs]
    require_known(given, names, "the model")
    found: dict[str, tuple[int, ...]] = {}
    for name, value in zip(names, inputs, strict=True):
        declared = value.shape
        if name in given:
            _check(name, given[name], declared, f"{giver_of(given, name)}: ")
            found[name] = given[name]
        elif declared is not None and declared.is_static():
            found[name] = tuple(declared.numpy())
        else:
            shape = "an unknown rank" if declared is None else f"the shape {described(declared)}"
            raise UsageError(f"input {name!r} has {shape}; {givers_of(given)} must give it, too")
    return found


def node_arg(value: onnx_ir.Value, texts: Collection[str]) -> NodeArg:
    """An input or output of an open model. `texts`: the names of those that are texts."""
    shape = () if value.shape is None else value.shape
    sizes = [size if isinstance(size, int) else size.value for size in shape]
    dtype = "undefined" if value.dtype is None else str(np.dtype(value.dtype.numpy()))
    name = str(value.name)
    kind = element_type("string" if name in texts else dtype)
    return NodeArg(name, sizes, kind, has_rank=value.shape is not None)


def _fixed_sizes(declared: onnx_ir.Shape | None) -> tuple[tuple[int, int], ...]:
    """The dimensions of known size: their positions and sizes."""
    sizes = () if declared is None else tuple(declared)
    return tuple(
        (position, size)
        for position, size in enumerate(sizes)
        if isinstance(size, int) and size >= 0
    )


def _check(
    name: str, shape: tuple[int, ...], declared: onnx_ir.Shape | None, giver: str = ""
) -> None:
    """Raises `UsageError` if an input cannot have this shape. `giver`: what messages begin with."""
    if declared is None:
        return
    if len(declared) != len(shape):
        raise UsageError(
            f"{giver}input {name!r} has {counted(len(shape), 'dimension')}, {list(shape)}; the "
            f"model needs {len(declared)}: {described(declared)}"
        )
    for position, known in _fixed_sizes(declared):
        if shape[position] != known:
            raise UsageError(
                f"{giver}input {name!r} has the size {shape[position]} in dimension {position}, "
                f"{list(shape)}; the model fixes it to {known}: {described(declared)}"
            )


def described(shape: onnx_ir.Shape) -> str:
    """A declared shape for messages, e.g. `[batch, 3, ?, 224]`."""
    sizes = (size if isinstance(size, int) else size.value or "?" for size in shape)
    return f"[{', '.join('?' if size in (-1, '-1') else str(size) for size in sizes)}]"


def _dtype(value: onnx_ir.Value) -> np.dtype:
    assert value.dtype is not None, "a frontend gives every input an element type"
    return np.dtype(value.dtype.numpy())
