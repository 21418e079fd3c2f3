"""Medians, modes, running extremes, searches, distances and scatters with their gradients against
eager mode, computed wholly by open-aoe.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest
import torch
import torch.nn.functional as F

from tests.torch.training import check_gradients, compiled, whole

INDEX = torch.tensor([[0, 2, 2, 1, 0, 2]])


def real(*shape: int, seed: int = 0) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


def _statistics(a: torch.Tensor) -> tuple[torch.Tensor, ...]:
    median, third = torch.median(a, 1), torch.kthvalue(a, 3, 0)
    return median[0], third[0], torch.nanmedian(a, 0)[0], torch.mode(a.round(), 1)[0]


def _running(a: torch.Tensor) -> tuple[torch.Tensor, ...]:
    largest, smallest = torch.cummax(a, 1), torch.cummin(a, 0)
    return largest[0], smallest[0], torch.logcumsumexp(a * 50, 1)


def _pairs(a: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return tuple(F.pdist(a, p) for p in (0.0, 1.0, 1.5, 2.0, math.inf))


def _distances(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, ...]:
    return tuple(torch.cdist(a, b, p) for p in (1.0, 2.0, 3.0, math.inf))


def _scatters(a: torch.Tensor, b: torch.Tensor) -> tuple[torch.Tensor, ...]:
    places = INDEX.expand(4, 6)
    found = [
        a.scatter_reduce(1, places, b, name, include_self=kept)
        for name, kept in (("mean", True), ("mean", False), ("sum", False), ("amax", False))
    ]
    return *found, a.index_reduce(1, INDEX[0], b, "mean")


SMOOTH: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "statistics": (_statistics, (real(5, 8),)),
    "running extremes": (_running, (real(4, 7),)),
    "distances of pairs": (_pairs, (real(5, 3),)),
    "distances": (_distances, (real(2, 4, 3), real(1, 5, 3, seed=1))),
    "scatters": (_scatters, (real(4, 5), real(4, 6, seed=1))),
}


@pytest.mark.parametrize("name", SMOOTH)
def test_results_and_gradients_are_those_of_eager(name: str) -> None:
    function, inputs = SMOOTH[name]
    check_gradients(function, inputs, tolerance=2e-5)
    assert whole()


_NAN = math.nan
_NONE = torch.tensor([[3.0, _NAN, 1.0, _NAN, 0.0], [2.0, 0.0, math.inf, 1.0, _NAN], [_NAN] * 5])


def _sorted(a: torch.Tensor) -> tuple[torch.Tensor, ...]:
    rows = (
        a.sort(stable=True),
        a.sort(0, True),
        a.topk(3, 1, largest=False),
        a.cummax(1),
        a.cummin(0),
    )
    values = a.nanmedian(1)[0], a.median(1)[0], a.kthvalue(2, 1)[0], torch.msort(a)
    return *rows[0], *values, rows[1][0], rows[2][0], *rows[3], *rows[4]


def _found(a: torch.Tensor) -> tuple[torch.Tensor, ...]:
    line = torch.tensor([-1.0, 0.0, 1.0, 1.0, 2.5])
    many = torch.stack([line, line + 1, line * 2])
    order = torch.tensor([4, 0, 1, 2, 3])
    return (
        torch.bucketize(a, line),
        torch.bucketize(a, line, right=True, out_int32=True),
        torch.searchsorted(many, a, side="right"),
        torch.searchsorted(line[[1, 2, 3, 4, 0]], a, sorter=order),
        torch.searchsorted(line, 1.0),
    )


WITHOUT_GRADIENT: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "sorted rows with no numbers": (_sorted, (_NONE,)),
    "places in sorted rows": (_found, (_NONE,)),
    "integers": (
        lambda i: (*i.mode(0), *i.cummax(1), *i.median(1), *i.cummin(0), i.nanmedian()),
        (torch.randint(0, 4, (6, 7), generator=torch.Generator().manual_seed(2)),),
    ),
}


def test_places_in_a_sequence_without_elements_are_zeros() -> None:
    """As those of Idefics2 in an image of one patch."""

    def call(x: torch.Tensor, line: torch.Tensor, rows: torch.Tensor) -> tuple[torch.Tensor, ...]:
        return torch.bucketize(x, line, right=True), torch.searchsorted(rows, x, out_int32=True)

    x, empty = torch.randn(2, 3), torch.zeros(0)
    found, expected = (
        function(x, empty, empty.reshape(2, 0)) for function in (compiled(call), call)
    )
    torch.testing.assert_close(found, expected, atol=0, rtol=0)
    assert whole()


def test_a_mode_counts_the_numbers_where_eager_mode_has_no_order() -> None:
    none = math.nan
    rows = torch.tensor([[0, 1, none, 0], [1, none, 1, 0], [none, none, 1, 0], [none] * 4])
    values, places = compiled(lambda x: torch.mode(x, 1))(rows)
    assert values[:3].tolist() == [0, 1, 0]
    assert math.isnan(values[3])
    assert places.tolist() == [3, 2, 3, 0]
    assert whole()


def _kept_queries(x: torch.Tensor, ordered: bool) -> torch.Tensor:
    """Dropout of the rows with the largest sums, each back in its place: as Informer's attention."""
    lines, places = torch.arange(6).unsqueeze(-1), x.sum(-1).topk(5, sorted=ordered)[1]
    context = x.cumsum(1)
    context[lines, places] = F.dropout(x[lines, places], 0.5)
    return context


def test_the_largest_elements_meet_random_numbers_in_sorted_order() -> None:
    """Eager mode has them in no order (`sorted=False`) where PyTorch leaves it open."""
    found, expected = (real(6, 8, 4).requires_grad_() for _ in range(2))
    torch.manual_seed(3)
    result = compiled(lambda x: _kept_queries(x, False))(found)
    torch.manual_seed(3)
    like = _kept_queries(expected, True)
    torch.testing.assert_close(result, like)
    result.square().sum().backward()
    like.square().sum().backward()
    torch.testing.assert_close(found.grad, expected.grad)
    assert whole()


@pytest.mark.parametrize("name", WITHOUT_GRADIENT)
def test_results_are_those_of_eager(name: str) -> None:
    function, inputs = WITHOUT_GRADIENT[name]
    for found, expected in zip(compiled(function)(*inputs), function(*inputs), strict=True):
        assert torch.equal(found.nan_to_num(99.0), expected.nan_to_num(99.0))
        assert found.dtype == expected.dtype
    assert whole()


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16])
def test_halves_are_sorted(dtype: torch.dtype) -> None:
    def function(a: torch.Tensor) -> tuple[torch.Tensor, ...]:
        largest, ordered = a.topk(3, 1), a.sort(dim=0, descending=True, stable=True)
        return (largest[0] * 2, largest[1], ordered[0] * 2, ordered[1], a.median(1)[0] * 2)

    a = torch.randn(5, 7, generator=torch.Generator().manual_seed(0)).to(dtype)
    a[2, 3] = torch.nan
    check_gradients(function, (a,))
    assert whole()
