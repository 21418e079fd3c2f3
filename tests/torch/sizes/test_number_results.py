"""Numbers that a graph only counts on: one program for all of them."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from aoe.torch.compiler import backend
from aoe.torch.report import reports


class _Cache:
    """What a model has seen, as caches of Transformers count it."""

    def __init__(self) -> None:
        self.seen = 0


def _graphs_of(function: Any, calls: int, *arguments: Any) -> int:
    """How many graphs are compiled in so many calls."""
    torch._dynamo.reset()
    before = len(reports())
    for _ in range(calls):
        function(*arguments)
    return len(reports()) - before


def test_one_program_serves_all_counts() -> None:
    cache, x = _Cache(), torch.randn(2, 3)

    def count(x: torch.Tensor) -> torch.Tensor:
        cache.seen += x.shape[0]
        return x.exp() * 2

    step: Any = torch.compile(count, backend=backend)

    assert _graphs_of(step, 6, x) == 2, "one of the first number, one of all others"
    assert cache.seen == 12
    torch.testing.assert_close(step(x), x.exp() * 2)


def test_counts_beside_open_sizes() -> None:
    cache = _Cache()

    def count(x: torch.Tensor) -> torch.Tensor:
        cache.seen += x.shape[0]
        return x.exp() * 2

    step: Any = torch.compile(count, backend=backend, dynamic=True)

    torch._dynamo.reset()
    before = len(reports())
    for size in (3, 4, 3, 4, 3, 4):
        x = torch.randn(size, 3)
        torch.testing.assert_close(step(x), x.exp() * 2)
    assert cache.seen == 21
    assert len(reports()) - before <= 3, "two sizes, and perhaps the first number"


def test_a_count_that_a_tensor_reads_decides_the_program() -> None:
    cache, x = _Cache(), torch.randn(2, 3)

    def count(x: torch.Tensor) -> torch.Tensor:
        cache.seen += 1
        return x.exp() * cache.seen

    step: Any = torch.compile(count, backend=backend)

    torch._dynamo.reset()
    for number in range(1, 5):
        torch.testing.assert_close(step(x), x.exp() * number)


def test_counts_while_a_model_trains() -> None:
    cache, layer = _Cache(), nn.Linear(3, 2)

    def count(x: torch.Tensor) -> torch.Tensor:
        cache.seen += 1
        return layer(x).square().sum()

    loss: Any = torch.compile(count, backend=backend)

    torch._dynamo.reset()
    x = torch.randn(4, 3)
    for _ in range(5):
        layer.zero_grad()
        loss(x).backward()
    found = [item.grad.clone() for item in layer.parameters() if item.grad is not None]
    layer.zero_grad()
    layer(x).square().sum().backward()
    assert cache.seen == 5
    for one, item in zip(found, layer.parameters(), strict=True):
        torch.testing.assert_close(one, item.grad)
