"""The element types of what operators of ONNX Runtime's domain give. `result_shapes` has shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import onnx_ir
from onnx_ir import DataType

#: Of each output in order: the input whose type it has, or its type, or None where no rule gives
#: it.
RESULT_TYPES: Mapping[str, Sequence[int | DataType | None]] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                *("Gelu", "BiasGelu", "FastGelu", "QuickGelu", "RotaryEmbedding"),
                *("FusedMatMul", "TransposeMatMul", "FusedConv", "FusedGemm", "Inverse", "CDist"),
                *("MatMulNBits", "MatMulBnb4", "DynamicQuantizeMatMul", "UnfoldTensor"),
                *("ConvTransposeWithDynamicPads", "Trilu", "Range", "GatherND", "Pad"),
                *("ExpandDims", "NhwcMaxPool", "QLinearAdd", "QLinearMul", "QLinearSigmoid"),
                *("QLinearLeakyRelu", "QLinearSoftmax", "QLinearReduceMean", "QLinearAveragePool"),
                *("QLinearGlobalAveragePool", "GridSample", "CropAndResize"),
            ),
            (0,),
        ),
        "Attention": (0, 0),
        "MultiHeadAttention": (0, 0, 0),
        "GroupQueryAttention": (0, 3, 4),
        "LayerNormalization": (1,),
        "SimplifiedLayerNormalization": (1, DataType.FLOAT),
        "SkipLayerNormalization": (0, DataType.FLOAT, DataType.FLOAT, 0),
        "SkipSimplifiedLayerNormalization": (0, DataType.FLOAT, DataType.FLOAT, 0),
        "EmbedLayerNormalization": (2, 0, 2),
        "QEmbedLayerNormalization": (8, 0),
        "DynamicQuantizeLSTM": (0, 0, 0),
        "QAttention": (2, 2),
        "DequantizeLinear": (1,),
        "QuantizeLinear": (2,),
        "QLinearConcat": (1,),
        "NGramRepeatBlock": (1,),
        "QLinearWhere": (1,),
        "QLinearConv": (7,),
        "GatherBlockQuantized": (2,),
        "MatMulIntegerToFloat": (2,),
        "MulInteger": (DataType.INT32,),
        "Unique": (0, DataType.INT64, DataType.INT64),
    }
)
#: What sums of integers of a type have.
_SUMS = {
    **dict.fromkeys((DataType.INT8, DataType.INT16), DataType.INT32),
    **dict.fromkeys((DataType.UINT8, DataType.UINT16), DataType.UINT32),
}


def result_types(node: onnx_ir.Node) -> list[DataType | None]:
    """The types of the outputs of a node of ONNX Runtime's domain, as far as they are known."""
    if node.op_type == "QGemm":
        return [DataType.FLOAT if _input_type(node, 7) is None else _input_type(node, 8)]
    if node.op_type in ("MatMulInteger16", "ReduceSumInteger"):
        given = _input_type(node, 0)
        return [None if given is None else _SUMS.get(given)]
    return [_type(node, kind) for kind in RESULT_TYPES.get(node.op_type, ())]


def _type(node: onnx_ir.Node, kind: int | DataType | None) -> DataType | None:
    return kind if kind is None or isinstance(kind, DataType) else _input_type(node, kind)


def _input_type(node: onnx_ir.Node, place: int) -> DataType | None:
    value = node.inputs[place] if place < len(node.inputs) else None
    return None if value is None else value.dtype
