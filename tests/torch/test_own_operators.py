"""Operators of open-aoe's own in PyTorch compute what eager mode computes."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

from aoe.torch.own_operators import attention_gradient


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
