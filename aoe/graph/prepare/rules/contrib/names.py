"""Which operators of ONNX Runtime's domain the rules of this folder replace, for messages."""

from __future__ import annotations

#: The operators. Each is named by a rule, or by a definition that takes this domain, too.
RUNTIME_OPERATORS = frozenset(
    {
        *(
            "Attention",
            "MultiHeadAttention",
            "GroupQueryAttention",
            "RotaryEmbedding",
            "QAttention",
        ),
        *("Gelu", "BiasGelu", "FastGelu", "QuickGelu"),
        *("FusedMatMul", "TransposeMatMul", "FusedConv", "FusedGemm"),
        *("SkipLayerNormalization", "SkipSimplifiedLayerNormalization"),
        *("SimplifiedLayerNormalization", "EmbedLayerNormalization", "QEmbedLayerNormalization"),
        *("QLinearAdd", "QLinearMul", "QLinearSigmoid", "QLinearLeakyRelu", "QLinearSoftmax"),
        *("QLinearReduceMean", "QLinearAveragePool", "QLinearGlobalAveragePool"),
        *("QLinearWhere", "QLinearConcat", "QLinearConv", "QGemm"),
        *("MatMulIntegerToFloat", "DynamicQuantizeMatMul", "DynamicQuantizeLSTM", "MatMulNBits"),
        *("MatMulInteger16", "MulInteger", "ReduceSumInteger"),
        *("Inverse", "CDist", "MatMulBnb4", "UnfoldTensor", "ConvTransposeWithDynamicPads"),
        *("CropAndResize", "NGramRepeatBlock"),
        *("Trilu", "GridSample", "Range", "GatherND", "Pad", "ExpandDims", "Unique"),
        *("QuantizeLinear", "DequantizeLinear", "NhwcMaxPool", "GatherBlockQuantized"),
    }
)
