"""Normalizations and softmax."""

from __future__ import annotations

import numpy as np

from aoe.errors import counted
from aoe.frontends.caffe.layer import Layer, integers, layer, scalar
from aoe.frontends.caffe.layers.activations import affine
from aoe.frontends.caffe.layers.pooling import average
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError


@layer("LRN")
def lrn(layer: Layer) -> Operand:
    """Local response normalization, across channels or in windows of a channel."""
    given, x = layer.parameter("lrn"), layer.inputs[0]
    if given.local_size % 2 == 0 or len(layer.shape()) != 4:
        raise ValueError(
            f"local_size {given.local_size} of {counted(len(layer.shape()), 'dimension')}"
        )
    if given.norm_region == 0:
        return layer.node(
            "LRN", x, size=given.local_size, alpha=given.alpha, beta=given.beta, bias=given.k
        )
    squares = average(layer, layer.node("Mul", x, x), given.local_size)
    inner = affine(layer, squares, given.alpha, 1)
    return layer.node("Mul", x, layer.node("Pow", inner, scalar(-given.beta)))


@layer("BatchNorm")
def batch_norm(layer: Layer) -> Operand:
    """`(x - mean) / sqrt(variance + eps)`. The third blob divides mean and variance."""
    given, shape = layer.parameter("batch_norm"), layer.shape()
    if given.HasField("use_global_stats") and not given.use_global_stats:
        raise UnsupportedNodeError("it computes its statistics anew (use_global_stats: false)")
    channels = shape[1] if len(shape) > 1 else 1
    if len(shape) < 2:
        raise ValueError(f"an input of {counted(len(shape), 'dimension')}")
    count = float(layer.blob(2, [1])[0])
    factor = np.float32(0 if count == 0 else 1 / count)
    mean, variance = (layer.blob(number, [channels]) * factor for number in (0, 1))
    one, zero = np.ones(channels, np.float32), np.zeros(channels, np.float32)
    return layer.node(
        "BatchNormalization", layer.inputs[0], one, zero, mean, variance, epsilon=given.eps
    )


@layer("MVN")
def mean_variance(layer: Layer) -> Operand:
    """Mean 0 and variance 1 of each image or channel. `eps` is added to the root."""
    given, x = layer.parameter("mvn"), layer.inputs[0]
    if len(layer.shape()) != 4:
        raise ValueError(f"an input of {counted(len(layer.shape()), 'dimension')}, not 4")
    axes = integers([1, 2, 3] if given.across_channels else [2, 3])
    centred = layer.node("Sub", x, layer.node("ReduceMean", x, axes, keepdims=1))
    if not given.normalize_variance:
        return centred
    squares = layer.node("Mul", centred, centred)
    deviation = layer.node("Sqrt", layer.node("ReduceMean", squares, axes, keepdims=1))
    return layer.node("Div", centred, layer.node("Add", deviation, scalar(given.eps)))


@layer("Normalize")
def normalize(layer: Layer) -> Operand:
    """Of SSD: divides by the L2 norm of a pixel or an image, and scales channels."""
    given, x = layer.parameter("norm"), layer.inputs[0]
    if len(layer.shape()) != 4:
        raise ValueError(f"an input of {counted(len(layer.shape()), 'dimension')}, not 4")
    axes = integers([1, 2, 3] if given.across_spatial else [1])
    squares = layer.node("ReduceSum", layer.node("Mul", x, x), axes, keepdims=1)
    norm = layer.node("Sqrt", layer.node("Add", squares, scalar(given.eps)))
    number = 1 if given.channel_shared else layer.shape()[1]
    scale = layer.blob(0, [number]).reshape(1, number, 1, 1)
    return layer.node("Mul", layer.node("Div", x, norm), scale)


@layer("Softmax")
def softmax(layer: Layer) -> Operand:
    """Along `axis`."""
    axis = layer.axis(layer.parameter("softmax").axis)
    return layer.node("Softmax", layer.inputs[0], axis=axis)
