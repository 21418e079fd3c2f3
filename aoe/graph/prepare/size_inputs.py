"""Gives inputs that decide sizes the number of dimensions that ONNX has for them.

Runtimes take a length of shape [1] for a scalar, and computed pads of shape [1, n] for a vector.
Inference refuses the first and knows no sizes of the second.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.graph.prepare.new_values import Names, new_constant

#: The inputs that are scalars.
_SCALARS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("BlackmanWindow", "HammingWindow", "HannWindow"), (0,)),
        "DFT": (1, 2),
        "STFT": (1, 3),
        "MelWeightMatrix": (0, 1, 2, 3, 4),
        "NonMaxSuppression": (2, 3, 4),
    }
)
#: The inputs that are vectors.
_VECTORS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {"Pad": (1,), "Resize": (1, 2, 3), "Upsample": (1,)}
)


def give_ranks(graph: onnx_ir.Graph, node: onnx_ir.Node, names: Names) -> None:
    """Reshapes inputs of a node that have the numbers of a scalar or vector, in place.

    Args:
        graph: The graph of the node.
        node: The node.
        names: The names that values of the model have.
    """
    if node.domain:
        return
    for rank, places in enumerate((_SCALARS, _VECTORS)):
        for place in places.get(node.op_type, ()):
            value = node.inputs[place] if place < len(node.inputs) else None
            shape = None if value is None else value.shape
            if value is None or shape is None or not shape.is_static() or len(shape) == rank:
                continue
            sizes = [int(size) for size in shape.numpy()]
            count = prod(sizes)
            if count != max(sizes, default=1) or (rank == 0 and count != 1):
                continue
            node.replace_input_with(place, _reshaped(graph, node, value, rank, names))


def _reshaped(
    graph: onnx_ir.Graph, node: onnx_ir.Node, value: onnx_ir.Value, rank: int, names: Names
) -> onnx_ir.Value:
    name = names.unused(f"{value.name}_reshaped")
    target = new_constant(graph, names.unused(f"{name}_shape"), np.full(rank, -1, np.int64))
    made = onnx_ir.Node("", "Reshape", [value, target], name=name)
    result = made.outputs[0]
    assert value.shape is not None
    result.name, result.type = name, value.type
    result.shape = onnx_ir.Shape([prod(int(size) for size in value.shape.numpy())] * rank)
    graph.insert_before(node, made)
    return result
