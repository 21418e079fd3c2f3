"""Networks of MindSpore that are trained or tested, each with random data; sizes are arguments, so
that a run may be small.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import mindspore
import numpy as np
from mindspore import Tensor, nn, ops


@dataclass(frozen=True)
class Task:
    """A cell to call.

    Attributes:
        cell: A training step, or a network.
        arguments: What it is called with.
    """

    cell: Any
    arguments: tuple[Any, ...]


class LeNet(nn.Cell):  # type: ignore[misc]
    """Two convolutions with pools, and three layers."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Conv2d(1, 6, 5, pad_mode="valid")
        self.second = nn.Conv2d(6, 16, 5, pad_mode="valid")
        self.pool, self.relu, self.flatten = nn.MaxPool2d(2, 2), nn.ReLU(), nn.Flatten()
        self.layers = nn.SequentialCell(
            nn.Dense(400, 120), nn.ReLU(), nn.Dense(120, 84), nn.ReLU(), nn.Dense(84, 10)
        )

    def construct(self, x: Any) -> Any:
        """Computes the scores of the classes."""
        x = self.pool(self.relu(self.first(x)))
        x = self.pool(self.relu(self.second(x)))
        return self.layers(self.flatten(x))


class Block(nn.Cell):  # type: ignore[misc]
    """Convolutions of these kernels, and a way past them; the last has four times the channels in
    a block of three.
    """

    def __init__(self, inputs: int, channels: int, stride: int, deep: bool) -> None:
        super().__init__()
        outputs = channels * (4 if deep else 1)
        plan = (
            [(inputs, channels, 1, 1), (channels, channels, 3, stride), (channels, outputs, 1, 1)]
            if deep
            else [(inputs, channels, 3, stride), (channels, channels, 3, 1)]
        )
        parts: list[Any] = []
        for before, after, kernel, step in plan:
            parts += [_convolution(before, after, kernel, step), nn.BatchNorm2d(after), nn.ReLU()]
        self.body, self.relu = nn.SequentialCell(*parts[:-1]), nn.ReLU()
        self.past: Any = nn.Identity()
        if stride != 1 or inputs != outputs:
            self.past = nn.SequentialCell(
                _convolution(inputs, outputs, 1, stride), nn.BatchNorm2d(outputs)
            )

    def construct(self, x: Any) -> Any:
        """Computes the block."""
        return self.relu(self.body(x) + self.past(x))


def _convolution(inputs: int, outputs: int, kernel: int, stride: int) -> Any:
    return nn.Conv2d(
        inputs, outputs, kernel, stride, pad_mode="pad", padding=kernel // 2, has_bias=False
    )


class ResNet(nn.Cell):  # type: ignore[misc]
    """ResNet-18 or ResNet-50; for small images without the first pool."""

    def __init__(self, depths: Sequence[int], deep: bool, classes: int, small: bool) -> None:
        super().__init__()
        first = _convolution(3, 64, 3 if small else 7, 1 if small else 2)
        parts = [first, nn.BatchNorm2d(64), nn.ReLU()]
        if not small:
            parts.append(nn.MaxPool2d(3, 2, pad_mode="same"))
        channels = 64
        for number, depth in enumerate(depths):
            width = 64 << number
            for place in range(depth):
                parts.append(Block(channels, width, 2 if number and not place else 1, deep))
                channels = width * (4 if deep else 1)
        self.body, self.head = nn.SequentialCell(*parts), nn.Dense(channels, classes)

    def construct(self, x: Any) -> Any:
        """Computes the scores of the classes."""
        return self.head(self.body(x).mean((2, 3)))


