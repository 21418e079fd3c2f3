"""The parameters that a function of Python reaches: those of cells that it names.

A graph of a function with `@jit` knows its parameters by name. The objects are in the variables
that the function and those it calls close over, in globals that it names, and in the object whose
method it is.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from aoe.errors import AoeError, UnsupportedModelError, quoted

#: Most objects that are looked at.
_MOST = 10_000


def reachable_parameters(function: Any) -> Mapping[str, Any]:
    """The parameters that a function or a bound method reaches, by name.

    Raises:
        UnsupportedModelError: Two of them have one name, or it reaches too much.
    """
    from mindspore import Parameter

    found: dict[str, Any] = {}
    for item in _reached(function):
        if isinstance(item, Parameter) and found.setdefault(item.name, item) is not item:
            raise UnsupportedModelError(
                f"it reaches two parameters of the name {item.name!r}; give them other names"
            )
    return found


def reachable_cells(function: Any) -> Sequence[Any]:
    """The outermost cells that a function or a bound method reaches.

    Raises:
        UnsupportedModelError: It reaches too much.
    """
    from mindspore import nn

    return [item for item in _reached(function) if isinstance(item, nn.Cell)]


class FunctionCells:
    """The cells that a function reaches, found when they are first asked for."""

    def __init__(self, function: Any) -> None:
        self._function = function

    @property
    def reason(self) -> str:
        """Why they are not known; empty if they are."""
        return self._found[1]

    def training(self) -> tuple[bool, ...]:
        """Which of them are set to train now (see `training_of`)."""
        return training_of(self._found[0])

    @cached_property
    def _found(self) -> tuple[Sequence[Any], str]:
        try:
            return reachable_cells(self._function), ""
        except AoeError as error:
            return (), quoted(error)


def training_of(cells: Sequence[Any]) -> tuple[bool, ...]:
    """Which cells are set to train, of all that decide which graph it is. In graph mode MindSpore
    has a graph for each setting of the outermost cells. In PyNative mode each inner one counts.
    """
    from mindspore import GRAPH_MODE, context

    if context.get_context("mode") == GRAPH_MODE:
        return tuple(cell.training for cell in cells)
    return tuple(part.training for cell in cells for _, part in cell.cells_and_names())


def _reached(function: Any) -> Iterator[Any]:
    """What a function reaches, each object once."""
    from mindspore import Parameter

    seen: dict[int, Any] = {}
    todo = [function]
    while todo:
        item = todo.pop()
        if id(item) in seen:
            continue
        seen[id(item)] = item
        if len(seen) > _MOST:
            raise UnsupportedModelError(f"it reaches more than {_MOST} objects of Python")
        yield item
        if not isinstance(item, Parameter):
            todo += _parts(item)


def _parts(item: Any) -> Iterator[Any]:
    """What an object leads to."""
    from mindspore import nn

    if isinstance(item, types.FunctionType):
        for cell in item.__closure__ or ():
            with suppress(ValueError):  # not yet assigned
                yield cell.cell_contents
        for name in _names(item.__code__):
            if name in item.__globals__:
                yield item.__globals__[name]
        yield getattr(item, "__wrapped__", None)
    elif isinstance(item, types.MethodType):
        yield item.__func__
        yield item.__self__
    elif isinstance(item, nn.Cell):
        yield from item.parameters_dict().values()
    elif isinstance(item, tuple | list | set):
        yield from item
    elif isinstance(item, dict):
        yield from item.values()
    elif not isinstance(item, type | types.ModuleType):
        yield from getattr(item, "__dict__", {}).values()


def _names(code: types.CodeType) -> Iterator[str]:
    """The globals that a function and those inside it may name."""
    yield from code.co_names
    for item in code.co_consts:
        if isinstance(item, types.CodeType):
            yield from _names(item)
