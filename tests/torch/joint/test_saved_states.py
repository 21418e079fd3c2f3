"""Blocks that are computed again in the backward graph draw the random numbers of the first time,
which are those of eager mode.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.utils.checkpoint import checkpoint

from aoe.torch.report import reports
from tests.torch.training import check_gradients, compiled, whole


def again(function: Callable[[torch.Tensor], torch.Tensor], x: torch.Tensor) -> Any:
    return checkpoint(function, x, use_reentrant=False)


class Checkpointed(nn.Module):  # type: ignore[misc]
    """A block with dropout that is computed again, and dropout before and behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.first, self.second = nn.Linear(16, 32), nn.Linear(32, 16)

    def block(self, x: torch.Tensor) -> torch.Tensor:
        return x + F.dropout(self.second(F.dropout(F.gelu(self.first(x)), 0.2)), 0.3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = again(self.block, F.dropout(x, 0.1))
        return F.dropout(again(self.block, found), 0.4)


def test_masks_of_dropout_are_drawn_again_without_pytorch() -> None:
    check_gradients(Checkpointed(), (torch.randn(8, 16),))
    assert whole()
    assert [item.name.rpartition("_")[2] for item in reports()] == ["forward", "backward"]


def test_the_backward_graph_leaves_the_generator_as_it_was() -> None:
    call = compiled(Checkpointed())
    for _ in range(2):
        found = call(torch.randn(8, 16, requires_grad=True))
        torch.manual_seed(3)
        found.sum().backward()
        drawn = torch.rand(4)
        torch.manual_seed(3)
        assert torch.equal(drawn, torch.rand(4))


@pytest.mark.parametrize(
    "noise",
    [
        lambda x: torch.randn_like(x),
        lambda x: torch.rand_like(x),
        lambda x: torch.bernoulli(torch.full_like(x, 0.5), 0.5),
        lambda x: torch.randint(2, 9, x.shape).float(),
        lambda x: torch.normal(1.0, 2.0, x.shape),
        lambda x: torch.normal(x.detach().sin(), 0.5),
        lambda x: torch.empty_like(x).normal_(),
        lambda x: torch.empty_like(x).uniform_(-1, 1),
        lambda x: torch.empty_like(x).exponential_(2.0),
        lambda x: F.gumbel_softmax(x),
    ],
)
def test_other_numbers_are_drawn_again(noise: Callable[[torch.Tensor], torch.Tensor]) -> None:
    def call(x: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = again(lambda t: (t.exp() * noise(t)).sin(), F.dropout(x, 0.5)) + x
        return found

    check_gradients(call, (torch.randn(3, 4),), tolerance=1e-4)
    assert whole()


def test_a_draw_that_nothing_translates_is_named() -> None:
    def call(x: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = again(lambda t: t.sin() * torch.poisson(t.detach().abs()), x * 2)
        return found

    check_gradients(call, (torch.randn(3, 4),), tolerance=1e-4)
    reasons = [reason for item in reports() for reason in item.reasons]
    assert "run_with_rng_state: nothing translates what it draws again, poisson" in reasons


def test_parts_of_a_graph_draw_in_the_order_of_eager() -> None:
    """`i0` is in no table."""

    def block(x: torch.Tensor) -> torch.Tensor:
        return F.dropout(torch.i0(F.dropout(x, 0.3).tanh()), 0.4) * F.dropout(x, 0.2)

    def call(x: torch.Tensor) -> torch.Tensor:
        found: torch.Tensor = F.dropout(again(block, F.dropout(x, 0.1).sin()), 0.5)
        return found

    check_gradients(call, (torch.randn(5, 6),), tolerance=1e-4)
    assert any(item.translated for item in reports())


def test_a_block_of_open_sizes_draws_again() -> None:
    module = Checkpointed()
    for rows in (8, 3, 5):
        check_gradients(module, (torch.randn(rows, 16),), dynamic=True)
    assert whole()
