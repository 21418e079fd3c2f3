"""TreeTraversal refuses tables that lead out of themselves, and fits random ones into trees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from aoe.element_types import numpy_type
from aoe.errors import UnsupportedModelError
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.selection.tree_traversal import OPERATOR
from tests.operators.source_node import ArrayNode

#: One tree of a root with two leaves.
TABLES: dict[str, Any] = {
    "roots": [0],
    "depths": [1],
    "features": [2, 0, 0],
    "splits": [0.5, 0.0, 0.0],
    "children": [[1, 2], [1, 1], [2, 2]],
}


def node(dtype: str = "float32", **changed: Any) -> ArrayNode:
    tables = TABLES | changed
    x = np.zeros((4, 3), numpy_type(dtype))
    arrays = [
        np.asarray(values, x.dtype if name == "splits" else np.int32)
        for name, values in tables.items()
    ]
    return ArrayNode("TreeTraversal", [x, *arrays], {"steps": 1}, constants=frozenset(range(1, 6)))


def test_a_sample_goes_to_the_second_child_up_to_the_split() -> None:
    x = np.zeros((4, 3), np.float32)
    x[:, 2] = [0.4, 0.5, 0.6, np.nan]
    found = node()
    operator = OPERATOR.import_node(found).operator
    arrays = [x, *(array for array in found.arrays[1:] if array is not None)]
    assert OPERATOR.reference(operator, arrays)[:, 0].tolist() == [2, 2, 1, 1]


@pytest.mark.parametrize(
    "changed",
    [
        {"roots": [3]},
        {"roots": [-1]},
        {"depths": [2]},
        {"features": [3, 0, 0]},
        {"children": [[1, 3], [1, 1], [2, 2]]},
        {"children": [[-1, 2], [1, 1], [2, 2]]},
    ],
    ids=str,
)
def test_a_table_that_leads_nowhere_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(UnsupportedModelError, match="that is not there"):
        OPERATOR.import_node(node(**changed))


def test_tables_of_different_lengths_are_refused() -> None:
    with pytest.raises(UnsupportedModelError, match="one number of trees and of nodes"):
        OPERATOR.import_node(node(splits=[0.5]))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "int32"])
def test_features_that_records_cannot_hold_are_refused(dtype: str) -> None:
    with pytest.raises(UnsupportedModelError, match="float32 or float64"):
        OPERATOR.import_node(node(dtype))


def test_trees_that_are_not_constant_are_refused() -> None:
    known = node()
    with pytest.raises(UnsupportedModelError, match="not constant"):
        OPERATOR.import_node(ArrayNode(known.op_type, known.arrays, known.attributes))


@pytest.mark.parametrize(("trees", "nodes"), [(1, 1), (3, 21), (4, 37), (5, 3)])
def test_fitted_trees_end_in_leaves_within_the_steps(trees: int, nodes: int) -> None:
    types = [("float32", (2, 3)), *[("int32", (trees,))] * 2, ("int32", (nodes,))]
    types += [("float32", (nodes,)), ("int32", (nodes, 2))]
    inputs = tuple(Operand.row_major(dtype, shape) for dtype, shape in types)
    output = Operand.row_major("int32", (2, trees))
    operator = Operator("TreeTraversal", (("steps", 6),), inputs, output, 6)
    arrays = [np.zeros(item.shape, item.dtype) for item in inputs]
    for number, array in OPERATOR.fitted(operator, arrays).items():
        assert array.shape == arrays[number].shape
        arrays[number] = array
    _, roots, depths, features, splits, children = arrays
    leaves = OPERATOR.reference(operator, arrays)
    assert (children[leaves] == leaves[..., None]).all()
    refused = ArrayNode(
        "TreeTraversal",
        [arrays[0], roots, depths, features, splits, children],
        {"steps": 6},
        constants=frozenset(range(1, 6)),
    )
    OPERATOR.import_node(refused)
