"""Small models for several ranks, and steps of them."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn
from torch.nn.parallel import DistributedDataParallel

Gradients = list[Any]


class Chain(nn.Module):  # type: ignore[misc]
    """Layers in turn, with a branch that is not always used, and parameters of two types."""

    def __init__(self, types: bool = False, branch: bool = False) -> None:
        super().__init__()
        torch.manual_seed(0)
        self.layers = nn.ModuleList(nn.Linear(12, 12) for _ in range(6))
        if types:
            self.layers[2] = nn.Linear(12, 12).bfloat16()
        self.branch = nn.Linear(12, 12) if branch else None
        self.uses_branch = False

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for layer in self.layers:
            x = torch.tanh(layer(x.to(layer.weight.dtype))).float()
        if self.branch is not None and self.uses_branch:
            x = x + self.branch(x)
        return x


def batch(rank: int, number: int) -> torch.Tensor:
    """The input of a step, another one on each rank."""
    return torch.randn(5, 12, generator=torch.Generator().manual_seed(100 * rank + number))


def step(rank: int, ddp: Any, number: int) -> Gradients:
    """The gradients of one step."""
    ddp.zero_grad()
    ddp(batch(rank, number)).square().sum().backward()
    return gradients(ddp)


def gradients(ddp: Any) -> Gradients:
    return [None if p.grad is None else p.grad.clone() for p in ddp.parameters()]


def same(one: Gradients, other: Gradients) -> bool:
    """Whether gradients are equal to the bit."""
    return all(
        (a is None) == (b is None) and (a is None or torch.equal(a, b))
        for a, b in zip(one, other, strict=True)
    )


def wrapped(module: nn.Module, **options: Any) -> Any:
    return DistributedDataParallel(module, **options)
