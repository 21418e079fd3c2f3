"""Operators that move, choose and join elements, and products of matrices."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import tensorflow as tf

from tests.frontends.tensorflow.made_cases.table import IMAGE, CaseTable

TABLE = CaseTable()
case, normal, whole = TABLE.case, TABLE.normal, TABLE.whole
raw = tf.raw_ops


def _texts(logits: Any, lengths: Any, *, merged: bool) -> list[Any]:
    (texts,), _ = tf.nn.ctc_greedy_decoder(logits, lengths, merge_repeated=merged)
    return [texts.indices, texts.values, texts.dense_shape, tf.sparse.to_dense(texts, -1)]


case(
    "strided slice",
    lambda x: (x[1, ::-1, 1:-1, ...], x[..., 0], x[:, tf.newaxis, 2:, 4:1:-2]),
    IMAGE,
)
case("slice", lambda x: tf.slice(x, [0, 1, 2, 0], [-1, 3, -1, 2]), IMAGE)
case(
    "pads",
    lambda x: (
        tf.pad(x, [[1, 0], [2, 1]]),
        tf.pad(x, [[1, 2], [3, 2]], "REFLECT"),
        tf.pad(x, [[3, 2], [1, 5]], "SYMMETRIC"),
    ),
    normal(3, 5),
)
case("shape arithmetic", lambda x: tf.reshape(x, [tf.shape(x)[0] * tf.shape(x)[1], -1]), IMAGE)
case(
    "pack", lambda x, y: (tf.stack([x, y], 1), tf.unstack(x, axis=1)[2]), normal(3, 5), normal(3, 5)
)
case("split", lambda x: tf.split(x, [1, -1, 2], 1), normal(3, 7))
case(
    "gather",
    lambda x, i: (tf.gather(x, i, axis=1), tf.gather(x, i)),
    normal(4, 5),
    whole(0, 4, 2, 3),
)
case(
    "gather in batches",
    lambda x, i: (tf.gather(x, i, axis=1, batch_dims=1), tf.gather(x, i, axis=2, batch_dims=1)),
    normal(2, 5, 4),
    whole(0, 4, 2, 3),
)
case("gather nd", lambda x, i: tf.gather_nd(x, i), normal(4, 5, 3), whole(0, 4, 6, 2))
case(
    "scatter",
    lambda x, u: (
        tf.scatter_nd([[1], [0], [1]], u, [4, 5]),
        tf.tensor_scatter_nd_update(x, [[2], [0], [1]], u),
    ),
    normal(4, 5),
    normal(3, 5),
)
case(
    "one hot", lambda i: (tf.one_hot(i, 4), tf.one_hot(i, 4, 2.0, -1.0, axis=0)), whole(-1, 5, 3, 2)
)
case(
    "fills",
    lambda x: (tf.fill([2, 3], x[0, 0]), tf.broadcast_to(x, [2, 3, 5]), tf.zeros_like(x) + x),
    normal(3, 5),
)
case(
    "band", lambda x: (tf.linalg.band_part(x, -1, 0), tf.linalg.band_part(x, 1, 2)), normal(2, 5, 6)
)
case(
    "matmul",
    lambda x, y: (
        tf.matmul(x, y, transpose_a=True),
        tf.matmul(y, x, adjoint_b=False, transpose_a=True),
    ),
    normal(4, 3),
    normal(4, 5),
)
case("batch matmul", lambda x, y: tf.matmul(x, y, adjoint_b=True), normal(2, 3, 4), normal(5, 4))
case(
    "einsum",
    lambda x, y: (tf.einsum("abc,cd->abd", x, y), tf.einsum("...c,cd->...d", x, y)),
    normal(2, 3, 4),
    normal(4, 5),
)
case("segments", lambda x: tf.math.unsorted_segment_sum(x, [0, 2, -1, 0], 4), normal(4, 3))
SEGMENTS = np.asarray([0, 3, 1, 3, -1, 0], np.int32)
SQUARES = normal(2, 3, 3)
case(
    "segments of data",
    lambda x, i: tuple(
        getattr(tf.math, f"unsorted_segment_{kind}")(x, i, 5)
        for kind in ("sum", "max", "min", "prod", "mean")
    ),
    normal(6, 3),
    SEGMENTS,
)
case(
    "scatter extremes",
    lambda x, i, u: (
        tf.tensor_scatter_nd_max(x, i, u),
        tf.tensor_scatter_nd_min(x, i, u),
        tf.tensor_scatter_nd_sub(x, i, u),
    ),
    normal(6, 3),
    np.asarray([[0], [3], [3]], np.int32),
    normal(3, 3),
)
case(
    "running products",
    lambda x: tuple(
        tf.math.cumprod(x, 1, exclusive=exclusive, reverse=reverse)
        for exclusive in (False, True)
        for reverse in (False, True)
    ),
    normal(3, 5),
)
case(
    "diagonals",
    lambda x: (
        *(tf.linalg.diag_part(x), tf.linalg.diag(x[:, 0]), tf.linalg.set_diag(x, x[:, :, 0])),
        tf.linalg.diag_part(x[:, :2]),
        tf.linalg.trace(x),
    ),
    SQUARES,
)
case("reversed starts", lambda x, n: tf.reverse_sequence(x, n, 1), normal(3, 5, 2), whole(0, 5, 3))
case(
    "spectra",
    lambda x: (
        *(tf.abs(tf.signal.rfft(x)), tf.math.real(tf.signal.rfft(x, [6]))),
        tf.math.imag(tf.signal.rfft(x, [12])),
    ),
    normal(2, 9),
)


case(
    "buckets",
    lambda x, y: (
        raw.Bucketize(input=x, boundaries=[-1.0, 0.0, 0.5]),
        raw.Bucketize(input=y, boundaries=[1.0, 3.0, 6.0]),
    ),
    normal(3, 5),
    whole(0, 8, 2, 4),
)
case(
    "counted numbers",
    lambda x, w: [
        raw.DenseBincount(input=x, size=6, weights=tf.constant([], tf.float32)),
        raw.DenseBincount(input=x, size=9, weights=tf.constant([], tf.int64), binary_output=True),
        raw.DenseBincount(input=x[0], size=9, weights=tf.constant([], tf.int32)),
        raw.DenseBincount(input=x, size=6, weights=w),
    ],
    whole(0, 8, 2, 7),
    normal(2, 7),
)
case(
    "sorted segments",
    lambda x: [
        function(x, [0, 0, 1, 3, 3, 3])
        for function in (
            *(tf.math.segment_sum, tf.math.segment_mean, tf.math.segment_max),
            *(tf.math.segment_min, tf.math.segment_prod),
        )
    ],
    normal(6, 4),
)
case(
    "targets among the largest",
    lambda x: [tf.math.in_top_k([1, 3, 0, 2, 9], x, count) for count in (1, 2, 5)],
    normal(5, 7),
)
case(
    "targets among the largest of rows that are not finite",
    lambda x: [tf.math.in_top_k([2, 0, 0, 0, 0, 1], x, count) for count in (1, 3)],
    np.array(
        [
            *([1, 2, 3], [np.inf, 0, 1], [1, np.nan, 0]),
            *([1, 0, np.nan], [2, np.inf, 0], [-np.inf, 1, 0]),
        ],
        np.float32,
    ),
)
case(
    "places in order",
    lambda x: [
        tf.searchsorted(tf.constant([[-1.0, 0.0, 0.5, 0.5], [0.0, 0.5, 1.0, 2.0]]), x, side)
        for side in ("left", "right")
    ],
    np.round(normal(2, 6) * 2) / 2,
)
case("determinant", tf.linalg.det, normal(2, 3, 3))
for _merged in (True, False):
    case(
        f"texts of greedy paths{', repetitions merged' if _merged else ''}",
        partial(_texts, merged=_merged),
        normal(9, 4, 3),
        np.asarray([9, 5, 0, 7], np.int32),
    )
case(
    "dense numbers of known indices",
    lambda x: tf.sparse.to_dense(tf.SparseTensor([[0, 1], [2, 0], [2, 3]], x, [3, 4]), -1.0),
    normal(3),
)
case(
    "probability of a greedy path",
    lambda x, n: tf.nn.ctc_greedy_decoder(x, n)[1],
    normal(5, 3, 4),
    np.asarray([5, 2, 3], np.int32),
)
