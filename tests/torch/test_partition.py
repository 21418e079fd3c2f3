"""Graphs that open-aoe cannot compute whole."""

from __future__ import annotations

import logging

import pytest
import torch
import torch.nn.functional as F
from torch._dynamo.exc import BackendCompilerFailed

from aoe.torch.report import reports
from tests.torch.training import check_gradients, close, compiled


def half_known(x: torch.Tensor) -> torch.Tensor:
    """`erfinv` is in no table."""
    y = F.relu(x @ x.t()).tanh() * 0.5
    return torch.erfinv(y).sum(1).exp()


def test_what_is_not_translated_runs_in_pytorch() -> None:
    check_gradients(half_known, (torch.randn(4, 6) * 0.1,), tolerance=1e-4)
    forward = reports()[0]
    assert 0 < forward.translated < forward.operators
    assert forward.parts == 2


def test_the_report_says_what_is_not_translated_and_why(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.INFO, "aoe.torch"):
        compiled(half_known)(torch.randn(4, 6) * 0.1)
    assert "operators in open-aoe, because erfinv: nothing translates it" in caplog.text


def test_without_a_fallback_it_is_an_error() -> None:
    call = compiled(half_known, options={"fallback": False})
    with pytest.raises(BackendCompilerFailed, match="erfinv: nothing translates it"):
        call(torch.randn(4, 6) * 0.1)


def test_saved_images_reach_pytorch_as_it_expects() -> None:
    def call(x: torch.Tensor, w: torch.Tensor) -> torch.Tensor:
        y = F.conv2d(x, w, padding=1)
        return torch.erfinv(F.relu(y).tanh() * 0.5) * F.relu(y)

    inputs = (torch.randn(2, 3, 6, 6) * 0.1, torch.randn(4, 3, 3, 3) * 0.1)
    check_gradients(call, inputs, tolerance=1e-4)


def test_complex_numbers_stay_in_pytorch() -> None:
    def call(x: torch.Tensor) -> torch.Tensor:
        return torch.fft.rfft(x * 2).abs() * 3

    x = torch.randn(4, 6)
    close(compiled(call)(x), call(x))
    (report,) = reports()
    assert 0 < report.translated < report.operators
