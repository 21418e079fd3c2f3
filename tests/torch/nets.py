"""Small networks of the kinds that people train."""

from __future__ import annotations

from typing import Any

import torch
import torch.nn.functional as F
from torch import nn


def mlp() -> nn.Module:
    return nn.Sequential(
        nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 32), nn.GELU(), nn.Linear(32, 5)
    )


def cnn() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(8, 16, 3, stride=2, padding=1, bias=False), nn.BatchNorm2d(16), nn.SiLU(),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 5),
    )  # fmt: skip


class Block(nn.Module):  # type: ignore[misc]
    """Two convolutions and a way past them, as in ResNets."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.other = nn.BatchNorm2d(outputs)
        self.past = (
            nn.Identity()
            if stride == 1 and inputs == outputs
            else nn.Sequential(
                nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs)
            )
        )

    def forward(self, x: Any) -> Any:
        y = F.relu(self.norm(self.first(x)))
        return F.relu(self.other(self.second(y)) + self.past(x))


def resnet() -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, 1, 1, bias=False), nn.BatchNorm2d(8), nn.ReLU(),
        Block(8, 8, 1), Block(8, 16, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 5),
    )  # fmt: skip


class Layer(nn.Module):  # type: ignore[misc]
    """A layer of an encoder."""

    def __init__(self, width: int, heads: int, chance: float) -> None:
        super().__init__()
        self.heads, self.chance = heads, chance
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.one, self.other = nn.LayerNorm(width), nn.LayerNorm(width)
        self.up, self.down = nn.Linear(width, 2 * width), nn.Linear(2 * width, width)

    def forward(self, x: Any) -> Any:
        batch, places, width = x.shape
        parts = self.qkv(x).view(batch, places, 3, self.heads, width // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4)
        chance = self.chance if self.training else 0.0
        found = F.scaled_dot_product_attention(q, k, v, dropout_p=chance)
        found = self.out(found.transpose(1, 2).reshape(batch, places, width))
        x = self.one(x + F.dropout(found, chance))
        return self.other(x + F.dropout(self.down(F.gelu(self.up(x))), chance))


class Encoder(nn.Module):  # type: ignore[misc]
    """Embeddings, some layers and a classifier of the first place."""

    def __init__(self, chance: float = 0.0, layers: int = 2, width: int = 32) -> None:
        super().__init__()
        self.words = nn.Embedding(50, width)
        self.places = nn.Parameter(torch.randn(12, width) * 0.02)
        self.layers = nn.ModuleList(Layer(width, 4, chance) for _ in range(layers))
        self.classes = nn.Linear(width, 5)

    def forward(self, words: Any) -> Any:
        x = self.words(words) + self.places
        for layer in self.layers:
            x = layer(x)
        return self.classes(x[:, 0])


def images() -> tuple[torch.Tensor, ...]:
    return (torch.randn(4, 3, 12, 12),)


def words() -> tuple[torch.Tensor, ...]:
    return (torch.randint(0, 50, (3, 12)),)


def classes(count: int) -> torch.Tensor:
    return torch.randint(0, 5, (count,))
