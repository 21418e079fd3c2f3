"""Operators on lists of tensors (`torch._foreach_add` and others), which optimizers use: they are
taken apart into the operator of each tensor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import torch

#: Operators whose name for one tensor is that of the list without `_foreach_`.
_PLAIN = (
    "abs", "acos", "add", "asin", "atan", "ceil", "clamp_max", "clamp_min", "clone", "copy", "cos",
    "cosh", "div", "erf", "erfc", "exp", "expm1", "floor", "frac", "lerp", "log", "log10", "log1p",
    "log2", "mul", "neg", "pow", "reciprocal", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh",
    "sqrt", "sub", "tan", "tanh", "trunc", "zero",
)  # fmt: skip


def foreach_decompositions() -> Mapping[Any, Callable[..., Any]]:
    """The part of `table` for operators on lists, by overload."""
    aten = torch.ops.aten
    known: dict[str, Callable[..., Any]] = {name: getattr(aten, name) for name in _PLAIN}
    known |= {
        "addcdiv": partial(_with_value, aten.addcdiv),
        "addcmul": partial(_with_value, aten.addcmul),
        "maximum": partial(_bounded, aten.maximum, aten.clamp_min),
        "minimum": partial(_bounded, aten.minimum, aten.clamp_max),
        "norm": _norm,
    }
    found: dict[Any, Callable[..., Any]] = {}
    for name, function in known.items():
        found |= dict.fromkeys(_overloads(f"_foreach_{name}"), partial(_of_each, function))
    return MappingProxyType(found)


def _overloads(name: str) -> Iterator[Any]:
    packet = getattr(torch.ops.aten, name, None)
    for overload in () if packet is None else packet.overloads():
        if not overload.endswith("out"):
            yield getattr(packet, overload)


def _of_each(function: Callable[..., Any], *arguments: Any, **named: Any) -> list[Any]:
    """What a function gives for each tensor of the lists among its arguments. A tensor that stands
    for a list of numbers is `scalars` of `addcdiv` and `addcmul`, where lists come before it.
    """
    if "scalars" in named:
        arguments, named = (*arguments, named["scalars"]), {}
    lists = [item for item in arguments if isinstance(item, list | tuple)]
    if len(lists) == 3 and isinstance(arguments[-1], torch.Tensor):
        arguments = (*arguments[:-1], list(arguments[-1].unbind()))
    return [
        function(
            *(item[i] if isinstance(item, list | tuple) else item for item in arguments), **named
        )
        for i in range(len(lists[0]))
    ]


def _norm(x: Any, order: Any = 2, dtype: torch.dtype | None = None) -> Any:
    return torch.ops.aten.linalg_vector_norm(x, order, dtype=dtype)


def _with_value(function: Callable[..., Any], x: Any, one: Any, other: Any, value: Any = 1) -> Any:
    if isinstance(value, torch.Tensor):
        product = one * other if function is torch.ops.aten.addcmul else one / other
        return x + value * product
    return function(x, one, other, value=value)


def _bounded(
    of_tensors: Callable[..., Any], of_number: Callable[..., Any], x: Any, other: Any
) -> Any:
    return (of_tensors if isinstance(other, torch.Tensor) else of_number)(x, other)
