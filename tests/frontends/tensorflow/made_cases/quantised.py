"""Quantised values."""

from __future__ import annotations

import numpy as np
import tensorflow as tf

from tests.frontends.tensorflow.made_cases.table import POSITIVE, CaseTable

TABLE = CaseTable()
case, normal = TABLE.case, TABLE.normal
raw = tf.raw_ops

for mode in ("MIN_COMBINED", "MIN_FIRST", "SCALED"):
    for kind, dtype in ((tf.quint8, np.uint8), (tf.qint8, np.int8)):
        codes = TABLE.random.integers(np.iinfo(dtype).min, np.iinfo(dtype).max, (3, 5)).astype(
            dtype
        )
        case(
            f"dequantize {mode} {kind.name}",
            lambda x, c=codes, k=kind, m=mode: (
                x
                + raw.Dequantize(
                    input=tf.bitcast(tf.constant(c), k), min_range=-1.3, max_range=2.1, mode=m
                )
            ),
            normal(3, 5),
        )
case(
    "fake quantize",
    lambda x: (
        tf.quantization.fake_quant_with_min_max_vars(x, -1.2, 2.3),
        tf.quantization.fake_quant_with_min_max_args(x, narrow_range=True, num_bits=4),
    ),
    normal(6, 7) * 2,
)
case(
    "fake quantize channels",
    lambda x: tf.quantization.fake_quant_with_min_max_vars_per_channel(
        x, -POSITIVE[0], POSITIVE[1]
    ),
    normal(6, 5),
)
case(
    "quantize and dequantize",
    lambda x: tf.quantization.quantize_and_dequantize_v2(x, -1.5, 1.0, range_given=True),
    normal(6, 7),
)
