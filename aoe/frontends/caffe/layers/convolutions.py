"""Convolutions and products with matrices of weights."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from aoe.errors import counted
from aoe.frontends.caffe.layer import Layer, layer
from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, shape_of


@layer("Convolution", "Deconvolution")
def convolution(layer: Layer) -> list[Operand]:
    """A convolution of each bottom with the same weights."""
    outputs = layer.number("convolution", "num_output")
    groups = layer.number("convolution", "group")
    return [_convolved(layer, x, outputs, groups) for x in layer.inputs]


@layer("ConvolutionDepthwise", "DepthwiseConvolution", "DeconvolutionDepthwise")
def depthwise(layer: Layer) -> list[Operand]:
    """Of forks: as many groups as channels."""
    channels = layer.shape()[1]
    outputs = layer.parameter("convolution").num_output or channels
    return [_convolved(layer, x, outputs, channels) for x in layer.inputs]


def _convolved(layer: Layer, x: Operand, outputs: int, groups: int) -> Operand:
    given, (channels, *sizes) = layer.parameter("convolution"), shape_of(x)[1:]
    rank = len(sizes)
    if given.axis not in (1, 1 - len(shape_of(x))):
        raise UnsupportedNodeError(f"its channels are axis {given.axis}; only axis 1 is read")
    if not rank:
        raise ValueError("an input without height and width")
    if channels % groups or outputs % groups:
        raise ValueError(
            f"{counted(outputs, 'output')} of {counted(channels, 'channel')} in {groups} groups"
        )
    if not (given.kernel_size or given.HasField("kernel_h") or given.HasField("kernel_w")):
        raise ValueError("convolution_param needs kernel_size, or kernel_h and kernel_w")
    kernel = _each(given, "kernel", given.kernel_size, rank, None)
    transposed = layer.message.type.startswith("Deconvolution")
    rows, columns = (channels, outputs) if transposed else (outputs, channels)
    pads = _each(given, "pad", given.pad, rank, 0)
    return layer.node(
        "ConvTranspose" if transposed else "Conv",
        x,
        layer.blob(0, (rows, columns // groups, *kernel)),
        layer.blob(1, [outputs]) if given.bias_term else None,
        kernel_shape=kernel,
        strides=_each(given, "stride", given.stride, rank, 1),
        pads=[*pads, *pads],
        dilations=_each(given, "dilation", given.dilation, rank, 1),
        group=groups,
    )


def _each(
    given: Any, name: str, several: Sequence[int], rank: int, default: int | None
) -> list[int]:
    """A value for each spatial axis, from fields such as `pad_h` and `pad_w`, or `pad`."""
    both = [f"{name}_{side}" for side in "hw"]
    if name != "dilation" and any(given.HasField(field) for field in both):
        if rank != 2 or several:
            raise ValueError(f"{both[0]} and {both[1]} are for two axes, without {name}")
        values = [int(getattr(given, field)) for field in both]
    else:
        values = list(several) or ([] if default is None else [default])
        values = values * rank if len(values) == 1 else values
    if len(values) != rank or (name != "pad" and min(values) < 1):
        raise ValueError(f"{name} {values} of {counted(rank, 'axis', 'axes')}")
    return values


@layer("InnerProduct")
def inner_product(layer: Layer) -> Operand:
    """A product with a matrix of weights; axes from `axis` on are flattened."""
    given, shape = layer.parameter("inner_product"), layer.shape()
    axis, outputs = layer.axis(given.axis), layer.number("inner_product", "num_output")
    rows, depth = prod(shape[:axis]), prod(shape[axis:])
    product = layer.node(
        "Gemm",
        layer.reshaped(layer.inputs[0], (rows, depth)),
        layer.blob(0, (depth, outputs) if given.transpose else (outputs, depth)),
        layer.blob(1, [outputs]) if given.bias_term else None,
        transB=0 if given.transpose else 1,
    )
    return layer.reshaped(product, (*shape[:axis], outputs))


@layer("Embed")
def embed(layer: Layer) -> Operand:
    """Rows of a table, by numbers that are whole."""
    given = layer.parameter("embed")
    rows, columns = (layer.number("embed", field) for field in ("input_dim", "num_output"))
    table = layer.blob(0, (rows, columns))
    picked = layer.node("Gather", table, layer.node("Cast", layer.inputs[0], to=7))
    if not given.bias_term:
        return picked
    return layer.node("Add", picked, layer.blob(1, [columns]))


@layer("BatchReindex")
def batch_reindex(layer: Layer) -> Operand:
    """Images by their numbers."""
    if len(layer.shape(1)) != 1:
        raise ValueError(f"numbers of the shape {list(layer.shape(1))}")
    return layer.node("Gather", layer.inputs[0], layer.node("Cast", layer.inputs[1], to=7))
