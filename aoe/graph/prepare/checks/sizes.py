"""Checks of inputs that hold sizes, axes or bounds: how many dimensions runtimes take there."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import onnx_ir

from aoe.graph.prepare.rewriting import input_shape

#: The inputs that are vectors.
_VECTORS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("Reshape", "Split", "Squeeze"), (1,)),
        **dict.fromkeys(("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp"), (1,)),
        **dict.fromkeys(("ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd"), (1,)),
        **dict.fromkeys(("ReduceSum", "ReduceSumSquare"), (1,)),
        "Pad": (1, 3),
        "Slice": (1, 2, 3, 4),
    }
)
#: The inputs that are vectors or scalars.
_VECTORS_OR_SCALARS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {"CumSum": (1,), "Unsqueeze": (1,)}
)
#: The operators that `sizes_are_vectors` is about.
WITH_VECTORS = frozenset((*_VECTORS, *_VECTORS_OR_SCALARS))


def sizes_are_vectors(node: onnx_ir.Node) -> str | None:
    """Checks that sizes and axes have one dimension; none where runtimes take a scalar."""
    least = int(node.op_type in _VECTORS)
    for place in (_VECTORS if least else _VECTORS_OR_SCALARS)[node.op_type]:
        shape = input_shape(node, place)
        if shape is not None and not least <= len(shape) <= 1:
            kind = "a vector" if least else "a vector or a scalar"
            return f"its input {place} must be {kind}, not of shape {list(shape)}"
    return None
