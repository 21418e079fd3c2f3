"""How tensors lie in memory."""

from __future__ import annotations

from collections.abc import Callable

import pytest
import torch
import torch.nn.functional as F
from hypothesis import given
from hypothesis import strategies as st
from torch.fx.experimental.proxy_tensor import make_fx

from aoe.torch.layouts import dense_order, images, saved_order, strides_of
from tests.torch.training import compiled


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
    assert saved_order(torch.empty(2, 3, 4, 5), True) == (0, 2, 3, 1)
    assert saved_order(torch.empty(2, 1, 4, 5), True) == (0, 1, 2, 3)
    assert saved_order(torch.empty(2, 3, 1, 1), True) == (0, 1, 2, 3)


def test_other_saved_values_lie_as_they_were_made() -> None:
    assert saved_order(torch.empty(2, 3), False) == (0, 1)
    queries = torch.empty(2, 5, 3, 4, 6)[:, :, 1].transpose(1, 2)
    assert saved_order(queries, False) == (0, 2, 1, 3)
    assert saved_order(torch.empty(3, 1).expand(3, 4), False) == (1, 0)


def test_images_are_what_convolutions_read_and_write_and_what_is_made_of_that() -> None:
    def network(x: torch.Tensor, w: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
        y = torch.convolution(x, w, None, [1, 1], [0, 0], [1, 1], False, [0, 0], 1)
        places = (y * scale).relu().permute(0, 2, 3, 1)
        return places.sigmoid()

    shapes = ((2, 3, 6, 6), (4, 3, 3, 3), (4, 1, 1))
    traced = make_fx(network, tracing_mode="fake")(*map(torch.empty, shapes))
    found = {node.name for node in images(traced.graph)}
    assert found == {"x_1", "convolution", "mul", "relu"}


@pytest.mark.parametrize("trains", [True, False], ids=["training", "inference"])
@pytest.mark.parametrize("lies", [torch.channels_last, torch.contiguous_format], ids=str)
@pytest.mark.parametrize(
    "call",
    [
        lambda x: F.adaptive_avg_pool2d(x, 1),
        lambda x: F.max_pool2d(x, 4),
        lambda x: F.pixel_shuffle(x, 2),
        lambda x: F.conv2d(x, torch.ones(1, 4, 1, 1)),
        lambda x: x[:, :1] + 1,
    ],
    ids=["mean", "maximum", "shuffled", "convolution", "channel"],
)
def test_dimensions_of_one_element_have_the_strides_of_eager_mode(
    call: Callable[[torch.Tensor], torch.Tensor], lies: torch.memory_format, trains: bool
) -> None:
    x = torch.randn(2, 4, 4, 4).contiguous(memory_format=lies).requires_grad_(trains)
    found, expected = compiled(call)(x), call(x)
    assert found.stride() == expected.stride()
    torch.testing.assert_close(found, expected)
