"""Tables of whole numbers that functions capture, as layers of Keras keep their vocabulary.

Only those are read that never change: `tf.lookup.StaticHashTable` and its like. A mutable one may
get other keys between two runs.
"""

from __future__ import annotations

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
    # TensorFlow notes the owner of a resource at its handle. Other tables are not asked: their
    # handles are made when they are first read, which may fail.
    parent = getattr(handle, "_parent_trackable", None)
    table = None if parent is None else parent()
    if not isinstance(table, InitializableLookupTableBase):
        return None
    types = (table.key_dtype, table.value_dtype)
    if not types[0].is_integer or not (types[1].is_integer or types[1].is_floating):
        return None
    try:
        with tf.init_scope():
            found = tf.raw_ops.LookupTableExportV2(
                table_handle=handle, Tkeys=types[0], Tvalues=types[1]
            )
    except tf.errors.OpError:
        # It is not initialized yet. What a lookup gives then is for TensorFlow to say.
        return None
    return np.asarray(found.keys), np.asarray(found.values)
