"""One block each of twenty transformers and of architectures that took their place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from benchmarks.models.blocks.gated import conformer, gmlp, llama, mixer
from benchmarks.models.graph import Graph
from benchmarks.models.layers import (
    activation,
    attend,
    batch_norm,
    causal_mask,
    conv,
    conv_bn,
    cross_attention,
    dense,
    group_norm,
    layer_norm,
    rms_norm,
    split_heads,
    tokens_of,
    transformer_block,
)


def encoder(
    g: Graph, length: int, width: int, heads: int, act: str = "gelu", norm_first: bool = True
) -> str:
    """Adds an input N×T×C and one transformer block."""
    return transformer_block(
        g, g.input("x", 1, length, width), heads, act=act, norm_first=norm_first
    )


def gpt2(g: Graph) -> str:
    """Adds a causal block of 64 tokens, 768 wide."""
    mask = causal_mask(g, 64)
    return transformer_block(g, g.input("x", 1, 64, 768), 12, mask=mask, act="gelu_tanh")


def gpt_next_token(g: Graph) -> str:
    """Adds attention of one token to 256 earlier ones whose keys and values are inputs."""
    x = g.input("x", 1, 1, 768)
    key, value = g.input("keys", 1, 12, 64, 256), g.input("values", 1, 12, 256, 64)
    query = split_heads(g, dense(g, layer_norm(g, x), 768), 12)
    x = g.node("Add", x, dense(g, attend(g, query, key, value), 768))
    return g.node("Add", x, dense(g, dense(g, layer_norm(g, x), 3072, "gelu_tanh"), 768))


def whisper_encoder(g: Graph) -> str:
    """Adds Whisper-tiny's first layers: two one-dimensional convolutions and a block."""
    x = conv(g, g.input("mel", 1, 80, 1000), 384, 3, act="gelu")
    x = g.node("Transpose", conv(g, x, 384, 3, stride=2, act="gelu"), perm=(0, 2, 1))
    x = g.node("Add", x, g.constant(g.normal((500, 384)) * np.float32(0.1)))
    return transformer_block(g, x, 6)


def whisper_decoder(g: Graph) -> str:
    """Adds a block of 32 tokens that attends to itself and to 500 frames."""
    frames = g.input("frames", 1, 500, 384)
    x = g.input("x", 1, 32, 384)
    y = layer_norm(g, x)
    x = g.node("Add", x, cross_attention(g, y, y, 6, causal_mask(g, 32)))
    x = g.node("Add", x, cross_attention(g, layer_norm(g, x), frames, 6))
    return g.node("Add", x, dense(g, dense(g, layer_norm(g, x), 1536, "gelu"), 384))


def t5(g: Graph) -> str:
    """Adds T5's block: norms without means, a bias by distance, no others, 128 tokens."""
    x = g.input("x", 1, 128, 512)
    y = rms_norm(g, x)
    bias = g.constant(g.normal((1, 8, 128, 128)))
    x = g.node("Add", x, cross_attention(g, y, y, 8, bias, bias=False))
    y = dense(g, rms_norm(g, x), 2048, "relu", bias=False)
    return g.node("Add", x, dense(g, y, 512, bias=False))


def swin(g: Graph) -> str:
    """Adds Swin-T's attention in windows of 7×7 of 28×28 patches, 192 wide."""
    x = g.input("x", 1, 28, 28, 192)
    y = g.node("Reshape", layer_norm(g, x), g.integers(1, 4, 7, 4, 7, 192))
    y = g.node("Transpose", y, perm=(0, 1, 3, 2, 4, 5))
    y = g.node("Reshape", y, g.integers(16, 49, 192))
    y = cross_attention(g, y, y, 6, g.constant(g.normal((1, 6, 49, 49))))
    y = g.node("Reshape", y, g.integers(1, 4, 4, 7, 7, 192))
    y = g.node("Transpose", y, perm=(0, 1, 3, 2, 4, 5))
    x = g.node("Add", x, g.node("Reshape", y, g.integers(1, 28, 28, 192)))
    return g.node("Add", x, dense(g, dense(g, layer_norm(g, x), 768, "gelu"), 192))


