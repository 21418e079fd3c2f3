"""Finds the inputs of a model whose values decide shapes: the `shape` of a Reshape, the `k` of a
TopK, a trip count, or what these are computed from.

A compiler of static shapes must know these values (`input_values.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import onnx_ir

_REDUCTIONS = (
    *("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean"),
    *("ReduceMin", "ReduceProd", "ReduceSum", "ReduceSumSquare"),
)
#: The operands whose values must be known, by operator: sizes, axes, counts, and what is padded
#: with.
_OPERANDS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "AffineGrid": (1,),
        "BlackmanWindow": (0,),
        "CenterCropPad": (1,),
        "Col2Im": (1, 2),
        "ConstantOfShape": (0,),
        "CumProd": (1,),
        "CumSum": (1,),
        "DFT": (1, 2),
        "Dropout": (1, 2),
        "Expand": (1,),
        "HammingWindow": (0,),
        "HannWindow": (0,),
        "Loop": (0,),
        "MaxUnpool": (2,),
        "MelWeightMatrix": (0, 1, 2, 3, 4),
        "NonMaxSuppression": (2, 3, 4),
        "OneHot": (1,),
        "Pad": (1, 2, 3),
        "Range": (0, 1, 2),
        "Reshape": (1,),
        "Resize": (1, 2, 3),
        "STFT": (1, 3),
        "SequenceAt": (1,),
        "SequenceErase": (1,),
        "SequenceInsert": (2,),
        "Slice": (1, 2, 3, 4),
        "Split": (1,),
        "SplitToSequence": (1,),
        "Squeeze": (1,),
        "Tile": (1, 2),
        "TopK": (1,),
        "Trilu": (1,),
        "Unsqueeze": (1,),
        "Upsample": (1,),
        **dict.fromkeys(_REDUCTIONS, (1,)),
    }
)
#: The operands that runtimes take with dimensions of size 1 around the numbers.
_ROWS: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {"Pad": (1,), "Resize": (1, 2), "Upsample": (1,)}
)
#: Operators whose results depend on the shapes of their operands only.
_OF_SHAPES = ("Shape", "Size")


def deciding_inputs(model: onnx_ir.Model) -> frozenset[str]:
    """The names of the inputs whose values decide shapes, of a model with its functions inlined."""
    walk = _Walk(model.graph)
    return walk.sources(
        node.inputs[number]
        for node in walk.nodes
        for number in _OPERANDS.get(node.op_type, ())
        if number < len(node.inputs)
    )


def row_inputs(model: onnx_ir.Model) -> frozenset[str]:
    """The names of the inputs that are such operands themselves which may be a row of numbers."""
    inputs = set(model.graph.inputs)
    read = (
        node.inputs[number]
        for node in onnx_ir.traversal.RecursiveGraphIterator(model.graph)
        for number in _ROWS.get(node.op_type, ())
        if number < len(node.inputs)
    )
    return frozenset(str(value.name) for value in read if value in inputs)


def condition_inputs(model: onnx_ir.Model) -> frozenset[str]:
    """The names of the inputs that conditions are computed from: which branch, whether to go on."""
    walk = _Walk(model.graph)
    conditions = [node.inputs[0] for node in walk.nodes if node.op_type == "If"]
    loops = [node for node in walk.nodes if node.op_type == "Loop"]
    conditions += [node.inputs[1] for node in loops]
    conditions += [body.outputs[0] for node in loops for body in _bodies(node)]
    return walk.sources(conditions)


class _Walk:
    """Walks from values to what they are computed from, in and out of the bodies of nodes."""

    def __init__(self, graph: onnx_ir.Graph) -> None:
        self.nodes = list(onnx_ir.traversal.RecursiveGraphIterator(graph))
        self._inputs = set(graph.inputs)
        self._owners = {
            value: (node, number, body)
            for node in self.nodes
            for body in _bodies(node)
            for number, value in enumerate(body.inputs)
        }

    def sources(self, values: Iterable[onnx_ir.Value | None]) -> frozenset[str]:
        """The names of the graph's inputs that values are computed from."""
        found: set[str] = set()
        seen: set[onnx_ir.Value] = set()
        waiting = list(values)
        while waiting:
            value = waiting.pop()
            if value is None or value in seen:
                continue
            seen.add(value)
            if value in self._inputs:
                found.add(str(value.name))
            waiting += self._behind(value)
        return frozenset(found)

    def _behind(self, value: onnx_ir.Value) -> Sequence[onnx_ir.Value | None]:
        node = value.producer()
        if node is None:
            return self._handed_in(value)
        if node.op_type in _OF_SHAPES:
            return ()
        number = node.outputs.index(value)
        if node.op_type == "If":
            return [node.inputs[0], *(body.outputs[number] for body in _bodies(node))]
        if node.op_type == "Loop":
            (body,) = _bodies(node)
            return [*node.inputs[number + 2 : number + 3], body.outputs[number + 1]]
        return [*node.inputs, *(value for body in _bodies(node) for value in body.outputs)]

    def _handed_in(self, value: onnx_ir.Value) -> Sequence[onnx_ir.Value | None]:
        """The values that an input of a body stands for: in the first iteration, and later."""
        if value not in self._owners:
            return ()
        node, number, body = self._owners[value]
        if node.op_type != "Loop":
            return [*node.inputs[number : number + 1], *body.outputs[number : number + 1]]
        if number == 0:  # the number of the iteration
            return ()
        return [*node.inputs[number : number + 1], body.outputs[number - 1]]


def _bodies(node: onnx_ir.Node) -> list[onnx_ir.Graph]:
    return [
        attribute.as_graph()
        for attribute in node.attributes.values()
        if attribute.type == onnx_ir.AttributeType.GRAPH
    ]
