"""Operator types of Ascend IR that are refused, and why."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

_REASONS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "the shape of its result depends on data, so that it cannot be tuned for one shape": (
            *("Where", "MaskedSelect", "MaskedSelectV2", "Unique", "UniqueWithCounts"),
            *("NonMaxSuppressionV2", "NonMaxSuppressionV3", "NonMaxSuppressionV4"),
            *("NonMaxSuppressionV6", "NonMaxSuppressionV7", "NonZero"),
        ),
        "its result has the states and gates of every step; describe LSTM, GRU or RNN of ONNX, "
        'with "domain": "ai.onnx"': (
            *("DynamicRNN", "DynamicRNNV2", "DynamicRNNV3", "DynamicGRU", "DynamicGRUV2"),
            *("BasicLSTMCell", "CommonLSTM", "CommonGRU", "CommonRNN"),
        ),
        "it reads weights in a compressed form of Ascend's; describe the plain operator": (
            *("Conv2DCompress", "MatMulV2Compress", "FullyConnectionCompress"),
        ),
        "it is a step of training with statistics of a batch; aoe.torch tunes training": (
            *("BNTrainingReduce", "BNTrainingReduceGrad", "BNTrainingUpdate"),
            *("BNTrainingUpdateGrad", "BatchNormGrad", "LayerNormBetaGammaBackpropV2"),
            *("LayerNormGrad", "LayerNormXBackpropV2", "LarsV2Update", "ApplyMomentum"),
            *("MaxPoolGrad", "MaxPoolWithArgmax", "MaxPoolGradWithArgmax", "AvgPoolGrad"),
        ),
        "its result is random": (
            *("DropOutDoMask", "DropOutDoMaskV3", "DropOutGenMask", "DropOutGenMaskV3"),
            *("RandomUniform", "RandomStandardNormal", "TruncatedNormal", "Multinomial"),
        ),
        "how it places boxes is not the same in all versions of Ascend; describe RoiAlign or "
        'MaxRoiPool of ONNX, with "domain": "ai.onnx"': (
            *("ROIAlign", "ROIAlignD", "ROIPooling", "PSROIPooling", "PSROIPoolingV2"),
        ),
        "it is one of a network's detection heads; tune the network with --model": (
            *("Proposal", "ProposalD", "Yolo", "YoloV2DetectionOutput", "YoloV3DetectionOutput"),
            *("SSDDetectionOutput", "FSRDetectionOutput", "PriorBox", "PriorBoxD"),
        ),
        "where it takes pixels is not documented; describe Resize of ONNX, with "
        '"domain": "ai.onnx"': (
            *("ResizeD", "ResizeBicubic", "ResizeBilinear", "ResizeNearestNeighbor", "Interp"),
            "Upsample",
        ),
        "what it does to zero and small numbers is not documented": (
            *("L2Normalize", "L2NormalizeGrad", "MVN", "MVNV2"),
        ),
        "it takes a table that Ascend's compiler makes; describe the type without D": (
            *("TopKD", "TopKV2D"),
        ),
        "it talks to other devices": (
            *("HcomAllReduce", "HcomAllGather", "HcomBroadcast", "HcomReduceScatter", "HcomSend"),
            *("HcomReceive", "MatMulAllReduce", "MatMulAllReduceAddRmsNorm", "AllGatherMatMul"),
            *("MatMulReduceScatter",),
        ),
        "its rounding is that of Ascend's hardware; describe QuantizeLinear or DequantizeLinear of "
        'ONNX, with "domain": "ai.onnx"': (
            *("AscendQuant", "AscendQuantV2", "AscendDequant", "AscendAntiQuant", "AscendRequant"),
        ),
    }
)
#: Why each type is refused.
REFUSED: Mapping[str, str] = MappingProxyType(
    {name: reason for reason, names in _REASONS.items() for name in names}
)
