"""Small files of one operator, whose results TFLite's interpreter has computed.

`python -m tests.frontends.tflite.make_expected` writes the results (needs `ai-edge-litert`).
"""

from __future__ import annotations

import numpy as np

from tests.frontends.tflite.byte_cases import BYTES
from tests.frontends.tflite.case import (
    BOOL,
    CONV,
    IMAGE,
    INT,
    POOL,
    POSITIVE,
    SAME,
    VALID,
    Case,
    Random,
    i32,
)
from tests.frontends.tflite.rare_cases import RARE
from tests.frontends.tflite.recurrent_cases import RECURRENT
from tests.frontends.tflite.word_cases import WORDS

#: Options of convolutions of volumes.
_VOLUME = {f"{option}_{axis}": 1 for option in ("stride", "dilation") for axis in ("d", "h", "w")}
_FLOATS: dict[str, Case] = {
    "conv_same": Case(
        "CONV_2D",
        [IMAGE, Random((5, 3, 3, 4)), Random((5,))],
        {**CONV, "padding": SAME, "stride_h": 2, "activation": 1},
    ),
    "conv_valid": Case(
        "CONV_2D",
        [IMAGE, Random((5, 2, 3, 4)), Random((5,))],
        {**CONV, "padding": VALID, "stride_w": 2, "activation": 3},
    ),
    "conv_dilated": Case(
        "CONV_2D",
        [IMAGE, Random((3, 3, 3, 4)), Random((3,))],
        {**CONV, "padding": SAME, "dilation_h": 2, "dilation_w": 3},
    ),
    "conv_grouped": Case(
        "CONV_2D", [IMAGE, Random((6, 3, 3, 2)), Random((6,))], {**CONV, "padding": SAME}
    ),
    "depthwise": Case(
        "DEPTHWISE_CONV_2D",
        [IMAGE, Random((1, 3, 3, 8)), Random((8,))],
        {**CONV, "padding": SAME, "stride_w": 2, "stride_h": 2, "multiplier": 2, "activation": 2},
    ),
    "transpose_conv_same": Case(
        "TRANSPOSE_CONV",
        [i32(2, 10, 8, 3), Random((3, 3, 3, 4)), IMAGE],
        {"padding": SAME, "stride_w": 2, "stride_h": 2},
    ),
    "transpose_conv_odd": Case(
        "TRANSPOSE_CONV",
        [i32(2, 9, 7, 3), Random((3, 4, 2, 4)), IMAGE, Random((3,))],
        {"padding": SAME, "stride_w": 2, "stride_h": 2},
    ),
    "transpose_conv_valid": Case(
        "TRANSPOSE_CONV",
        [i32(2, 11, 9, 3), Random((3, 3, 3, 4)), IMAGE],
        {"padding": VALID, "stride_w": 2, "stride_h": 2},
    ),
    "conv_3d_same": Case(
        "CONV_3D",
        [(2, 5, 6, 7, 4), Random((3, 2, 3, 4, 5)), Random((5,))],
        {**_VOLUME, "padding": SAME, "stride_d": 2, "stride_w": 2, "activation": 1},
    ),
    "conv_3d_dilated": Case(
        "CONV_3D",
        [(1, 7, 8, 9, 2), Random((2, 3, 2, 2, 3)), Random((3,))],
        {**_VOLUME, "padding": VALID, "dilation_d": 2, "dilation_h": 3, "dilation_w": 2},
    ),
    "conv_3d_transpose_same": Case(
        "CONV_3D_TRANSPOSE",
        [i32(1, 6, 5, 8, 3), Random((3, 2, 3, 3, 4)), (1, 3, 5, 4, 4), Random((3,))],
        {**_VOLUME, "padding": SAME, "stride_d": 2, "stride_w": 2, "activation": 1},
    ),
    "conv_3d_transpose_valid": Case(
        "CONV_3D_TRANSPOSE",
        [i32(1, 7, 6, 6, 3), Random((3, 2, 3, 3, 4)), (1, 3, 5, 4, 4)],
        {**_VOLUME, "padding": VALID, "stride_d": 2},
    ),
    "max_pool": Case("MAX_POOL_2D", [IMAGE], {**POOL, "padding": SAME, "activation": 1}),
    "average_pool": Case("AVERAGE_POOL_2D", [IMAGE], {**POOL, "padding": SAME}),
    "average_pool_valid": Case(
        "AVERAGE_POOL_2D", [IMAGE], {**POOL, "padding": VALID, "activation": 3}
    ),
    "l2_pool": Case("L2_POOL_2D", [IMAGE], {**POOL, "padding": SAME}),
    "fully_connected": Case(
        "FULLY_CONNECTED", [(2, 3, 8), Random((5, 8)), Random((5,))], {"activation": 1}
    ),
    "fully_connected_kept": Case(
        "FULLY_CONNECTED", [(2, 3, 8), Random((5, 8)), None], {"keep_num_dims": 1}
    ),
    "batch_matmul": Case("BATCH_MATMUL", [(2, 3, 4), (2, 5, 4)], {"adj_y": 1}),
    "batch_matmul_adj_x": Case("BATCH_MATMUL", [(2, 4, 3), Random((4, 5))], {"adj_x": 1}),
    "add": Case("ADD", [IMAGE, (4,)], {"activation": 3}),
    "sub": Case("SUB", [IMAGE, IMAGE], {"activation": 1}),
    "mul": Case("MUL", [(5, 4, 4), IMAGE]),
    "div": Case("DIV", [(3, 5), POSITIVE], {"activation": 0}),
    "div_int": Case(
        "DIV",
        [
            Random((20,), False, "INT32", low=-50, high=50),
            Random((20,), True, "INT32", low=1, high=9),
        ],
        {},
        [INT],
    ),
    "maximum": Case("MAXIMUM", [IMAGE, Random((1,))]),
    "minimum": Case("MINIMUM", [IMAGE, IMAGE]),
    "pow": Case("POW", [POSITIVE, Random((5,))]),
    "squared_difference": Case("SQUARED_DIFFERENCE", [IMAGE, (4,)]),
    "floor_div": Case("FLOOR_DIV", [(3, 5), POSITIVE]),
    "floor_mod": Case("FLOOR_MOD", [(3, 5), (3, 5)]),
    "floor_mod_int": Case(
        "FLOOR_MOD",
        [
            Random((20,), False, "INT32", low=-50, high=50),
            Random((20,), True, "INT32", low=1, high=9),
        ],
        {},
        [INT],
    ),
    "add_n": Case("ADD_N", [(3, 5), (3, 5), (3, 5)]),
    "less": Case("LESS", [IMAGE, (4,)], {}, [BOOL]),
    "not_equal": Case(
        "NOT_EQUAL",
        [Random((9,), False, "INT32", low=0, high=3), Random((9,), True, "INT32", low=0, high=3)],
        {},
        [BOOL],
    ),
    "logical_and": Case(
        "LOGICAL_AND", [Random((9,), False, "BOOL"), Random((9,), False, "BOOL")], {}, [BOOL]
    ),
    "logical_not": Case("LOGICAL_NOT", [Random((9,), False, "BOOL")], {}, [BOOL]),
    **{
        kind.lower(): Case(kind, [POSITIVE if kind in ("LOG", "SQRT", "RSQRT") else IMAGE])
        for kind in (
            "EXP",
            "LOG",
            "SQRT",
            "RSQRT",
            "SQUARE",
            "ABS",
            "NEG",
            "SIN",
            "COS",
            "FLOOR",
            "CEIL",
            "ROUND",
            "SIGN",
            "LOGISTIC",
            "TANH",
            "ELU",
            "HARD_SWISH",
            "RELU",
            "RELU6",
            "RELU_N1_TO_1",
            "RELU_0_TO_1",
            "LOG_SOFTMAX",
            "ZEROS_LIKE",
        )
    },
    "leaky_relu": Case("LEAKY_RELU", [IMAGE], {"alpha": 0.3}),
    "gelu": Case("GELU", [IMAGE], {"approximate": 0}),
    "gelu_tanh": Case("GELU", [IMAGE], {"approximate": 1}),
    "prelu": Case("PRELU", [IMAGE, Random((1, 1, 4))]),
    "softmax": Case("SOFTMAX", [IMAGE], {"beta": 0.7}),
    "l2_normalization": Case("L2_NORMALIZATION", [IMAGE], {"activation": 0}),
    "lrn": Case(
        "LOCAL_RESPONSE_NORMALIZATION",
        [IMAGE],
        {"radius": 1, "bias": 1.5, "alpha": 0.3, "beta": 0.6},
    ),
    "cast": Case("CAST", [IMAGE], {}, [INT]),
    "mean_spatial": Case("MEAN", [IMAGE, i32(1, 2)], {"keep_dims": 0}),
    "mean_kept": Case("MEAN", [IMAGE, i32(1, 2)], {"keep_dims": 1}),
    "sum": Case("SUM", [IMAGE, i32(-1)], {"keep_dims": 1}),
    "reduce_max": Case("REDUCE_MAX", [IMAGE, i32(0, 2)], {"keep_dims": 0}),
    "reduce_min": Case("REDUCE_MIN", [IMAGE, i32(3)], {"keep_dims": 0}),
    "reduce_prod": Case("REDUCE_PROD", [IMAGE, i32(2)], {"keep_dims": 0}),
    "reduce_any": Case(
        "REDUCE_ANY", [Random((3, 4), False, "BOOL"), i32(1)], {"keep_dims": 0}, [BOOL]
    ),
    "reduce_all": Case(
        "REDUCE_ALL", [Random((3, 4), False, "BOOL"), i32(1)], {"keep_dims": 0}, [BOOL]
    ),
    "arg_max": Case("ARG_MAX", [IMAGE, i32(3)], {"output_type": 2}, [INT]),
    "arg_min": Case("ARG_MIN", [IMAGE, i32(1)], {"output_type": 2}, [INT]),
    "top_k": Case("TOPK_V2", [(3, 9), np.asarray(4, np.int32)], {}, [Random(()), INT]),
    "cumsum": Case("CUMSUM", [(3, 5), np.asarray(1, np.int32)], {"exclusive": 1, "reverse": 1}),
    "reshape": Case("RESHAPE", [IMAGE, i32(2, -1, 4)], {"new_shape": [2, -1, 4]}),
    "squeeze": Case("SQUEEZE", [(1, 3, 1, 4)], {"squeeze_dims": [-2]}),
    "squeeze_all": Case("SQUEEZE", [(1, 3, 1, 4)], {"squeeze_dims": []}),
    "expand_dims": Case("EXPAND_DIMS", [(3, 4), i32(-1)]),
    "transpose": Case("TRANSPOSE", [IMAGE, i32(0, 3, 1, 2)]),
    "transpose_back": Case("TRANSPOSE", [IMAGE, i32(0, 2, 3, 1)]),
    "concatenation": Case("CONCATENATION", [IMAGE, (2, 5, 4, 3)], {"axis": -1, "activation": 0}),
    "pack": Case("PACK", [(3, 4), (3, 4)], {"values_count": 2, "axis": 1}),
    "unpack": Case("UNPACK", [(3, 2, 4)], {"num": 2, "axis": 1}, [Random(()), Random(())]),
    "split": Case("SPLIT", [i32(3), IMAGE], {"num_splits": 2}, [Random(()), Random(())]),
    "split_v": Case(
        "SPLIT_V", [IMAGE, i32(3, -1), i32(1)], {"num_splits": 2}, [Random(()), Random(())]
    ),
    "tile": Case("TILE", [(2, 3), i32(2, 3)]),
    "broadcast_to": Case("BROADCAST_TO", [(3, 1), i32(2, 3, 4)]),
    "reverse": Case("REVERSE_V2", [(2, 3, 4), i32(1)]),
    "pad": Case("PAD", [IMAGE, np.asarray([[0, 0], [1, 2], [0, 3], [1, 0]], np.int32)]),
    "pad_v2": Case(
        "PADV2", [IMAGE, np.asarray([[0, 0], [1, 2], [0, 3], [1, 0]], np.int32), Random((1,))]
    ),
    "mirror_reflect": Case(
        "MIRROR_PAD", [IMAGE, np.asarray([[0, 0], [1, 2], [0, 3], [1, 0]], np.int32)], {"mode": 0}
    ),
    "mirror_symmetric": Case(
        "MIRROR_PAD", [IMAGE, np.asarray([[0, 0], [1, 2], [0, 3], [1, 0]], np.int32)], {"mode": 1}
    ),
    "slice": Case("SLICE", [IMAGE, i32(0, 1, 2, 0), i32(-1, 3, 2, 2)]),
    "strided_slice": Case(
        "STRIDED_SLICE",
        [IMAGE, i32(0, 4, 1, 0), i32(2, 0, 4, 4), i32(1, -2, 2, 1)],
        {"shrink_axis_mask": 8, "end_mask": 1},
    ),
    "strided_slice_reverse": Case(
        "STRIDED_SLICE",
        [IMAGE, i32(0, 0, 0, 0), i32(0, 0, 0, 0), i32(1, -1, 1, -2)],
        {"begin_mask": 15, "end_mask": 15},
    ),
    "strided_slice_shrink": Case(
        "STRIDED_SLICE",
        [IMAGE, i32(-1, 2, 0, 0), i32(0, 3, 3, 4), i32(1, 1, 1, 1)],
        {"shrink_axis_mask": 3},
    ),
    "strided_slice_new_axis": Case(
        "STRIDED_SLICE",
        [(3, 4), i32(0, 0, 1), i32(0, 0, 3), i32(1, 1, 1)],
        {"new_axis_mask": 1, "begin_mask": 2, "end_mask": 2},
    ),
    "strided_slice_ellipsis": Case(
        "STRIDED_SLICE", [(2, 3, 4), i32(0, 1), i32(0, 3), i32(1, 1)], {"ellipsis_mask": 1}
    ),
    "gather": Case("GATHER", [IMAGE, i32(3, 0, 1)], {"axis": 2}),
    "gather_of_each": Case(
        "GATHER",
        [(2, 4, 3, 5), Random((2, 2), kind="INT32", low=0, high=3)],
        {"axis": 2, "batch_dims": 1},
    ),
    "scatter": Case("SCATTER_ND", [np.asarray([[1], [3], [1]], np.int32), (3, 2), i32(5, 2)]),
    **{
        f"segments_{kind.lower()}": Case(
            f"UNSORTED_SEGMENT_{kind}",
            [(5, 2), Random((5,), False, "INT32", low=0, high=3), i32(4)],
        )
        for kind in ("SUM", "PROD", "MAX", "MIN")
    },
    "segments_sorted": Case("SEGMENT_SUM", [(4, 3), i32(0, 0, 1, 2)]),
    "reversed_starts": Case(
        "REVERSE_SEQUENCE", [(3, 4, 2), i32(2, 4, 1)], {"seq_dim": 1, "batch_dim": 0}
    ),
    "diagonal": Case("MATRIX_DIAG", [(2, 3)]),
    "with_diagonal": Case("MATRIX_SET_DIAG", [(2, 3, 3), (2, 3)]),
    "updated": Case("DYNAMIC_UPDATE_SLICE", [(4, 5), (2, 3), i32(3, 1)]),
    "bits": Case(
        "BITWISE_XOR",
        [
            Random((3, 4), False, "INT32", low=-9, high=9),
            Random((3, 4), False, "INT32", low=-9, high=9),
        ],
        results=[INT],
    ),
    "gather_nd": Case("GATHER_ND", [(3, 4), np.asarray([[0, 1], [2, 3]], np.int32)]),
    "select": Case("SELECT", [Random((3,), False, "BOOL"), (3, 4), (3, 4)]),
    "select_v2": Case("SELECT_V2", [Random((3, 1), False, "BOOL"), (3, 4), (4,)]),
    "one_hot": Case(
        "ONE_HOT",
        [
            Random((5,), False, "INT32", low=-1, high=4),
            np.asarray(3, np.int32),
            np.asarray(2, np.float32),
            np.asarray(-1, np.float32),
        ],
        {"axis": -1},
    ),
    "embedding": Case(
        "EMBEDDING_LOOKUP", [Random((5,), False, "INT32", low=0, high=4), Random((4, 3))]
    ),
    "resize_bilinear": Case(
        "RESIZE_BILINEAR", [IMAGE, i32(7, 9)], {"align_corners": 0, "half_pixel_centers": 0}
    ),
    "resize_bilinear_half": Case("RESIZE_BILINEAR", [IMAGE, i32(8, 3)], {"half_pixel_centers": 1}),
    "resize_bilinear_corners": Case("RESIZE_BILINEAR", [IMAGE, i32(7, 9)], {"align_corners": 1}),
    "resize_nearest": Case("RESIZE_NEAREST_NEIGHBOR", [IMAGE, i32(7, 9)], {"align_corners": 0}),
    "resize_nearest_twice": Case(
        "RESIZE_NEAREST_NEIGHBOR", [IMAGE, i32(10, 8)], {"half_pixel_centers": 1}
    ),
    "resize_nearest_half": Case(
        "RESIZE_NEAREST_NEIGHBOR", [IMAGE, i32(4, 3)], {"half_pixel_centers": 1}
    ),
    "resize_nearest_corners": Case(
        "RESIZE_NEAREST_NEIGHBOR", [IMAGE, i32(9, 7)], {"align_corners": 1}
    ),
    "depth_to_space": Case("DEPTH_TO_SPACE", [(1, 3, 2, 12)], {"block_size": 2}),
    "space_to_depth": Case("SPACE_TO_DEPTH", [(1, 4, 6, 3)], {"block_size": 2}),
    "space_to_batch": Case(
        "SPACE_TO_BATCH_ND", [(2, 5, 6, 3), i32(2, 3), np.asarray([[1, 0], [2, 1]], np.int32)]
    ),
    "batch_to_space": Case(
        "BATCH_TO_SPACE_ND", [(12, 3, 2, 3), i32(2, 3), np.asarray([[1, 0], [2, 1]], np.int32)]
    ),
    "dequantize_half": Case(
        "DEQUANTIZE",
        [
            Random((2, 3), True, "FLOAT16"),
        ],
    ),
}
CASES: dict[str, Case] = {
    **_FLOATS,
    **RARE,
    **RECURRENT,
    **{f"bytes_{name}": case for name, case in BYTES.items()},
    **{f"words_{name}": case for name, case in WORDS.items()},
}
