"""Finds the constants of programs again among those of their model, so that the compile cache need
not store them.

A constant of a program is mostly one of the model, or several of the model side by side
(`aoe.graph.subgraph.variants.joined_matmuls`). `program_cache.py` stores which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import onnx_ir

#: Bytes from which a constant is looked for; smaller ones are stored.
LEAST = 4096


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a constant is made of those of its model.

    Attributes:
        digest: What the constant holds, as a digest.
        columns: Digests of constants of the model that stand side by side along the last axis.
    """

    digest: bytes
    columns: tuple[bytes, ...]


class OwnConstants:
    """The constants of a model by their digests, which are computed when they are first needed."""

    def __init__(self, model: onnx_ir.Model, digest: Callable[[np.ndarray], bytes]) -> None:
        """`digest`: see `aoe.backends.backend.ModelFamily.digest`."""
        self._model = model
        self._digest = digest

    def recipe(self, array: np.ndarray) -> Recipe | None:
        """How a constant is made of those of the model; None if it is small, or not made so."""
        if array.nbytes < LEAST:
            return None
        digest = self._digest(array)
        if digest in self._known:
            return Recipe(digest, (digest,))
        columns = self._columns(array) if array.ndim == 2 else ()
        return Recipe(digest, columns) if columns else None

    def made(self, recipe: Recipe) -> np.ndarray | None:
        """The constant; None if the model has not what it is made of."""
        found = [self._known[item] for item in recipe.columns if item in self._known]
        if len(found) != len(recipe.columns):
            return None
        return found[0] if len(found) == 1 else np.concatenate(found, axis=-1)

    @cached_property
    def _known(self) -> Mapping[bytes, np.ndarray]:
        tensors = [value.const_value for value in self._model.graph.initializers.values()]
        arrays = [
            item.numpy()
            for item in tensors
            if item is not None and item.dtype != onnx_ir.DataType.STRING and item.nbytes >= LEAST
        ]
        return {self._digest(array): array for array in arrays}

    @cached_property
    def _matrices(self) -> Mapping[bytes, list[tuple[bytes, np.ndarray]]]:
        """The matrices with their digests, by the first element of each row."""
        found: dict[bytes, list[tuple[bytes, np.ndarray]]] = {}
        for digest, array in self._known.items():
            if array.ndim == 2:
                found.setdefault(array[:, 0].tobytes(), []).append((digest, array))
        return found

    def _columns(self, array: np.ndarray) -> tuple[bytes, ...]:
        """The matrices of the model that stand side by side in one; none if it has other parts."""
        columns: list[bytes] = []
        start = 0
        while start < array.shape[1]:
            for digest, part in self._matrices.get(array[:, start].tobytes(), ()):
                stop = start + part.shape[1]
                if part.dtype == array.dtype and np.array_equal(array[:, start:stop], part):
                    columns.append(digest)
                    start = stop
                    break
            else:
                return ()
        return tuple(columns)
