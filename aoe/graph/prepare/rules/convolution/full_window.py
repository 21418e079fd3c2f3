"""Convolutions that read a whole image at once become matmuls.

Two kinds do: a Conv whose window is as large as the image, and a ConvTranspose of images of one
pixel. Pixels are taken with their channels innermost, the layout that neighbouring convolutions
prefer. Windows of one tap are left alone.
"""

from __future__ import annotations

from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, Rule, shape_of
from aoe.graph.prepare.rules.convolution.convolution_node import ConvolutionNode, convolution_of


def whole_window(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A Conv of one result for each image and filter becomes MatMul."""
    conv = convolution_of(node)
    if conv is None or not _is_plain(conv) or conv.image != conv.window or any(conv.pads):
        return None
    batch, channels, *image = shape_of(conv.x)
    pixels = tuple(range(2, 2 + len(image)))
    moved = build.make("Transpose", [conv.x], (batch, *image, channels), perm=[0, *pixels, 1])
    rows = build.reshape(moved, (batch, prod(image) * channels))
    filters = conv.weights.shape[0]
    matrix = conv.weights.transpose(*pixels, 1, 0).reshape(-1, filters)
    value = build.make("MatMul", [rows, build.constant(matrix)], (batch, filters))
    if conv.bias is not None:
        value = build.make("Add", [value, conv.bias], (batch, filters))
    return build.reshape(value, conv.output)


def single_pixel(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A ConvTranspose of images of one pixel becomes MatMul, whose columns are all results."""
    conv = convolution_of(node, "ConvTranspose")
    if conv is None or not _is_plain(conv) or prod(conv.image) != 1:
        return None
    (batch, channels), (_, filters, *result) = shape_of(conv.x)[:2], conv.output
    kept = [slice(item.pad_before, item.pad_before + item.result) for item in conv.dimensions]
    weights = conv.weights[(slice(None), slice(None), *kept)]
    bias = conv.bias_values
    if [*weights.shape[2:]] != result or (conv.bias is not None and bias is None):
        return None
    pixels = tuple(range(2, 2 + len(result)))
    matrix = weights.transpose(0, *pixels, 1).reshape(channels, -1)
    rows = build.reshape(conv.x, (batch, channels))
    value = build.make("MatMul", [rows, build.constant(matrix)], (batch, matrix.shape[1]))
    if bias is not None:
        repeated = build.constant(np.tile(bias, prod(result)))
        value = build.make("Add", [value, repeated], (batch, matrix.shape[1]))
    channels_last = build.reshape(value, (batch, *result, filters))
    last = len(result) + 1
    order = [0, last, *range(1, last)]
    return build.make("Transpose", [channels_last], (batch, filters, *result), perm=order)


def _is_plain(conv: ConvolutionNode) -> bool:
    """Whether it has one group and a window of several taps without dilation."""
    return conv.group == 1 and prod(conv.window) > 1 and set(conv.dilations) == {1}


RULES: tuple[Rule, ...] = (whole_window, single_pixel)