def segformer(g: Graph) -> str:
    """Adds SegFormer's block: keys from an image of a quarter of the side, 32×32."""
    side, width = 32, 160
    image = g.input("x", 1, width, side, side)
    x = tokens_of(g, image)
    small = layer_norm(g, tokens_of(g, conv(g, image, width, 4, stride=4, pads=0)))
    x = g.node("Add", x, cross_attention(g, layer_norm(g, x), small, 5))
    y = g.node("Transpose", dense(g, layer_norm(g, x), 4 * width), perm=(0, 2, 1))
    y = g.node("Reshape", y, g.integers(1, 4 * width, side, side))
    y = activation(g, conv(g, y, 4 * width, groups=4 * width), "gelu")
    return g.node("Add", x, dense(g, tokens_of(g, y), width))


def mobilevit(g: Graph) -> str:
    """Adds MobileViT's block: patches of 2×2 as a batch of four sequences, 16×16."""
    x = g.input("x", 1, 96, 16, 16)
    y = conv(g, conv_bn(g, x, 96, act="silu"), 144, 1, bias=False)
    y = g.node("Reshape", y, g.integers(144 * 8, 2, 8, 2))
    y = g.node("Reshape", g.node("Transpose", y, perm=(0, 2, 1, 3)), g.integers(1, 144, 64, 4))
    y = g.node("Reshape", g.node("Transpose", y, perm=(0, 3, 2, 1)), g.integers(4, 64, 144))
    y = transformer_block(g, y, 4, act="silu", ratio=2)
    y = g.node("Reshape", y, g.integers(1, 4, 64, 144))
    y = g.node("Transpose", y, perm=(0, 3, 2, 1))
    y = g.node("Transpose", g.node("Reshape", y, g.integers(1152, 8, 2, 2)), perm=(0, 2, 1, 3))
    y = conv_bn(g, g.node("Reshape", y, g.integers(1, 144, 16, 16)), 96, 1, act="silu")
    return conv_bn(g, g.node("Concat", x, y, axis=1), 96, act="silu")


def detr_decoder(g: Graph) -> str:
    """Adds DETR's decoder block: 100 queries attend to themselves and to 25×25 pixels."""
    x, memory = g.input("queries", 1, 100, 256), g.input("memory", 1, 625, 256)
    x = layer_norm(g, g.node("Add", x, cross_attention(g, x, x, 8)))
    x = layer_norm(g, g.node("Add", x, cross_attention(g, x, memory, 8)))
    return layer_norm(g, g.node("Add", x, dense(g, dense(g, x, 2048, "relu"), 256)))


def perceiver(g: Graph) -> str:
    """Adds Perceiver's attention of 128 latents to 1024 inputs of 256 numbers."""
    x, source = g.input("latents", 1, 128, 512), g.input("inputs", 1, 1024, 256)
    x = g.node("Add", x, cross_attention(g, layer_norm(g, x), layer_norm(g, source), 8))
    return g.node("Add", x, dense(g, dense(g, layer_norm(g, x), 512, "gelu"), 512))


def diffusion(g: Graph) -> str:
    """Adds Stable Diffusion's attention block: group norm, text of 77 tokens, gated GELU."""
    image, text = g.input("x", 1, 320, 24, 24), g.input("text", 1, 77, 768)
    x = tokens_of(g, conv(g, group_norm(g, image, 32), 320, 1))
    y = layer_norm(g, x)
    x = g.node("Add", x, cross_attention(g, y, y, 8, bias=False))
    x = g.node("Add", x, cross_attention(g, layer_norm(g, x), text, 8, bias=False))
    value, gate = g.node_outputs(
        "Split", [dense(g, layer_norm(g, x), 2560)], 2, axis=-1, num_outputs=2
    )
    x = g.node("Add", x, dense(g, g.node("Mul", value, activation(g, gate, "gelu")), 320))
    y = g.node("Reshape", g.node("Transpose", x, perm=(0, 2, 1)), g.integers(1, 320, 24, 24))
    return g.node("Add", image, conv(g, y, 320, 1))


