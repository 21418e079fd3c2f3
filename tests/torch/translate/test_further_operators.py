"""Operators that few networks have, and their gradients, against eager mode."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.parametrizations import weight_norm

from tests.torch.training import check_gradients, compiled, whole

WHOLE = torch.tensor([[5, -7, 0, 123], [-1, 64, -64, 2]])


def real(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def by_windows(a: Any) -> Any:
    named = torch.hamming_window(6) * torch.blackman_window(6, periodic=False)
    return a * named * torch.bartlett_window(6) + torch.kaiser_window(6) * torch.logspace(0, 1, 6)


def of_one(a: Any, i: Any) -> tuple[Any, ...]:
    """Operators along a dimension of tensors that have none, and of vectors with such an index."""
    b, i = a[2], i * 0
    largest, smallest, ordered = b.max(0), b.min(-1, keepdim=True), b.sort(0)
    along = b.cumsum(0) * b.cumprod(-1) + b.cummax(0)[0] + b.logcumsumexp(0)
    written = torch.scatter(b, 0, i, b * 3) + torch.scatter_add(b, 0, i, b) * b.topk(1, 0)[0]
    return (
        *(largest[0] * smallest[0], largest[1], smallest[1]),
        *(ordered[0] * 2, ordered[1], along, written, b.softmax(0) + b.log_softmax(-1)),
        *(
            b.gather(0, i) * 2,
            b.detach().index_select(0, i) * 2,
            a.detach().index_select(0, i + 1) * 2,
        ),
        *(b.median() * 2, b.kthvalue(1, 0)[0] * 3),
    )


CASES: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "bilinear layer": (nn.Bilinear(3, 4, 5), (real(6, 3), real(6, 4, seed=1))),
    "bilinear layer of sequences": (nn.Bilinear(3, 4, 5, bias=False), (real(2, 6, 3), real(2, 6, 4, seed=1))),
    "weights with lengths of rows": (weight_norm(nn.Linear(6, 5)), (real(4, 6),)),
    "weights with lengths of taps": (weight_norm(nn.Conv1d(4, 6, 3, groups=2), dim=2), (real(2, 4, 8),)),
    "hypotenuse": (torch.hypot, (real(4, 6), real(6, seed=1))),
    "sum of products": (lambda c, a, b: c.addbmm(a, b, beta=0.5, alpha=2), (real(4, 4), real(2, 4, 3), real(2, 3, 4, seed=1))),
    "convolution of times": (lambda x, w, b: torch.conv_tbc(x, w, b, 1) * 2, (real(8, 2, 3), real(3, 3, 4), real(4))),
    "xlog1py": (lambda a, b: torch.special.xlog1py(a * (a > 0), b * b), (real(4, 6), real(4, 6, seed=1))),
    "windows": (by_windows, (real(4, 6),)),
    "smaller without aliases": (lambda a: F.interpolate(a, (3, 5), mode="bilinear", antialias=True) * 2, (real(2, 3, 8, 8),)),
    "larger without aliases": (lambda a: F.interpolate(a, (11, 5), mode="bicubic", antialias=True, align_corners=True) * 2, (real(2, 3, 8, 8),)),
    "scaled without aliases": (lambda a: F.interpolate(a, scale_factor=0.7, mode="bicubic", antialias=True) * 2, (real(2, 3, 8, 8),)),
    "an index without dimensions": (lambda a, b, i: a.index_select(0, i) * 2 + a.index_add(0, i, b) + a.index_copy(0, i, b), (real(4), real(1), torch.tensor(2))),
    "tensors without dimensions": (of_one, (real(4), torch.tensor(0))),
    "mirrored points": (lambda x, g: F.grid_sample(x, g, padding_mode="reflection", align_corners=False) + F.grid_sample(x, g, padding_mode="reflection", align_corners=True), (real(2, 3, 5, 4), 3 * real(2, 5, 3, 2, seed=1))),
    "nearest of mirrored points": (lambda x, g: F.grid_sample(x, g, "nearest", "reflection", align_corners=False) * 2, (real(2, 3, 5, 4), 3 * real(2, 5, 3, 2, seed=1))),
    "mirrored points in volumes": (lambda x, g: F.grid_sample(x, g, padding_mode="reflection", align_corners=False) * 2, (real(1, 2, 4, 3, 5), 3 * real(1, 2, 3, 2, 3, seed=1))),
    "cubic weights around points": (lambda x, g: sum(F.grid_sample(x, g, "bicubic", padding, align_corners=aligned) for padding in ("zeros", "border", "reflection") for aligned in (False, True)), (real(2, 3, 5, 4), 1.5 * real(2, 5, 3, 2, seed=1))),
}  # fmt: skip
EXACT: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "bits": (lambda a: ((a & 6) | 3) ^ (a >> 1) ^ (a << 3) ^ ~a, (WHOLE,)),
    "bits of bytes": (lambda a: (a << 7) ^ (a >> 3) ^ ~a, (WHOLE.to(torch.int8),)),
    "bits of truth": (lambda a: (a & True) ^ (~a | False), (WHOLE > 0,)),
    "counts in bins": (lambda a: torch.histc(a, 4, -1, 1) + torch.histc(a[:6], 4), (torch.tensor([0.5, -1, 1, 2, 0.1, -0.3, nan, inf]),)),
    "counts of one number": (lambda a: torch.histc(a, 3), (torch.full((5,), 2.0),)),
    "lengths out of range": (torch.hypot, (torch.tensor([1e30, inf, nan, 0, nan, -1e-30]), torch.tensor([1e30, nan, -inf, 0, 1, 1e-30]))),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_gradients_are_those_of_eager(name: str) -> None:
    function, inputs = CASES[name]
    check_gradients(function, inputs)
    assert whole()


@pytest.mark.parametrize("name", EXACT)
def test_results_are_those_of_eager(name: str) -> None:
    function, inputs = EXACT[name]
    torch.testing.assert_close(compiled(function)(*inputs), function(*inputs), equal_nan=True)
    assert whole()


def test_a_bilinear_layer_in_bfloat16() -> None:
    with torch.autocast("cpu", torch.bfloat16):
        check_gradients(nn.Bilinear(3, 4, 5), (real(6, 3), real(6, 4, seed=1)), tolerance=2e-2)


@pytest.mark.parametrize("dtype", [torch.int8, torch.uint8, torch.int16])
def test_products_of_small_integers_wrap_around(dtype: torch.dtype) -> None:
    def products(c: torch.Tensor, a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return (
            a @ b,
            torch.addmm(c, a, b, beta=2, alpha=3),
            c.addbmm(a[None], b[None]),
            a[0] @ b[:, 0],
        )

    c, a, b = (torch.randint(-100, 100, shape).to(dtype) for shape in ((7, 9), (7, 300), (300, 9)))
    for found, right in zip(compiled(products)(c, a, b), products(c, a, b), strict=True):
        assert torch.equal(found, right)
    assert whole()
