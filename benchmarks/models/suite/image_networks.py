"""Image networks of the suite: MobileNetV2, EfficientNet-B0, a U-Net and EDSR."""

from __future__ import annotations

import onnx

from benchmarks.models.finishing import finished
from benchmarks.models.graph import Graph
from benchmarks.models.layers import (
    conv,
    conv_bn,
    conv_transpose,
    gemm,
    global_mean,
    max_pool,
    squeeze_excite,
)

_CLASSES = 1000
#: Expansion, channels, blocks and first stride of each stage (Sandler et al., 2018).
_MOBILENET_V2 = (
    (1, 16, 1, 1),
    (6, 24, 2, 2),
    (6, 32, 3, 2),
    (6, 64, 4, 2),
    (6, 96, 3, 1),
    (6, 160, 3, 2),
    (6, 320, 1, 1),
)
#: Expansion, channels, blocks, first stride and window of each stage (Tan and Le, 2019).
_EFFICIENTNET_B0 = (
    (1, 16, 1, 1, 3),
    (6, 24, 2, 2, 3),
    (6, 40, 2, 2, 5),
    (6, 80, 3, 2, 3),
    (6, 112, 3, 1, 5),
    (6, 192, 4, 2, 5),
    (6, 320, 1, 1, 3),
)


def mobilenet_v2() -> onnx.ModelProto:
    """Builds MobileNetV2 for 224×224 images."""
    g = Graph("mobilenet_v2")
    x = conv_bn(g, g.input("x", 1, 3, 224, 224), 32, stride=2, act="relu6")
    for expansion, channels, count, stride in _MOBILENET_V2:
        for index in range(count):
            x = inverted_residual(g, x, channels, expansion, stride if index == 0 else 1)
    x = global_mean(g, conv_bn(g, x, 1280, 1, act="relu6"))
    x = g.node("Reshape", x, g.integers(1, 1280))
    return finished(g, gemm(g, x, _CLASSES))


def inverted_residual(
    g: Graph, x: str, channels: int, expansion: int, stride: int, act: str = "relu6"
) -> str:
    """Adds MobileNetV2's block: widen, depthwise 3×3, narrow, residual where shapes agree."""
    before = g.shape(x)[1]
    wide = before * expansion
    y = conv_bn(g, x, wide, 1, act=act) if expansion != 1 else x
    y = conv_bn(g, y, wide, 3, stride=stride, groups=wide, act=act)
    y = conv_bn(g, y, channels, 1, act=None)
    return g.node("Add", x, y) if stride == 1 and before == channels else y


def efficientnet_b0() -> onnx.ModelProto:
    """Builds EfficientNet-B0 for 224×224 images."""
    g = Graph("efficientnet_b0")
    x = conv_bn(g, g.input("x", 1, 3, 224, 224), 32, stride=2, act="silu")
    for expansion, channels, count, stride, window in _EFFICIENTNET_B0:
        for index in range(count):
            x = mbconv(g, x, channels, expansion, stride if index == 0 else 1, window)
    x = global_mean(g, conv_bn(g, x, 1280, 1, act="silu"), keep=False)
    return finished(g, gemm(g, x, _CLASSES))


def mbconv(g: Graph, x: str, channels: int, expansion: int, stride: int, window: int) -> str:
    """Adds EfficientNet's block: an inverted residual with SiLU and factors by channels."""
    before = g.shape(x)[1]
    wide = before * expansion
    y = conv_bn(g, x, wide, 1, act="silu") if expansion != 1 else x
    y = conv_bn(g, y, wide, window, stride=stride, groups=wide, act="silu")
    y = squeeze_excite(g, y, max(1, before // 4))
    y = conv_bn(g, y, channels, 1, act=None)
    return g.node("Add", x, y) if stride == 1 and before == channels else y


def unet256() -> onnx.ModelProto:
    """Builds a U-Net of four levels, 32 to 256 channels, for 256×256 images."""
    g = Graph("unet256")
    widths = (32, 64, 128, 256)
    x = g.input("x", 1, 3, 256, 256)
    skipped = []
    for level, width in enumerate(widths):
        if level:
            x = max_pool(g, x, 2, 2)
        x = conv_bn(g, conv_bn(g, x, width), width)
        skipped.append(x)
    for width, skip in zip(widths[-2::-1], skipped[-2::-1], strict=True):
        x = g.node("Concat", conv_transpose(g, x, width, 2), skip, axis=1)
        x = conv_bn(g, conv_bn(g, x, width), width)
    return finished(g, conv(g, x, 2, 1))


def edsr128() -> onnx.ModelProto:
    """Builds EDSR (Lim et al., 2017), four blocks of 64 channels, from 128×128 to 256×256."""
    g = Graph("edsr128")
    first = conv(g, g.input("x", 1, 3, 128, 128), 64)
    x = first
    for _ in range(4):
        y = conv(g, conv(g, x, 64, act="relu"), 64)
        x = g.node("Add", x, g.node("Mul", y, g.scalar(0.5)))
    x = g.node("Add", first, conv(g, x, 64))
    x = g.node("DepthToSpace", conv(g, x, 256), blocksize=2, mode="CRD")
    return finished(g, conv(g, x, 3))
