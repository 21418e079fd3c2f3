"""Layers that many models share: convolutions with what follows them, attention, and so on.

Each function adds the nodes of one layer to a `Graph`, in the form in which PyTorch's exporter
writes it, and returns the layer's output. `x` is an image N×C×H×W or a sequence N×T×C.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from benchmarks.models.graph import Graph


def activation(g: Graph, x: str, kind: str | None) -> str:
    """Adds an activation function.

    Args:
        g: The model.
        x: Its input.
        kind: relu, relu6, silu, gelu, gelu_tanh, sigmoid, tanh, leaky or hswish; None adds nothing.
    """
    if kind is None:
        return x
    if kind == "relu6":
        return g.node("Clip", x, g.scalar(0.0), g.scalar(6.0))
    if kind == "silu":
        return g.node("Mul", x, g.node("Sigmoid", x))
    if kind == "gelu":
        error = g.node("Erf", g.node("Div", x, g.scalar(math.sqrt(2))))
        return g.node("Mul", x, g.node("Mul", g.scalar(0.5), g.node("Add", error, g.scalar(1.0))))
    if kind == "gelu_tanh":
        half = g.node("Mul", x, g.scalar(0.5))
        cube = g.node("Mul", g.node("Pow", x, g.scalar(3.0)), g.scalar(0.044715))
        inner = g.node("Mul", g.node("Add", x, cube), g.scalar(math.sqrt(2 / math.pi)))
        return g.node("Mul", half, g.node("Add", g.node("Tanh", inner), g.scalar(1.0)))
    if kind == "leaky":
        return g.node("LeakyRelu", x, alpha=0.2)
    if kind == "hswish":
        return g.node("HardSwish", x)
    return g.node({"relu": "Relu", "sigmoid": "Sigmoid", "tanh": "Tanh"}[kind], x)


def conv(
    g: Graph,
    x: str,
    filters: int,
    kernel: int | Sequence[int] = 3,
    *,
    stride: int | Sequence[int] = 1,
    groups: int = 1,
    dilation: int = 1,
    pads: Sequence[int] | int | None = None,
    bias: bool = True,
    act: str | None = None,
) -> str:
    """Adds a convolution of one or two dimensions, then its activation.

    Args:
        g: The model.
        x: The image, or the line N×C×T.
        filters: The number of output channels.
        kernel: The size of the window, one number for a square.
        stride: The step of the window.
        groups: The number of groups; `filters` for a depthwise convolution.
        dilation: The distance between the taps of the window.
        pads: Zeros on each side; by default those that keep the size at stride 1.
        bias: Whether there is one.
        act: The activation, see `activation`.
    """
    channels, *sides = g.shape(x)[1:]
    window = _tuple(kernel, len(sides))
    if pads is None:
        before = tuple(dilation * (size - 1) // 2 for size in window)
        pads = (*before, *before)
    elif isinstance(pads, int):
        pads = (pads,) * (2 * len(sides))
    fan_in = channels // groups * math.prod(window)
    weights = g.weight(
        (filters, channels // groups, *window), fan_in, 2.0 if act in ("relu", "relu6") else 1.0
    )
    biases = [g.constant(g.uniform(-0.1, 0.1, filters))] if bias else []
    result = g.node(
        "Conv",
        x,
        weights,
        *biases,
        kernel_shape=window,
        strides=_tuple(stride, len(sides)),
        dilations=(dilation,) * len(sides),
        pads=tuple(pads),
        group=groups,
    )
    return activation(g, result, act)


def conv_bn(
    g: Graph,
    x: str,
    filters: int,
    kernel: int | Sequence[int] = 3,
    *,
    stride: int | Sequence[int] = 1,
    groups: int = 1,
    dilation: int = 1,
    pads: Sequence[int] | int | None = None,
    act: str | None = "relu",
) -> str:
    """Adds a convolution, batch normalisation and an activation; arguments as of `conv`."""
    y = conv(
        g,
        x,
        filters,
        kernel,
        stride=stride,
        groups=groups,
        dilation=dilation,
        pads=pads,
        bias=False,
    )
    return activation(g, batch_norm(g, y), act)


def batch_norm(g: Graph, x: str) -> str:
    """Adds a batch normalisation whose statistics `finishing.estimate_statistics` sets."""
    channels = g.shape(x)[1]
    parameters = (
        g.uniform(0.6, 1.4, channels),
        g.uniform(-0.3, 0.3, channels),
        np.zeros(channels, np.float32),
        np.ones(channels, np.float32),
    )
    return g.node("BatchNormalization", x, *map(g.constant, parameters), epsilon=1e-5)


def conv_transpose(
    g: Graph,
    x: str,
    filters: int,
    kernel: int,
    stride: int = 2,
    *,
    pad: int = 0,
    output_padding: int = 0,
    act: str | None = None,
) -> str:
    """Adds a transposed convolution with a bias, then its activation."""
    channels, *sides = g.shape(x)[1:]
    count = len(sides)
    fan_in = max(1, channels * (kernel // stride) ** count)
    return activation(
        g,
        g.node(
            "ConvTranspose",
            x,
            g.weight((channels, filters, *(kernel,) * count), fan_in),
            g.constant(g.uniform(-0.1, 0.1, filters)),
            kernel_shape=(kernel,) * count,
            strides=(stride,) * count,
            pads=(pad,) * (2 * count),
            output_padding=(output_padding,) * count,
        ),
        act,
    )


def max_pool(g: Graph, x: str, kernel: int, stride: int, pad: int = 0) -> str:
    """Adds a maximum over square windows of an image."""
    return g.node("MaxPool", x, kernel_shape=(kernel,) * 2, strides=(stride,) * 2, pads=(pad,) * 4)


def average_pool(g: Graph, x: str, kernel: int, stride: int, pad: int = 0) -> str:
    """Adds a mean over square windows of an image."""
    return g.node(
        "AveragePool",
        x,
        kernel_shape=(kernel,) * 2,
        strides=(stride,) * 2,
        pads=(pad,) * 4,
        count_include_pad=1,
    )


def global_mean(g: Graph, x: str, keep: bool = True) -> str:
    """Adds the mean over all pixels of an image."""
    return g.node("ReduceMean", x, g.integers(2, 3), keepdims=int(keep))


def squeeze_excite(g: Graph, x: str, channels: int, act: str = "silu") -> str:
    """Adds factors by channels (Hu et al., 2018), `channels` of them in the bottleneck."""
    y = conv(g, global_mean(g, x), channels, 1, act=act)
    return g.node("Mul", x, conv(g, y, g.shape(x)[1], 1, act="sigmoid"))


def gemm(
    g: Graph, x: str, width: int, act: str | None = None, bias: bool = True, gain: float = 0.0
) -> str:
    """Adds a dense layer of a matrix as exporters write `nn.Linear`: a Gemm with transposed b."""
    fan_in = g.shape(x)[1]
    gain = gain or (2.0 if act == "relu" else 1.0)
    weights = g.weight((width, fan_in), fan_in, gain)
    biases = [g.constant(g.uniform(-0.1, 0.1, width))] if bias else []
    return activation(g, g.node("Gemm", x, weights, *biases, transB=1), act)


def dense(g: Graph, x: str, width: int, act: str | None = None, bias: bool = True) -> str:
    """Adds a dense layer of the last axis of any tensor: MatMul and Add."""
    fan_in = g.shape(x)[-1]
    y = g.node("MatMul", x, g.weight((fan_in, width), fan_in))
    if bias:
        y = g.node("Add", y, g.constant(g.uniform(-0.1, 0.1, width)))
    return activation(g, y, act)


def layer_norm(g: Graph, x: str, epsilon: float = 1e-5) -> str:
    """Adds a layer normalisation over the last axis."""
    width = g.shape(x)[-1]
    scale, bias = g.uniform(0.6, 1.4, width), g.uniform(-0.3, 0.3, width)
    return g.node(
        "LayerNormalization", x, g.constant(scale), g.constant(bias), axis=-1, epsilon=epsilon
    )


def rms_norm(g: Graph, x: str) -> str:
    """Adds a root-mean-square normalisation (Zhang and Sennrich, 2019) in single nodes."""
    squares = g.node("ReduceMean", g.node("Pow", x, g.scalar(2.0)), g.integers(-1), keepdims=1)
    root = g.node("Sqrt", g.node("Add", squares, g.scalar(1e-6)))
    normal = g.node("Mul", x, g.node("Reciprocal", root))
    return g.node("Mul", normal, g.constant(g.uniform(0.6, 1.4, g.shape(x)[-1])))


def channels_norm(g: Graph, x: str) -> str:
    """Adds a layer normalisation over the channels of an image: moved last and back."""
    y = layer_norm(g, g.node("Transpose", x, perm=(0, 2, 3, 1)))
    return g.node("Transpose", y, perm=(0, 3, 1, 2))


def group_norm(g: Graph, x: str, groups: int) -> str:
    """Adds a group normalisation as exporters write it: by way of InstanceNormalization."""
    n, c, h, w = g.shape(x)
    y = g.node("Reshape", x, g.integers(n, groups, -1))
    ones, zeros = np.ones(groups, np.float32), np.zeros(groups, np.float32)
    y = g.node("InstanceNormalization", y, g.constant(ones), g.constant(zeros), epsilon=1e-5)
    y = g.node("Reshape", y, g.integers(n, c, h, w))
    y = g.node("Mul", y, g.constant(g.uniform(0.6, 1.4, c, 1, 1)))
    return g.node("Add", y, g.constant(g.uniform(-0.3, 0.3, c, 1, 1)))


def heads_of(g: Graph, x: str, heads: int) -> str:
    """Turns N×T×C into N×T×heads×(C/heads)."""
    n, t, c = g.shape(x)
    return g.node("Reshape", x, g.integers(n, t, -1, c // heads))


def split_heads(g: Graph, x: str, heads: int) -> str:
    """Turns N×T×C into N×heads×T×(C/heads)."""
    return g.node("Transpose", heads_of(g, x, heads), perm=(0, 2, 1, 3))


def attend(g: Graph, query: str, key: str, value: str, mask: str | None = None) -> str:
    """Adds scaled attention of separate heads.

    Args:
        g: The model.
        query: N×heads×T×D.
        key: N×heads×D×S, transposed already.
        value: N×heads×S×D.
        mask: What is added to the scores N×heads×T×S.

    Returns:
        The result N×T×(heads·D), the heads side by side.
    """
    n, _, t, size = g.shape(query)
    scores = g.node("Mul", g.node("MatMul", query, key), g.scalar(size**-0.5))
    if mask is not None:
        scores = g.node("Add", scores, mask)
    result = g.node("MatMul", g.node("Softmax", scores, axis=-1), value)
    result = g.node("Transpose", result, perm=(0, 2, 1, 3))
    return g.node("Reshape", result, g.integers(n, t, -1))


def cross_attention(
    g: Graph, x: str, source: str, heads: int, mask: str | None = None, bias: bool = True
) -> str:
    """Adds multi-head attention of a sequence to another, with all four projections."""
    width = g.shape(x)[-1]
    query = split_heads(g, dense(g, x, width, bias=bias), heads)
    key = heads_of(g, dense(g, source, width, bias=bias), heads)
    value = split_heads(g, dense(g, source, width, bias=bias), heads)
    key = g.node("Transpose", key, perm=(0, 2, 3, 1))
    return dense(g, attend(g, query, key, value, mask), width)


def self_attention(g: Graph, x: str, heads: int, mask: str | None = None) -> str:
    """Adds multi-head attention of a sequence to itself, with all four projections."""
    return cross_attention(g, x, x, heads, mask)


def transformer_block(
    g: Graph,
    x: str,
    heads: int,
    *,
    mask: str | None = None,
    act: str = "gelu",
    ratio: int = 4,
    norm_first: bool = True,
    epsilon: float = 1e-5,
) -> str:
    """Adds a block of attention and a perceptron, each with its norm and residual.

    Args:
        g: The model.
        x: The sequence N×T×C.
        heads: The number of attention heads.
        mask: What is added to the scores.
        act: The perceptron's activation.
        ratio: The perceptron's width over C.
        norm_first: Whether norms come before (ViT, GPT) or after (BERT).
        epsilon: That of the norms.
    """
    width = g.shape(x)[-1]
    if norm_first:
        x = g.node("Add", self_attention(g, layer_norm(g, x, epsilon), heads, mask), x)
        y = dense(g, layer_norm(g, x, epsilon), ratio * width, act)
        return g.node("Add", dense(g, y, width), x)
    x = layer_norm(g, g.node("Add", self_attention(g, x, heads, mask), x), epsilon)
    y = dense(g, x, ratio * width, act)
    return layer_norm(g, g.node("Add", dense(g, y, width), x), epsilon)


def tokens_of(g: Graph, image: str) -> str:
    """Turns an image N×C×H×W into a sequence N×HW×C."""
    n, c, h, w = g.shape(image)
    return g.node("Transpose", g.node("Reshape", image, g.integers(n, c, h * w)), perm=(0, 2, 1))


def causal_mask(g: Graph, length: int) -> str:
    """Adds a constant mask 1×1×T×T that hides what comes later."""
    lowest = np.finfo(np.float32).min
    return g.constant(np.triu(np.full((1, 1, length, length), lowest, np.float32), 1))


def _tuple(value: int | Sequence[int], count: int) -> tuple[int, ...]:
    return (value,) * count if isinstance(value, int) else tuple(value)
