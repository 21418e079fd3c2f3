"""Walks down trees, compiled under every policy, with numbers that meet splits."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from aoe.backends.cpu.implementations.selection.tree_traversal import IMPLEMENTATION
from aoe.element_types import numpy_type
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import reference
from tests.backends.cpu.implementations.computing import compute
from tests.backends.cpu.targets import named
from tests.not_empty import not_empty

FEATURES = 5


def forest(trees: int, deepest: int, dtype: str) -> list[np.ndarray]:
    """Trees that are lists: each node has a leaf and the next node, in any order."""
    generator = np.random.default_rng(trees)
    roots: list[int] = []
    depths: list[int] = []
    children: list[list[int]] = []
    for _ in range(trees):
        depth = int(generator.integers(0, deepest + 1))
        roots.append(len(children))
        depths.append(depth)
        for _ in range(depth):
            here = len(children)
            pair = [here + 1, here + 2]
            children += [pair[:: int(generator.choice([1, -1]))], [here + 1, here + 1]]
        children.append([len(children)] * 2)
    splits = generator.choice([-np.inf, -1.0, -0.0, 0.0, 1.0, np.inf, np.nan], len(children))
    return [
        np.asarray(roots, np.int32),
        np.asarray(depths, np.int32),
        generator.integers(0, FEATURES, len(children)).astype(np.int32),
        splits.astype(numpy_type(dtype)),
        np.asarray(children, np.int32),
    ]


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(("samples", "trees", "deepest"), [(1, 1, 0), (3, 21, 9), (7, 64, 3)])
def test_walks_end_at_the_leaves_of_the_reference(
    dtype: str, samples: int, trees: int, deepest: int
) -> None:
    generator = np.random.default_rng(0)
    x = generator.choice([-np.inf, -1.0, -0.0, 0.5, 1.0, np.inf, np.nan], (samples, FEATURES))
    arrays = [x.astype(numpy_type(dtype)), *forest(trees, deepest, dtype)]
    inputs = tuple(
        Operand.row_major(str(array.dtype), array.shape, number > 0)
        for number, array in enumerate(arrays)
    )
    output = Operand.row_major("int32", (samples, trees))
    steps = int(arrays[2].max())
    operator = Operator("TreeTraversal", (("steps", steps),), inputs, output, len(inputs))
    expected = reference(operator, arrays)
    for threads in (1, 2):
        target = replace(named("host"), threads=threads)
        for policy in not_empty(IMPLEMENTATION.space(operator, target)):
            found = compute(operator, policy, target, arrays, threads=threads)
            np.testing.assert_array_equal(found, expected)
