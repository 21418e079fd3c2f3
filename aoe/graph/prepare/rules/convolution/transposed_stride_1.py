"""Rewrites convolutions: a transposed convolution of stride 1 is a convolution."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    integers,
    operand,
    shape_of,
)


def unit_stride_to_convolution(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ConvTranspose of stride 1 with constant weights becomes Conv with the kernel turned round and
    input and output channels exchanged, so that it is computed by whatever suits a convolution.
    """
    if node.op_type != "ConvTranspose" or not has_shape(*node.inputs[:2], node.outputs[0]):
        return None
    weights, x = constant_of(node.inputs[1]), node.inputs[0]
    strides = integers(node, "strides") or (1,)
    if weights is None or x is None or any(stride != 1 for stride in strides):
        return None
    if {"auto_pad", "output_shape"} & node.attributes.keys():
        return None
    rank, group = weights.ndim - 2, integer(node, "group", 1)
    reach = [
        (size - 1) * dilation
        for size, dilation in zip(
            weights.shape[2:], integers(node, "dilations") or (1,) * rank, strict=True
        )
    ]
    pads = integers(node, "pads") or (0,) * 2 * rank
    extra = (*(0,) * rank, *(integers(node, "output_padding") or (0,) * rank))
    padded = [r - p + e for r, p, e in zip(reach * 2, pads, extra, strict=True)]
    if min(padded) < 0:
        return None
    channels, filters = weights.shape[:2]
    grouped = weights.reshape(group, channels // group, filters, *weights.shape[2:])
    turned = np.flip(grouped.swapaxes(1, 2), tuple(range(3, 3 + rank)))
    kernel = turned.reshape(group * filters, channels // group, *weights.shape[2:])
    bias = operand(node, 2)
    inputs = [x, build.constant(np.ascontiguousarray(kernel))]
    return build.make(
        "Conv",
        inputs if bias is None else [*inputs, bias],
        shape_of(node.outputs[0]),
        pads=padded,
        group=group,
        dilations=integers(node, "dilations") or (1,) * rank,
    )


RULES: tuple[Rule, ...] = (unit_stride_to_convolution,)
