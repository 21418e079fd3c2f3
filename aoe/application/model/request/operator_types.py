"""Names of operator types in options and their files: those of ONNX, and Ascend's.

AOE's options want the types of Ascend IR, such as SoftmaxV2. Here a type has the name of ONNX, and
Ascend's stands for the types of ONNX that Ascend computes by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import onnx

from aoe.errors import quoted
from aoe.graph.precision.reduced_values import CONTRACTIONS
from aoe.graph.prepare.rules.contrib.names import RUNTIME_OPERATORS
from aoe.near_names import hint
from aoe.operators.registry import definitions

#: The types of ONNX, each with the types of Ascend IR that compute it. Those with ONNX's own name
#: are left out.
_ASCEND: Mapping[str, str] = MappingProxyType(
    {
        "Add": "Eltwise BiasAdd Bias AddV2 Adds",
        "And": "LogicalAnd",
        "ArgMax": "ArgMaxV2 ArgMaxD ArgMaxWithValue",
        "ArgMin": "ArgMinD ArgMinWithValue",
        "AveragePool": "AvgPool AvgPoolV2 AvgPool3D AvgPool3DD Pooling",
        "BatchNormalization": "BatchNorm BatchNormV3 BNInference BNInferenceD BNInfer BN3D",
        "BitwiseNot": "Invert",
        "Clip": "ClipByValue ClipByValueV2 Relu6 Relu6D",
        "Concat": "ConcatD ConcatV2 ConcatV2D Pack",
        "Conv": "Conv1D Conv2D Conv3D Conv2DCompress DepthwiseConv2D DepthwiseConv2DNative "
        "Convolution Conv2DBackpropFilter",
        "ConvTranspose": "Conv2DTranspose Conv2DTransposeD Conv3DTranspose Conv3DTransposeD "
        "Deconvolution Conv2DBackpropInput Conv2DBackpropInputD",
        "CumSum": "Cumsum CumsumD",
        "DepthToSpace": "PixelShuffle",
        "Div": "RealDiv",
        "Exp": "ExpD",
        "Expand": "BroadcastTo BroadcastToD ExpandD Fill OnesLike ZerosLike",
        "Flatten": "FlattenV2",
        "GRU": "DynamicGRU DynamicGRUV2 CommonGRU",
        "Gather": "GatherV2 GatherV2D",
        "GatherElements": "GatherElementsV2",
        "GatherND": "GatherNd",
        "Gelu": "GeluV2",
        "Gemm": "GEMM",
        "GlobalAveragePool": "Pooling GlobalAveragePoolD",
        "GlobalMaxPool": "Pooling",
        "GreaterOrEqual": "GreaterEqual",
        "GroupNormalization": "GroupNorm",
        "IsNaN": "IsNan",
        "InstanceNormalization": "InstanceNorm InstanceNormV2 INInferV2",
        "LSTM": "DynamicRNN DynamicRNNV2 DynamicRNNV3 BasicLSTMCell CommonLSTM",
        "LayerNormalization": "LayerNorm LayerNormV3 LayerNormV4",
        "LessOrEqual": "LessEqual",
        "LogSoftmax": "LogSoftmaxV2",
        "MatMul": "MatMulV2 MatMulV2Compress MatMulV3 BatchMatMul BatchMatMulV2 BatchMatMulV3 "
        "FullyConnection FullyConnectionCompress GEMM InnerProduct",
        "Max": "Maximum Eltwise",
        "MaxPool": "MaxPoolV2 MaxPoolV3 MaxPool3D Pooling",
        "MaxRoiPool": "ROIPooling",
        "MeanVarianceNormalization": "MVN MVNV2",
        "Min": "Minimum",
        "Mod": "FloorMod",
        "Mul": "Eltwise Muls Scale Square",
        "NonMaxSuppression": "NonMaxSuppressionV2 NonMaxSuppressionV3 NonMaxSuppressionV6 "
        "NonMaxSuppressionV7",
        "Not": "LogicalNot",
        "OneHot": "OneHotD",
        "Or": "LogicalOr",
        "Pad": "PadD PadV2 PadV3 PadV3D MirrorPad",
        "PRelu": "PReluD",
        "Pow": "Power",
        "RMSNormalization": "RmsNorm",
        "RNN": "CommonRNN",
        "ReduceMax": "ReduceMaxD ReduceAny ReduceAnyD",
        "ReduceMean": "ReduceMeanD",
        "ReduceMin": "ReduceMinD ReduceAll ReduceAllD",
        "ReduceProd": "ReduceProdD",
        "ReduceSum": "ReduceSumD BiasAddGrad",
        "Resize": "ResizeBilinear ResizeBilinearV2 ResizeBilinearV2D ResizeNearestNeighborV2 "
        "ResizeNearestNeighborV2D ResizeD ResizeBicubic Interp",
        "Round": "Rint",
        "RoiAlign": "ROIAlign ROIAlignD",
        "ScatterElements": "ScatterElementsV2",
        "ScatterND": "ScatterNdUpdate TensorScatterUpdate",
        "Selu": "SeluD",
        "Shrink": "HardShrink SoftShrink",
        "Slice": "SliceD SliceV2 StridedSlice StridedSliceD StridedSliceV2 ReverseV2",
        "Softmax": "SoftmaxV2",
        "Softplus": "SoftplusV2",
        "Split": "SplitD SplitV SplitVD Unpack",
        "Sum": "AddN AccumulateNV2",
        "Tile": "TileD",
        "TopK": "TopKD TopKV2 TopKV2D",
        "Transpose": "TransposeD Permute ShuffleChannel",
        "Trilu": "Tril Triu",
        "Unsqueeze": "ExpandDims",
        "Where": "Select SelectV2 MaskedFill",
    }
)
#: Types of Ascend IR that are several computing operators of ONNX, with their types.
COMPOSED: Mapping[str, str] = MappingProxyType(
    {
        "AddRmsNorm": "Add Mul ReduceMean Sqrt Reciprocal",
        "Addcdiv": "Div Mul Add",
        "Addcmul": "Mul Add",
        "Axpy": "Mul Add",
        "DivNoNan": "Equal Div Where",
        "Expm1": "Exp Sub",
        "FloorDiv": "Div Floor",
        "FusedMulAdd": "Mul Add",
        "GeluGrad": "Tanh Mul Add Sub",
        "IsFinite": "Not Or IsInf IsNaN",
        "L2Loss": "Mul ReduceSum",
        "LeakyReluGrad": "Greater Mul Where",
        "Lerp": "Sub Mul Add",
        "Log1p": "Add Log",
        "LogSigmoid": "Softplus Neg",
        "LogSoftmaxGrad": "ReduceSum Exp Mul Sub",
        "NotEqual": "Equal Not",
        "ReciprocalGrad": "Neg Mul",
        "Relu6Grad": "Greater Less And Where",
        "ReluGrad": "Greater Where",
        "RotaryMul": "Neg Mul Add",
        "Rsqrt": "Sqrt Reciprocal",
        "RsqrtGrad": "Mul",
        "SigmoidGrad": "Sub Mul",
        "SoftmaxCrossEntropyWithLogits": "LogSoftmax Mul ReduceSum Neg Softmax Sub",
        "SoftmaxGrad": "Mul ReduceSum Sub",
        "SqrtGrad": "Mul Div",
        "SquareSumV1": "Mul ReduceSum",
        "SquaredDifference": "Sub Mul",
        "SwiGlu": "Sigmoid Mul",
        "TanhGrad": "Mul Sub",
        "Xdivy": "Div Equal Where",
        "Xlogy": "Log Mul Equal Where",
    }
)


@cache
def ascend_types() -> Mapping[str, frozenset[str]]:
    """The types of ONNX by each type of Ascend IR."""
    found: dict[str, set[str]] = {}
    for kind, names in _ASCEND.items():
        for name in names.split():
            found.setdefault(name, set()).add(kind)
    return MappingProxyType({name: frozenset(kinds) for name, kinds in found.items()})


def onnx_types(name: str) -> frozenset[str]:
    """The types of ONNX that a name stands for; the name itself if it is none of Ascend's."""
    return ascend_types().get(name, frozenset({name}))


def computed_types(name: str) -> frozenset[str]:
    """The types that operators of a type have in a prepared model: a Gemm is computed as MatMul."""
    kinds = onnx_types(name)
    return kinds | {"MatMul"} if "Gemm" in kinds else kinds


@cache
def known_types() -> frozenset[str]:
    """All names of operator types that options take."""
    schemas = {schema.name for schema in onnx.defs.get_all_schemas()}
    return frozenset({*schemas, *RUNTIME_OPERATORS, *definitions(), *CONTRACTIONS, *ascend_types()})


def no_such_type(name: str) -> str:
    """What is told of a type that is not known."""
    return f"there is no operator type {quoted(repr(name))}; {did_you_mean(name)}"


def did_you_mean(name: str) -> str:
    """What may have been meant by a type that is not known."""
    if name in COMPOSED:
        return f"{name} is several operators of ONNX; name their types: {_listed(COMPOSED[name])}"
    return hint(name, sorted(known_types()), "use a type of ONNX or of Ascend IR")


def _listed(names: str) -> str:
    return ", ".join(names.split())
