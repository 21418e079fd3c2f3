"""The inputs whose values decide sizes: which they are, and how many dimensions ONNX has for them.

Runtimes take a length of shape [1] for a scalar, and computed pads of shape [1, n] for a vector.
Inference refuses the first and knows no sizes of the second.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.graph.graph_values import constant_tensor
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
#: The inputs whose values decide sizes of the outputs.
_DECIDING: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("BlackmanWindow", "HammingWindow", "HannWindow", "ConstantOfShape"), (0,)),
        **dict.fromkeys(("AffineGrid", "CenterCropPad", "Expand", "ExpandDims", "OneHot"), (1,)),
        **dict.fromkeys(("Reshape", "Split", "SplitToSequence", "Squeeze", "Tile", "TopK"), (1,)),
        **dict.fromkeys(("Unsqueeze", "Upsample", "SequenceAt"), (1,)),
        **dict.fromkeys(("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp"), (1,)),
        **dict.fromkeys(("ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd"), (1,)),
        **dict.fromkeys(("ReduceSum", "ReduceSumSquare"), (1,)),
        **dict.fromkeys(("Col2Im", "DFT"), (1, 2)),
        **dict.fromkeys(("Pad", "STFT"), (1, 3)),
        "MaxUnpool": (2,),
        "MelWeightMatrix": (0, 1),
        "Range": (0, 1, 2),
        "Resize": (1, 2, 3),
        "Slice": (1, 2, 3, 4),
    }
)
#: The key of a value's metadata of its declared shape, which does not count as long as it is not
#: compared with the values that decide on it.
_DECLARED = "aoe.declared_shape"


def put_declared_shape_aside(value: onnx_ir.Value) -> None:
    """Takes a value its declared shape, in place. `declared_shape` knows it afterwards."""
    if value.shape is not None and value.shape.is_static():
        value.meta[_DECLARED] = value.shape
    value.shape = None


def declared_shape(value: onnx_ir.Value) -> onnx_ir.Shape | None:
    """The static shape that was put aside; None if there is none."""
    return value.meta.get(_DECLARED)


def is_sized_by_values(node: onnx_ir.Node) -> bool:
    """Whether computed or fed values decide on sizes of what a node gives."""
    values = (
        node.inputs[place] for place in _DECIDING.get(node.op_type, ()) if place < len(node.inputs)
    )
    return any(value is not None and constant_tensor(value) is None for value in values)


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
            if node.op_type == "Pad" and sizes != [1, count]:
                continue  # runtimes take a row, and nothing else
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
