"""Arguments that are tuples or lists of tensors, such as the gradients that an optimizer takes.

A graph has a tensor for each input. So a function of the tensors alone is exported, which puts them
together again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

#: For each argument the number of its tensors; None for a tensor.
Grouping = tuple[int | None, ...]


def grouping(arguments: Sequence[Any]) -> Grouping:
    """Which arguments are tuples or lists."""
    return tuple(len(item) if isinstance(item, tuple | list) else None for item in arguments)


def flat(arguments: Sequence[Any]) -> list[Any]:
    """The tensors of arguments, in order. What else is among them stays."""
    return [
        part for item in arguments for part in (item if isinstance(item, tuple | list) else (item,))
    ]


def of_tensors(function: Any, counts: Grouping) -> Callable[..., Any]:
    """A function of tensors, with source that MindSpore reads. `function`: a cell or a function
    that takes arguments of this grouping.
    """
    begins, begin = [], 0
    for count in counts:
        begins.append((begin, -1 if count is None else begin + count))
        begin += 1 if count is None else count
    spans = tuple(begins)

    def called(*tensors: Any) -> Any:
        grouped: Any = ()
        for first, end in spans:
            if end < 0:
                grouped += (tensors[first],)
            else:
                grouped += (tensors[first:end],)
        return function(*grouped)

    return called
