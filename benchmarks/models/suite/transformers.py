"""Transformers of the suite: BERT-base, GPT-2 and ViT-B/16, 12 layers of 768 each.

Their graphs are those that PyTorch's exporter makes of the transformers package's eager modules,
the work around masks and positions included.
"""

from __future__ import annotations

import numpy as np
import onnx

from benchmarks.models.finishing import finished
from benchmarks.models.graph import Graph
from benchmarks.models.layers import (
    activation,
    causal_mask,
    conv,
    gemm,
    layer_norm,
    tokens_of,
    transformer_block,
)

_LAYERS, _WIDTH, _HEADS = 12, 768, 12
_LOWEST = float(np.finfo(np.float32).min)
#: The standard deviation of embeddings, as the models' own initialisation has it.
_EMBEDDING = 0.02


def bert_base() -> onnx.ModelProto:
    """Builds BERT-base's encoder for 128 tokens and an attention mask."""
    g = Graph("bert_base")
    length = 128
    tokens = g.input("input_ids", 1, length, dtype=np.int64)
    mask = g.input("attention_mask", 1, length, dtype=np.int64)
    positions = g.constant(np.arange(length, dtype=np.int64)[None])
    kinds = g.constant(np.zeros((1, 512), np.int64))
    kinds = g.node("GatherElements", kinds, positions, axis=1)
    x = g.node("Gather", _embedding(g, 30522), tokens, axis=0)
    x = g.node("Add", x, g.node("Gather", _embedding(g, 2), kinds, axis=0))
    x = g.node("Add", x, g.node("Gather", _embedding(g, 512), positions, axis=0))
    x = layer_norm(g, x, 1e-12)
    scores_mask = _bert_mask(g, mask, length)
    for _ in range(_LAYERS):
        x = transformer_block(g, x, _HEADS, mask=scores_mask, norm_first=False, epsilon=1e-12)
    return finished(g, x)


def _bert_mask(g: Graph, mask: str, length: int) -> str:
    """Turns a mask by tokens into what is added to scores, 1×1×T×T."""
    kept = g.node("Cast", mask, to=onnx.TensorProto.BOOL)
    places = np.zeros((1, 1, 1, length, 2), np.int64)
    places[..., 1] = np.arange(length)
    kept = g.node("GatherND", kept, g.constant(places), batch_dims=0)
    every = g.constant(np.ones((1, 1, length, 1), bool))
    return g.node("Where", g.node("And", every, kept), g.scalar(0.0), g.scalar(_LOWEST))


def gpt2() -> onnx.ModelProto:
    """Builds GPT-2 (124 M) for 64 tokens, with the product by its 50257 embeddings."""
    g = Graph("gpt2")
    length, vocabulary = 64, 50257
    tokens = g.input("input_ids", 1, length, dtype=np.int64)
    embedding = _embedding(g, vocabulary)
    positions = g.constant(np.arange(length, dtype=np.int64)[None])
    x = g.node("Gather", embedding, g.node("Reshape", tokens, g.integers(-1, length)), axis=0)
    x = g.node("Add", x, g.node("Gather", _embedding(g, 1024), positions, axis=0))
    mask = causal_mask(g, length)
    for _ in range(_LAYERS):
        x = g.node("Add", _gpt2_attention(g, x, mask), x)
        y = _gpt2_dense(g, layer_norm(g, x), 4 * _WIDTH)
        x = g.node("Add", x, _gpt2_dense(g, activation(g, y, "gelu_tanh"), _WIDTH))
    x = g.node("Reshape", layer_norm(g, x), g.integers(-1, length, _WIDTH))
    return finished(g, g.node("MatMul", x, g.node("Transpose", embedding, perm=(1, 0))))


def _gpt2_dense(g: Graph, x: str, width: int) -> str:
    """Adds GPT-2's `Conv1D`, a Gemm of the tokens as rows, without its bias.

    Biases are zero before training, and the exporter leaves such ones out.
    """
    rows, columns = g.shape(x)[-2:]
    y = g.node("Reshape", x, g.integers(-1, columns))
    y = g.node("Gemm", y, g.weight((columns, width), columns))
    return g.node("Reshape", y, g.integers(1, rows, width))


def _gpt2_attention(g: Graph, x: str, mask: str) -> str:
    """Adds causal attention with one product for queries, keys and values."""
    length, size = g.shape(x)[1], _WIDTH // _HEADS
    joined = _gpt2_dense(g, layer_norm(g, x), 3 * _WIDTH)
    query, key, value = g.node_outputs("Split", [joined], 3, axis=2, num_outputs=3)
    shape = (1, length, -1, size)
    key = g.node("Reshape", key, g.integers(*shape))
    value = g.node("Transpose", g.node("Reshape", value, g.integers(*shape)), perm=(0, 2, 1, 3))
    query = g.node("Transpose", g.node("Reshape", query, g.integers(*shape)), perm=(0, 2, 1, 3))
    key = g.node("Transpose", key, perm=(0, 2, 3, 1))
    scores = g.node("Mul", g.node("MatMul", query, key), g.scalar(size**-0.5))
    weights = g.node("Softmax", g.node("Add", scores, mask), axis=-1)
    y = g.node("Transpose", g.node("MatMul", weights, value), perm=(0, 2, 1, 3))
    y = g.node("Reshape", y, g.integers(length, _WIDTH))
    y = g.node("Gemm", y, g.weight((_WIDTH, _WIDTH), _WIDTH))
    return g.node("Reshape", y, g.integers(1, length, _WIDTH))


def vit_b16() -> onnx.ModelProto:
    """Builds ViT-B/16 for a 224×224 image: 196 patches and the class token."""
    g = Graph("vit_b16")
    image = g.input("pixel_values", 1, 3, 224, 224)
    patches = tokens_of(g, conv(g, image, _WIDTH, 16, stride=16, pads=0, bias=False))
    token = g.constant(g.normal((1, 1, _WIDTH)) * np.float32(_EMBEDDING))
    x = g.node("Concat", token, patches, axis=1)
    count = g.shape(x)[1]
    x = g.node("Add", x, g.constant(g.normal((1, count, _WIDTH)) * np.float32(_EMBEDDING)))
    every = g.constant(np.ones((1, 1, count, count), bool))
    mask = g.node("Where", every, g.scalar(0.0), g.scalar(_LOWEST))
    for _ in range(_LAYERS):
        x = transformer_block(g, x, _HEADS, mask=mask, epsilon=1e-12)
    x = g.node("Gather", layer_norm(g, x, 1e-12), g.constant(np.array(0, np.int64)), axis=1)
    return finished(g, gemm(g, x, 1000, bias=False))


def _embedding(g: Graph, rows: int) -> str:
    return g.constant(g.normal((rows, _WIDTH)) * np.float32(_EMBEDDING))
