"""Cells in PyNative mode, MindSpore's default, that a script names: `aoe.mindspore.compile`.

In PyNative mode `construct` is Python, which may do what no graph shows. So a cell is taken over
only where a script says that it is a graph, as `@mindspore.jit` says.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from aoe.errors import UsageError
from aoe.mindspore.activation import activate
from aoe.mindspore.cells import run_cell


def compile(cell: Any) -> Callable[..., Any]:
    """A function that calls a cell, by native code where that can be, in either mode.

    Python runs `construct` when the function is first called with arguments of some types and
    shapes. What it does afterwards is what the graph of the cell does: branches of Python are those
    of that call. Where gradients are recorded, MindSpore calls the cell.

    Args:
        cell: The cell. Its weights may change.

    Returns:
        The function. It takes what the cell takes, and gives the same.

    Raises:
        UsageError: It is no cell.
    """
    from mindspore import nn
    from mindspore.graph.jit_context import jit_context
    from mindspore.nn import cell as cells

    if not isinstance(cell, nn.Cell):
        raise UsageError(f"compile: a {type(cell).__name__} is no cell; give it a nn.Cell")
    activate()

    @wraps(cell.construct)
    def called(*arguments: Any, **keywords: Any) -> Any:
        if cells._pynative_executor.requires_grad() or jit_context():
            return cell(*arguments, **keywords)
        return run_cell(cell, arguments, keywords, _called)

    return called


def _called(cell: Any, *arguments: Any, **keywords: Any) -> Any:
    """A call by MindSpore."""
    return cell(*arguments, **keywords)
