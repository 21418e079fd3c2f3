"""Operators of complex tensors that torch's exporter has for real ones only.

It keeps a complex tensor as a real one with a last dimension of two, so what moves elements does
the same to that. `decompositions.py` uses these in programs that have complex tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import torch


def _moved(x: Any, move: Callable[[Any], Any]) -> Any:
    if not x.is_complex():
        return NotImplemented
    return torch.view_as_complex(move(torch.view_as_real(x)).contiguous())


def _unsqueeze(x: Any, dim: int) -> Any:
    return _moved(x, lambda pairs: pairs.unsqueeze(dim if dim >= 0 else dim - 1))


def _select(x: Any, dim: int, index: int) -> Any:
    return _moved(x, lambda pairs: pairs.select(dim % x.dim(), index))


def _expand(x: Any, size: Sequence[int], *, implicit: bool = False) -> Any:
    return _moved(x, lambda pairs: pairs.expand([*size, 2]))


def _index_select(x: Any, dim: int, index: Any) -> Any:
    return _moved(x, lambda pairs: torch.index_select(pairs, dim % x.dim(), index))


def _gathered(x: Any, indices: Sequence[Any]) -> Any:
    return _moved(x, lambda pairs: torch.ops.aten.index(pairs, list(indices)))


def _repeat(x: Any, repeats: Sequence[int]) -> Any:
    return _moved(x, lambda pairs: pairs.repeat([*repeats, 1]))


def _where(condition: Any, x: Any, y: Any) -> Any:
    if not (x.is_complex() and y.is_complex()):
        return NotImplemented
    pairs = torch.view_as_real(x), torch.view_as_real(y)
    return torch.view_as_complex(torch.where(condition.unsqueeze(-1), *pairs).contiguous())


def _exponential(x: Any) -> Any:
    return torch.polar(torch.exp(x.real), x.imag) if x.is_complex() else NotImplemented


def _einsum(equation: str, tensors: Sequence[Any], *, path: Sequence[int] | None = None) -> Any:
    if len(tensors) != 2 or not all(tensor.is_complex() for tensor in tensors):
        return NotImplemented
    a, b = tensors

    def product(first: Any, second: Any) -> Any:
        return torch.einsum(equation, first, second)

    real = product(a.real, b.real) - product(a.imag, b.imag)
    return torch.complex(real, product(a.real, b.imag) + product(a.imag, b.real))


#: What takes operators of ATen apart, by their names; those of real tensors stay.
OF_COMPLEX_TENSORS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "unsqueeze.default": _unsqueeze,
        "select.int": _select,
        "expand.default": _expand,
        "index_select.default": _index_select,
        "index.Tensor": _gathered,
        "repeat.default": _repeat,
        "where.self": _where,
        "exp.default": _exponential,
        "einsum.default": _einsum,
    }
)
