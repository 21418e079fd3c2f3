"""The leaf that each sample reaches in each tree of an ensemble.

A node holds a feature, a split and two children. A sample goes to the second child if its feature
is at most the split, and to the first one otherwise; what is not a number goes to the first one. A
leaf is its own child. All comparisons of ONNX's ensembles are brought into this form.

Inputs, all but x constant; T is the number of trees and M that of the nodes of all of them:

- x (N, F), float32 or float64;
- roots (T,), int32, and depths (T,), int32: comparisons on the longest way from the root to a leaf;
- features (M,), int32; splits (M,), of the type of x; children (M, 2), int32.

The attribute `steps` is the greatest depth. The result is (N, T), int32.
`aoe.graph.prepare.rules.classical.traversal` makes nodes of it. Implementation: `tree_traversal`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    row_major_order,
)
from aoe.operators.importing import integer_attribute, refuse, required_input
from aoe.operators.input_numbers import InputNumbers
from aoe.operators.operator import Operand, Operator

TYPE = "TreeTraversal"
#: The types of features and splits. Records of nodes hold splits in whole words.
_FEATURES = frozenset({"float32", "float64"})
#: The numbers of the inputs.
X, ROOTS, DEPTHS, FEATURES, SPLITS, CHILDREN = range(6)


def _import_node(node: SourceNode) -> ImportedOperator:
    inputs = [required_input(node, number) for number in range(6)]
    x, roots, depths, features, splits, children = inputs
    if x.dtype not in _FEATURES or len(x.shape) != 2 or len(roots.shape) != 1:
        raise refuse(node, "it needs rows of float32 or float64 features and a list of roots")
    trees, nodes = roots.shape, features.shape
    found = (depths.shape, splits.shape, splits.dtype, children.shape)
    if found != (trees, nodes, x.dtype, (*nodes, 2)):
        raise refuse(node, "its tables are not of one number of trees and of nodes")
    steps = integer_attribute(node, "steps", 0)
    _check_tables(node, x.shape[1], steps)
    output = Operand.row_major("int32", (x.shape[0], *trees))
    operator = Operator(TYPE, (("steps", steps),), tuple(inputs), output, len(inputs))
    return ImportedOperator(operator, tuple(range(len(inputs))))


def _check_tables(node: SourceNode, width: int, steps: int) -> None:
    """Raises `UnsupportedModelError` for tables that lead out of themselves or of x."""
    tables = [node.constant(number) for number in (ROOTS, DEPTHS, FEATURES, CHILDREN)]
    ends = (node.inputs[FEATURES], steps, width, node.inputs[FEATURES])
    for table, end in zip(tables, ends, strict=True):
        if table is None:
            raise refuse(node, "its trees are not constant")
        last = end if isinstance(end, int) else end.shape[0] if end else 0
        inclusive = table is tables[1]
        if table.size and (table.min() < 0 or table.max() >= last + inclusive):
            raise refuse(node, "a table leads to a node or a feature that is not there")


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    x, roots, _, features, splits, children = inputs
    place = np.broadcast_to(roots, operator.output.shape)
    for _ in range(operator.integer("steps")):
        read = np.take_along_axis(x, features[place].astype(np.int64), 1)
        place = children[place, (read <= splits[place]).astype(np.int32)]
    return np.asarray(place, np.int32)


def _numbers(operator: Operator) -> Mapping[int, InputNumbers]:
    return {FEATURES: InputNumbers(0, operator.inputs[X].shape[1] - 1)}


def _fitted(operator: Operator, inputs: Sequence[np.ndarray]) -> Mapping[int, np.ndarray]:
    """Trees that share the nodes and are as even as can be."""
    trees, nodes = operator.inputs[ROOTS].shape[0], operator.inputs[FEATURES].shape[0]
    each = max(nodes // max(trees, 1), 1)
    inner, place = (each - 1) // 2, np.arange(nodes, dtype=np.int32)
    inside = place % each
    is_inner = (inside < inner) & (place < each * trees)
    below = place + inside + 1
    children = np.stack([np.where(is_inner, below, place), np.where(is_inner, below + 1, place)], 1)
    depth = min(inner.bit_length(), operator.integer("steps"))
    return {
        ROOTS: np.arange(trees, dtype=np.int32) * np.int32(each) % np.int32(max(nodes, 1)),
        DEPTHS: np.full(trees, depth, np.int32),
        CHILDREN: children.astype(np.int32),
    }


OPERATOR = OperatorDefinition(
    type=TYPE,
    onnx_types=(TYPE,),
    import_node=_import_node,
    reference=_reference,
    output_order=row_major_order,
    fuses_epilogue=False,
    numbers=_numbers,
    fitted=_fitted,
)
