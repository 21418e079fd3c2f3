"""The parameters that a function of Python reaches: those of cells that it names.

A graph of a function with `@jit` knows its parameters by name. The objects are in the variables
that the function and those it calls close over, in globals that it names, and in the object whose
method it is.
"""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

from aoe.errors import UnsupportedModelError

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
