"""Operators on words, activations of int16, which are in `CASES` of `cases.py`."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from tests.frontends.tflite.case import (
    CONV,
    IMAGE,
    POOL,
    SAME,
    VALID,
    Case,
    Operand,
    Random,
    i32,
    weight,
)


def word(*shape: int, scale: float = 0.0003, low: int = -30000, high: int = 30000) -> Random:
    """An input of words."""
    return Random(shape, False, "INT16", (scale,), (0,), 0, low, high)


def long_bias(count: int, kind: str = "INT64") -> Random:
    """Constants of 64 bits."""
    return Random((count,), True, kind, low=-90000, high=90000)


def one(scale: float = 0.0004) -> Random:
    """A result of words."""
    return Random((), False, "INT16", (scale,), (0,))


def _of_one(
    kind: str,
    operand: Operand,
    scale: float = 0.0004,
    options: Mapping[str, float] | None = None,
) -> Case:
    return Case(kind, [operand], options or {}, [one(scale)])


_PADS = np.asarray([[0, 0], [1, 2], [0, 3], [1, 0]], np.int32)
_FLOAT, _SHORT, _LONG = 0, 2, 4
_UNIT = 1 / 32768
WORDS: dict[str, Case] = {
    "conv": Case(
        "CONV_2D",
        [word(*IMAGE), weight(5, 3, 3, 4), long_bias(5)],
        {**CONV, "padding": SAME, "stride_h": 2},
        [one(0.0007)],
    ),
    "conv_relu6": Case(
        "CONV_2D",
        [word(*IMAGE), weight(5, 3, 3, 4), long_bias(5)],
        {**CONV, "padding": VALID, "activation": 3},
        [one(0.0007)],
    ),
    "conv_short": Case(
        "CONV_2D",
        [word(*IMAGE), weight(5, 3, 3, 4), long_bias(5, "INT32")],
        {**CONV, "padding": SAME, "bias_type": _SHORT},
        [one(0.0007)],
    ),
    "depthwise": Case(
        "DEPTHWISE_CONV_2D",
        [word(*IMAGE), weight(1, 3, 3, 4, axis=3), long_bias(4)],
        {**CONV, "padding": SAME, "multiplier": 1},
        [one()],
    ),
    "fully_connected": Case(
        "FULLY_CONNECTED",
        [word(3, 16), weight(5, 16, axis=None), long_bias(5)],
        {"bias_type": _LONG},
        [one(0.001)],
    ),
    "fully_connected_many": Case(
        "FULLY_CONNECTED",
        [word(3, 16), weight(5, 16), None],
        {"activation": 1, "bias_type": _LONG},
        [one(0.001)],
    ),
    "fully_connected_short": Case(
        "FULLY_CONNECTED",
        [word(3, 16, scale=0.00003), weight(5, 16), None],
        {"bias_type": _FLOAT},
        [one(0.0001)],
    ),
    "fully_connected_short_bias": Case(
        "FULLY_CONNECTED",
        [word(3, 16), weight(5, 16, axis=None), long_bias(5, "INT32")],
        {"bias_type": _SHORT},
        [one(0.001)],
    ),
    "transpose_conv": Case(
        "TRANSPOSE_CONV",
        [i32(2, 10, 8, 3), weight(3, 3, 3, 4), word(*IMAGE), long_bias(3)],
        {"padding": SAME, "stride_w": 2, "stride_h": 2},
        [one(0.0007)],
    ),
    "batch_matmul": Case(
        "BATCH_MATMUL", [word(2, 3, 8), word(2, 5, 8)], {"adj_y": 1}, [one(0.005)]
    ),
    "add": Case("ADD", [word(*IMAGE), word(*IMAGE, scale=0.0002)], {"activation": 1}, [one()]),
    "sub": Case("SUB", [word(*IMAGE), word(4, scale=0.0002)], {}, [one()]),
    "mul": Case("MUL", [word(*IMAGE), word(*IMAGE, scale=0.0002)], {}, [one(0.0017)]),
    "maximum": Case("MAXIMUM", [word(*IMAGE), word(*IMAGE)], {}, [one(0.0003)]),
    "relu": _of_one("RELU", word(*IMAGE), 0.00025),
    "relu6": _of_one("RELU6", word(*IMAGE), 0.00025),
    "leaky_relu": _of_one("LEAKY_RELU", word(*IMAGE), options={"alpha": 0.2}),
    "leaky_relu_falling": _of_one("LEAKY_RELU", word(*IMAGE), options={"alpha": -0.7}),
    "abs": _of_one("ABS", word(*IMAGE), 0.00035),
    "logistic": _of_one("LOGISTIC", word(*IMAGE), _UNIT),
    "tanh": _of_one("TANH", word(*IMAGE, scale=0.0001), _UNIT),
    "logistic_of_power": _of_one("LOGISTIC", word(*IMAGE, scale=2**-12), _UNIT),
    "tanh_of_power": _of_one("TANH", word(*IMAGE, scale=2**-12), _UNIT),
    "tanh_of_next_power": _of_one("TANH", word(*IMAGE, scale=2**-11), _UNIT),
    "exp": _of_one("EXP", word(*IMAGE, scale=0.0001), 0.0006),
    "log": _of_one("LOG", word(*IMAGE), 0.0003),
    "rsqrt": _of_one("RSQRT", word(*IMAGE, low=-5), 0.0001),
    "gelu": _of_one("GELU", word(*IMAGE, scale=0.0001), 0.0001),
    "gelu_tanh": _of_one("GELU", word(*IMAGE, scale=0.0001), 0.0001, {"approximate": 1}),
    "softmax": _of_one("SOFTMAX", word(3, 9, scale=0.0001), _UNIT, {"beta": 1}),
    "softmax_wide": _of_one("SOFTMAX", word(2, 70, scale=0.00002), _UNIT, {"beta": 1.5}),
    "average_pool": _of_one("AVERAGE_POOL_2D", word(2, 9, 8, 5), 0.0003, {**POOL, "padding": SAME}),
    "max_pool": _of_one(
        "MAX_POOL_2D", word(*IMAGE), 0.0003, {**POOL, "padding": SAME, "activation": 3}
    ),
    "mean": Case("MEAN", [word(*IMAGE), i32(1, 2)], {"keep_dims": 1}, [one(0.0002)]),
    "sum": Case("SUM", [word(*IMAGE), i32(2)], {}, [one(0.001)]),
    "reduce_max": Case("REDUCE_MAX", [word(*IMAGE), i32(1)], {}, [one(0.0003)]),
    "resize_bilinear": Case(
        "RESIZE_BILINEAR",
        [word(*IMAGE), i32(7, 9)],
        {"half_pixel_centers": 1},
        [one(0.0003)],
    ),
    "concatenation": Case(
        "CONCATENATION", [word(*IMAGE), word(*IMAGE)], {"axis": 3}, [one(0.0003)]
    ),
    "pad": Case("PAD", [word(*IMAGE), _PADS], {}, [one(0.0003)]),
    "quantize": Case("QUANTIZE", [IMAGE], {}, [one(0.0001)]),
    "quantize_again": _of_one("QUANTIZE", word(*IMAGE), 0.00047),
    "quantize_to_bytes": Case(
        "QUANTIZE", [word(*IMAGE)], {}, [Random((), False, "INT8", (0.08,), (-3,))]
    ),
    "dequantize": Case("DEQUANTIZE", [word(*IMAGE)], {}, [Random(())]),
}
