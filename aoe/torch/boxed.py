"""Functions of a list of arguments, as AOTAutograd calls what computes a graph: they empty the
list, so that a tensor is freed as soon as nobody else needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

#: A function of a list of arguments, which it empties.
Boxed: TypeAlias = Callable[[list[Any]], Sequence[Any]]


def boxed(function: Boxed) -> Boxed:
    """Marks a function as one of a list, for AOTAutograd."""
    function._boxed_call = True  # type: ignore[attr-defined]
    return function
