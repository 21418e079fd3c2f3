"""Attention and its gradient where PyTorch's kernels are less exact."""

from __future__ import annotations

import pytest
import torch
import torch.nn.functional as F

from tests.torch.training import compiled, whole


def error(found: torch.Tensor, right: torch.Tensor) -> float:
    """The root of the mean square of the error."""
    return float((found.double() - right).square().mean().sqrt())


@pytest.mark.parametrize("scale", [1.0, 4.0])
@pytest.mark.parametrize("masked", [False, True])
def test_the_error_is_at_most_that_of_eager_mode(masked: bool, scale: float) -> None:
    """A width of 32 has a scale that is no power of two, by which queries are rounded."""
    draw = torch.Generator().manual_seed(0)
    q, k, v = (torch.randn(2, 4, 64, 32, generator=draw).half() for _ in range(3))
    q = q * scale
    mask = torch.randn(64, 64, generator=draw).half() if masked else None

    def function(*items: torch.Tensor) -> torch.Tensor:
        y: torch.Tensor = F.scaled_dot_product_attention(*items)
        return y

    inputs = [item for item in (q, k, v, mask) if item is not None]
    right = function(*(item.double() for item in inputs))
    eager, found = function(*inputs), compiled(function)(*inputs)
    assert found.dtype == torch.float16
    assert error(found, right) <= error(eager, right)
    assert whole()


def test_the_gradient_of_queries_that_see_no_keys_is_that_of_equal_scores() -> None:
    """Eager mode's fused kernel loses the number of keys beside the smallest finite number."""
    mask = torch.full((2, 1, 5, 5), torch.finfo(torch.float32).min).triu(1)
    mask[0, :, :, :3] = torch.finfo(torch.float32).min
    outcomes = []
    fused = compiled(lambda q, k, v: F.scaled_dot_product_attention(q, k, v, attn_mask=mask))
    for call in (fused, lambda q, k, v: torch.softmax(q @ k.mT * 0.5 + mask, -1) @ v):
        torch.manual_seed(0)
        heads = [torch.randn(2, 2, 5, 4, requires_grad=True) for _ in range(3)]
        call(*heads).square().sum().backward()
        outcomes.append([item.grad for item in heads])
    torch.testing.assert_close(*outcomes, atol=1e-5, rtol=1e-5)
