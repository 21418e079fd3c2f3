"""Complex tensors are computed as pairs of real ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import torch
from torch.fx.experimental.proxy_tensor import make_fx

from aoe.torch.joint.complex_pairs import as_pairs
from aoe.torch.report import reports
from tests.torch.training import check_gradients, compiled


def _angles() -> torch.Tensor:
    places, widths = torch.arange(6), 10.0 ** -torch.arange(4)
    return torch.outer(places, widths)


def _rotated(x: torch.Tensor) -> torch.Tensor:
    """A rotary embedding of (batch, places, heads, width)."""
    turns = torch.polar(torch.ones(6, 4), _angles())
    pairs = torch.view_as_complex(x.reshape(*x.shape[:-1], 4, 2))
    return torch.view_as_real(pairs * turns[:, None, :]).flatten(3)


def _spun(x: torch.Tensor) -> torch.Tensor:
    """Movements, sums, numbers and conjugates."""
    a = torch.complex(x[..., 0], x[..., 1]).transpose(0, 1)
    b, c = (a * (0.5 - 2j) + a.conj()).chunk(2, -1)
    turned = torch.cat([b[:, :1], c[:, :1]], 1).reshape(-1)
    return (turned.real - 3 * turned.imag) / 2


def _multiplied(x: torch.Tensor) -> torch.Tensor:
    """Products of complex matrices."""
    a = torch.complex(x, x.sin())
    return torch.view_as_real((a @ a.transpose(-1, -2).conj()) * x.mean())


def _added(x: torch.Tensor) -> torch.Tensor:
    """Products of matrices beside what is added to them."""
    a, b, c = torch.complex(x, x * 2), torch.complex(x, x.sin()), torch.complex(x.cos(), x)
    found = torch.addmm(a, b, c) + torch.addmm(a, b, c, beta=0.5j, alpha=2 - 1j)
    found = found + torch.baddbmm(a[None], b[None], c[None], beta=3)[0]
    return torch.view_as_real(found + torch.addmv(a[0], b, c[0], beta=0) + torch.dot(a[1], c[1]))


def _sums_of_real_numbers(x: torch.Tensor) -> torch.Tensor:
    a = torch.complex(x, x.sin())
    return torch.view_as_real(torch.add(a, a.conj(), alpha=2) + x - (a - 1) + (x - a))


def _products_of_elements(x: torch.Tensor) -> torch.Tensor:
    """Of one row an element is 0."""
    x = x * (torch.arange(x.numel()).reshape(x.shape) != 7)
    a = torch.complex(x, x.sin())
    found = a.prod(1) + a.prod(0, keepdim=True).sum() + a.prod() + torch.cumsum(a, 1)[:, -2]
    return torch.view_as_real(found)


def _polar(x: torch.Tensor) -> torch.Tensor:
    """Lengths and angles that have gradients, and lengths of numbers."""
    a = torch.polar(x.abs() + 0.5, x)
    return torch.view_as_real(a) + a.abs()[..., None] + torch.complex(x, x.sin()).abs()[..., None]


def _negated_views(x: torch.Tensor) -> torch.Tensor:
    a = torch.complex(x, x.sin())
    return a.conj().imag * 2 + torch.view_as_real(torch._neg_view(a))[..., 0] + torch._neg_view(x)


@pytest.mark.parametrize(
    "call", [_added, _sums_of_real_numbers, _products_of_elements, _polar, _negated_views]
)
@pytest.mark.parametrize("trains", [True, False])
def test_more_of_it_is_in_open_aoe(call: Callable[[torch.Tensor], Any], trains: bool) -> None:
    x = torch.randn(5, 5, dtype=torch.float64)
    if trains:
        check_gradients(call, [x], 1e-10)
    else:
        with torch.no_grad():
            torch.testing.assert_close(compiled(call)(x), call(x), atol=1e-10, rtol=1e-10)
    assert all(not item.reasons and item.parts == 1 for item in reports())


def test_running_products_are_in_open_aoe() -> None:
    def call(x: torch.Tensor) -> torch.Tensor:
        return torch.view_as_real(torch.cumprod(torch.complex(x, x.sin()), 1))

    x = torch.randn(3, 7)
    with torch.no_grad():
        torch.testing.assert_close(compiled(call)(x), call(x), atol=1e-5, rtol=1e-5)
    assert all(not item.reasons for item in reports())


def test_lengths_of_corners_are_those_of_eager_mode() -> None:
    ends = torch.tensor([0.0, -0.0, 1e-30, 3e30, -3e30, torch.inf, -torch.inf, torch.nan])
    real, imaginary = (part.flatten() for part in torch.meshgrid(ends, ends, indexing="ij"))

    def call(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        return torch.complex(x, y).abs()

    with torch.no_grad():
        found, expected = compiled(call)(real, imaginary), call(real, imaginary)
    torch.testing.assert_close(found, expected, atol=0, rtol=1e-6, equal_nan=True)


@pytest.mark.parametrize(
    ("call", "shape"),
    [(_rotated, (2, 6, 3, 8)), (_spun, (4, 6, 2)), (_multiplied, (3, 5, 4)), (_multiplied, (5, 4))],
)
@pytest.mark.parametrize("trains", [True, False])
def test_all_of_it_is_in_open_aoe(
    call: Callable[[torch.Tensor], Any], shape: tuple[int, ...], trains: bool
) -> None:
    x = torch.randn(shape)
    if trains:
        check_gradients(call, [x])
    else:
        with torch.no_grad():
            torch.testing.assert_close(compiled(call)(x), call(x), atol=1e-5, rtol=1e-5)
    assert all(not item.reasons and item.parts == 1 for item in reports())


def test_what_lies_between_others_is_theirs() -> None:
    """Complex arguments, results and transforms of PyTorch meet pairs."""
    scale = torch.randn(5, dtype=torch.complex64)

    def call(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        spectrum = torch.fft.rfft(x, dim=-1) * scale
        return torch.fft.irfft(spectrum * 2, n=8, dim=-1), spectrum.conj()

    x = torch.randn(3, 8)
    a, b = x.clone().requires_grad_(), x.clone().requires_grad_()
    found, expected = compiled(call)(a), call(b)
    for one, other in zip(found, expected, strict=True):
        torch.testing.assert_close(one, other, atol=1e-5, rtol=1e-5)
        assert one.dtype == other.dtype
    for real, complex_one in (found, expected):
        (real.square().sum() + (complex_one * (1 + 2j)).real.sum()).backward()
    torch.testing.assert_close(a.grad, b.grad, atol=1e-4, rtol=1e-5)
    assert any(0 < item.translated < item.operators for item in reports())


def test_a_real_tensor_among_fake_ones_leaves_an_operator_to_pytorch() -> None:
    def call(x: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
        return torch.view_as_real(torch.complex(x, x.sin()) * scale)

    x, scale = torch.randn(3, 5), torch.randn(5, dtype=torch.complex64)
    module = make_fx(call, tracing_mode="fake")(x, scale)
    _, given = (node for node in module.graph.nodes if node.op == "placeholder")
    given.meta["val"] = scale
    as_pairs(module)
    torch.testing.assert_close(module(x, scale), call(x, scale))


def test_double_precision_stays() -> None:
    check_gradients(_multiplied, [torch.randn(3, 5, 4, dtype=torch.float64)], 1e-12)


def test_open_sizes_become_pairs_too() -> None:
    call = compiled(lambda x: _spun(x) * 2, dynamic=True)
    with torch.no_grad():
        for count in (4, 6, 9):
            x = torch.randn(count, 6, 2)
            torch.testing.assert_close(call(x), _spun(x) * 2, atol=1e-5, rtol=1e-5)
    assert all(not item.reasons for item in reports())