class Layer(nn.Cell):  # type: ignore[misc]
    """Attention and two dense layers, with normalizations behind."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads, self.scale = heads, (width // heads) ** -0.5
        self.q, self.k, self.v, self.o = (nn.Dense(width, width) for _ in range(4))
        self.first, self.second = nn.Dense(width, 4 * width), nn.Dense(4 * width, width)
        self.gelu = nn.GELU(approximate=False)
        self.norms = nn.CellList([nn.LayerNorm((width,), epsilon=1e-12) for _ in range(2)])

    def split(self, x: Any) -> Any:
        """The heads before the words."""
        batch, words, width = x.shape
        return x.reshape(batch, words, self.heads, width // self.heads).transpose(0, 2, 1, 3)

    def construct(self, x: Any, bias: Any) -> Any:
        """Computes the layer."""
        q, k, v = self.split(self.q(x)), self.split(self.k(x)), self.split(self.v(x))
        shares = ops.softmax(ops.matmul(q, k.transpose(0, 1, 3, 2)) * self.scale + bias, -1)
        seen = ops.matmul(shares, v).transpose(0, 2, 1, 3).reshape(x.shape)
        x = self.norms[0](x + self.o(seen))
        return self.norms[1](x + self.second(self.gelu(self.first(x))))


class Bert(nn.Cell):  # type: ignore[misc]
    """An encoder of words, with a mask; BERT-mini by default."""

    def __init__(self, words: int = 128, width: int = 256, heads: int = 4, depth: int = 4) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(30522, width), nn.Embedding(words, width)
        self.norm = nn.LayerNorm((width,), epsilon=1e-12)
        self.layers = nn.CellList([Layer(width, heads) for _ in range(depth)])

    def construct(self, words: Any, mask: Any) -> Any:
        """Computes what each word means."""
        places = ops.arange(words.shape[1]).astype(mindspore.int32)
        x = self.norm(self.words(words) + self.places(places))
        bias = (1.0 - mask.astype(mindspore.float32)).expand_dims(1).expand_dims(1) * -10000.0
        for layer in self.layers:
            x = layer(x, bias)
        return x


def _images(batch: int, channels: int, size: int) -> Any:
    generator = np.random.default_rng(0)
    return Tensor(generator.standard_normal((batch, channels, size, size)).astype(np.float32))


def _trained(net: Any, optimizer: Any, images: Any) -> Task:
    labels = np.random.default_rng(1).integers(0, 10, images.shape[0]).astype(np.int32)
    loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction="mean")
    step = nn.TrainOneStepCell(nn.WithLossCell(net, loss), optimizer)
    step.set_train()
    return Task(step, (images, Tensor(labels)))


def _tested(net: Any, *arguments: Any) -> Task:
    net.set_train(False)
    return Task(net, arguments)


def train_lenet(batch: int = 32) -> Task:
    """LeNet with Adam, 32 × 32."""
    net = LeNet()
    return _trained(net, nn.Adam(net.trainable_params(), 1e-3), _images(batch, 1, 32))


def train_resnet18(batch: int = 8, size: int = 32) -> Task:
    """ResNet-18 for small images with momentum."""
    net = ResNet((2, 2, 2, 2), False, 10, small=True)
    return _trained(net, nn.Momentum(net.trainable_params(), 0.01, 0.9), _images(batch, 3, size))


def lenet(batch: int = 32) -> Task:
    """LeNet, 32 × 32."""
    return _tested(LeNet(), _images(batch, 1, 32))


def resnet18(batch: int = 1, size: int = 224) -> Task:
    """ResNet-18."""
    return _tested(ResNet((2, 2, 2, 2), False, 1000, small=False), _images(batch, 3, size))


def resnet50(batch: int = 1, size: int = 224) -> Task:
    """ResNet-50."""
    return _tested(ResNet((3, 4, 6, 3), True, 1000, small=False), _images(batch, 3, size))


def bert_mini(batch: int = 1, words: int = 128) -> Task:
    """BERT-mini, 4 layers of 256."""
    numbers = np.random.default_rng(0).integers(0, 30522, (batch, words)).astype(np.int32)
    return _tested(Bert(words), Tensor(numbers), Tensor(np.ones((batch, words), np.int32)))


#: All tasks by name.
TASKS: Mapping[str, Callable[[], Task]] = MappingProxyType(
    {
        "train-lenet": train_lenet,
        "train-resnet18": train_resnet18,
        "lenet": lenet,
        "resnet18": resnet18,
        "resnet50": resnet50,
        "bert-mini": bert_mini,
    }
)
