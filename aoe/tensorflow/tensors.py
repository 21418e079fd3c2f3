"""Tensors of TensorFlow as arrays, and arrays as tensors, without copies.

Import it when TensorFlow is there: it is asked in every call.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.python.distribute import distribute_lib
from tensorflow.python.eager import context, record
from tensorflow.python.eager.polymorphic_function import eager_function_run

#: Element types that are no numbers.
_OTHERS = frozenset({tf.resource, tf.variant, tf.string})
EagerTensor: Any = tf.__internal__.EagerTensor


def runs_eagerly() -> bool:
    """Whether a call computes now, and is no part of a function that is traced."""
    return bool(context.context().executing_eagerly())


def means_one_function() -> bool:
    """Whether a call of now computes what was traced for its shapes before."""
    eager = context.context().executing_eagerly()
    return bool(eager) and not (
        eager_function_run.RUN_FUNCTIONS_EAGERLY or distribute_lib.has_strategy()
    )


def is_recorded() -> bool:
    """Whether a tape may record what is called now."""
    return bool(record.could_possibly_record())


def arrays_of(tensors: Sequence[Any]) -> list[np.ndarray] | None:
    """Tensors as arrays that share their memory; None if some are no tensors of numbers."""
    found = []
    for item in tensors:
        if not isinstance(item, EagerTensor):
            return None
        dtype = item.dtype
        if dtype in _OTHERS or not dtype.is_numpy_compatible:
            return None
        found.append(np.asarray(item))
    return found


def tensors_of(arrays: Sequence[np.ndarray]) -> list[Any]:
    """Arrays as tensors. They share the memory of those that lie as TensorFlow wants it, which
    nothing else may change afterwards; others are copied.
    """
    here = context.context()
    here.ensure_initialized()
    return [EagerTensor(item, here.device_name, None) for item in arrays]
