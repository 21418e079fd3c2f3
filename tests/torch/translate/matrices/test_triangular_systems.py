"""Triangular systems of equations and their gradients, against eager mode."""

from __future__ import annotations

from functools import partial
from itertools import product
from typing import Any

import pytest
import torch

from tests.torch.training import check_gradients, compiled, whole

KINDS = list(product((False, True), repeat=3))


def real(*shape: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(len(shape))).to(dtype)


def matrices(*shape: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    """Of large diagonals, so that errors do not grow from row to row."""
    return real(*shape, dtype=dtype) / 4 + 2 * torch.eye(shape[-1], dtype=dtype)


def solved(a: Any, b: Any, **options: Any) -> Any:
    return torch.linalg.solve_triangular(a, b, **options) * 2


@pytest.mark.parametrize(("upper", "left", "unit"), KINDS)
def test_solutions_and_gradients_are_those_of_eager(upper: bool, left: bool, unit: bool) -> None:
    function = partial(solved, upper=upper, left=left, unitriangular=unit)
    check_gradients(function, (matrices(2, 9, 9), real(2, 9, 5) if left else real(2, 5, 9)))
    assert whole()


def test_dimensions_in_front_are_broadcast() -> None:
    check_gradients(partial(solved, upper=False), (matrices(3, 1, 7, 7), real(4, 7, 2)))
    assert whole()


def test_what_is_beside_the_triangle_is_not_read() -> None:
    spoiled = matrices(6, 6, dtype=torch.float32)
    spoiled[torch.triu(torch.ones(6, 6, dtype=torch.bool), 1)] = float("nan")
    given = real(6, 20, dtype=torch.float32)
    call = partial(solved, upper=False)
    torch.testing.assert_close(compiled(call)(spoiled, given), call(spoiled, given))
    spoiled.fill_diagonal_(float("nan"))
    call = partial(solved, upper=False, unitriangular=True)
    torch.testing.assert_close(compiled(call)(spoiled, given), call(spoiled, given))
    assert whole()


def test_large_systems_stay_with_pytorch() -> None:
    given = matrices(300, 300), real(300, 2)
    call = partial(solved, upper=True)
    torch.testing.assert_close(compiled(call)(*given), call(*given))
    assert not whole()
