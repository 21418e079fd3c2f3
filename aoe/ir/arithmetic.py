"""`x + y` on values of a graph: adds the operator to the graph that the values are of.

onnx_ir asks one handler for the arithmetic of all values. This one knows the graphs of `aoe.ir`,
and leaves values of others to the handler that was there before.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import onnx_ir

from aoe.errors import UsageError

#: Adds an operator to a graph: its type, then its inputs.
Add: TypeAlias = Callable[..., Any]
#: Where a graph keeps its `Add`, and the graph it is in, in onnx_ir's metadata of Python objects.
_ADD, _OUTER = "aoe.ir.add", "aoe.ir.outer"


class Arithmetic:
    """What onnx_ir calls for `+`, `-`, `*`, `/` and the sign of values."""

    def __init__(self, before: Any) -> None:
        """`before`: the handler for values of other graphs; None for none."""
        self.before = before

    def __getattr__(self, operator: str) -> Callable[..., Any]:
        if operator.startswith("_"):
            raise AttributeError(operator)

        def add(*inputs: object) -> Any:
            graphs = [item.graph for item in inputs if isinstance(item, onnx_ir.Value)]
            known = [graph for graph in graphs if graph is not None and _ADD in graph.meta]
            if known:
                return _innermost(known, inputs).meta[_ADD](operator, *inputs)
            if self.before is not None:
                return getattr(self.before, operator)(*inputs)
            raise UsageError(
                f"{operator}: {_named(inputs)} is of no graph of aoe.ir; use what the operators of "
                "a graph return"
            )

        return add


def allow_arithmetic(graph: onnx_ir.Graph, add: Add, outer: onnx_ir.Graph | None = None) -> None:
    """Lets values of a graph be added, multiplied and so on.

    Args:
        graph: The graph.
        add: Adds an operator to it.
        outer: The graph that it is a part of.
    """
    graph.meta[_ADD], graph.meta[_OUTER] = add, outer
    before = onnx_ir.set_value_magic_handler(None)
    ours = before if isinstance(before, Arithmetic) else Arithmetic(before)
    onnx_ir.set_value_magic_handler(ours)


def _innermost(graphs: list[Any], inputs: tuple[object, ...]) -> Any:
    """The graph that sees the values of all these graphs."""
    for graph in graphs:
        seen, around = [], graph
        while around is not None:
            seen.append(around)
            around = around.meta.get(_OUTER)
        if all(other in seen for other in graphs):
            return graph
    raise UsageError(
        f"{_named(inputs)} are of different graphs; use values of one graph, {graphs[0].name!r} or "
        f"{graphs[1].name!r}"
    )


def _named(inputs: tuple[object, ...]) -> str:
    values = [item for item in inputs if isinstance(item, onnx_ir.Value)]
    return " and ".join(repr(item.name) for item in values)
