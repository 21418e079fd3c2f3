"""The element types of what operators of ONNX Runtime's domain give, which onnx does not infer.

They are known before a rule replaces a node, so that the nodes behind it are checked, and a wrong
declaration is told of the node that it is about. Operators that are not here get theirs from the
rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import onnx_ir
from onnx_ir import DataType

from aoe.graph.prepare.rule_application import check_types

#: Of each output in order: the input whose type it has, or its type, or None for one of no rule.
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
                "QLinearGlobalAveragePool",
            ),
            (0,),
        ),
        "Attention": (0, 0),
        "MultiHeadAttention": (0, 0, 0),
        "GroupQueryAttention": (0, 3, 4),
        "SkipLayerNormalization": (0, None, None, 0),
        "SkipSimplifiedLayerNormalization": (0, None, None, 0),
        "EmbedLayerNormalization": (2, 0, 2),
        "QEmbedLayerNormalization": (8, 0),
        "DynamicQuantizeLSTM": (0, 0, 0),
        "QAttention": (2, 2),
        "DequantizeLinear": (1,),
        "QuantizeLinear": (2,),
        "QLinearConcat": (1,),
        "QLinearWhere": (1,),
        "QLinearConv": (7,),
        "GatherBlockQuantized": (2,),
        "MatMulIntegerToFloat": (2,),
        "MulInteger": (DataType.INT32,),
        "Unique": (0, DataType.INT64, DataType.INT64),
    }
)
_DOMAIN = "com.microsoft"


def give_types(node: onnx_ir.Node) -> None:
    """Gives the outputs of a node that are declared with no type theirs, in place."""
    for output, dtype in zip(node.outputs, _types(node), strict=False):
        if output.type is None and dtype is not None:
            output.type = onnx_ir.TensorType(dtype)


def check_result_types(model: onnx_ir.Model) -> None:
    """Checks the types that outputs are declared with. Raises `ElementTypeError`, which names the
    first node that gives another one.
    """
    for graph in model.graphs():
        for node in graph:
            check_types(node, _types(node))


def _types(node: onnx_ir.Node) -> list[DataType | None]:
    """The types of the outputs, as far as they are known."""
    if node.domain != _DOMAIN:
        return []
    return [_type(node, kind) for kind in RESULT_TYPES.get(node.op_type, ())]


def _type(node: onnx_ir.Node, kind: int | DataType | None) -> DataType | None:
    if kind is None or isinstance(kind, DataType):
        return kind
    value = node.inputs[kind] if kind < len(node.inputs) else None
    return None if value is None else value.dtype
