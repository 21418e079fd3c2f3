"""What the fields of a `.tflite` file are: numbers of operators and fields.

From TensorFlow's `tensorflow/compiler/mlir/lite/schema/schema.fbs`, in which numbers never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

#: Names of the operators, by their numbers.
OPERATORS = [
    "ADD",
    "AVERAGE_POOL_2D",
    "CONCATENATION",
    "CONV_2D",
    "DEPTHWISE_CONV_2D",
    "DEPTH_TO_SPACE",
    "DEQUANTIZE",
    "EMBEDDING_LOOKUP",
    "FLOOR",
    "FULLY_CONNECTED",
    "HASHTABLE_LOOKUP",
    "L2_NORMALIZATION",
    "L2_POOL_2D",
    "LOCAL_RESPONSE_NORMALIZATION",
    "LOGISTIC",
    "LSH_PROJECTION",
    "LSTM",
    "MAX_POOL_2D",
    "MUL",
    "RELU",
    "RELU_N1_TO_1",
    "RELU6",
    "RESHAPE",
    "RESIZE_BILINEAR",
    "RNN",
    "SOFTMAX",
    "SPACE_TO_DEPTH",
    "SVDF",
    "TANH",
    "CONCAT_EMBEDDINGS",
    "SKIP_GRAM",
    "CALL",
    "CUSTOM",
    "EMBEDDING_LOOKUP_SPARSE",
    "PAD",
    "UNIDIRECTIONAL_SEQUENCE_RNN",
    "GATHER",
    "BATCH_TO_SPACE_ND",
    "SPACE_TO_BATCH_ND",
    "TRANSPOSE",
    "MEAN",
    "SUB",
    "DIV",
    "SQUEEZE",
    "UNIDIRECTIONAL_SEQUENCE_LSTM",
    "STRIDED_SLICE",
    "BIDIRECTIONAL_SEQUENCE_RNN",
    "EXP",
    "TOPK_V2",
    "SPLIT",
    "LOG_SOFTMAX",
    "DELEGATE",
    "BIDIRECTIONAL_SEQUENCE_LSTM",
    "CAST",
    "PRELU",
    "MAXIMUM",
    "ARG_MAX",
    "MINIMUM",
    "LESS",
    "NEG",
    "PADV2",
    "GREATER",
    "GREATER_EQUAL",
    "LESS_EQUAL",
    "SELECT",
    "SLICE",
    "SIN",
    "TRANSPOSE_CONV",
    "SPARSE_TO_DENSE",
    "TILE",
    "EXPAND_DIMS",
    "EQUAL",
    "NOT_EQUAL",
    "LOG",
    "SUM",
    "SQRT",
    "RSQRT",
    "SHAPE",
    "POW",
    "ARG_MIN",
    "FAKE_QUANT",
    "REDUCE_PROD",
    "REDUCE_MAX",
    "PACK",
    "LOGICAL_OR",
    "ONE_HOT",
    "LOGICAL_AND",
    "LOGICAL_NOT",
    "UNPACK",
    "REDUCE_MIN",
    "FLOOR_DIV",
    "REDUCE_ANY",
    "SQUARE",
    "ZEROS_LIKE",
    "FILL",
    "FLOOR_MOD",
    "RANGE",
    "RESIZE_NEAREST_NEIGHBOR",
    "LEAKY_RELU",
    "SQUARED_DIFFERENCE",
    "MIRROR_PAD",
    "ABS",
    "SPLIT_V",
    "UNIQUE",
    "CEIL",
    "REVERSE_V2",
    "ADD_N",
    "GATHER_ND",
    "COS",
    "WHERE",
    "RANK",
    "ELU",
    "REVERSE_SEQUENCE",
    "MATRIX_DIAG",
    "QUANTIZE",
    "MATRIX_SET_DIAG",
    "ROUND",
    "HARD_SWISH",
    "IF",
    "WHILE",
    "NON_MAX_SUPPRESSION_V4",
    "NON_MAX_SUPPRESSION_V5",
    "SCATTER_ND",
    "SELECT_V2",
    "DENSIFY",
    "SEGMENT_SUM",
    "BATCH_MATMUL",
    "PLACEHOLDER_FOR_GREATER_OP_CODES",
    "CUMSUM",
    "CALL_ONCE",
    "BROADCAST_TO",
    "RFFT2D",
    "CONV_3D",
    "IMAG",
    "REAL",
    "COMPLEX_ABS",
    "HASHTABLE",
    "HASHTABLE_FIND",
    "HASHTABLE_IMPORT",
    "HASHTABLE_SIZE",
    "REDUCE_ALL",
    "CONV_3D_TRANSPOSE",
    "VAR_HANDLE",
    "READ_VARIABLE",
    "ASSIGN_VARIABLE",
    "BROADCAST_ARGS",
    "RANDOM_STANDARD_NORMAL",
    "BUCKETIZE",
    "RANDOM_UNIFORM",
    "MULTINOMIAL",
    "GELU",
    "DYNAMIC_UPDATE_SLICE",
    "RELU_0_TO_1",
    "UNSORTED_SEGMENT_PROD",
    "UNSORTED_SEGMENT_MAX",
    "UNSORTED_SEGMENT_SUM",
    "ATAN2",
    "UNSORTED_SEGMENT_MIN",
    "SIGN",
    "BITCAST",
    "BITWISE_XOR",
    "RIGHT_SHIFT",
    "STABLEHLO_LOGISTIC",
    "STABLEHLO_ADD",
    "STABLEHLO_DIVIDE",
    "STABLEHLO_MULTIPLY",
    "STABLEHLO_MAXIMUM",
    "STABLEHLO_RESHAPE",
    "STABLEHLO_CLAMP",
    "STABLEHLO_CONCATENATE",
    "STABLEHLO_BROADCAST_IN_DIM",
    "STABLEHLO_CONVOLUTION",
    "STABLEHLO_SLICE",
    "STABLEHLO_CUSTOM_CALL",
    "STABLEHLO_REDUCE",
    "STABLEHLO_ABS",
    "STABLEHLO_AND",
    "STABLEHLO_COSINE",
    "STABLEHLO_EXPONENTIAL",
    "STABLEHLO_FLOOR",
    "STABLEHLO_LOG",
    "STABLEHLO_MINIMUM",
    "STABLEHLO_NEGATE",
    "STABLEHLO_OR",
    "STABLEHLO_POWER",
    "STABLEHLO_REMAINDER",
    "STABLEHLO_RSQRT",
    "STABLEHLO_SELECT",
    "STABLEHLO_SUBTRACT",
    "STABLEHLO_TANH",
    "STABLEHLO_SCATTER",
    "STABLEHLO_COMPARE",
    "STABLEHLO_CONVERT",
    "STABLEHLO_DYNAMIC_SLICE",
    "STABLEHLO_DYNAMIC_UPDATE_SLICE",
    "STABLEHLO_PAD",
    "STABLEHLO_IOTA",
    "STABLEHLO_DOT_GENERAL",
    "STABLEHLO_REDUCE_WINDOW",
    "STABLEHLO_SORT",
    "STABLEHLO_WHILE",
    "STABLEHLO_GATHER",
    "STABLEHLO_TRANSPOSE",
    "DILATE",
    "STABLEHLO_RNG_BIT_GENERATOR",
    "REDUCE_WINDOW",
    "STABLEHLO_COMPOSITE",
    "STABLEHLO_SHIFT_LEFT",
    "STABLEHLO_CBRT",
]

#: Element types, by their numbers.
ELEMENT_TYPES = (
    *("FLOAT32", "FLOAT16", "INT32", "UINT8", "INT64", "STRING", "BOOL", "INT16", "COMPLEX64"),
    *("INT8", "FLOAT64", "COMPLEX128", "UINT64", "RESOURCE", "VARIANT", "UINT32", "UINT16", "INT4"),
    *("BFLOAT16", "INT2", "UINT4"),
)
#: Fused activations, by their numbers.
ACTIVATIONS = ("NONE", "RELU", "RELU_N1_TO_1", "RELU6", "TANH", "SIGN_BIT")

MODEL_VERSION, MODEL_OPERATORS, MODEL_SUBGRAPHS, MODEL_BUFFERS = 0, 1, 2, 4
OPERATOR_CODE_OLD, OPERATOR_CODE_CUSTOM, OPERATOR_CODE = 0, 1, 3
BUFFER_DATA, BUFFER_OFFSET, BUFFER_SIZE = 0, 1, 2
GRAPH_TENSORS, GRAPH_INPUTS, GRAPH_OUTPUTS, GRAPH_OPERATORS = 0, 1, 2, 3
TENSOR_SHAPE, TENSOR_TYPE, TENSOR_BUFFER, TENSOR_NAME, TENSOR_QUANTIZATION = 0, 1, 2, 3, 4
TENSOR_VARIABLE, TENSOR_SPARSITY, TENSOR_SIGNATURE = 5, 6, 7
QUANTIZATION_SCALE, QUANTIZATION_ZERO_POINT, QUANTIZATION_DIMENSION = 2, 3, 6
SPARSITY_ORDER, SPARSITY_BLOCKS, SPARSITY_DIMENSIONS = 0, 1, 2
DIMENSION_FORMAT, DIMENSION_SIZE, DIMENSION_SEGMENTS, DIMENSION_INDICES = 0, 1, 3, 5
DIMENSION_SEGMENTS_TYPE, DIMENSION_INDICES_TYPE = 2, 4
NODE_OPERATOR, NODE_INPUTS, NODE_OUTPUTS, NODE_OPTIONS_TYPE, NODE_OPTIONS = 0, 1, 2, 3, 4
NODE_CUSTOM_OPTIONS = 5
#: The fields of options whose kind is of the second list.
NODE_LATER_OPTIONS_TYPE, NODE_LATER_OPTIONS = 11, 12


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the options of an operator.

    Attributes:
        number: Its number.
        kind: A kind of `struct`, `V` for a vector of int32, `F` for one of float32, `L` for one of
            int64, or `s` for text.
        default: Its value if it is not there.
    """

    number: int
    kind: str
    default: float = 0


