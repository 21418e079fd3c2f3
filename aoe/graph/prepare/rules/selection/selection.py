"""TopK, MaxUnpool and TensorScatter: operators that select or place elements."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.arithmetic_nodes import reshaped
from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integer,
    integers,
    integers_of,
    operand,
    producer,
    shape_of,
    text,
)
from aoe.graph.prepare.rule_application import rule_for


@rule_for("TopK")
def top_k(node: onnx_ir.Node, build: Builder) -> Sequence[onnx_ir.Value] | None:
    """TopK becomes the positions of the best elements, and a gather of their values."""
    value = operand(node, 0)
    if value is None or not has_shape(value, *node.outputs):
        return None
    axis = integer(node, "axis", -1) % max(len(shape_of(value)), 1)
    return best_elements(build, value, axis, shape_of(node.outputs[0])[axis], node)


def best_elements(
    build: Builder, value: onnx_ir.Value, axis: int, k: int, node: onnx_ir.Node
) -> Sequence[onnx_ir.Value]:
    """The `k` best elements of `value` along an axis, and their positions.

    The attribute `largest` of `node` says which are best.
    """
    shape = (*shape_of(value)[:axis], k, *shape_of(value)[axis + 1 :])
    largest = integer(node, "largest", 1)
    # `k` keeps nodes apart that are equal but for their shape.
    positions = build.make("TopKPositions", [value], shape, axis=axis, largest=largest, k=k)
    positions.dtype = onnx_ir.DataType.INT64
    return build.make("GatherElements", [value, positions], shape, axis=axis), positions


@rule_for("MaxUnpool")
def max_unpool(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """MaxUnpool becomes a scatter into zeros.

    Indices count the elements of the tensor that was pooled. That is the input of the MaxPool that
    gives them, where `output_shape` names its sizes; else `output_shape` may enlarge it.
    """
    values, places = operand(node, 0), operand(node, 1)
    if not has_shape(values, places):
        return None
    assert values is not None
    assert places is not None
    inside, given = _unpooled(node, shape_of(values)), operand(node, 2)
    if given is not None and integers_of(given) is None:
        return None
    pool = producer(places, "MaxPool", "MaxPoolIndices")
    pooled = None if pool is None else pool.inputs[0]
    if pooled is not None and has_shape(pooled) and shape_of(pooled) == integers_of(given):
        inside = shape_of(pooled)
    zeros = _zeros(build, values, prod(inside))
    flat = [zeros, reshaped(build, places, -1), reshaped(build, values, -1)]
    result = build.make("ScatterElements", flat, (prod(inside),), axis=0)
    result = build.reshape(result, inside)
    wanted = integers_of(given) or inside
    if wanted == inside:
        return result
    grown = [new - old for new, old in zip(wanted, inside, strict=True)]
    pads = build.integers([*(0 for _ in wanted), *grown])
    return build.make("Pad", [result, pads], wanted)


def _unpooled(node: onnx_ir.Node, shape: Sequence[int]) -> tuple[int, ...]:
    kernel, rank = integers(node, "kernel_shape") or (), len(shape) - 2
    strides, pads = integers(node, "strides") or (1,) * rank, integers(node, "pads")
    pads = pads or (0,) * (2 * rank)
    spatial = [
        (shape[2 + i] - 1) * strides[i] - pads[i] - pads[rank + i] + kernel[i] for i in range(rank)
    ]
    return (*shape[:2], *spatial)


@rule_for("TensorScatter")
def tensor_scatter(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """TensorScatter becomes a scatter to positions counted from the first of each batch."""
    cache, update, first = (operand(node, position) for position in range(3))
    if not has_shape(cache, update):
        return None
    assert cache is not None
    assert update is not None
    shape = shape_of(update)
    axis = integer(node, "axis", -2) % len(shape)
    ones = (1,) * len(shape)
    steps = np.arange(shape[axis]).reshape((*ones[:axis], -1, *ones[axis + 1 :]))
    places = build.constant(steps)
    if first is not None:
        starts = build.reshape(first, (shape[0], *ones[1:]))
        places = build.infer("Add", starts, places)
    if text(node, "mode", "linear") == "circular":
        length = np.asarray(shape_of(cache)[axis])
        places = build.infer("Mod", places, build.constant(length))
    places = build.infer("Expand", places, build.integers(shape))
    return build.make("ScatterElements", [cache, places, update], shape_of(cache), axis=axis)


def _zeros(build: Builder, like: onnx_ir.Value, size: int) -> onnx_ir.Value:
    return build.make("Expand", [build.scalar(0.0, like), build.integers([size])], (size,))


RULES: tuple[Rule, ...] = (top_k, max_unpool, tensor_scatter)
