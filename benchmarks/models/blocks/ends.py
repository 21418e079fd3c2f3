"""First and last layers: few channels on one side, often large images.

Three filters or three input channels leave most SIMD lanes of a vector of channels empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from benchmarks.models.graph import Graph
from benchmarks.models.layers import (
    activation,
    average_pool,
    channels_norm,
    conv,
    conv_bn,
    conv_transpose,
    gemm,
    group_norm,
    layer_norm,
    max_pool,
    tokens_of,
)


def up_last(g: Graph, channels: int, side: int, kernel: int, stride: int, filters: int) -> str:
    """Adds a convolution by 1×1 and a transposed one of few filters: a generator's end."""
    x = conv(g, g.input("x", 1, channels, side, side), channels, 1, act="relu")
    pad = (kernel - stride + 1) // 2
    extra = stride - kernel + 2 * pad
    return conv_transpose(g, x, filters, kernel, stride, pad=pad, output_padding=extra, act="tanh")


def up_of_input(g: Graph) -> str:
    """Adds a transposed convolution of the model's own input: nothing could reorder it before."""
    return conv_transpose(g, g.input("x", 1, 64, 64, 64), 3, 4, 2, pad=1)


def dcgan_first(g: Graph) -> str:
    """Adds DCGAN's first two layers: 100 numbers become 256 channels of 8×8."""
    x = conv_transpose(g, g.input("z", 1, 100, 1, 1), 512, 4, 1, act="relu")
    return conv_transpose(g, x, 256, 4, 2, pad=1, act="relu")


def discriminator_last(g: Graph) -> str:
    """Adds a discriminator's last two layers: 8×8 to one number."""
    x = conv(g, g.input("x", 1, 256, 8, 8), 512, 4, stride=2, pads=1, act="leaky")
    return conv(g, x, 1, 4, pads=0, act="sigmoid")


def patch_discriminator(g: Graph) -> str:
    """Adds the last two layers of pix2pix's discriminator: a map of 30×30 judgements."""
    x = conv(g, g.input("x", 1, 256, 32, 32), 512, 4, pads=1, act="leaky")
    return conv(g, x, 1, 4, pads=1)


def fsrcnn(g: Graph) -> str:
    """Adds FSRCNN's end: expansion by 1×1 and a transposed convolution 9×9 of stride 4."""
    x = conv(g, g.input("x", 1, 12, 48, 48), 56, 1, act="relu")
    return conv_transpose(g, x, 1, 9, 4, pad=4, output_padding=3)


def espcn(g: Graph) -> str:
    """Adds ESPCN's end: channels that become pixels, three times as many a side."""
    x = conv(g, g.input("x", 1, 64, 80, 80), 32, act="relu")
    return g.node("DepthToSpace", conv(g, x, 27), blocksize=3, mode="CRD")


def srresnet(g: Graph) -> str:
    """Adds SRResNet's end: a pixel shuffle and a convolution 9×9 of three filters."""
    x = conv(g, g.input("x", 1, 64, 48, 48), 256)
    x = activation(g, g.node("DepthToSpace", x, blocksize=2, mode="CRD"), "relu")
    return conv(g, x, 3, 9)


def style_to_colour(g: Graph) -> str:
    """Adds StyleGAN2's last 3×3 layer and its convolution by 1×1 to three colours."""
    x = conv(g, g.input("x", 1, 64, 128, 128), 64, act="leaky")
    return conv(g, x, 3, 1)


def reflected(g: Graph, first: bool) -> str:
    """Adds CycleGAN's first or last layer: 7×7 with reflected borders."""
    channels, filters = (3, 64) if first else (64, 3)
    x = g.input("x", 1, channels, 128, 128)
    pads = g.integers(0, 0, 3, 3, 0, 0, 3, 3)
    x = conv(g, g.node("Pad", x, pads, mode="reflect"), filters, 7, pads=0)
    return activation(g, x, "relu" if first else "tanh")


def decoder_last(g: Graph) -> str:
    """Adds the end of Stable Diffusion's decoder: group norm, SiLU, 3×3 to colours."""
    x = activation(g, group_norm(g, g.input("x", 1, 128, 96, 96), 32), "silu")
    return conv(g, x, 3)


def segmentation(g: Graph) -> str:
    """Adds a segmentation head: 21 classes by 1×1, enlarged four times bilinearly."""
    x = conv_bn(g, g.input("x", 1, 256, 33, 33), 256)
    x = conv(g, x, 21, 1)
    scales = g.constant(np.array((1, 1, 4, 4), np.float32))
    return g.node("Resize", x, "", scales, mode="linear")


def resnet_stem(g: Graph) -> str:
    """Adds ResNet's stem: 7×7 of stride 2 and pooling."""
    return max_pool(g, conv_bn(g, g.input("x", 1, 3, 224, 224), 64, 7, stride=2), 3, 2, 1)


def convnext_stem(g: Graph) -> str:
    """Adds ConvNeXt's stem: patches of 4×4 and a norm over channels."""
    return channels_norm(g, conv(g, g.input("x", 1, 3, 224, 224), 96, 4, stride=4, pads=0))


def patch_embedding(g: Graph) -> str:
    """Adds a vision transformer's first layer: patches of 16×16 as tokens, then a norm."""
    patches = conv(g, g.input("x", 1, 3, 224, 224), 384, 16, stride=16, pads=0)
    return layer_norm(g, tokens_of(g, patches))


def classifier(g: Graph) -> str:
    """Adds a network's end: 1×1 to 1280 channels, a mean over 7×7, 1000 classes."""
    x = conv_bn(g, g.input("x", 1, 320, 7, 7), 1280, 1, act="hswish")
    return gemm(g, g.node("Flatten", average_pool(g, x, 7, 1)), 1000)


MODELS: Mapping[str, Callable[[Graph], str]] = {
    "dcgan_first": dcgan_first,
    "dcgan_last_4x4": partial(up_last, channels=64, side=64, kernel=4, stride=2, filters=3),
    "generator_last_3x3": partial(up_last, channels=64, side=64, kernel=3, stride=2, filters=3),
    "generator_last_of_input": up_of_input,
    "discriminator_last": discriminator_last,
    "patch_discriminator_last": patch_discriminator,
    "fsrcnn_last": fsrcnn,
    "espcn_last": espcn,
    "srresnet_last": srresnet,
    "stylegan_to_colour": style_to_colour,
    "cyclegan_first": partial(reflected, first=True),
    "cyclegan_last": partial(reflected, first=False),
    "diffusion_decoder_last": decoder_last,
    "segmentation_head": segmentation,
    "resnet_stem": resnet_stem,
    "convnext_stem": convnext_stem,
    "vit_patches": patch_embedding,
    "classifier_head": classifier,
}
