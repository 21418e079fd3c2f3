"""Builds a ResNet-50 with seeded random weights as an ONNX file: `python build_resnet50.py PATH`.

The real architecture (He et al., "Deep Residual Learning for Image Recognition", 2015, in the
version that strides in the 3×3 convolutions), node by node, so that `make demo` needs no download.
Weights are He-initialised; the last BatchNormalization of each block has a small scale, as trained
networks do, so that activations stay of order one through all sixteen blocks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

#: Blocks, inner channels and stride of the four stages; a block has four times as many outputs.
STAGES = ((3, 64, 1), (4, 128, 2), (6, 256, 2), (3, 512, 2))
CLASSES = 1000
OPSET = 17
IR_VERSION = 8


@dataclass(frozen=True, slots=True)
class Network:
    """The nodes and weights so far; values are known by name.

    Attributes:
        random: Where weights come from.
        nodes: The nodes, in the order in which they are computed.
        weights: The initializers of the model.
    """

    random: np.random.Generator
    nodes: list[onnx.NodeProto] = field(default_factory=list)
    weights: list[TensorProto] = field(default_factory=list)

    def weight(self, name: str, value: np.ndarray) -> str:
        """Adds a weight and returns its name."""
        self.weights.append(numpy_helper.from_array(value.astype(np.float32), name))
        return name

    def node(self, op_type: str, inputs: Sequence[str], name: str, **attributes: Any) -> str:
        """Adds a node with one output and returns the output's name."""
        self.nodes.append(helper.make_node(op_type, inputs, [name], name=name, **attributes))
        return name

    def convolution(
        self, name: str, value: str, channels: tuple[int, int], kernel: int, stride: int = 1
    ) -> str:
        """A convolution without bias, padded to keep the size at stride 1; `channels`: in, out."""
        inputs, outputs = channels
        deviation = np.sqrt(2 / (inputs * kernel * kernel))
        shape = (outputs, inputs, kernel, kernel)
        weight = self.weight(f"{name}.weight", self.random.normal(0, deviation, shape))
        return self.node(
            "Conv",
            [value, weight],
            name,
            kernel_shape=[kernel, kernel],
            strides=[stride, stride],
            pads=[kernel // 2] * 4,
        )

    def normalise(self, name: str, value: str, channels: int, scale: float = 1.0) -> str:
        """A BatchNormalization with statistics near those the random convolution before it has."""
        random = self.random
        weights = [
            self.weight(f"{name}.scale", random.uniform(0.9, 1.1, channels) * scale),
            self.weight(f"{name}.bias", random.uniform(-0.1, 0.1, channels)),
            self.weight(f"{name}.mean", random.uniform(-0.1, 0.1, channels)),
            self.weight(f"{name}.variance", random.uniform(0.9, 1.1, channels)),
        ]
        return self.node("BatchNormalization", [value, *weights], name, epsilon=1e-5)

    def bottleneck(self, name: str, value: str, inputs: int, inner: int, stride: int) -> str:
        """One residual block: 1×1, 3×3, 1×1 convolutions beside an identity or a projection."""
        outputs = 4 * inner
        shortcut = value
        if inputs != outputs:
            shortcut = self.convolution(f"{name}.project", value, (inputs, outputs), 1, stride)
            shortcut = self.normalise(f"{name}.project.norm", shortcut, outputs)
        for step, channels, kernel, step_stride in (
            ("reduce", (inputs, inner), 1, 1),
            ("spatial", (inner, inner), 3, stride),
        ):
            value = self.convolution(f"{name}.{step}", value, channels, kernel, step_stride)
            value = self.normalise(f"{name}.{step}.norm", value, inner)
            value = self.node("Relu", [value], f"{name}.{step}.relu")
        value = self.convolution(f"{name}.expand", value, (inner, outputs), 1)
        value = self.normalise(f"{name}.expand.norm", value, outputs, scale=0.25)
        total = self.node("Add", [value, shortcut], f"{name}.add")
        return self.node("Relu", [total], f"{name}.relu")


def build(batch: int = 1, size: int = 224, seed: int = 0) -> onnx.ModelProto:
    """A ResNet-50: input `image` (batch, 3, size, size), output `logits` (batch, 1000), float32."""
    network = Network(np.random.default_rng(seed))
    value = network.convolution("stem", "image", (3, 64), 7, stride=2)
    value = network.normalise("stem.norm", value, 64)
    value = network.node("Relu", [value], "stem.relu")
    value = network.node(
        "MaxPool", [value], "stem.pool", kernel_shape=[3, 3], strides=[2, 2], pads=[1] * 4
    )
    channels = 64
    for stage, (blocks, inner, stage_stride) in enumerate(STAGES, start=1):
        for block in range(blocks):
            stride = stage_stride if block == 0 else 1
            name = f"stage{stage}.block{block}"
            value = network.bottleneck(name, value, channels, inner, stride)
            channels = 4 * inner
    value = network.node("GlobalAveragePool", [value], "pool")
    value = network.node("Flatten", [value], "flat")
    deviation = np.sqrt(1 / channels)
    weight = network.random.normal(0, deviation, (CLASSES, channels))
    classifier = [
        network.weight("classifier.weight", weight),
        network.weight("classifier.bias", network.random.uniform(-0.1, 0.1, CLASSES)),
    ]
    network.node("Gemm", [value, *classifier], "logits", transB=1)
    return _model(network, batch, size)


def _model(network: Network, batch: int, size: int) -> onnx.ModelProto:
    shape = [batch, 3, size, size]
    graph = helper.make_graph(
        network.nodes,
        "resnet50",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, [batch, CLASSES])],
        initializer=network.weights,
    )
    opsets = [helper.make_opsetid("", OPSET)]
    return helper.make_model(
        graph, opset_imports=opsets, ir_version=IR_VERSION, producer_name="open-aoe example"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Writes the model and says where."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path, help="the .onnx file to write")
    parser.add_argument("--batch", type=int, default=1, help="images per inference")
    parser.add_argument("--size", type=int, default=224, help="height and width of an image")
    parser.add_argument("--seed", type=int, default=0, help="of the random weights")
    options = parser.parse_args(arguments)
    onnx.save(build(options.batch, options.size, options.seed), options.path)
    print(f"{options.path}: ResNet-50, {options.path.stat().st_size / 1e6:.0f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
