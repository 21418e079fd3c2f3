"""Inputs of a `.tflite` file with the shapes that the user gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from aoe.errors import UsageError
from aoe.frontends.frontend import InputShapes
from aoe.frontends.inputs.given_shapes import giver_of, require_known
from aoe.frontends.tflite.model_file import FileTensor, Subgraph


@dataclass(frozen=True, slots=True)
class Input:
    """An input of a model.

    Attributes:
        name: Its name.
        dtype: Its element type.
        shape: Its shape, without open sizes.
    """

    name: str
    dtype: np.dtype
    shape: tuple[int, ...]


def inputs_of(graph: Subgraph, shapes: InputShapes, label: str) -> list[Input]:
    """The inputs of a graph.

    Args:
        graph: The graph.
        shapes: Shapes from the user, by the names of inputs.
        label: What messages call the model.

    Raises:
        UsageError: A shape does not fit, or is missing.
    """
    tensors = [graph.tensors[number] for number in graph.inputs]
    names = _unique([tensor.name or f"input_{n}" for n, tensor in enumerate(tensors)])
    require_known(shapes, names, label)
    given = [_shape(*pair, shapes) for pair in zip(names, tensors, strict=True)]
    missing = [
        (name, tensor)
        for name, tensor, size in zip(names, tensors, given, strict=True)
        if size is None
    ]
    if missing:
        listed = ", ".join(f"{name} {_text(tensor)}" for name, tensor in missing)
        example = ";".join(f"{name}:{_example(tensor)}" for name, tensor in missing)
        raise UsageError(
            f"{label} has inputs of dynamic shape: {listed}; give their shapes, "
            f'e.g. --input_shape="{example}"'
        )
    found = []
    for name, tensor, size in zip(names, tensors, given, strict=True):
        assert tensor.dtype is not None
        assert size is not None
        found.append(Input(name, tensor.dtype, size))
    return found


def _shape(name: str, tensor: FileTensor, shapes: InputShapes) -> tuple[int, ...] | None:
    """The shape of an input; None if the user has to give it."""
    given = shapes.get(name)
    if given is not None:
        fits = len(given) == len(tensor.signature) and all(
            declared in (-1, size) and size >= 0
            for size, declared in zip(given, tensor.signature, strict=True)
        )
        if not fits:
            raise UsageError(
                f"{giver_of(shapes, name)} gives {name!r} the shape {','.join(map(str, given))}, "
                f"but the model has {_text(tensor)}"
            )
        return given
    return None if -1 in tensor.signature[1:] else tensor.shape


def _text(tensor: FileTensor) -> str:
    return f"[{','.join('?' if size < 0 else str(size) for size in tensor.signature)}]"


def _example(tensor: FileTensor) -> str:
    sizes = [
        size if size >= 0 else 1 if place == 0 else 224 if len(tensor.signature) == 4 else 128
        for place, size in enumerate(tensor.signature)
    ]
    return ",".join(map(str, sizes))


def _unique(names: Sequence[str]) -> list[str]:
    """Names, with a number where one is there again."""
    found: list[str] = []
    for name in names:
        number, unique = 0, name
        while unique in found:
            number += 1
            unique = f"{name}_{number}"
        found.append(unique)
    return found
