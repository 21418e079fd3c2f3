"""The networks that are trained, by name: a model, and a function that makes a batch of inputs and
labels. The optimizers that train them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from benchmarks.resnet import resnet18_blocks


@dataclass(frozen=True, slots=True)
class Network:
    """A network.

    Attributes:
        model: The model.
        batch: Makes the inputs and labels of so many samples.
        samples: How many it is trained with.
    """

    model: nn.Module
    batch: Callable[[int], tuple[Any, Any]]
    samples: int

    def loss(self, outputs: Any, labels: Any) -> Any:
        """The loss, over classes in the last dimension."""
        return functional.cross_entropy(outputs.flatten(0, -2), labels.flatten())


def _images(size: int, classes: int) -> Callable[[int], tuple[Any, Any]]:
    return lambda count: (torch.randn(count, 3, size, size), torch.randint(classes, (count,)))


def resnet18() -> Network:
    """ResNet-18, for images of 64 × 64."""
    model = nn.Sequential(
        nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(),
        nn.MaxPool2d(3, 2, 1),
        *resnet18_blocks(),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000),
    )  # fmt: skip
    return Network(model, _images(64, 1000), 16)


class _Bert(nn.Module):  # type: ignore[misc]
    def __init__(self, width: int, layers: int, vocabulary: int, length: int) -> None:
        super().__init__()
        self.token = nn.Embedding(vocabulary, width)
        self.position = nn.Parameter(torch.zeros(length, width))
        layer = nn.TransformerEncoderLayer(
            width, 4, 4 * width, dropout=0.0, activation="gelu", batch_first=True
        )
        self.layers = nn.TransformerEncoder(layer, layers, enable_nested_tensor=False)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = self.layers(self.token(x) + self.position)
        return functional.linear(hidden, self.token.weight)


def bert_mini() -> Network:
    """BERT-mini with a tied embedding, whose gradient is ready last, for 32 tokens."""

    def batch(count: int) -> tuple[Any, Any]:
        return torch.randint(30522, (count, 32)), torch.randint(30522, (count, 32))

    return Network(_Bert(256, 4, 30522, 32), batch, 4)


def mlp() -> Network:
    """A deep MLP: 20 layers of 512."""
    layers = [item for _ in range(20) for item in (nn.Linear(512, 512), nn.ReLU())]
    model = nn.Sequential(*layers, nn.Linear(512, 10))
    return Network(model, lambda count: (torch.randn(count, 512), torch.randint(10, (count,))), 64)


def cnn() -> Network:
    """A plain CNN, of which communication takes about as long as the backward pass: the benchmark
    chooses the samples.
    """
    layers: list[nn.Module] = []
    channels = 3
    for outputs, stride in ((64, 1), (128, 2), (256, 2), (256, 1), (512, 2), (512, 1)):
        layers += [
            nn.Conv2d(channels, outputs, 3, stride, 1, bias=False),
            nn.BatchNorm2d(outputs),
            nn.ReLU(),
        ]
        channels = outputs
    layers += [nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 100)]
    return Network(nn.Sequential(*layers), _images(32, 100), 0)


OPTIMIZERS: Mapping[str, Callable[[Any], Any]] = {
    "sgd": lambda parameters: torch.optim.SGD(parameters, 1e-3),
    "momentum": lambda parameters: torch.optim.SGD(parameters, 1e-3, momentum=0.9),
    "adamw": lambda parameters: torch.optim.AdamW(parameters, 1e-4),
}

NETWORKS: Mapping[str, Callable[[], Network]] = {
    "resnet18": resnet18,
    "bert_mini": bert_mini,
    "mlp": mlp,
    "cnn": cnn,
}
