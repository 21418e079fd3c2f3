"""Tensors of TensorFlow as arrays, and arrays as tensors, without copies.

Import it when TensorFlow is there: it is asked in every call.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.python.distribute import distribute_lib
from tensorflow.python.dlpack.dlpack import from_dlpack
from tensorflow.python.eager import context, record
from tensorflow.python.eager.polymorphic_function import eager_function_run
from tensorflow.python.framework import ops

from aoe.runtime.addressed_array import address_of
from aoe.training.program import ALIGNMENT

#: Element types that are no numbers.
_OTHERS = frozenset({tf.resource, tf.variant, tf.string})
EagerTensor: Any = tf.__internal__.EagerTensor


def is_of_numbers(dtype: Any) -> bool:
    """Whether tensors of an element type are arrays."""
    return dtype not in _OTHERS and bool(dtype.is_numpy_compatible)


@cache
def _is_of_numbers(number: int) -> bool:
    """As `is_of_numbers`, by TensorFlow's number of the element type."""
    return is_of_numbers(tf.as_dtype(number))


def runs_eagerly() -> bool:
    """Whether a call computes now, and is no part of a function that is traced."""
    return bool(context.context().executing_eagerly())


def means_one_function() -> bool:
    """Whether a call of now computes what was traced for its shapes before."""
    if not runs_eagerly() or eager_function_run.RUN_FUNCTIONS_EAGERLY:
        return False
    # Most processes never have a strategy, and an empty stack is known at once.
    scopes = ops.get_default_graph()._distribution_strategy_stack
    return not (scopes and distribute_lib.has_strategy())


def kinds_of(tensors: Sequence[Any]) -> tuple[Any, ...] | None:
    """The element types and shapes of tensors; None if some are no tensors with values."""
    found: list[Any] = []
    for item in tensors:
        if not isinstance(item, EagerTensor):
            return None
        found += item._datatype_enum(), item._shape_tuple()
    return tuple(found)


def is_recorded() -> bool:
    """Whether a tape may record what is called now."""
    return bool(record.could_possibly_record())


def arrays_of(tensors: Sequence[Any]) -> list[np.ndarray] | None:
    """Tensors as arrays that share their memory; None if some are no tensors of numbers."""
    found = []
    for item in tensors:
        if not isinstance(item, EagerTensor):
            return None
        if not _is_of_numbers(item._datatype_enum()):
            return None
        found.append(np.asarray(item))
    return found


def tensors_of(arrays: Sequence[np.ndarray]) -> list[Any]:
    """Arrays as tensors. They share the memory of those that lie as TensorFlow wants it, which
    nothing else may change afterwards; others are copied.
    """
    here = context.context()
    here.ensure_initialized()
    place = here.device_name
    return [
        # The shorter way, by far where a net has filled the caches of the processor.
        from_dlpack(item.__dlpack__())
        if not place and _is_exported(item)
        else EagerTensor(item, place, None)
        for item in arrays
    ]


def _is_exported(array: np.ndarray) -> bool:
    """Whether an array goes through DLPack as it is, and lies as TensorFlow wants it."""
    flags = array.flags
    return (
        array.dtype.kind in "fiu"
        and flags.c_contiguous
        and flags.writeable
        and array.size > 0
        and address_of(array) % ALIGNMENT == 0
    )
