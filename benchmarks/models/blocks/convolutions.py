"""One block each of twenty convolutional architectures.

Where a block would read the model's input directly, a layer by 1×1 stands in front of it, so that
engines can choose the layout of what the block reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from benchmarks.models.graph import Graph
from benchmarks.models.layers import (
    activation,
    average_pool,
    batch_norm,
    channels_norm,
    conv,
    conv_bn,
    conv_transpose,
    dense,
    global_mean,
    layer_norm,
    max_pool,
    squeeze_excite,
)


def _entry(g: Graph, channels: int, side: int) -> str:
    """Adds the input and a layer by 1×1 in front of a block."""
    return conv_bn(g, g.input("x", 1, channels, side, side), channels, 1)


def _split(g: Graph, x: str, count: int) -> tuple[str, ...]:
    return g.node_outputs("Split", [x], count, axis=1, num_outputs=count)


def _add(g: Graph, x: str, y: str, act: str | None = "relu") -> str:
    return activation(g, g.node("Add", y, x), act)


def resnet18(g: Graph) -> str:
    """Adds ResNet-18's basic block, 128 channels at 28×28."""
    x = _entry(g, 128, 28)
    return _add(g, x, conv_bn(g, conv_bn(g, x, 128), 128, act=None))


def wide_resnet(g: Graph) -> str:
    """Adds a pre-activation block of a wide ResNet, 160 to 320 channels, 32×32 to 16×16."""
    x = _entry(g, 160, 32)
    y = activation(g, batch_norm(g, x), "relu")
    z = conv_bn(g, y, 320, stride=2)
    return g.node("Add", conv(g, z, 320), conv(g, y, 320, 1, stride=2))


def resnext(g: Graph) -> str:
    """Adds ResNeXt-50's block: 32 groups of 8 channels at 28×28."""
    x = _entry(g, 512, 28)
    y = conv_bn(g, conv_bn(g, x, 256, 1), 256, groups=32)
    return _add(g, x, conv_bn(g, y, 512, 1, act=None))


def se_resnet(g: Graph) -> str:
    """Adds SE-ResNet-50's block: a bottleneck with factors by channels, 14×14."""
    x = _entry(g, 1024, 14)
    y = conv_bn(g, conv_bn(g, conv_bn(g, x, 256, 1), 256), 1024, 1, act=None)
    return _add(g, x, squeeze_excite(g, y, 64, "relu"))


def regnet(g: Graph) -> str:
    """Adds RegNetY's block: groups of 24 channels, factors by channels, 14×14."""
    x = _entry(g, 336, 14)
    y = conv_bn(g, conv_bn(g, x, 336, 1), 336, groups=14)
    return _add(g, x, conv_bn(g, squeeze_excite(g, y, 84, "relu"), 336, 1, act=None))


def res2net(g: Graph) -> str:
    """Adds Res2Net's block: four groups one after the other, 28×28."""
    x = _entry(g, 512, 28)
    parts = _split(g, conv_bn(g, x, 208, 1), 4)
    results = [conv_bn(g, parts[0], 52)]
    for part in parts[1:3]:
        results.append(conv_bn(g, g.node("Add", results[-1], part), 52))
    y = g.node("Concat", *results, parts[3], axis=1)
    return _add(g, x, conv_bn(g, y, 512, 1, act=None))


def densenet(g: Graph) -> str:
    """Adds three layers of DenseNet-121, each reading all before, 28×28."""
    values = [_entry(g, 128, 28)]
    for _ in range(3):
        joined = g.node("Concat", *values, axis=1) if len(values) > 1 else values[0]
        y = conv_bn(g, activation(g, batch_norm(g, joined), "relu"), 128, 1)
        values.append(conv(g, y, 32, bias=False))
    return g.node("Concat", *values, axis=1)


