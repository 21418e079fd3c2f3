"""Functions that change their arguments do so when they are compiled."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch

from tests.torch.training import compiled


def exchange(a: torch.Tensor, b: torch.Tensor) -> None:
    kept = a.clone()
    a.copy_(b)
    b.copy_(kept)


def fill(a: torch.Tensor, b: torch.Tensor) -> None:
    a.copy_(2 * b)


def both(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    before = a + b
    a.add_(b)
    return before * a


def same_value_twice(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    a.mul_(b)
    b.copy_(a)
    return a * 2


def beside_pytorch(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    before = torch.special.bessel_j0(a)  # nothing translates it
    a.mul_(b)
    return before + a


@pytest.mark.parametrize("lies", ["dense", "in another order", "with gaps"])
@pytest.mark.parametrize("change", [exchange, fill, both, same_value_twice, beside_pytorch])
def test_arguments_change_as_in_eager_mode(change: Callable[..., object], lies: str) -> None:
    def arguments() -> list[torch.Tensor]:
        generator = torch.Generator().manual_seed(0)
        a, b = (torch.randn(4, 6, generator=generator) for _ in range(2))
        if lies == "dense":
            return [a, b]
        return [a.t(), b.t()] if lies == "in another order" else [a[:, ::2], b[:, ::2]]

    expected, found = arguments(), arguments()
    results = change(*expected), compiled(change)(*found)
    for one, other in zip(expected, found, strict=True):
        torch.testing.assert_close(other, one)
    if results[0] is not None:
        torch.testing.assert_close(results[1], results[0])
