"""Products of complex tensors that are pairs of real ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import torch

from aoe.torch.joint.complex_parts import Pair, Parts, tensor_of_number
from aoe.torch.translate.table import operator_name

#: The product that an operator adds to another operand.
_PRODUCTS: Mapping[str, Any] = MappingProxyType(
    {
        "addmm": torch.ops.aten.mm.default,
        "addmv": torch.ops.aten.mv.default,
        "baddbmm": torch.ops.aten.bmm.default,
    }
)


def product(pairs: Parts, a: Any, b: Any) -> Pair:
    """`mul`, of tensors or a number."""
    return multiplied(pairs, pairs.pair(a), pairs.pair(b))


def multiplied(pairs: Parts, one: Pair, other: Pair) -> Pair:
    """A product of elements. A real operand has no imaginary part."""
    (ar, ai), (br, bi) = one, other

    def times(x: Any, y: Any) -> torch.fx.Node:
        first, second = (x, y) if isinstance(x, torch.fx.Node) else (y, x)
        return pairs.call(torch.ops.aten.mul.Tensor, first, second)

    if ai is None:
        return times(ar, br), times(ar, bi)
    if bi is None:
        return times(ar, br), times(ai, br)
    return joined(pairs, times, (ar, ai), (br, bi))


def matrix_product(pairs: Parts, a: torch.fx.Node, b: torch.fx.Node) -> Pair:
    """`mm` and others that add products up."""
    target = pairs.node.target
    return joined(pairs, lambda x, y: pairs.call(target, x, y), pairs.pair(a), pairs.pair(b))


def matrix_product_and(
    pairs: Parts, a: Any, b: Any, c: Any, *, beta: Any = 1, alpha: Any = 1
) -> Pair:
    """beta·a + alpha·(b @ c). What a factor of 0 multiplies does not count."""
    name, add = operator_name(pairs.node.target), torch.ops.aten.add.Tensor
    nothing = tensor_of_number(pairs, 0.0)

    def times(x: torch.fx.Node, y: torch.fx.Node) -> torch.fx.Node:
        if name == "addbmm":
            return pairs.call(torch.ops.aten.addbmm.default, nothing, x, y, beta=0)
        return pairs.call(_PRODUCTS[name], x, y)

    total = joined(pairs, times, pairs.pair(b), pairs.pair(c))
    if alpha != 1:
        total = multiplied(pairs, total, pairs.pair(alpha))
    if beta == 0:
        return total
    addend = pairs.pair(a) if beta == 1 else multiplied(pairs, pairs.pair(a), pairs.pair(beta))
    return pairs.call(add, total[0], addend[0]), pairs.call(add, total[1], addend[1])


def product_of_all(pairs: Parts, a: torch.fx.Node, *, dtype: Any = None) -> Pair | None:
    """`prod` of all elements."""
    flattened = torch.ops.aten.reshape.default
    real, imaginary = (pairs.call(flattened, part, [-1]) for part in pairs.pair(a))
    return _product_along(pairs, (real, imaginary), 0, False, dtype)


def product_of_rows(
    pairs: Parts, a: torch.fx.Node, dim: int, keepdim: bool = False, *, dtype: Any = None
) -> Pair | None:
    """`prod` along a dimension."""
    return _product_along(pairs, pairs.pair(a), dim, keepdim, dtype)


def _product_along(pairs: Parts, parts: Pair, dim: int, keepdim: bool, dtype: Any) -> Pair | None:
    """The product of the elements of a dimension: both halves are multiplied until one is left."""
    size, times = _elements(parts, dim), torch.ops.aten.mul.Tensor
    if not size or dtype not in (None, pairs.node.meta["val"].dtype):
        return None
    while size > 1:
        half = size // 2
        first, second = (_cut(pairs, parts, dim, n * half, (n + 1) * half) for n in (0, 1))
        made = joined(pairs, lambda x, y: pairs.call(times, x, y), first, second)
        rest = [_cut(pairs, parts, dim, 2 * half, size)] if size % 2 else []
        parts, size = _behind(pairs, [made, *rest], dim), size - half
    if keepdim:
        return parts
    select = torch.ops.aten.select.int
    return pairs.call(select, parts[0], dim, 0), pairs.call(select, parts[1], dim, 0)


def running_product(pairs: Parts, a: torch.fx.Node, dim: int, *, dtype: Any = None) -> Pair | None:
    """Products of the elements up to each: of 1, 2, 4, … of them by turns."""
    parts, times = pairs.pair(a), torch.ops.aten.mul.Tensor
    size, reach = _elements(parts, dim), 1
    if not size or dtype not in (None, pairs.node.meta["val"].dtype):
        return None
    while reach < size:
        before, after = (_cut(pairs, parts, dim, n, size - reach + n) for n in (0, reach))
        made = joined(pairs, lambda x, y: pairs.call(times, x, y), before, after)
        parts = _behind(pairs, [_cut(pairs, parts, dim, 0, reach), made], dim)
        reach *= 2
    return parts


def _elements(parts: Pair, dim: int) -> int:
    """How many elements a dimension has; 0 where that is open, or there is no dimension."""
    shape = parts[0].meta["val"].shape
    return shape[dim] if shape and isinstance(shape[dim], int) else 0


def _cut(pairs: Parts, parts: Pair, dim: int, start: int, end: int) -> Pair:
    cut = torch.ops.aten.slice.Tensor
    return pairs.call(cut, parts[0], dim, start, end), pairs.call(cut, parts[1], dim, start, end)


def _behind(pairs: Parts, several: Sequence[Pair], dim: int) -> Pair:
    """Tensors behind each other along a dimension."""
    cat = torch.ops.aten.cat.default
    real, imaginary = (pairs.call(cat, [parts[side] for parts in several], dim) for side in (0, 1))
    return real, imaginary


def joined(
    pairs: Parts, times: Callable[[Any, Any], torch.fx.Node], one: Pair, other: Pair
) -> Pair:
    """A product of complex operands, of the products of their parts."""
    aten: Any = torch.ops.aten
    (ar, ai), (br, bi) = one, other
    real = pairs.call(aten.sub.Tensor, times(ar, br), times(ai, bi))
    return real, pairs.call(aten.add.Tensor, times(ar, bi), times(ai, br))