def convnext(g: Graph) -> str:
    """Adds two ConvNeXt-T blocks: depthwise 7×7, a norm, a perceptron by pixels, 28×28."""
    x = conv(g, g.input("x", 1, 96, 56, 56), 192, 2, stride=2, pads=0)
    for _ in range(2):
        y = g.node("Transpose", conv(g, x, 192, 7, groups=192), perm=(0, 2, 3, 1))
        y = dense(g, dense(g, layer_norm(g, y), 768, "gelu"), 192)
        y = g.node("Mul", y, g.constant(g.uniform(0.1, 0.3, 192)))
        x = g.node("Add", x, g.node("Transpose", y, perm=(0, 3, 1, 2)))
    return x


def convmixer(g: Graph) -> str:
    """Adds ConvMixer's block: depthwise 9×9 with a residual, then 1×1, 32×32."""
    x = _entry(g, 256, 32)
    y = batch_norm(g, activation(g, conv(g, x, 256, 9, groups=256), "gelu"))
    return batch_norm(g, activation(g, conv(g, g.node("Add", y, x), 256, 1), "gelu"))


def mobilenet_v3(g: Graph) -> str:
    """Adds MobileNetV3's block: depthwise 5×5, hard swish, factors by channels, 14×14."""
    x = _entry(g, 112, 14)
    y = conv_bn(g, conv_bn(g, x, 672, 1, act="hswish"), 672, 5, groups=672, act="hswish")
    z = conv(g, conv(g, global_mean(g, y), 168, 1, act="relu"), 672, 1)
    y = g.node("Mul", y, g.node("HardSigmoid", z, alpha=1 / 6))
    return _add(g, x, conv_bn(g, y, 112, 1, act=None), None)


def efficientnet_v2(g: Graph) -> str:
    """Adds EfficientNetV2's fused block: 3×3 that widens four times, 1×1 back, 56×56."""
    x = _entry(g, 48, 56)
    return _add(g, x, conv_bn(g, conv_bn(g, x, 192, act="silu"), 48, 1, act=None), None)