def linear_attention(g: Graph) -> str:
    """Adds EfficientViT's attention without softmax: ReLU, keys times values first, 28×28."""
    x = conv_bn(g, g.input("x", 1, 128, 28, 28), 128, 1, act=None)
    joined = conv(g, x, 384, 1, bias=False)
    parts = g.node("Reshape", joined, g.integers(1, 8, 48, 784))
    query, key, value = g.node_outputs("Split", [parts], 3, axis=2, num_outputs=3)
    query, key = activation(g, query, "relu"), activation(g, key, "relu")
    product = g.node("MatMul", value, g.node("Transpose", key, perm=(0, 1, 3, 2)))
    total = g.node("ReduceSum", key, g.integers(-1), keepdims=1)
    total = g.node("MatMul", g.node("Transpose", total, perm=(0, 1, 3, 2)), query)
    y = g.node("Div", g.node("MatMul", product, query), g.node("Add", total, g.scalar(1.0)))
    y = conv(g, g.node("Reshape", y, g.integers(1, 128, 28, 28)), 128, 1, bias=False)
    return g.node("Add", x, batch_norm(g, y))


def clip_text(g: Graph) -> str:
    """Adds CLIP's last text block: 77 tokens, the last one projected and normalised."""
    x = g.input("x", 1, 77, 512)
    y = layer_norm(g, x)
    x = g.node("Add", x, cross_attention(g, y, y, 8, causal_mask(g, 77)))
    y = dense(g, layer_norm(g, x), 2048)
    y = g.node("Mul", y, g.node("Sigmoid", g.node("Mul", y, g.scalar(1.702))))
    x = layer_norm(g, g.node("Add", x, dense(g, y, 512)))
    last = g.node("Gather", x, g.constant(np.array(76, np.int64)), axis=1)
    last = g.node("MatMul", last, g.weight((512, 512), 512))
    norm = g.node("ReduceL2", last, g.integers(-1), keepdims=1)
    return g.node("Div", last, norm)


def wav2vec(g: Graph) -> str:
    """Adds wav2vec 2.0's positions by a grouped one-dimensional convolution, and a block."""
    x = g.input("x", 1, 200, 512)
    y = g.node("Transpose", x, perm=(0, 2, 1))
    y = conv(g, y, 512, 31, groups=16, act="gelu")
    x = layer_norm(g, g.node("Add", x, g.node("Transpose", y, perm=(0, 2, 1))))
    return transformer_block(g, x, 8, norm_first=False)


MODELS: Mapping[str, Callable[[Graph], str]] = {
    "bert_block": partial(encoder, length=128, width=768, heads=12, norm_first=False),
    "deit_small_block": partial(encoder, length=197, width=384, heads=6),
    "gpt2_block": gpt2,
    "gpt2_next_token": gpt_next_token,
    "llama_block": llama,
    "t5_block": t5,
    "whisper_encoder_block": whisper_encoder,
    "whisper_decoder_block": whisper_decoder,
    "wav2vec2_block": wav2vec,
    "conformer_block": conformer,
    "swin_block": swin,
    "segformer_block": segformer,
    "mobilevit_block": mobilevit,
    "detr_decoder_block": detr_decoder,
    "perceiver_block": perceiver,
    "diffusion_block": diffusion,
    "efficientvit_block": linear_attention,
    "clip_text_block": clip_text,
    "mlp_mixer_block": mixer,
    "gmlp_block": gmlp,
}