def _fields(text: str) -> Mapping[str, Field]:
    """Fields from `"name:kind name:kind=default"`, numbered from 0; `-` is one that is not read."""
    found = {}
    for number, part in enumerate(text.split()):
        name, _, kind = part.partition(":")
        kind, _, default = kind.partition("=")
        if name != "-":
            found[name] = Field(number, kind, float(default or 0))
    return MappingProxyType(found)


_WINDOW = "padding:b stride_w:i stride_h:i"
#: The number of the options of operators, and their fields. Others have no options that matter.
OPTIONS: Mapping[str, tuple[int, Mapping[str, Field]]] = MappingProxyType(
    {
        name: (number, _fields(text))
        for names, number, text in (
            (
                "CONV_2D",
                1,
                f"{_WINDOW} activation:b dilation_w:i=1 dilation_h:i=1 bias_type:b",
            ),
            (
                "DEPTHWISE_CONV_2D",
                2,
                f"{_WINDOW} multiplier:i activation:b dilation_w:i=1 dilation_h:i=1",
            ),
            (
                "AVERAGE_POOL_2D MAX_POOL_2D L2_POOL_2D",
                5,
                f"{_WINDOW} filter_w:i filter_h:i activation:b",
            ),
            ("SVDF", 6, "rank:i activation:b"),
            ("RNN", 7, "activation:b"),
            (
                "FULLY_CONNECTED",
                8,
                "activation:b weights_format:b keep_num_dims:? -:? bias_type:b",
            ),
            ("SOFTMAX", 9, "beta:f"),
            ("CONCATENATION", 10, "axis:i activation:b"),
            ("ADD", 11, "activation:b"),
            ("L2_NORMALIZATION", 12, "activation:b"),
            ("LOCAL_RESPONSE_NORMALIZATION", 13, "radius:i bias:f alpha:f beta:f"),
            ("LSTM", 14, "activation:b cell_clip:f proj_clip:f kernel:b"),
            ("RESIZE_BILINEAR", 15, "- - align_corners:? half_pixel_centers:?"),
            ("CALL", 16, "subgraph:I"),
            ("RESHAPE", 17, "new_shape:V"),
            ("SPACE_TO_DEPTH", 19, "block_size:i"),
            ("MUL", 21, "activation:b"),
            ("GATHER", 23, "axis:i batch_dims:i"),
            ("MEAN SUM REDUCE_PROD REDUCE_MAX REDUCE_MIN REDUCE_ANY REDUCE_ALL", 27, "keep_dims:?"),
            ("SUB", 28, "activation:b"),
            ("DIV", 29, "activation:b"),
            ("SQUEEZE", 30, "squeeze_dims:V"),
            ("UNIDIRECTIONAL_SEQUENCE_RNN", 31, "time_major:? activation:b"),
            (
                "STRIDED_SLICE",
                32,
                "begin_mask:i end_mask:i ellipsis_mask:i new_axis_mask:i shrink_axis_mask:i "
                "offset:?",
            ),
            ("SPLIT", 35, "num_splits:i"),
            ("CAST", 37, "- -"),
            ("ARG_MAX", 40, "output_type:b"),
            ("TRANSPOSE_CONV", 49, f"{_WINDOW} activation:b bias_type:b"),
            ("ARG_MIN", 57, "output_type:b"),
            ("FAKE_QUANT", 58, "min:f max:f num_bits:i narrow_range:?"),
            ("PACK", 59, "values_count:i axis:i"),
            ("ONE_HOT", 61, "axis:i"),
            ("UNPACK", 64, "num:i axis:i"),
            (
                "BIDIRECTIONAL_SEQUENCE_LSTM",
                69,
                "activation:b cell_clip:f proj_clip:f merge:? time_major:?=1",
            ),
            ("BIDIRECTIONAL_SEQUENCE_RNN", 70, "time_major:? activation:b merge:?"),
            (
                "UNIDIRECTIONAL_SEQUENCE_LSTM",
                71,
                "activation:b cell_clip:f proj_clip:f time_major:? - diagonal:?",
            ),
            ("RESIZE_NEAREST_NEIGHBOR", 74, "align_corners:? half_pixel_centers:?"),
            ("LEAKY_RELU", 75, "alpha:f"),
            ("MIRROR_PAD", 77, "mode:b"),
            ("SPLIT_V", 79, "num_splits:i"),
            ("REVERSE_SEQUENCE", 87, "seq_dim:i batch_dim:i"),
            ("IF", 92, "then_subgraph:i else_subgraph:i"),
            ("WHILE", 93, "cond_subgraph:i body_subgraph:i"),
            ("DEPTH_TO_SPACE", 94, "block_size:i"),
            ("BATCH_MATMUL", 101, "adj_x:? adj_y:?"),
            ("CUMSUM", 102, "exclusive:? reverse:?"),
            ("CALL_ONCE", 103, "subgraph:i"),
            (
                "CONV_3D CONV_3D_TRANSPOSE",
                106,
                "padding:b stride_d:i stride_w:i stride_h:i activation:b dilation_d:i=1 "
                "dilation_w:i=1 dilation_h:i=1",
            ),
            ("VAR_HANDLE", 111, "container:s name:s"),
            ("BUCKETIZE", 115, "boundaries:F"),
            ("GELU", 116, "approximate:?"),
        )
        for name in names.split()
    }
)
#: The same for options whose kind is of the second list.
LATER_OPTIONS: Mapping[str, tuple[int, Mapping[str, Field]]] = MappingProxyType(
    {
        "STABLEHLO_PAD": (10, _fields("low:L high:L inside:L")),
        "REDUCE_WINDOW": (20, _fields("function:i")),
        "STABLEHLO_COMPOSITE": (21, _fields("name:s subgraph:i")),
    }
)

#: The options of custom operators that are read, in the form of FlexBuffers: defaults by name.
CUSTOM_OPTIONS: Mapping[str, Mapping[str, float]] = MappingProxyType(
    {
        "CUSTOM TFLite_Detection_PostProcess": {
            "max_detections": 0,
            "max_classes_per_detection": 0,
            "detections_per_class": 100,
            "use_regular_nms": False,
            "nms_score_threshold": 0.0,
            "nms_iou_threshold": 0.0,
            "num_classes": 0,
            "y_scale": 0.0,
            "x_scale": 0.0,
            "h_scale": 0.0,
            "w_scale": 0.0,
        }
    }
)
