"""Quotients, powers, exponentials and other functions of complex tensors, against eager mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import pytest
import torch

from aoe.torch.report import reports
from tests.torch.training import check_gradients, compiled

Call = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]

PLACES = torch.arange(25).reshape(5, 5) * 7 % 5
FLAGS = PLACES > 2


def _set(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
    c = a.clone()
    c[1:3] = b[:2]
    c.mul_(b)[:, 0] = c[:, 1].real
    return c


CALLS: Mapping[str, Call] = MappingProxyType(
    {
        "quotients": lambda a, b: a / b + a.real / b + 2 / a + (2 - 1j) / b,
        "quotients by numbers": lambda a, b: a / (2 - 1j) + b / 3 + a.real / (3j - 0.5),
        "quotients of rows": lambda a, b: a[0] / b + a / b[:, :1],
        "reciprocals": lambda a, b: a.reciprocal() + torch.addcdiv(a, a, b, value=2),
        "exponentials": lambda a, b: a.exp() * torch.exp(1j * b.real),
        "powers": lambda a, b: a**2 + b.square() + a**3 - b**7 + a**-1 + b**-2 + a**0,
        "angles": lambda a, b: a.angle() * b.abs() + (a * b).angle(),
        "means": lambda a, b: a.mean() * b + a.mean(0) + b.mean(1, keepdim=True),
        "sums of products": lambda a, b: torch.addbmm(
            a, torch.stack([b, a]), torch.stack([a, b]), beta=0.5j, alpha=2 - 1j
        ) + torch.addbmm(a, b[None], a[None], beta=0),
        "variances": lambda a, b: a.var(0) + b.std() + a.var(1, correction=0, keepdim=True),
        "running products": lambda a, b: a.cumprod(1) * b,
        "comparisons": lambda a, b: torch.where((a == b) | (a != b[0]), a, b) + a.isnan() * b,
        "comparisons with numbers": lambda a, b: torch.where((a == 2) | (b != 1j), a, b) * (a != 0),
        "numbers": lambda a, b: torch.full((5, 5), 1 - 2j) * a + torch.lerp(a, b, 0.3) + (1 - b),
        "diagonals": lambda a, b: torch.diag(a[0]) @ b + a.trace() + b.diagonal(1).sum(),
        "repetitions": lambda a, b: a.repeat(2, 2)[2:7, 1:4] * b.unfold(1, 3, 1).sum(-1),
        "places": lambda a, b: a.index_put((PLACES[0], PLACES[1]), b[0])
        + a.index_put((PLACES[0],), b, accumulate=True)
        + b.index_add(0, PLACES[2], a),
        "scattered": lambda a, b: a.scatter(0, PLACES, b)
        + a.scatter_add(1, PLACES, b)
        + a.scatter(1, PLACES[:, :2], 2.0),
        "masks": lambda a, b: a.masked_fill(FLAGS, b.sum()) + b.masked_fill(FLAGS, 2 - 1j),
        "written": _set,
        "conversions": lambda a, b: a.to(torch.complex64) * b + a.real.to(torch.complex128),
    }
)  # fmt: skip


def _of_real_numbers(call: Call) -> Call:
    """The call on two parts side by side, so that all arguments and results are real."""

    def real(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        found = call(torch.view_as_complex(x), torch.view_as_complex(y))
        return torch.view_as_real(found.resolve_conj()) if found.is_complex() else found

    return real


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("trains", [True, False])
def test_functions_are_in_open_aoe(name: str, trains: bool) -> None:
    call = _of_real_numbers(CALLS[name])
    generator = torch.Generator().manual_seed(3)
    x, y = (torch.randn(5, 5, 2, dtype=torch.float64, generator=generator) for _ in range(2))
    limit = 1e-5 if name == "conversions" else 1e-9
    if trains:
        check_gradients(call, [x, y], limit)
    else:
        with torch.no_grad():
            torch.testing.assert_close(compiled(call)(x, y), call(x, y), atol=limit, rtol=limit)
    assert all(not item.reasons and item.parts == 1 for item in reports())


@pytest.mark.parametrize("name", ["quotients", "exponentials", "powers", "sums of products"])
def test_single_precision_stays(name: str) -> None:
    call = _of_real_numbers(CALLS[name])
    generator = torch.Generator().manual_seed(4)
    x, y = (torch.randn(5, 5, 2, generator=generator) + 0.5 for _ in range(2))
    check_gradients(call, [x, y], 1e-4)
    assert all(not item.reasons for item in reports())


def _corners(*ends: float) -> torch.Tensor:
    return torch.cartesian_prod(torch.tensor(ends), torch.tensor(ends))


def test_quotients_of_corners_are_those_of_eager_mode() -> None:
    corners = _corners(0.0, 1e-30, 3.0, -2e30, torch.inf, torch.nan)
    given, by = (part.contiguous() for part in torch.broadcast_tensors(corners[:, None], corners))
    call = _of_real_numbers(lambda a, b: a / b)
    with torch.no_grad():
        found, expected = compiled(call)(given, by), call(given, by)
    torch.testing.assert_close(found, expected, rtol=1e-6, atol=1e-30, equal_nan=True)


def test_quotients_overflow_only_where_the_result_does() -> None:
    corners = _corners(3e38, -2.5e38, 1e-37)
    call = _of_real_numbers(lambda a, b: a / b)
    with torch.no_grad():
        found = compiled(call)(corners, corners)
    torch.testing.assert_close(found, torch.tensor([1.0, 0.0]).expand(9, 2), rtol=1e-6, atol=1e-6)


def test_exponentials_of_corners_are_those_of_eager_mode() -> None:
    ends = (0.0, -0.0, 1.0, 89.0, 100.0, -150.0, torch.pi / 2, torch.inf, -torch.inf, torch.nan)
    corners = _corners(*ends)

    def call(x: torch.Tensor) -> torch.Tensor:
        return torch.view_as_real(torch.view_as_complex(x).exp())

    with torch.no_grad():
        found, expected = compiled(call)(corners), call(corners)
    torch.testing.assert_close(found, expected, rtol=1e-5, atol=0, equal_nan=True)


@pytest.mark.parametrize("exponent", [0.5, 2.5, 1j, 2000])
def test_other_powers_stay_in_pytorch(exponent: complex) -> None:
    call = _of_real_numbers(lambda a, b: a**exponent * b)
    angles = torch.linspace(0.1, 1.4, 5)
    x = torch.stack([angles.cos(), angles.sin()], -1)
    y = torch.ones(5, 2)
    with torch.no_grad():
        torch.testing.assert_close(compiled(call)(x, y), call(x, y), atol=1e-4, rtol=1e-4)
    assert any(item.reasons for item in reports())


def test_flags_of_complex_tensors_see_both_parts() -> None:
    call = _of_real_numbers(lambda a, b: a.bool() & b.to(torch.bool))
    x, y = _corners(0.0, 1.0), torch.ones(4, 2)
    with torch.no_grad():
        assert torch.equal(compiled(call)(x, y), call(x, y))
    assert all(not item.reasons for item in reports())


def test_a_tensor_that_is_written_into_itself_stays_right() -> None:
    call = _of_real_numbers(lambda a, b: a.scatter(0, PLACES, a) * b)
    check_gradients(call, [torch.randn(5, 5, 2, dtype=torch.float64) for _ in range(2)], 1e-10)
    assert all(not item.reasons for item in reports())


@pytest.mark.parametrize(
    "name",
    ["sums", "conversions", "powers", "quotients", "exponentials", "products", "copies", "numbers"],
)
def test_open_sizes_stay_open(name: str) -> None:
    calls: dict[str, Call] = {
        "sums": lambda a, b: a + b.real + (a.real - b),
        "conversions": lambda a, b: a.real.to(torch.complex128) * b,
        "powers": lambda a, b: a**3 + b**0,
        "quotients": lambda a, b: a / b + a.real / b,
        "exponentials": lambda a, b: a.exp() + b.mean(),
        "products": lambda a, b: torch.addbmm(a, b[None], b[None, :4]) + a.angle(),
        "copies": lambda a, b: (a * 1).copy_(b.real) + b,
        "numbers": lambda a, b: torch.cat([a * (2 - 1j), b.new_zeros(1, 4), torch.ones_like(b)]),
    }
    real = _of_real_numbers(calls[name])
    call = compiled(lambda x, y: real(x, y) * 2, dynamic=True)
    for count in (5, 7, 9):
        given = [torch.randn(count, 4, 2, dtype=torch.float64, requires_grad=True) for _ in "ab"]
        same = [x.detach().clone().requires_grad_() for x in given]
        found, expected = call(*given), real(*same) * 2
        found.square().sum().backward()
        expected.square().sum().backward()
        torch.testing.assert_close(found, expected)
        torch.testing.assert_close([x.grad for x in given], [x.grad for x in same])
    assert all(not item.reasons for item in reports())
