"""The result of a cell: tensors in tuples, lists and dictionaries, and what never changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np


class ResultForm:
    """The form of a cell's result."""

    def __init__(self, result: Any) -> None:
        """`result`: one result, of MindSpore."""
        self._result = result

    def arrays(self) -> list[np.ndarray]:
        """The tensors of the result, and its numbers, in order."""
        return [np.asarray(item) for item in _leaves(self._result)]

    def filled(self, arrays: Sequence[np.ndarray]) -> Any:
        """A result of this form with other tensors."""
        return _filled(self._result, iter(arrays))


def _leaves(item: Any) -> Iterator[Any]:
    from mindspore import Tensor

    if isinstance(item, tuple | list):
        for part in item:
            yield from _leaves(part)
    elif isinstance(item, dict):
        for part in item.values():
            yield from _leaves(part)
    elif isinstance(item, Tensor):
        yield item.asnumpy()
    elif isinstance(item, bool | int | float):
        yield item


def _filled(item: Any, arrays: Iterator[np.ndarray]) -> Any:
    from mindspore import Tensor

    if isinstance(item, tuple | list):
        return type(item)(_filled(part, arrays) for part in item)
    if isinstance(item, dict):
        return {name: _filled(part, arrays) for name, part in item.items()}
    if isinstance(item, Tensor):
        return Tensor(next(arrays))
    if isinstance(item, bool | int | float):
        next(arrays)
    return item
