"""Trains a module as eager mode does and compiled, side by side."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import torch
import torch.nn.functional as F
from torch.utils._pytree import tree_leaves

from aoe.torch.compiler import backend
from aoe.torch.report import reports

#: Largest difference of gradients, relative to the largest gradient of the parameter.
GRADIENT = 1e-5


def compiled(module: Any, **options: Any) -> Any:
    """The module, compiled for its shapes."""
    options.setdefault("dynamic", False)
    return torch.compile(module, backend=backend, **options)


def cross_entropy(outputs: torch.Tensor, targets: torch.Tensor) -> torch.Tensor:
    return F.cross_entropy(outputs.float(), targets)


def losses(
    module: torch.nn.Module,
    call: Callable[..., Any],
    inputs: Sequence[torch.Tensor],
    targets: torch.Tensor,
    steps: int,
) -> list[float]:
    """The losses of some steps of SGD."""
    optimizer = torch.optim.SGD(module.parameters(), 0.01, momentum=0.9)
    torch.manual_seed(7)
    found = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = cross_entropy(call(*inputs), targets)
        loss.backward()
        optimizer.step()
        found.append(loss.item())
    return found


def check_training(
    module: torch.nn.Module,
    inputs: Sequence[torch.Tensor],
    targets: torch.Tensor,
    steps: int = 3,
    tolerance: float = 1e-4,
) -> None:
    """The losses, parameters and buffers of some steps are eager's."""
    other = copy.deepcopy(module)
    expected = losses(other, other, inputs, targets, steps)
    found = losses(module, compiled(module), inputs, targets, steps)
    torch.testing.assert_close(found, expected, atol=tolerance, rtol=0)
    torch.testing.assert_close(module.state_dict(), other.state_dict(), atol=tolerance, rtol=1e-4)


def check_gradients(
    call: Callable[..., Any],
    inputs: Sequence[torch.Tensor],
    tolerance: float = GRADIENT,
    **options: Any,
) -> Any:
    """The result of a function and the gradients of its inputs are eager's. Those of a module's
    parameters too, if `call` is one. Returns the result.
    """
    outcomes = []
    module = call if isinstance(call, torch.nn.Module) else None
    for function in (call, compiled(call, **options)):
        given = [item.detach().clone().requires_grad_(item.is_floating_point()) for item in inputs]
        if module is not None:
            module.zero_grad()
        torch.manual_seed(7)
        result = function(*given)
        several = tree_leaves(result)
        torch.manual_seed(8)
        weights = [torch.randn_like(item) for item in several if item.requires_grad]
        wanted = [item for item in several if item.requires_grad]
        torch.autograd.backward(wanted, weights)
        gradients = [item.grad for item in given]
        if module is not None:
            gradients += [
                item.grad.clone() for item in module.parameters() if item.grad is not None
            ]
        outcomes.append((several, gradients))
    (expected, right), (found, gradients) = outcomes
    for one, other in zip(found, expected, strict=True):
        close(one, other, tolerance)
        assert one.stride() == other.stride()
    for one, other in zip(gradients, right, strict=True):
        if other is not None:
            close(one, other, tolerance)
    return found


def close(
    found: torch.Tensor, expected: torch.Tensor, tolerance: float = GRADIENT, least: float = 1e-6
) -> None:
    """Two tensors differ by little, relative to the largest element, or to `least`."""
    assert found.dtype == expected.dtype
    assert found.shape == expected.shape
    if not expected.numel():
        return
    if not expected.is_floating_point():
        torch.testing.assert_close(found, expected)
        return
    finite = expected[expected.isfinite()]
    scale = finite.abs().max().item() if finite.numel() else 1.0
    torch.testing.assert_close(
        found, expected, atol=tolerance * max(scale, least), rtol=0, equal_nan=True
    )


def whole() -> bool:
    """Whether open-aoe computes all operators of all graphs that were compiled."""
    found = reports()
    return bool(found) and all(item.translated == item.operators for item in found)
