"""Operators of tensors without elements, such as batches of nothing, against eager mode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from tests.torch.training import check_gradients

CASES: dict[str, Callable[..., Any]] = {
    "squared errors": lambda a: F.mse_loss(a, a * 2 + 1),
    "smooth errors": lambda a: F.smooth_l1_loss(a, a * 2),
    "huber errors": lambda a: F.huber_loss(a, a * 2),
    "sums of errors": lambda a: F.mse_loss(a, a * 2, reduction="sum") + F.l1_loss(a, a * 2),
    "medians": lambda a: (a.median() * 2, a.nanmedian() * 2),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_made_of_nothing_is_eagers(name: str) -> None:
    check_gradients(CASES[name], (torch.empty(0, 6),))
