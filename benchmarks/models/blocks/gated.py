"""Blocks that mix a sequence by gates, convolutions or products beside or instead of attention."""

from __future__ import annotations

import numpy as np

from benchmarks.models.graph import Graph
from benchmarks.models.layers import (
    attend,
    causal_mask,
    conv,
    conv_bn,
    dense,
    layer_norm,
    rms_norm,
    self_attention,
    split_heads,
)


def llama(g: Graph) -> str:
    """Adds LLaMA's block: root-mean-square norms, rotary embedding, gated SiLU, 64 tokens."""
    length, width, heads = 64, 512, 8
    x = g.input("x", 1, length, width)
    y = rms_norm(g, x)
    query = rotary(g, split_heads(g, dense(g, y, width, bias=False), heads))
    key = rotary(g, split_heads(g, dense(g, y, width, bias=False), heads))
    value = split_heads(g, dense(g, y, width, bias=False), heads)
    key = g.node("Transpose", key, perm=(0, 1, 3, 2))
    y = attend(g, query, key, value, causal_mask(g, length))
    x = g.node("Add", x, dense(g, y, width, bias=False))
    y = rms_norm(g, x)
    gate = dense(g, y, 1376, "silu", bias=False)
    y = g.node("Mul", gate, dense(g, y, 1376, bias=False))
    return g.node("Add", x, dense(g, y, width, bias=False))


def rotary(g: Graph, x: str) -> str:
    """Adds a rotary position embedding of heads N×heads×T×D: halves are turned (Su et al.)."""
    length, size = g.shape(x)[2:]
    frequencies = 10000.0 ** (-np.arange(0, size, 2) / size)
    angles = np.outer(np.arange(length), np.concatenate((frequencies, frequencies)))
    first, second = g.node_outputs("Split", [x], 2, axis=-1, num_outputs=2)
    turned = g.node("Concat", g.node("Neg", second), first, axis=-1)
    cosines, sines = (f(angles).astype(np.float32) for f in (np.cos, np.sin))
    return g.node(
        "Add", g.node("Mul", x, g.constant(cosines)), g.node("Mul", turned, g.constant(sines))
    )


def conformer(g: Graph) -> str:
    """Adds half of Conformer's block: attention, then a gated depthwise convolution of 31."""
    x = g.input("x", 1, 150, 256)
    x = g.node("Add", x, self_attention(g, layer_norm(g, x), 4))
    y = g.node("Transpose", layer_norm(g, x), perm=(0, 2, 1))
    value, gate = g.node_outputs("Split", [conv(g, y, 512, 1)], 2, axis=1, num_outputs=2)
    y = g.node("Mul", value, g.node("Sigmoid", gate))
    y = conv_bn(g, y, 256, 31, groups=256, act="silu")
    y = g.node("Transpose", conv(g, y, 256, 1), perm=(0, 2, 1))
    x = g.node("Add", x, y)
    y = dense(g, dense(g, layer_norm(g, x), 1024, "silu"), 256)
    return layer_norm(g, g.node("Add", x, g.node("Mul", y, g.scalar(0.5))))


def mixer(g: Graph) -> str:
    """Adds MLP-Mixer-S/16's block: a perceptron over 196 patches, one over 512 channels."""
    x = g.input("x", 1, 196, 512)
    y = g.node("Transpose", layer_norm(g, x), perm=(0, 2, 1))
    y = dense(g, dense(g, y, 256, "gelu"), 196)
    x = g.node("Add", x, g.node("Transpose", y, perm=(0, 2, 1)))
    return g.node("Add", x, dense(g, dense(g, layer_norm(g, x), 2048, "gelu"), 512))


def gmlp(g: Graph) -> str:
    """Adds gMLP's block: half of the channels, multiplied over tokens, gates the other half."""
    length, width = 128, 256
    x = g.input("x", 1, length, width)
    y = dense(g, layer_norm(g, x), 1536, "gelu")
    value, gate = g.node_outputs("Split", [y], 2, axis=-1, num_outputs=2)
    weights = g.weight((length, length), length)
    gate = g.node("MatMul", weights, layer_norm(g, gate))
    gate = g.node("Add", gate, g.constant(g.uniform(0.8, 1.2, length, 1)))
    return g.node("Add", x, dense(g, g.node("Mul", value, gate), width))
