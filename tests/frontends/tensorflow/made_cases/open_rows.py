"""Rows whose number depends on data, as outputs."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from tests.frontends.tensorflow.made_cases.table import CaseTable

TABLE = CaseTable()
case, normal, whole = TABLE.case, TABLE.normal, TABLE.whole

case(
    "places where a condition holds",
    lambda x: (tf.where(x > 0), tf.where(x[0] > 0), tf.where(x > 9)),
    normal(3, 5),
)
case(
    "rows for which a mask holds",
    lambda x: (tf.boolean_mask(x, x[:, 0] > 0) * 2.0 + 1.0, tf.boolean_mask(x, x > 0.5)),
    normal(7, 3),
)
case(
    "different elements",
    lambda x, y: (*tf.unique(x, tf.int64), *tf.unique_with_counts(x), *tf.unique(y)),
    whole(0, 5, 12),
    np.asarray([1, np.nan, 1, 0, np.nan, -0.0], np.float32),
)
case(
    "what is computed of different elements",
    lambda x, table: (
        tf.gather(table, tf.unique(x)[0]) * 2.0,
        tf.cast(tf.unique(x)[1], tf.float32) + 0.5,
        tf.gather(table, tf.unique(x)[1]),
    ),
    whole(0, 5, 9),
    normal(5, 2),
)
case(
    "rows that are dealt out",
    lambda x, n: (*tf.dynamic_partition(x, n, 3), *tf.dynamic_partition(x, [0, 2, 0, 2, 2], 3)),
    normal(5, 2),
    whole(0, 3, 5),
)
case(
    "rows that are put together",
    lambda x, y: (
        tf.dynamic_stitch([[0, 2, 4], [1, 3, 2]], [x, y]),
        tf.dynamic_stitch([[[0, 3, 1]], 2], [x[tf.newaxis], y[0]]),
    ),
    normal(3, 2),
    normal(3, 2),
)
case(
    "vectors at right angles, and an order that is undone",
    lambda x, y, n: (tf.linalg.cross(x, y), tf.math.invert_permutation(tf.argsort(n))),
    normal(4, 3),
    normal(4, 3),
    whole(0, 99, 7),
)
