"""Local response normalisation across channels: LRN (A. Krizhevsky et al., 2012).

y = x / (bias + alpha / size · Σ x²)^beta, where the sum is over `size` neighbouring channels.
Attributes: `alpha`, `beta`, `bias`, `size`. Implementation: `lrn`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.operators.access import Access, all_aligned
from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    order_of_first_input,
)
from aoe.operators.importing import (
    float_attribute,
    floating_input,
    integer_attribute,
    refuse,
)
from aoe.operators.operator import Operator


def _import_node(node: SourceNode) -> ImportedOperator:
    x = floating_input(node)
    size = integer_attribute(node, "size", 0)
    if size < 1 or len(x.shape) < 2:
        raise refuse(node, f"size {size} does not fit the input {x.shape}")
    attributes = (
        ("alpha", float_attribute(node, "alpha", 1e-4)),
        ("beta", float_attribute(node, "beta", 0.75)),
        ("bias", float_attribute(node, "bias", 1.0)),
        ("size", size),
    )
    return ImportedOperator(Operator("LRN", attributes, (x,), node.output, 1), (0,))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    x, size = inputs[0], operator.integer("size")
    before, after = (size - 1) // 2, size // 2
    widths = [(0, 0), (before, after), *((0, 0) for _ in x.shape[2:])]
    squares = np.pad(x * x, widths)
    channels = x.shape[1]
    total = sum(squares[:, i : i + channels] for i in range(size))
    base = operator.number("bias") + operator.number("alpha") / size * total
    return np.asarray(x / base ** operator.number("beta"))


def _access(operator: Operator, dimension: int) -> Access | None:
    """The sums are over neighbouring channels, dimension 1."""
    return all_aligned(operator, dimension) if dimension != 1 else None


OPERATOR = OperatorDefinition(
    type="LRN",
    onnx_types=("LRN",),
    import_node=_import_node,
    reference=_reference,
    output_order=order_of_first_input,
    access=_access,
)