def ghostnet(g: Graph) -> str:
    """Adds a Ghost module: half of the channels by 1×1, the others from these, 28×28."""
    x = _entry(g, 40, 28)
    for channels, act in ((120, "relu"), (40, None)):
        y = conv_bn(g, x, channels // 2, 1, act=act)
        x = g.node("Concat", y, conv_bn(g, y, channels // 2, groups=channels // 2, act=act), axis=1)
    return x


def shufflenet_v2(g: Graph) -> str:
    """Adds ShuffleNetV2's block: half of the channels, then a shuffle of both, 28×28."""
    x = _entry(g, 116, 28)
    kept, y = _split(g, x, 2)
    y = conv_bn(g, conv_bn(g, y, 58, 1), 58, groups=58, act=None)
    y = g.node("Concat", kept, conv_bn(g, y, 58, 1), axis=1)
    y = g.node("Reshape", y, g.integers(1, 2, 58, 28, 28))
    y = g.node("Transpose", y, perm=(0, 2, 1, 3, 4))
    return conv_bn(g, g.node("Reshape", y, g.integers(1, 116, 28, 28)), 116, 1)


def xception(g: Graph) -> str:
    """Adds half of Xception's middle block: separable 3×3 layers of 728 channels, 19×19."""
    x = y = _entry(g, 728, 19)
    for _ in range(2):
        y = activation(g, y, "relu")
        y = conv_bn(g, conv(g, y, 728, groups=728, bias=False), 728, 1, act=None)
    return g.node("Add", y, x)


def inception_v3(g: Graph) -> str:
    """Adds Inception v3's block of rows and columns of seven, 17×17."""
    x = _entry(g, 768, 17)
    one = conv_bn(g, x, 192, 1)
    two = conv_bn(g, conv_bn(g, conv_bn(g, x, 128, 1), 128, (1, 7)), 192, (7, 1))
    three = conv_bn(g, average_pool(g, x, 3, 1, 1), 192, 1)
    return g.node("Concat", one, two, three, axis=1)


def yolo_v8(g: Graph) -> str:
    """Adds YOLOv8's C2f block with two bottlenecks, 128 channels at 40×40."""
    x = conv_bn(g, g.input("x", 1, 128, 40, 40), 128, 1, act="silu")
    values = [*_split(g, x, 2)]
    for _ in range(2):
        y = conv_bn(g, conv_bn(g, values[-1], 64, act="silu"), 64, act="silu")
        values.append(g.node("Add", values[-1], y))
    return conv_bn(g, g.node("Concat", *values, axis=1), 128, 1, act="silu")


def yolo_v3_pools(g: Graph) -> str:
    """Adds spatial pyramid pooling as YOLOv3 has it: 5×5, 9×9 and 13×13 of 512 at 13×13."""
    x = conv_bn(g, g.input("x", 1, 1024, 13, 13), 512, 1, act="leaky")
    pools = [max_pool(g, x, size, 1, size // 2) for size in (13, 9, 5)]
    return conv_bn(g, g.node("Concat", *pools, x, axis=1), 512, 1, act="leaky")


def deeplab(g: Graph) -> str:
    """Adds DeepLabV3's pyramid of dilated windows, by 6, 12 and 18, 256 channels at 33×33."""
    x = _entry(g, 256, 33)
    branches = [conv_bn(g, x, 128, 1)]
    branches += [conv_bn(g, x, 128, dilation=rate) for rate in (6, 12, 18)]
    pooled = conv(g, global_mean(g, x), 128, 1, act="relu")
    branches.append(g.node("Expand", pooled, g.integers(1, 128, 33, 33)))
    return conv_bn(g, g.node("Concat", *branches, axis=1), 256, 1)


def hourglass(g: Graph) -> str:
    """Adds two levels of an hourglass: pooled, convolved, enlarged, added, 64×64."""
    x = _entry(g, 128, 64)
    low = conv_bn(g, conv_bn(g, max_pool(g, x, 2, 2), 128), 128)
    lower = conv_bn(g, max_pool(g, low, 2, 2), 128)
    scales = g.constant(np.array((1, 1, 2, 2), np.float32))
    low = g.node("Add", low, g.node("Resize", lower, "", scales, mode="nearest"))
    return g.node("Add", conv_bn(g, x, 128), conv_transpose(g, low, 128, 2))


def nafnet(g: Graph) -> str:
    """Adds NAFNet's block: norms over channels, products of halves as gates, 64×64."""
    x = conv(g, g.input("x", 1, 3, 64, 64), 64)
    y = conv(g, conv(g, channels_norm(g, x), 128, 1), 128, groups=128)
    y = g.node("Mul", *_split(g, y, 2))
    y = g.node("Mul", y, conv(g, global_mean(g, y), 64, 1))
    x = g.node("Add", x, conv(g, y, 64, 1))
    y = g.node("Mul", *_split(g, conv(g, channels_norm(g, x), 128, 1), 2))
    return g.node("Add", x, conv(g, y, 64, 1))


MODELS: Mapping[str, Callable[[Graph], str]] = {
    "resnet18_block": resnet18,
    "wide_resnet_block": wide_resnet,
    "resnext_block": resnext,
    "se_resnet_block": se_resnet,
    "regnet_block": regnet,
    "res2net_block": res2net,
    "densenet_layers": densenet,
    "convnext_blocks": convnext,
    "convmixer_block": convmixer,
    "mobilenet_v3_block": mobilenet_v3,
    "efficientnet_v2_block": efficientnet_v2,
    "ghostnet_block": ghostnet,
    "shufflenet_v2_block": shufflenet_v2,
    "xception_block": xception,
    "inception_v3_block": inception_v3,
    "yolo_v8_block": yolo_v8,
    "yolo_v3_pools": yolo_v3_pools,
    "deeplab_v3_pyramid": deeplab,
    "hourglass_levels": hourglass,
    "nafnet_block": nafnet,
}
