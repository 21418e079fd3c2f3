"""Operators that torch's exporter does not translate to ONNX, by those that it does.

A program that has one of them is decomposed before it is exported. Others stay as they are, since
this takes apart what the exporter knows as a whole, such as attention.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any


def decomposed(torch: Any, program: Any) -> Any:
    """An exported program without such operators; the program itself if it has none."""
    table = _table(torch)
    targets = {
        node.target
        for module in program.graph_module.modules()
        if hasattr(module, "graph")
        for node in module.graph.nodes
        if node.op == "call_function"
    }
    return program if targets.isdisjoint(table) else program.run_decompositions(table)


def _table(torch: Any) -> dict[Any, Callable[..., Any]]:
    aten = torch.ops.aten

    def distances(x: Any, y: Any, p: float = 2.0, _mode: int | None = None) -> Any:
        """Of each vector of one matrix from each of another."""
        apart = (x.unsqueeze(-2) - y.unsqueeze(-3)).abs()
        if p == 0:
            return (apart != 0).to(apart.dtype).sum(-1)
        if p == 1:
            return apart.sum(-1)
        if p == 2:
            return (apart * apart).sum(-1).sqrt()
        if math.isinf(p):
            return apart.amax(-1)
        return apart.pow(p).sum(-1).pow(1 / p)

    def hypotenuse(x: Any, y: Any) -> Any:
        """The root of the sum of squares, without an overflow of these."""
        x, y = torch.broadcast_tensors(x.abs(), y.abs())
        larger, smaller = torch.maximum(x, y), torch.minimum(x, y)
        part = smaller / torch.where(larger > 0, larger, torch.ones_like(larger))
        root = larger * (1 + part * part).sqrt()
        is_infinite = torch.isinf(x) | torch.isinf(y)  # also where the other one is no number
        return torch.where(is_infinite, torch.full_like(root, math.inf), root)

    def median(x: Any, dim: int = -1, keepdim: bool = False) -> tuple[Any, Any]:
        """The smaller one of two; the first element that is no number, if one is not."""
        row = x if x.dim() else x.reshape(1)
        values, places = kth_value(row, (row.shape[dim] + 1) // 2, dim, True)
        if x.is_floating_point():
            is_none = torch.isnan(row)
            first = is_none.to(torch.int32).argmax(dim, keepdim=True)
            has_none = is_none.any(dim, keepdim=True)
            values = torch.where(has_none, torch.full_like(values, math.nan), values)
            places = torch.where(has_none, first, places)
        return kept(x, values, places, dim, keepdim)

    def median_of_all(x: Any) -> Any:
        return median(x.reshape(-1), 0)[0]

    def kth_value(x: Any, k: int, dim: int = -1, keepdim: bool = False) -> tuple[Any, Any]:
        values, places = torch.sort(x if x.dim() else x.reshape(1), dim)
        found = values.narrow(dim, k - 1, 1), places.narrow(dim, k - 1, 1)
        return kept(x, *found, dim, keepdim)

    def kept(x: Any, values: Any, places: Any, dim: int, keepdim: bool) -> tuple[Any, Any]:
        """Results with an axis of size 1, or without it; a tensor without axes gets none."""
        if keepdim and x.dim():
            return values, places
        return values.squeeze(dim), places.squeeze(dim)

    return {
        aten.cdist.default: distances,
        aten._cdist_forward.default: distances,
        aten.hypot.default: hypotenuse,
        aten.median.dim: median,
        aten.median.default: median_of_all,
        aten.kthvalue.default: kth_value,
    }
