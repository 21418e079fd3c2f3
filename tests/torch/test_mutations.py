"""Functions that change their arguments do so when they are compiled."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest
import torch

from tests.torch.training import check_gradients, close, compiled


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


class Averages(torch.nn.Module):  # type: ignore[misc]
    """Divides by a count and multiplies by averages, both of which it changes before."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.randn(6, 5))
        self.register_buffer("averages", torch.ones(5))
        self.register_buffer("count", torch.zeros((), dtype=torch.long))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x @ self.weight
        with torch.no_grad():
            self.averages.mul_(0.9).add_(y.mean(0), alpha=0.1)
            self.count += 1
        return y * self.averages / self.count


def test_gradients_read_buffers_as_the_forward_pass_did() -> None:
    for module in (Averages(), torch.nn.Sequential(Averages(), torch.nn.Linear(5, 3))):
        other, call = copy.deepcopy(module), compiled(module)
        for _ in range(2):
            x = torch.randn(4, 6)
            close(call(x), other(x))
            call(x).square().sum().backward()
            other(x).square().sum().backward()
        for one, right in zip(module.parameters(), other.parameters(), strict=True):
            close(one.grad, right.grad, 2e-5)


def test_a_tensor_that_is_negated_when_it_is_read() -> None:
    x = torch.randn(4, 6)
    negated = torch._neg_view(x)
    close(compiled(lambda a: a * 2 + 1)(negated), negated * 2 + 1)
    check_gradients(lambda a: torch._neg_view(a) * 2, (x,))
