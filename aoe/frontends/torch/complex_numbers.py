"""Operators of complex tensors that torch's exporter has for real ones only.

It keeps a complex tensor as a real one with a last dimension of two, so what moves elements does
the same to that. `decompositions.py` uses these in programs that have complex tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any


def of_complex_tensors(torch: Any) -> Mapping[str, Callable[..., Any]]:
    """What takes operators of ATen apart, by their names; those of real tensors stay."""

    def moved(x: Any, move: Callable[[Any], Any]) -> Any:
        if not x.is_complex():
            return NotImplemented
        return torch.view_as_complex(move(torch.view_as_real(x)).contiguous())

    def unsqueeze(x: Any, dim: int) -> Any:
        return moved(x, lambda pairs: pairs.unsqueeze(dim if dim >= 0 else dim - 1))

    def select(x: Any, dim: int, index: int) -> Any:
        return moved(x, lambda pairs: pairs.select(dim % x.dim(), index))

    def expand(x: Any, size: Sequence[int], *, implicit: bool = False) -> Any:
        return moved(x, lambda pairs: pairs.expand([*size, 2]))

    def index_select(x: Any, dim: int, index: Any) -> Any:
        return moved(x, lambda pairs: torch.index_select(pairs, dim % x.dim(), index))

    def gathered(x: Any, indices: Sequence[Any]) -> Any:
        return moved(x, lambda pairs: torch.ops.aten.index(pairs, list(indices)))

    def repeat(x: Any, repeats: Sequence[int]) -> Any:
        return moved(x, lambda pairs: pairs.repeat([*repeats, 1]))

    def where(condition: Any, x: Any, y: Any) -> Any:
        if not (x.is_complex() and y.is_complex()):
            return NotImplemented
        pairs = torch.view_as_real(x), torch.view_as_real(y)
        return torch.view_as_complex(torch.where(condition.unsqueeze(-1), *pairs).contiguous())

    def exponential(x: Any) -> Any:
        return torch.polar(torch.exp(x.real), x.imag) if x.is_complex() else NotImplemented

    def einsum(equation: str, tensors: Sequence[Any], *, path: Sequence[int] | None = None) -> Any:
        if len(tensors) != 2 or not all(tensor.is_complex() for tensor in tensors):
            return NotImplemented
        a, b = tensors

        def product(first: Any, second: Any) -> Any:
            return torch.einsum(equation, first, second)

        real = product(a.real, b.real) - product(a.imag, b.imag)
        return torch.complex(real, product(a.real, b.imag) + product(a.imag, b.real))

    return {
        "unsqueeze.default": unsqueeze,
        "select.int": select,
        "expand.default": expand,
        "index_select.default": index_select,
        "index.Tensor": gathered,
        "repeat.default": repeat,
        "where.self": where,
        "exp.default": exponential,
        "einsum.default": einsum,
    }
