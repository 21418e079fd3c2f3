"""Batch normalisation in training: one pass for the statistics, and their digits."""

from __future__ import annotations

import copy

import pytest
import torch

from aoe.torch.report import reports
from tests.torch.training import compiled


def gradients(
    module: torch.nn.Module, call: torch.nn.Module, x: torch.Tensor
) -> list[torch.Tensor]:
    """The output, the statistics, and the gradients of the input and of the parameters."""
    given = x.clone().requires_grad_(True)
    y = call(given)
    torch.manual_seed(3)
    (y * torch.randn(y.shape).to(y.dtype)).sum().backward()
    assert given.grad is not None
    parameters = [item.grad for item in module.parameters() if item.grad is not None]
    return [y.detach(), *module.buffers(), given.grad, *parameters]


@pytest.mark.parametrize(
    ("module", "shape"),
    [
        (torch.nn.BatchNorm2d(6), (4, 6, 5, 7)),
        (torch.nn.BatchNorm2d(3, affine=False, track_running_stats=False), (2, 3, 8, 8)),
        (torch.nn.BatchNorm1d(5), (9, 5)),
    ],
)
def test_a_step_is_as_exact_as_eager_modes(module: torch.nn.Module, shape: tuple[int, ...]) -> None:
    x = torch.randn(shape) * 3 + 10
    wide = copy.deepcopy(module).double()
    expected = gradients(wide, wide, x.double())
    found = gradients(module, compiled(module), x)
    for one, other in zip(expected, found, strict=True):
        largest = max(float(one.abs().max()), 1e-3)
        assert float((one - other).abs().max()) <= 5e-6 * largest


def test_statistics_keep_their_digits_far_from_zero() -> None:
    module = torch.nn.BatchNorm2d(4, momentum=1.0)
    x = torch.randn(8, 4, 16, 16) + 1000
    gradients(module, compiled(module), x)
    expected = x.double().var((0, 2, 3))
    torch.testing.assert_close(module.running_var.double(), expected, rtol=2e-5, atol=0)


def test_operators_are_few() -> None:
    module = torch.nn.BatchNorm2d(6)
    gradients(module, compiled(module), torch.randn(4, 6, 5, 7))
    forward, backward = reports()
    assert forward.kernels == 3  # statistics, the result, and the number of batches
    assert backward.kernels == 2  # sums, and the gradient of the input
