"""Convolutions that see all of an image at once are products: those whose window is as large as the
image, and transposed ones of images of one pixel.

Pixels are taken with their channels innermost, as convolutions before and behind have them. Windows
of one pixel stay what they are.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_given_padding,
    has_shape,
    integer,
    integers,
    operand,
    shape_of,
)


def whole_window(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A Conv of one result for each image and filter becomes the product of rows of images."""
    x, weights = operand(node, 0), _weights(node, "Conv")
    if weights is None or x is None:
        return None
    batch, channels, *image = shape_of(x)
    window = weights.shape[2:]
    if (*image,) != window or prod(window) == 1 or not _is_plain(node):
        return None
    if any(integers(node, "pads") or ()):
        return None
    pixels = tuple(range(2, 2 + len(image)))
    moved = build.make("Transpose", [x], (batch, *image, channels), perm=[0, *pixels, 1])
    rows = build.reshape(moved, (batch, prod(image) * channels))
    filters = weights.shape[0]
    matrix = weights.transpose(*pixels, 1, 0).reshape(-1, filters)
    value = build.make("MatMul", [rows, build.constant(matrix)], (batch, filters))
    bias = operand(node, 2)
    if bias is not None:
        value = build.make("Add", [value, bias], (batch, filters))
    return build.reshape(value, shape_of(node.outputs[0]))


def single_pixel(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A ConvTranspose of images of one pixel becomes the product that gives all their results."""
    x, weights = operand(node, 0), _weights(node, "ConvTranspose")
    if weights is None or x is None or prod(weights.shape[2:]) == 1:
        return None
    batch, channels, *image = shape_of(x)
    window, (_, filters, *result) = weights.shape[2:], shape_of(node.outputs[0])
    if prod(image) != 1 or not _is_plain(node):
        return None
    pads = integers(node, "pads") or (0,) * 2 * len(window)
    kept = [slice(low, low + size) for low, size in zip(pads, result, strict=False)]
    weights = weights[(slice(None), slice(None), *kept)]
    bias, numbers = operand(node, 2), constant_of(operand(node, 2))
    if [*weights.shape[2:]] != result or (bias is not None and numbers is None):
        return None
    pixels = tuple(range(2, 2 + len(window)))
    matrix = weights.transpose(0, *pixels, 1).reshape(channels, -1)
    rows = build.reshape(x, (batch, channels))
    value = build.make("MatMul", [rows, build.constant(matrix)], (batch, matrix.shape[1]))
    if numbers is not None:
        repeated = build.constant(np.tile(numbers, prod(result)))
        value = build.make("Add", [value, repeated], (batch, matrix.shape[1]))
    made = build.reshape(value, (batch, *result, filters))
    last = len(window) + 1
    order = [0, last, *range(1, last)]
    return build.make("Transpose", [made], (batch, filters, *result), perm=order)


def _weights(node: onnx_ir.Node, op_type: str) -> np.ndarray | None:
    """The constant weights of a node of that type, if all shapes are known and it has one group."""
    if node.op_type != op_type or not has_shape(*node.inputs[:2], node.outputs[0]):
        return None
    return constant_of(node.inputs[1]) if integer(node, "group", 1) == 1 else None


def _is_plain(node: onnx_ir.Node) -> bool:
    """Whether padding is given by numbers, and the window has no gaps."""
    return has_given_padding(node) and set(integers(node, "dilations") or (1,)) == {1}


RULES: tuple[Rule, ...] = (whole_window, single_pixel)
