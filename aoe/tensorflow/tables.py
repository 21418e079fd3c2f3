"""Tables of whole numbers that functions capture, as layers of Keras keep their vocabulary.

Only those are read that never change: `tf.lookup.StaticHashTable` and its like. A mutable one may
get other keys between two runs.
"""

from __future__ import annotations

import gc
from typing import Any

import numpy as np
import tensorflow as tf
from tensorflow.python.ops.lookup_ops import InitializableLookupTableBase


def table_content(handle: Any) -> tuple[np.ndarray, np.ndarray] | None:
    """Keys and values of the table that a resource is; None if it is none of numbers, or not known
    to stay as it is.
    """
    if not isinstance(handle, tf.Tensor) or not tf.executing_eagerly():
        return None
    for item in gc.get_objects():
        if not issubclass(type(item), InitializableLookupTableBase):
            continue
        if item.resource_handle is not handle:
            continue
        types = (item.key_dtype, item.value_dtype)
        if not types[0].is_integer or not (types[1].is_integer or types[1].is_floating):
            return None
        with tf.init_scope():
            found = tf.raw_ops.LookupTableExportV2(
                table_handle=handle, Tkeys=types[0], Tvalues=types[1]
            )
        return np.asarray(found.keys), np.asarray(found.values)
    return None
