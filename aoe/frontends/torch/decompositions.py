"""Operators that torch's exporter does not translate to ONNX, by those that it does.

A program that has one of them is decomposed before it is exported. Others stay as they are, since
this takes apart what the exporter knows as a whole, such as attention. What sorts and searches is
in `order_statistics.py`, distances are in `distances.py`, scatters and counts in `scatters.py`, and
what has complex tensors is in `complex_numbers.py`. All of them import torch, so the reader imports
them where it needs them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import torch

from aoe.frontends.torch.complex_numbers import OF_COMPLEX_TENSORS
from aoe.frontends.torch.distances import DISTANCES
from aoe.frontends.torch.order_statistics import ORDER_STATISTICS
from aoe.frontends.torch.scatters import SCATTERS

#: Operators of the table that the exporter translates, but gives other results in some cases.
_MISTRANSLATED = (
    "scatter_reduce.two", "scatter_add.default", "scatter.src", "logcumsumexp.default",
    "sign.default", "sgn.default", "heaviside.default",
)  # fmt: skip


def decomposed(program: Any) -> Any:
    """An exported program without such operators; the program itself if it has none."""
    table = _by_operator(ORDER_STATISTICS, DISTANCES, SCATTERS, NUMBERS)
    if _has_complex_tensors(program):
        table |= _by_operator(OF_COMPLEX_TENSORS)
    targets = _targets(program)
    return program if targets.isdisjoint(table) else program.run_decompositions(table)


def is_mistranslated(program: Any) -> bool:
    """Whether the exporter may have given operators of an exported program other results."""
    names = {str(target).removeprefix("aten.") for target in _targets(program)}
    return not names.isdisjoint(_MISTRANSLATED)


def _targets(program: Any) -> set[Any]:
    return {
        node.target
        for module in program.graph_module.modules()
        if hasattr(module, "graph")
        for node in module.graph.nodes
        if node.op == "call_function"
    }


def _has_complex_tensors(program: Any) -> bool:
    values = (node.meta.get("val") for node in program.graph.nodes)
    return any(isinstance(value, torch.Tensor) and value.is_complex() for value in values)


def _by_operator(*subjects: Mapping[str, Callable[..., Any]]) -> dict[Any, Callable[..., Any]]:
    """The functions of subjects by the operators that they take apart."""
    found: dict[Any, Callable[..., Any]] = {}
    for name, function in [item for subject in subjects for item in subject.items()]:
        packet, _, overload = name.partition(".")
        operator = getattr(getattr(torch.ops.aten, packet, None), overload, None)
        if operator is not None:
            found[operator] = function
    return found


def _hypotenuse(x: Any, y: Any) -> Any:
    """The root of the sum of squares, without an overflow of these."""
    x, y = torch.broadcast_tensors(x.abs(), y.abs())
    larger, smaller = torch.maximum(x, y), torch.minimum(x, y)
    part = smaller / torch.where(larger > 0, larger, torch.ones_like(larger))
    root = larger * (1 + part * part).sqrt()
    is_infinite = torch.isinf(x) | torch.isinf(y)  # also where the other one is no number
    return torch.where(is_infinite, torch.full_like(root, math.inf), root)


def _larger_number(x: Any, y: Any) -> Any:
    return torch.maximum(*_numbers_of(x, y))


def _smaller_number(x: Any, y: Any) -> Any:
    return torch.minimum(*_numbers_of(x, y))


def _numbers_of(x: Any, y: Any) -> tuple[Any, Any]:
    """Both operands, each with the other one where it is NaN itself."""
    if not (x.is_floating_point() or y.is_floating_point()):
        return x, y
    return torch.where(torch.isnan(x), y, x), torch.where(torch.isnan(y), x, y)


def _sign(x: Any) -> Any:
    """0 of NaN, of which ONNX's operator gives NaN."""
    if x.dtype == torch.bool:
        return x.clone()
    return (x > 0).to(x.dtype) - (x < 0).to(x.dtype)


def _step(x: Any, at_zero: Any) -> Any:
    return torch.where(x == 0, at_zero, (x > 0).to(x.dtype))


#: What takes operators of single elements apart, by their names.
NUMBERS: Mapping[str, Callable[..., Any]] = MappingProxyType(
    {
        "hypot.default": _hypotenuse,
        "fmax.default": _larger_number,
        "fmin.default": _smaller_number,
        "sign.default": _sign,
        "sgn.default": _sign,
        "heaviside.default": _step,
    }
)
