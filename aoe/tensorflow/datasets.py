"""Iterators of datasets whose functions read variables, as an augmentation reads the step number.

Their elements are made by TensorFlow's C code, which Python does not see. So the variables that the
functions captured are released before an element is taken. See `held_variables.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from aoe.tensorflow.held_variables import framework_runs, release

#: The attribute of an iterator that has the handles of these variables.
_HANDLES = "_aoe_handles"


def patch(module: Any) -> None:
    """Lets iterators release variables. `module`: TensorFlow's, of iterators."""
    owned = module.OwnedIterator
    for name in ("_next_internal", "get_next_as_optional"):
        setattr(owned, name, _releasing(getattr(owned, name)))


def _releasing(original: Callable[[Any], Any]) -> Callable[[Any], Any]:
    @wraps(original)
    def taken(self: Any) -> Any:
        handles = self.__dict__.get(_HANDLES)
        if handles is None:
            handles = self.__dict__[_HANDLES] = tuple(_handles(self.__dict__.get("_dataset")))
        if not handles:
            return original(self)
        with framework_runs().one(lambda: release(handles)):
            return original(self)

    return taken


def _handles(dataset: Any) -> Iterator[Any]:
    """The variables that the functions of a dataset captured; None is no dataset."""
    import tensorflow as tf

    todo = [] if dataset is None else [dataset]
    while todo:
        one = todo.pop()
        todo += one._inputs()
        for used in one._functions():
            yield from (item for item in used.function.captured_inputs if item.dtype == tf.resource)
