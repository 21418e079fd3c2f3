"""Attributes that became inputs: axes, sizes, bounds, and what padding is filled with."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.opset_adapters.adapter import (
    NotConvertibleError,
    adapter,
    first,
    ones,
    put,
    rank_value,
    set_input,
    take,
    to_input,
)
from aoe.graph.prepare.rewriting import Builder, Replacement, Rule, integer, operand, text

#: Reductions whose axes became an input together.
_REDUCTIONS = (
    *("ReduceL1", "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceMax", "ReduceMean"),
    *("ReduceMin", "ReduceProd", "ReduceSumSquare"),
)


def _moved(name: str) -> Rule:
    """An adapter that moves an attribute to input 1, as an int64 vector."""

    def apply(node: onnx_ir.Node, build: Builder) -> Replacement:
        to_input(node, build, name, 1)
        return None

    return apply


def _axes(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Moves the axes to an input. An empty list means all of them, as if it were absent."""
    if "axes" in node.attributes and not node.attributes["axes"].as_ints():
        take(node, "axes")
    to_input(node, build, "axes", 1)
    return None


def _slice(node: onnx_ir.Node, build: Builder) -> Replacement:
    for position, name in enumerate(("starts", "ends", "axes"), start=1):
        to_input(node, build, name, position)
    return None


def _bounds(node: onnx_ir.Node, build: Builder) -> Replacement:
    """The bounds of Clip, which are of the type of what they bound."""
    for position, name in enumerate(("min", "max"), start=1):
        bound = take(node, name)
        if bound is not None:
            set_input(node, position, _scalar(build, bound, node))
    return None


def _pad(node: onnx_ir.Node, build: Builder) -> Replacement:
    to_input(node, build, "pads", 1)
    value = take(node, "value")
    if text(node, "mode", "constant") == "constant":
        set_input(node, 2, _scalar(build, value or 0.0, node))
    return None


def _scalar(build: Builder, number: float, node: onnx_ir.Node) -> onnx_ir.Value:
    """A number in the element type of a node's first input; float32 where that is not known."""
    dtype = first(node).dtype or onnx_ir.DataType.FLOAT
    return build.constant(np.asarray(number, dtype.numpy()))


def _split(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Without sizes, as many equal pieces as outputs."""
    if operand(node, 1) is None and "num_outputs" not in node.attributes:
        put(node, "num_outputs", len(node.outputs))
    return None


def _tile(node: onnx_ir.Node, build: Builder) -> Replacement:
    """One axis was repeated; the other axes are repeated once."""
    value, tiles, axis = first(node), operand(node, 1), operand(node, 2)
    if tiles is None or axis is None:
        raise NotConvertibleError("its number of tiles or its axis is missing")
    vector = build.integers([1])
    number, place = (
        build.infer("Reshape", build.infer("Cast", item, to=int(onnx_ir.DataType.INT64)), vector)
        for item in (tiles, axis)
    )
    once = ones(build, rank_value(build, value), np.int64)
    repeats = build.infer("ScatterElements", once, place, number, axis=0)
    node.resize_inputs(2)
    set_input(node, 1, repeats)
    return None


def _fourier_axis(node: onnx_ir.Node, build: Builder) -> Replacement:
    axis = integer(node, "axis", 1)
    take(node, "axis")
    set_input(node, 2, build.constant(np.asarray(axis, np.int64)))
    return None


ADAPTERS = (
    adapter(5, _moved("shape"), "Reshape"),
    adapter(6, _tile, "Tile"),
    adapter(10, _slice, "Slice"),
    adapter(10, _moved("k"), "TopK"),
    adapter(11, _bounds, "Clip"),
    adapter(11, _pad, "Pad"),
    adapter(13, _axes, "ReduceSum", "Squeeze", "Unsqueeze"),
    adapter(13, _moved("split"), "Split"),
    adapter(18, _axes, *_REDUCTIONS),
    adapter(18, _split, "Split"),
    adapter(20, _fourier_axis, "DFT"),
)
