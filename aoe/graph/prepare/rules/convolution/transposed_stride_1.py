"""A transposed convolution of stride 1 becomes a convolution."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import Builder, Rule, integers
from aoe.graph.prepare.rules.convolution.convolution_node import convolution_of


def unit_stride_to_convolution(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ConvTranspose of stride 1 with constant weights becomes Conv.

    The kernel is turned round, and input and output channels are exchanged. Every implementation
    of a convolution can then compute it.
    """
    conv = convolution_of(node, "ConvTranspose")
    if conv is None or set(conv.strides) != {1}:
        return None
    weights, group, rank = conv.weights, conv.group, len(conv.dimensions)
    reach = [(item.taps - 1) * item.dilation for item in conv.dimensions]
    extra = (*(0,) * rank, *(integers(node, "output_padding") or (0,) * rank))
    padded = [r - p + e for r, p, e in zip(reach * 2, conv.pads, extra, strict=True)]
    if min(padded) < 0:
        return None
    channels, filters = weights.shape[:2]
    grouped = weights.reshape(group, channels // group, filters, *conv.window)
    turned = np.flip(grouped.swapaxes(1, 2), tuple(range(3, 3 + rank)))
    kernel = turned.reshape(group * filters, channels // group, *conv.window)
    return build.make(
        "Conv",
        conv.operands(conv.x, build.constant(np.asarray(kernel, order="C"))),
        conv.output,
        pads=padded,
        group=group,
        dilations=conv.dilations,
    )


RULES: tuple[Rule, ...] = (unit_stride_to_convolution,)
