"""Operators on bytes, which are in `CASES` of `cases.py`."""

from __future__ import annotations

import numpy as np

from tests.frontends.tflite.case import (
    CONV,
    IMAGE,
    POOL,
    SAME,
    VALID,
    Case,
    Random,
    bias,
    byte,
    i32,
    result,
    weight,
)

BYTES: dict[str, Case] = {
    "conv": Case(
        "CONV_2D",
        [byte(*IMAGE), weight(5, 3, 3, 4), bias(5)],
        {**CONV, "padding": SAME, "stride_h": 2},
        [result(0.2)],
    ),
    "conv_relu6": Case(
        "CONV_2D",
        [byte(*IMAGE), weight(5, 3, 3, 4), bias(5)],
        {**CONV, "padding": VALID, "activation": 3},
        [result(0.1, -20)],
    ),
    "conv_one_scale": Case(
        "CONV_2D",
        [byte(*IMAGE), weight(5, 1, 1, 4, axis=None), bias(5)],
        {**CONV, "padding": VALID, "activation": 1},
        [result(0.1, -128)],
    ),
    "depthwise": Case(
        "DEPTHWISE_CONV_2D",
        [byte(*IMAGE), weight(1, 3, 3, 4, axis=3), bias(4)],
        {**CONV, "padding": SAME, "multiplier": 1},
        [result(0.1)],
    ),
    "fully_connected": Case(
        "FULLY_CONNECTED",
        [byte(3, 16), weight(5, 16, axis=None), bias(5)],
        {"activation": 0},
        [result(0.2)],
    ),
    "fully_connected_relu": Case(
        "FULLY_CONNECTED",
        [byte(3, 16), weight(5, 16), bias(5)],
        {"activation": 1},
        [result(0.1, -10)],
    ),
    "fully_connected_bare": Case(
        "FULLY_CONNECTED", [byte(3, 16), weight(5, 16, axis=None), None], {}, [result(0.2)]
    ),
    "add": Case(
        "ADD", [byte(*IMAGE), byte(*IMAGE, scale=0.03, zero=-7)], {"activation": 1}, [result(0.09)]
    ),
    "sub": Case("SUB", [byte(*IMAGE), byte(*IMAGE, scale=0.03)], {}, [result(0.09)]),
    "mul": Case("MUL", [byte(*IMAGE), byte(*IMAGE, scale=0.03)], {}, [result(0.3)]),
    "average_pool": Case(
        "AVERAGE_POOL_2D", [byte(*IMAGE)], {**POOL, "padding": SAME}, [result(0.05, 3)]
    ),
    "average_pool_even": Case(
        "AVERAGE_POOL_2D",
        [byte(2, 9, 8, 5, zero=-4)],
        {"stride_w": 1, "stride_h": 1, "filter_w": 2, "filter_h": 2, "padding": VALID},
        [result(0.05, -4)],
    ),
    "average_pool_clipped": Case(
        "AVERAGE_POOL_2D",
        [byte(*IMAGE, scale=0.8)],
        {**POOL, "padding": SAME, "activation": 3},
        [result(0.8, 3)],
    ),
    "unsigned_average_pool": Case(
        "AVERAGE_POOL_2D",
        [byte(2, 9, 8, 5, zero=120, kind="UINT8")],
        {**POOL, "filter_w": 4, "padding": SAME},
        [result(0.05, 120, "UINT8")],
    ),
    "max_pool_clipped": Case(
        "MAX_POOL_2D",
        [byte(*IMAGE, scale=0.8)],
        {**POOL, "padding": SAME, "activation": 3},
        [result(0.8, 3)],
    ),
    "max_pool": Case(
        "MAX_POOL_2D", [byte(*IMAGE)], {**POOL, "padding": SAME, "activation": 1}, [result(0.05, 3)]
    ),
    "mean": Case("MEAN", [byte(*IMAGE), i32(1, 2)], {"keep_dims": 1}, [result(0.02)]),
    "softmax": Case("SOFTMAX", [byte(3, 9)], {"beta": 1}, [result(1 / 256, -128)]),
    "logistic": Case("LOGISTIC", [byte(*IMAGE)], {}, [result(1 / 256, -128)]),
    "tanh": Case("TANH", [byte(*IMAGE)], {}, [result(1 / 128, 0)]),
    "hard_swish": Case("HARD_SWISH", [byte(*IMAGE)], {}, [result(0.05)]),
    "leaky_relu": Case("LEAKY_RELU", [byte(*IMAGE)], {"alpha": 0.2}, [result(0.05)]),
    "concatenation": Case(
        "CONCATENATION", [byte(*IMAGE), byte(*IMAGE)], {"axis": 3}, [result(0.05, 3)]
    ),
    "pad": Case(
        "PAD",
        [byte(*IMAGE), np.asarray([[0, 0], [1, 2], [0, 3], [1, 0]], np.int32)],
        {},
        [result(0.05, 3)],
    ),
    "reshape": Case(
        "RESHAPE", [byte(*IMAGE), i32(2, -1)], {"new_shape": [2, -1]}, [result(0.05, 3)]
    ),
    "scatter": Case(
        "SCATTER_ND",
        [np.asarray([[1], [3], [1]], np.int32), byte(3, 2), i32(5, 2)],
        {},
        [result(0.05, 3)],
    ),
    "diagonal": Case("MATRIX_DIAG", [byte(2, 3)], {}, [result(0.05, 3)]),
    "transpose": Case("TRANSPOSE", [byte(*IMAGE), i32(0, 3, 1, 2)], {}, [result(0.05, 3)]),
    "resize_bilinear": Case(
        "RESIZE_BILINEAR", [byte(*IMAGE), i32(7, 9)], {"half_pixel_centers": 1}, [result(0.05, 3)]
    ),
    "resize_bilinear_drifting": Case(
        "RESIZE_BILINEAR",
        [byte(1, 20, 4, 2), i32(200, 7)],
        {"half_pixel_centers": 1},
        [result(0.05, 3)],
    ),
    "resize_bilinear_drifting_corners": Case(
        "RESIZE_BILINEAR", [byte(1, 3, 60, 2), i32(5, 200)], {"align_corners": 1}, [result(0.05, 3)]
    ),
    "resize_bilinear_drifting_multiples": Case(
        "RESIZE_BILINEAR", [byte(1, 20, 4, 2), i32(200, 7)], {}, [result(0.05, 3)]
    ),
    "resize_bilinear_doubled": Case(
        "RESIZE_BILINEAR", [byte(2, 9, 8, 3), i32(18, 16)], {}, [result(0.05, 3)]
    ),
    "resize_bilinear_doubled_half": Case(
        "RESIZE_BILINEAR",
        [byte(2, 9, 8, 3), i32(18, 32)],
        {"half_pixel_centers": 1},
        [result(0.05, 3)],
    ),
    "resize_bilinear_uneven": Case(
        "RESIZE_BILINEAR", [byte(2, 9, 8, 3), i32(12, 14)], {}, [result(0.05, 3)]
    ),
    "resize_bilinear_uneven_corners": Case(
        "RESIZE_BILINEAR", [byte(2, 9, 8, 3), i32(17, 12)], {"align_corners": 1}, [result(0.05, 3)]
    ),
    "unsigned_resize_bilinear_doubled": Case(
        "RESIZE_BILINEAR",
        [byte(1, 9, 8, 3, zero=120, kind="UINT8"), i32(18, 16)],
        {},
        [result(0.05, 120, "UINT8")],
    ),
    "unsigned_resize_bilinear": Case(
        "RESIZE_BILINEAR",
        [byte(1, 20, 4, 2, zero=120, kind="UINT8"), i32(200, 7)],
        {"half_pixel_centers": 1},
        [result(0.05, 120, "UINT8")],
    ),
    "resize_nearest": Case(
        "RESIZE_NEAREST_NEIGHBOR",
        [byte(*IMAGE), i32(10, 8)],
        {"half_pixel_centers": 1},
        [result(0.05, 3)],
    ),
    "one_hot_of_other_steps": Case(
        "ONE_HOT",
        [
            i32(3, 0, -1, 2),
            np.asarray(4, np.int32),
            Random((), True, "INT8", (0.004,), (-128,)),
            Random((), True, "INT8", (0.01,), (5,)),
        ],
        {"axis": -1},
        [result(0.02, -7)],
    ),
    "quantize": Case("QUANTIZE", [IMAGE], {}, [result(0.02)]),
    "quantize_to_unsigned": Case("QUANTIZE", [byte(*IMAGE)], {}, [result(0.05, 131, "UINT8")]),
    "dequantize": Case("DEQUANTIZE", [byte(*IMAGE)], {}, [Random(())]),
    "unsigned_conv": Case(
        "CONV_2D",
        [
            byte(*IMAGE, zero=120, kind="UINT8"),
            Random((5, 3, 3, 4), True, "UINT8", (0.02,), (131,)),
            bias(5),
        ],
        {**CONV, "padding": SAME},
        [result(0.4, 110, "UINT8")],
    ),
    "unsigned_fully_connected": Case(
        "FULLY_CONNECTED",
        [
            byte(3, 16, zero=120, kind="UINT8"),
            Random((5, 16), True, "UINT8", (0.02,), (131,)),
            bias(5),
        ],
        {},
        [result(0.4, 110, "UINT8")],
    ),
    "fully_connected_one_output_scale": Case(
        "FULLY_CONNECTED",
        [byte(3, 16), weight(5, 16), bias(5)],
        {"activation": 1},
        [result(0.3, -128)],
    ),
    "transpose_conv": Case(
        "TRANSPOSE_CONV",
        [i32(2, 10, 8, 3), weight(3, 3, 3, 4), byte(*IMAGE), bias(3)],
        {"padding": SAME, "stride_w": 2, "stride_h": 2},
        [result(0.2)],
    ),
}
