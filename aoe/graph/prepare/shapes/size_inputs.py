"""The inputs that hold sizes, axes or bounds: which decide sizes, and how many dimensions each has.

Runtimes take a length of shape [1] for a scalar, and computed pads of shape [1, n] for a vector.
Inference refuses the first and knows no sizes of the second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from types import MappingProxyType

import numpy as np
import onnx_ir

from aoe.graph.graph_values import constant_tensor
from aoe.graph.prepare.new_values import Names, new_constant

#: The numbers of dimensions that ONNX has for an input.
_SCALAR, _VECTOR, _EITHER = (0,), (1,), (0, 1)


@dataclass(frozen=True, slots=True)
class SizeInput:
    """An input that holds sizes, axes or bounds.

    Attributes:
        number: Its number.
        ranks: How many dimensions it may have; empty if that is looked at elsewhere.
        decides: Whether its values decide sizes of the outputs.
        reshaped: Whether numbers of other dimensions are reshaped, as runtimes take them.
        refused: Whether other dimensions are refused (`aoe.graph.prepare.checks.sizes`).
    """

    number: int
    ranks: tuple[int, ...] = ()
    decides: bool = True
    reshaped: bool = False
    refused: bool = False


def _sizes(
    *numbers: int,
    ranks: tuple[int, ...] = (),
    decides: bool = True,
    reshaped: bool = False,
    refused: bool = False,
) -> tuple[SizeInput, ...]:
    return tuple(SizeInput(number, ranks, decides, reshaped, refused) for number in numbers)


_LENGTH = _sizes(0, ranks=_SCALAR, reshaped=True)
_AXES = _sizes(1, ranks=_VECTOR, refused=True)
#: The inputs that hold sizes, axes or bounds, by operator.
SIZE_INPUTS: Mapping[str, tuple[SizeInput, ...]] = MappingProxyType(
    {
        **dict.fromkeys(("BlackmanWindow", "HammingWindow", "HannWindow"), _LENGTH),
        **dict.fromkeys(("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp"), _AXES),
        **dict.fromkeys(("ReduceMax", "ReduceMean", "ReduceMin", "ReduceProd"), _AXES),
        **dict.fromkeys(("ReduceSum", "ReduceSumSquare"), _AXES),
        **dict.fromkeys(("Reshape", "Split", "Squeeze"), _AXES),
        **dict.fromkeys(("AffineGrid", "CenterCropPad"), _sizes(1, ranks=_VECTOR, refused=True)),
        **dict.fromkeys(("Expand", "ExpandDims"), _sizes(1)),
        **dict.fromkeys(("OneHot", "SequenceAt", "SplitToSequence", "Tile", "TopK"), _sizes(1)),
        "Col2Im": _sizes(1, 2),
        "ConstantOfShape": _sizes(0, ranks=_VECTOR, refused=True),
        "CumSum": _sizes(1, ranks=_EITHER, decides=False, refused=True),
        "DFT": _sizes(1, 2, ranks=_SCALAR, reshaped=True),
        "MaxUnpool": _sizes(2),
        "MelWeightMatrix": (
            *_sizes(0, 1, ranks=_SCALAR, reshaped=True),
            *_sizes(2, 3, 4, ranks=_SCALAR, decides=False, reshaped=True),
        ),
        "NonMaxSuppression": _sizes(2, 3, 4, ranks=_SCALAR, decides=False, reshaped=True),
        "Pad": (
            *_sizes(1, ranks=_VECTOR, reshaped=True, refused=True),
            *_sizes(3, ranks=_VECTOR, refused=True),
        ),
        "Range": _sizes(0, 1, 2),
        "Resize": _sizes(1, 2, 3, ranks=_VECTOR, reshaped=True),
        "Slice": _sizes(1, 2, 3, 4, ranks=_VECTOR, refused=True),
        "STFT": _sizes(1, 3, ranks=_SCALAR, reshaped=True),
        "Unsqueeze": _sizes(1, ranks=_EITHER, refused=True),
        "Upsample": _sizes(1, ranks=_VECTOR, reshaped=True),
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
        node.inputs[item.number]
        for item in SIZE_INPUTS.get(node.op_type, ())
        if item.decides and item.number < len(node.inputs)
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
    for item in SIZE_INPUTS.get(node.op_type, ()):
        if not item.reshaped or item.number >= len(node.inputs):
            continue
        value, (rank,) = node.inputs[item.number], item.ranks
        shape = None if value is None else value.shape
        if value is None or shape is None or not shape.is_static() or len(shape) == rank:
            continue
        sizes = [int(size) for size in shape.numpy()]
        count = prod(sizes)
        if node.op_type == "Pad" and sizes != [1, count]:
            continue  # runtimes take a row, and nothing else
        if count != max(sizes, default=1) or (rank == 0 and count != 1):
            continue
        node.replace_input_with(item.number, _reshaped(graph, node, value, rank, names))


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
