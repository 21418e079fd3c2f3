"""Operators that torch's exporter leaves, against PyTorch; only where it is installed."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

import aoe
from aoe.errors import ModelError
from tests.frontends.torch.test_torch import check

_RANDOM = torch.Generator().manual_seed(3)


def _numbers(*shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=_RANDOM)


class _Applied(torch.nn.Module):  # type: ignore[misc]
    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self.function = function

    def forward(self, *arguments: torch.Tensor) -> Any:
        return self.function(*arguments)


def _attention_and_distances(x: torch.Tensor) -> torch.Tensor:
    attended = torch.nn.functional.scaled_dot_product_attention(x, x, x)
    return torch.cdist(attended, x)


def _rotated(x: torch.Tensor) -> torch.Tensor:
    """Rotary positions, as products of complex numbers."""
    angles = torch.outer(torch.arange(x.shape[1]), torch.tensor([1.0, 0.1]))
    turned = torch.polar(torch.ones_like(angles), angles)[None, :, None]
    return torch.view_as_real(torch.view_as_complex(x.unflatten(3, (2, 2))) * turned).flatten(3)


def _complex(x: torch.Tensor, y: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
    a, b = torch.view_as_complex(x), torch.view_as_complex(y)
    product = torch.einsum("ij,jk->ik", a.index_select(1, places).repeat(1, 2), b)
    chosen = torch.where(b.real[:3] > 0, product, torch.exp(product[:, -1:].expand(3, 5) * 0.1j))
    return torch.view_as_real(chosen[:, places] + product[:, 0].unsqueeze(-1))


_PLACES = torch.tensor([[0, 2, 2, 1, 0, 2]]).expand(3, 6)
_MATRICES = (_numbers(2, 3, 4), _numbers(2, 5, 4))
_CASES: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    **{
        f"distances_{p}": (lambda x, y, p=p: torch.cdist(x, y, p=p), _MATRICES)
        for p in (0.0, 1.0, 2.0, 3.0, math.inf)
    },
    "distances_of_many": (torch.cdist, (_numbers(40, 4), _numbers(50, 4))),
    "hypotenuse": (torch.hypot, (_numbers(3, 4) * 1e25, _numbers(4) * 1e25)),
    "hypotenuse_of_zeros": (torch.hypot, (torch.zeros(3), torch.tensor([0.0, -2.0, 5.0]))),
    "median": (lambda x: tuple(torch.median(x, 1)), (_numbers(3, 8),)),
    "median_of_a_number": (lambda x: tuple(torch.median(x, 0, True)), (_numbers(1)[0],)),
    "median_kept": (lambda x: tuple(torch.median(x, -2, True)), (_numbers(2, 7, 3),)),
    "median_of_all": (torch.median, (_numbers(3, 7),)),
    "attention_of_two_dimensions_and_distances": (_attention_and_distances, (_numbers(5, 8),)),
    "places_of_equal_elements": (
        lambda x: (torch.argsort(x, stable=True), *torch.mode(x, 1), *torch.sort(x, stable=True)),
        (torch.randint(0, 4, (3, 9), generator=_RANDOM),),
    ),
    "sums_of_windows": (
        lambda x: torch.ops.aten.unfold_backward(x, [2, 8], 1, 4, 2),
        (_numbers(2, 3, 4),),
    ),
    "rotary_positions": (_rotated, (_numbers(2, 5, 3, 4),)),
    "complex_numbers": (
        _complex,
        (_numbers(3, 4, 2), _numbers(4, 5, 2), torch.tensor([0, 2])),
    ),
    "running": (
        lambda x: (*x.cummax(1), *x.cummin(0), x.cumprod(1), torch.logcumsumexp(x * 100, 1)),
        (_numbers(3, 6),),
    ),
    "distances_of_pairs": (lambda x: torch.nn.functional.pdist(x, 1.5), (_numbers(5, 3),)),
    "places": (
        lambda x: (torch.searchsorted(x.sort(1)[0], x + 0.5), torch.bucketize(x, x[0].sort()[0])),
        (_numbers(3, 6),),
    ),
    "scatters": (
        lambda x: (
            x.scatter_reduce(1, _PLACES, x + 1, "mean", include_self=False),
            x.scatter_add(1, _PLACES[:, :4], x),
            x.index_reduce(0, _PLACES[:, 0], x - 9, "amax", include_self=False),
        ),
        (_numbers(3, 6),),
    ),
    "counts": (
        lambda x: (torch.histc(x, 5), torch.histc(x, 3, -1, 0.5)),
        (torch.tensor([-2.0, 0.5, math.inf, 0, 0.1])[[0, 1, 3, 4, 4]],),
    ),
    "third": (lambda x: tuple(torch.kthvalue(x, 3, 0)), (_numbers(7, 2),)),
}


@pytest.mark.parametrize("as_file", [False, True])
@pytest.mark.parametrize("name", _CASES)
def test_operators_without_a_translation_are_read(name: str, as_file: bool, tmp_path: Path) -> None:
    function, arguments = _CASES[name]
    module = _Applied(function)
    found = module(*arguments)
    wanted = [item.numpy() for item in (found if isinstance(found, tuple) else (found,))]
    if as_file:
        path = tmp_path / "net.pt2"
        torch.export.save(torch.export.export(module, arguments), path)
        session = aoe.compile(path, device="reference")
    else:
        session = aoe.compile(module, example_inputs=arguments, device="reference")
    with session:
        check(session, arguments, wanted)


_NAN, _INF = math.nan, math.inf
_NO_NUMBERS = torch.tensor([[3.0, _NAN, 1.0, _NAN], [2.0, 0.0, _INF, 1.0], [-_INF, 5.0, 4.0, _NAN]])
_EDGES: dict[str, tuple[Callable[..., Any], tuple[torch.Tensor, ...]]] = {
    "median": (lambda x: tuple(torch.median(x, 1)), (_NO_NUMBERS,)),
    "median_of_all": (torch.median, (_NO_NUMBERS,)),
    "hypotenuse": (
        torch.hypot,
        (torch.tensor([_INF, _NAN, _NAN, -_INF, 0.0]), torch.tensor([_NAN, _INF, 1.0, 2.0, _NAN])),
    ),
    "median_of_numbers": (lambda x: torch.nanmedian(x, 1)[0], (_NO_NUMBERS,)),
    "running": (lambda x: (*x.cummax(1), *x.cummin(0)), (_NO_NUMBERS,)),
    "sorted": (
        lambda x: (*x.sort(dim=1, stable=True), x.sort(0, True)[0], x.topk(2, 1, largest=False)[0]),
        (_NO_NUMBERS,),
    ),
    "numbers": (
        lambda x: (torch.fmax(x, x.flip(1)), torch.fmin(x, x.flip(1)), x.sign(), torch.sgn(x)),
        (_NO_NUMBERS,),
    ),
    "second": (lambda x: tuple(torch.kthvalue(x, 2, 1)), (_NO_NUMBERS[1:2],)),
}


@pytest.mark.parametrize("name", _EDGES)
def test_infinities_and_what_is_no_number_are_those_of_torch(name: str) -> None:
    function, arguments = _EDGES[name]
    module = _Applied(function)
    wanted = module(*arguments)
    with aoe.compile(module, example_inputs=arguments, device="reference") as session:
        names = [item.name for item in session.get_inputs()]
        given = {name: item.numpy() for name, item in zip(names, arguments, strict=True)}
        found = session.run(None, given)
    for mine, theirs in zip(found, wanted if isinstance(wanted, tuple) else (wanted,), strict=True):
        np.testing.assert_array_equal(mine, theirs.numpy())


def test_other_operators_are_told_as_before() -> None:
    module = _Applied(lambda x: torch.linalg.inv(x) @ torch.cdist(x, x))
    told = r"cannot export the given model.*aten\.linalg_inv\S* of node linalg_inv.*; write it"
    with pytest.raises(ModelError, match=told):
        aoe.compile(module, example_inputs=(_numbers(3, 3),))


def test_attention_of_an_exported_program_is_read_and_the_program_stays_as_it_was() -> None:
    module, x = _Applied(_attention_and_distances), _numbers(2, 5, 8)
    program = torch.export.export(module, (x,))
    before = str(program.graph)
    with aoe.compile(program, device="reference") as session:
        check(session, (x,), [module(x).numpy()])
    assert str(program.graph) == before
