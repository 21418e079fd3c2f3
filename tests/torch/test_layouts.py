"""How tensors lie in memory."""

from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from aoe.torch.compiled import strides_of
from aoe.torch.layouts import dense_order, saved_order


@given(st.lists(st.integers(1, 4), min_size=0, max_size=5).flatmap(
    lambda shape: st.tuples(st.just(shape), st.permutations(range(len(shape))))
))  # fmt: skip
def test_the_order_of_a_dense_tensor_makes_it_contiguous(case: tuple[list[int], list[int]]) -> None:
    shape, order = case
    tensor = torch.empty(shape).permute(order)
    found = dense_order(tensor)
    assert found is not None
    assert tensor.permute(found).is_contiguous()


@given(st.lists(st.integers(1, 4), min_size=1, max_size=4).flatmap(
    lambda shape: st.tuples(st.just(shape), st.permutations(range(len(shape))))
))  # fmt: skip
def test_strides_of_an_order_are_dense(case: tuple[list[int], list[int]]) -> None:
    shape, order = case
    tensor = torch.empty_strided(shape, strides_of(shape, order))
    assert tensor.permute(order).is_contiguous()


@pytest.mark.parametrize(
    "tensor", [torch.empty(4, 6)[:, ::2], torch.empty(4, 1).expand(4, 3), torch.empty(4, 6)[:, 1:]]
)
def test_a_tensor_with_gaps_or_overlaps_has_no_order(tensor: torch.Tensor) -> None:
    assert dense_order(tensor) is None


def test_saved_images_lie_channels_last() -> None:
    assert saved_order(torch.empty(2, 3, 4, 5)) == (0, 2, 3, 1)
    assert saved_order(torch.empty(2, 1, 4, 5)) == (0, 1, 2, 3)
    assert saved_order(torch.empty(2, 3, 1, 1)) == (0, 1, 2, 3)
    assert saved_order(torch.empty(2, 3)) == (0, 1)
