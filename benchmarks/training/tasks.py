"""Training tasks: a model, its inputs and its labels, all seeded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import nn
from torch.nn import functional

from benchmarks.resnet import resnet18_blocks
from benchmarks.training.library_tasks import LIBRARY_TASKS
from benchmarks.training.task import Task


class _Layer(nn.Module):  # type: ignore[misc]
    """A layer of a Transformer encoder."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.one, self.other = nn.LayerNorm(width), nn.LayerNorm(width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: Any) -> Any:
        batch, places, width = x.shape
        parts = self.qkv(x).view(batch, places, 3, self.heads, width // self.heads)
        found = functional.scaled_dot_product_attention(*parts.permute(2, 0, 3, 1, 4))
        x = self.one(x + self.out(found.transpose(1, 2).reshape(batch, places, width)))
        return self.other(x + self.down(functional.gelu(self.up(x))))


class _Encoder(nn.Module):  # type: ignore[misc]
    """Embeddings, layers and a classifier of the first place."""

    def __init__(self, layers: int, width: int = 256, places: int = 128) -> None:
        super().__init__()
        self.words = nn.Embedding(1000, width)
        self.places = nn.Parameter(torch.randn(places, width) * 0.02)
        self.layers = nn.Sequential(*(_Layer(width, 4) for _ in range(layers)))
        self.classes = nn.Linear(width, 10)

    def forward(self, words: Any) -> Any:
        return self.classes(self.layers(self.words(words) + self.places)[:, 0])


def _mlp() -> Task:
    layers = nn.Linear(784, 1024), nn.ReLU(), nn.Linear(1024, 1024), nn.GELU()
    model = nn.Sequential(*layers, nn.Linear(1024, 10))
    return Task(model, (torch.randn(64, 784),), torch.randint(0, 10, (64,)))


def _cnn() -> Task:
    model = nn.Sequential(
        nn.Conv2d(3, 32, 3, padding=1), nn.BatchNorm2d(32), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 3, padding=1), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(64 * 8 * 8, 10),
    )  # fmt: skip
    return Task(model, (torch.randn(16, 3, 32, 32),), torch.randint(0, 10, (16,)))


def _resnet18() -> Task:
    model = nn.Sequential(
        nn.Conv2d(3, 64, 3, 1, 1, bias=False), nn.BatchNorm2d(64), nn.ReLU(),
        *resnet18_blocks(),
        nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 10),
    )  # fmt: skip
    return Task(model, (torch.randn(8, 3, 32, 32),), torch.randint(0, 10, (8,)))


class _CausalLayer(_Layer):
    """A layer of a decoder as that of GPT-2 (Radford et al., 2019): norms first, no later words."""

    def forward(self, x: Any) -> Any:
        batch, places, width = x.shape
        parts = self.qkv(self.one(x)).view(batch, places, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        found = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(found.transpose(1, 2).reshape(batch, places, width))
        return x + self.down(functional.gelu(self.up(self.other(x)), approximate="tanh"))


class _Decoder(nn.Module):  # type: ignore[misc]
    """A language model with tied embeddings; scores of all words at all places."""

    def __init__(self, layers: int, width: int, heads: int, words: int, places: int) -> None:
        super().__init__()
        self.words = nn.Embedding(words, width)
        nn.init.normal_(self.words.weight, std=0.02)
        self.places = nn.Parameter(torch.randn(places, width) * 0.02)
        self.layers = nn.Sequential(*(_CausalLayer(width, heads) for _ in range(layers)))
        self.norm = nn.LayerNorm(width)

    def forward(self, words: Any) -> Any:
        x = self.norm(self.layers(self.words(words) + self.places[: words.shape[1]]))
        return functional.linear(x, self.words.weight).flatten(0, 1)


class _LanguageModel(nn.Module):  # type: ignore[misc]
    """Words, two layers of LSTM and the next word: the medium model of Zaremba et al., "Recurrent
    Neural Network Regularization" (2014).
    """

    def __init__(self, words: int, width: int) -> None:
        super().__init__()
        self.words = nn.Embedding(words, width)
        self.layers = nn.LSTM(width, width, 2, dropout=0.5)
        self.next = nn.Linear(width, words)

    def forward(self, words: Any) -> Any:
        y, _ = self.layers(self.words(words))
        return self.next(y).flatten(0, 1)


def _lstm(words: int = 10_000, width: int = 650, steps: int = 35, batch: int = 20) -> Task:
    inputs = (torch.randint(0, words, (steps, batch)),)
    model = _LanguageModel(words, width)
    return Task(model, inputs, torch.randint(0, words, (steps * batch,)))


class _Recommender(nn.Module):  # type: ignore[misc]
    """A model as DLRM (Naumov et al., arXiv 1906.00091): tables of embeddings, the products of all
    pairs, and layers below and above.
    """

    def __init__(self, tables: int, rows: int, width: int) -> None:
        super().__init__()
        self.tables = nn.ModuleList(nn.EmbeddingBag(rows, width, mode="sum") for _ in range(tables))
        self.below = nn.Sequential(nn.Linear(13, 256), nn.ReLU(), nn.Linear(256, width), nn.ReLU())
        pairs = (tables + 1) * tables // 2
        self.above = nn.Sequential(nn.Linear(width + pairs, 256), nn.ReLU(), nn.Linear(256, 2))
        self.register_buffer("pairs", torch.tril_indices(tables + 1, tables + 1, -1))

    def forward(self, numbers: Any, *lookups: Any) -> Any:
        dense = self.below(numbers)
        rows = [table(item) for table, item in zip(self.tables, lookups, strict=True)]
        stacked = torch.stack([dense, *rows], 1)
        products = torch.bmm(stacked, stacked.transpose(1, 2))[:, self.pairs[0], self.pairs[1]]
        return self.above(torch.cat([dense, products], 1))


def _gpt2() -> Task:
    words = torch.randint(0, 4096, (2, 128))
    return Task(_Decoder(4, 768, 12, 4096, 128), (words,), words.roll(-1, 1).flatten())


def _dlrm() -> Task:
    lookups = tuple(torch.randint(0, 10000, (256, 4)) for _ in range(8))
    model = _Recommender(8, 10000, 64)
    return Task(model, (torch.randn(256, 13), *lookups), torch.randint(0, 2, (256,)))


def _encoder(layers: int) -> Task:
    return Task(_Encoder(layers), (torch.randint(0, 1000, (8, 128)),), torch.randint(0, 10, (8,)))


#: The tasks by name; images are those of CIFAR, 32×32, but for those of libraries.
TASKS: Mapping[str, Callable[[], Task]] = {
    "mlp": _mlp,
    "cnn": _cnn,
    "resnet18": _resnet18,
    "encoder1": lambda: _encoder(1),
    "encoder4": lambda: _encoder(4),
    "gpt2": _gpt2,
    "lstm": _lstm,
    "lstm200": lambda: _lstm(width=200),
    "dlrm": _dlrm,
    **LIBRARY_TASKS,
}
