"""Cells and functions in PyNative mode, MindSpore's default, that a script names:
`aoe.mindspore.compile`.

In PyNative mode they are Python, which may do what no graph shows. So one is taken over only where
a script says that it is a graph, as `@mindspore.jit` says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from aoe.errors import UsageError
from aoe.mindspore.activation import activate
from aoe.mindspore.cells import run_cell, run_compiled
from aoe.mindspore.reachable import FunctionCells


def compile(function: Any) -> Callable[..., Any]:
    """A function that calls a cell or another function, by native code where that can be, in either
    mode. What `mindspore.value_and_grad` and `mindspore.grad` give are such functions.

    Python runs it when it is first called with arguments of some types and shapes. What it does
    afterwards is what its graph does: branches of Python are those of that call. Where gradients
    are recorded, MindSpore calls it.

    Args:
        function: The cell or function. Weights may change.

    Returns:
        The function. It takes what the cell or function takes, and gives the same.

    Raises:
        UsageError: It cannot be called.
    """
    from mindspore import nn
    from mindspore.graph.jit_context import jit_context
    from mindspore.nn import cell as cells

    if not callable(function):
        raise UsageError(
            f"compile: a {type(function).__name__} is neither a cell nor a function; give it a "
            "nn.Cell, or what mindspore.value_and_grad gives"
        )
    activate()
    is_cell = isinstance(function, nn.Cell)

    def graph(*arguments: Any) -> Any:
        return function(*arguments)

    reached = FunctionCells(graph)

    @wraps(function.construct if is_cell else function)
    def called(*arguments: Any, **keywords: Any) -> Any:
        if cells._pynative_executor.requires_grad() or jit_context():
            return function(*arguments, **keywords)
        if is_cell:
            return run_cell(function, arguments, keywords, _called)
        return run_compiled(function, graph, reached, arguments, keywords)

    return called


def _called(cell: Any, *arguments: Any, **keywords: Any) -> Any:
    """A call by MindSpore."""
    return cell(*arguments, **keywords)
