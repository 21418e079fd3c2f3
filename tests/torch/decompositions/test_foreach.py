"""Operators on lists of tensors compute what eager mode computes."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from tests.torch.training import compiled, whole


@pytest.mark.parametrize("dtype", [None, torch.float64])
def test_norms_have_the_type_that_is_asked_for(dtype: torch.dtype | None) -> None:
    def norms(*tensors: torch.Tensor) -> Any:
        return torch._foreach_norm(list(tensors), 2, dtype)

    tensors = torch.randn(3, 4), torch.randn(5)
    for found, expected in zip(compiled(norms)(*tensors), norms(*tensors), strict=True):
        torch.testing.assert_close(found, expected)
    assert whole()
