"""Bags of embeddings and gradients by frequency, against eager mode."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn

from tests.torch.training import check_gradients, compiled, whole

WORDS = torch.tensor([3, 0, 1, 1, 2, 3, 3])
OFFSETS = torch.tensor([0, 2, 2, 3, 5])
ENDS = torch.tensor([0, 2, 2, 5, 7])
ROWS = torch.tensor([[0, 2, 1], [1, 1, 3]])
TABLE = torch.randn(4, 6, generator=torch.Generator().manual_seed(0))


def bag(words: Any, table: Any, offsets: Any = None, **options: Any) -> Any:
    return F.embedding_bag(words, table, offsets, **options) * 2


CASES: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "largest elements": (partial(bag, mode="max"), (WORDS, TABLE, OFFSETS)),
    "largest elements without an index": (partial(bag, mode="max", padding_idx=1), (WORDS, TABLE, OFFSETS)),
    "largest elements to the last offset": (partial(bag, mode="max", include_last_offset=True), (WORDS, TABLE, ENDS)),
    "largest elements of equal bags": (partial(bag, mode="max"), (ROWS, TABLE)),
    "largest elements that are equal": (partial(bag, mode="max"), (WORDS, TABLE.round(), OFFSETS)),
    "means without an index": (partial(bag, padding_idx=1), (WORDS, TABLE, OFFSETS)),
    "means of equal bags without an index": (partial(bag, padding_idx=1), (ROWS, TABLE)),
    "means to the last offset without an index": (partial(bag, padding_idx=3, include_last_offset=True), (WORDS, TABLE, ENDS)),
    "sums by frequency": (partial(bag, mode="sum", scale_grad_by_freq=True), (WORDS, TABLE, OFFSETS)),
    "means by frequency": (partial(bag, scale_grad_by_freq=True), (ROWS, TABLE)),
    "means by frequency without an index": (partial(bag, scale_grad_by_freq=True, padding_idx=0), (WORDS, TABLE, OFFSETS)),
    "rows by frequency": (lambda i, w: F.embedding(i, w, scale_grad_by_freq=True) * 2, (ROWS, TABLE)),
    "rows by frequency without an index": (lambda i, w: F.embedding(i, w, padding_idx=1, scale_grad_by_freq=True), (ROWS, TABLE)),
    "offsets of another type": (partial(bag, mode="max"), (WORDS.int(), TABLE, OFFSETS.int())),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_results_and_gradients_are_those_of_eager(name: str) -> None:
    function, inputs = CASES[name]
    check_gradients(function, inputs)
    assert whole()


@pytest.mark.parametrize("mode", ["sum", "mean"])
def test_a_sparse_gradient_is_that_of_eager(mode: str) -> None:
    """PyTorch computes it, of what the forward pass kept: that is PyTorch's, too."""
    found = []
    for compiles in (False, True):
        module = nn.EmbeddingBag(4, 6, mode=mode, sparse=True, _weight=TABLE.clone())
        call = compiled(module) if compiles else module
        (call(WORDS, OFFSETS) * torch.arange(6)).sum().backward()
        found.append(module.weight.grad.to_dense())
    torch.testing.assert_close(found[1], found[0])


@pytest.mark.parametrize("spoiled", range(4))
@pytest.mark.parametrize("padding", [None, 3])
def test_a_nan_is_the_largest_in_the_first_row_of_a_bag_alone(
    spoiled: int, padding: int | None
) -> None:
    """And its gradient goes to no other bag, as in eager mode."""
    found = []
    for compiles in (False, True):
        table = TABLE.clone()
        table[spoiled, 1::2] = torch.nan
        table.requires_grad_()
        function = partial(bag, mode="max", padding_idx=padding)
        result = (compiled(function) if compiles else function)(WORDS, table, OFFSETS)
        result.backward(torch.arange(float(result.numel())).view_as(result) + 1)
        found.append((result.detach(), table.grad))
    torch.testing.assert_close(found[1], found[0], equal_nan=True)
