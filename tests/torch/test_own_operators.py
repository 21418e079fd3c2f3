"""Operators of open-aoe's own in PyTorch compute what eager mode computes."""

from __future__ import annotations

from typing import Any

import pytest
import torch
import torch.nn.functional as F

from aoe.torch.own_operators import (
    attention_gradient,
    causal_attention,
    max_pool_gradient,
    max_pool_places,
)
from tests.torch.training import compiled


@pytest.mark.parametrize("is_causal", [False, True])
@pytest.mark.parametrize("masked", [False, True])
def test_the_gradient_of_attention_is_that_of_eager_mode(is_causal: bool, masked: bool) -> None:
    if is_causal and masked:
        pytest.skip("PyTorch takes one of the two")
    torch.manual_seed(0)
    q, k, v = (torch.randn(2, 3, size, 4, requires_grad=True) for size in (5, 6, 6))
    mask = torch.randn(2, 1, 5, 6) if masked else None
    y = F.scaled_dot_product_attention(q, k, v, mask, is_causal=is_causal, scale=0.3)
    dy = torch.randn_like(y)
    expected = torch.autograd.grad(y, (q, k, v), dy)
    given = [item.detach() for item in (dy, q, k, v)]
    found = attention_gradient(*given, mask, is_causal, 0.3)
    torch.testing.assert_close(found, expected)
    torch.library.opcheck(attention_gradient, (*given, mask, is_causal, 0.3))


@pytest.mark.parametrize(
    "geometry",
    [([2, 2], [2, 2], [0, 0], [1, 1]), ([3, 2], [2, 3], [1, 1], [2, 1])],
)
def test_the_gradient_of_max_pools_by_places_is_that_of_eager_mode(
    geometry: tuple[list[int], ...],
) -> None:
    torch.manual_seed(0)
    x = torch.randint(0, 4, (2, 3, 7, 8)).float().requires_grad_()
    y = F.max_pool2d(x, *geometry)
    dy = torch.randn_like(y)
    (expected,) = torch.autograd.grad(y, x, dy)
    places = max_pool_places(x.detach(), y.detach(), *geometry)
    assert places.dtype == torch.uint8
    torch.testing.assert_close(max_pool_gradient(dy, places, [7, 8], *geometry), expected)


@pytest.mark.parametrize("layout", [torch.contiguous_format, torch.channels_last])
def test_the_gradient_of_a_max_pool_goes_to_the_last_nan_as_in_eager_mode(
    layout: torch.memory_format,
) -> None:
    torch.manual_seed(0)
    x = torch.randn(2, 3, 9, 8)
    x[torch.rand_like(x) < 0.2] = float("nan")
    x = x.to(memory_format=layout)

    def gradient(pool: Any) -> tuple[torch.Tensor, torch.Tensor]:
        own = x.clone().requires_grad_()
        y, places = pool(own)
        (y * torch.arange(y.numel()).reshape(y.shape)).sum().backward()
        assert own.grad is not None
        return own.grad, places

    def pool(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        y, places = F.max_pool2d(x, 3, 2, 1, return_indices=True)
        return F.max_pool2d(x, (3, 2), 2, 1), places if x.requires_grad else y

    expected = gradient(pool)
    found = gradient(compiled(pool))
    torch.testing.assert_close(found[0].nan_to_num(), expected[0].nan_to_num())
    assert torch.equal(found[1], expected[1])
    geometry = ([3, 2], [2, 2], [1, 1], [1, 1])
    y = F.max_pool2d(x, *geometry)
    places = max_pool_places(x, y, *geometry)
    dy = torch.ones_like(y)
    whole = torch.ops.aten.max_pool2d_with_indices_backward(
        dy, x, *geometry, False, F.max_pool2d(x, *geometry, return_indices=True)[1]
    )
    torch.testing.assert_close(max_pool_gradient(dy, places, [9, 8], *geometry), whole)


def test_causal_attention_is_that_of_eager_mode() -> None:
    torch.manual_seed(0)
    q, k, v = (torch.randn(2, 3, 5, 4) for _ in range(3))
    expected = F.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.3)
    torch.testing.assert_close(causal_attention(q, k, v, 0.3), expected)
    torch.library.opcheck(causal_attention, (q, k, v, 0.3))
