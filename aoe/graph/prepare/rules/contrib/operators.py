"""Operators of ONNX Runtime's domain that its optimizer and exporters write become standard
operators.

They are activations, matmuls and convolutions with what follows them, and normalisations with what
precedes them. `attention` and `grouped_query_attention` handle attention, `quantized` the quantised
operators.

Source: ONNX Runtime's documentation of the domain com.microsoft.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    attribute_values,
    has_shape,
    integer,
    number,
    operand,
    shape_of,
    text,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.validation import check_replacement

#: Attributes of a fused operator that are about its activation.
_ACTIVATION_ATTRIBUTES = (
    "activation",
    "activation_params",
    "activation_alpha",
    "activation_beta",
    "activation_gamma",
)


def _absent_or_known(*values: onnx_ir.Value | None) -> bool:
    """Whether all values are absent or have static shapes."""
    return all(value is None or has_shape(value) for value in values)


@rule_for("Gelu", "BiasGelu", "FastGelu", "QuickGelu")
def activation(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Gelu, BiasGelu, FastGelu and QuickGelu."""
    value, bias = operand(node, 0), operand(node, 1)
    if value is None or not has_shape(value) or not _absent_or_known(bias):
        return None
    if bias is not None:
        value = build.infer("Add", value, bias)
    shape = shape_of(value)
    if node.op_type == "QuickGelu":
        return build.make("Swish", [value], shape, alpha=number(node, "alpha", 1.702))
    kind = "tanh" if node.op_type == "FastGelu" else "none"
    return build.make("Gelu", [value], shape, approximate=kind)


@rule_for("FusedMatMul", "TransposeMatMul")
def fused_matmul(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """FusedMatMul: a scaled matmul of transposed operands."""
    factors = [operand(node, 0), operand(node, 1)]
    if not has_shape(*factors):
        return None
    transposed = [
        _transposed(build, value, integer(node, f"trans{side}", 0), moved)
        for value, side in zip(factors, "AB", strict=True)
        if value is not None
        for moved in (integer(node, f"transBatch{side}", 0),)
    ]
    result = build.infer("MatMul", *transposed)
    alpha = number(node, "alpha", 1.0)
    return result if alpha == 1.0 else build.infer("Mul", result, build.scalar(alpha, result))


def _transposed(
    build: Builder, value: onnx_ir.Value, swapped: int, batch_moved: int
) -> onnx_ir.Value:
    """An operand of FusedMatMul.

    Its first dimension is moved behind the batch dimensions, then its last two dimensions are
    swapped.
    """
    order = list(range(len(shape_of(value))))
    if batch_moved:
        order = [*order[1:-1], order[0], order[-1]]
    if swapped and len(order) > 1:
        order[-2:] = order[:-3:-1]
    if order == sorted(order):
        return value
    return build.infer("Transpose", value, perm=order)


@rule_for("FusedConv")
def fused_convolution(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """FusedConv: a convolution, an addition and an activation."""
    values = [operand(node, position) for position in range(4)]
    if not has_shape(*values[:2]) or not _absent_or_known(*values):
        return None
    attributes = attribute_values(node, drop=_ACTIVATION_ATTRIBUTES)
    result = build.infer("Conv", *values[:3], **attributes)
    check_replacement(node, result)
    if values[3] is not None:
        result = build.infer("Add", result, values[3])
    parameters = node.attributes.get("activation_params")
    given = [] if parameters is None else list(parameters.as_floats())
    return _activated(node, build, result, given)


@rule_for("FusedGemm")
def fused_gemm(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """FusedGemm: Gemm and an activation."""
    values = [operand(node, position) for position in range(3)]
    if not has_shape(*values[:2]) or not _absent_or_known(*values):
        return None
    attributes = attribute_values(node, drop=_ACTIVATION_ATTRIBUTES)
    names = [f"activation_{name}" for name in ("alpha", "beta")]
    given = [number(node, name, 0.0) for name in names if name in node.attributes]
    return _activated(node, build, build.infer("Gemm", *values, **attributes), given)


#: The attributes, or limits, that the parameters of a fused activation are.
_PARAMETERS = {
    "Relu": (),
    "Sigmoid": (),
    "Tanh": (),
    "LeakyRelu": ("alpha",),
    "HardSigmoid": ("alpha", "beta"),
    "Clip": ("min", "max"),
}


def _activated(
    node: onnx_ir.Node, build: Builder, value: onnx_ir.Value, parameters: list[float]
) -> onnx_ir.Value | None:
    """A value with the activation that a node names; None if that is unknown."""
    name = text(node, "activation", "")
    if not name:
        return value
    if name not in _PARAMETERS or not has_shape(value):
        return None
    if name == "Clip":
        return build.infer("Clip", value, *(build.scalar(item, value) for item in parameters[:2]))
    return build.infer(name, value, **dict(zip(_PARAMETERS[name], parameters, strict=False)))


def skip_layer_normalization(node: onnx_ir.Node, build: Builder) -> Replacement:
    """SkipLayerNormalization and its simplified form: a normalised sum. The sum is a result too."""
    simplified = node.op_type == "SkipSimplifiedLayerNormalization"
    if node.op_type != "SkipLayerNormalization" and not simplified:
        return None
    value, skip, scale = (operand(node, position) for position in range(3))
    shift, bias = (None, operand(node, 3)) if simplified else (operand(node, 3), operand(node, 4))
    if not has_shape(value, skip, scale) or not _absent_or_known(shift, bias):
        return None
    total = build.infer("Add", value, skip)
    if bias is not None:
        total = build.infer("Add", total, bias)
    if any(item.uses() or item.is_graph_output() for item in node.outputs[1:3]):
        return None
    assert scale is not None
    epsilon = number(node, "epsilon", 1e-12)
    result = _normalised(build, total, scale, shift, epsilon, simplified)
    return [result, None, None, total][: len(node.outputs)]


def _normalised(
    build: Builder,
    value: onnx_ir.Value,
    scale: onnx_ir.Value,
    shift: onnx_ir.Value | None,
    epsilon: float,
    simplified: bool,
) -> onnx_ir.Value:
    """A value normalised over its last dimension."""
    op_type = "RMSNormalization" if simplified else "LayerNormalization"
    inputs = [value, scale] if shift is None else [value, scale, shift]
    return build.make(op_type, inputs, shape_of(value), axis=-1, epsilon=epsilon)


@rule_for("SimplifiedLayerNormalization")
def simplified_layer_normalization(node: onnx_ir.Node, build: Builder) -> Replacement:
    """SimplifiedLayerNormalization: RMSNormalization and, if used, the inverse of the root."""
    value, scale = operand(node, 0), operand(node, 1)
    if not has_shape(value, scale):
        return None
    assert value is not None
    assert scale is not None
    shape, axis = shape_of(value), integer(node, "axis", -1)
    epsilon = number(node, "epsilon", 1e-5)
    result = build.make(
        "RMSNormalization", [value, scale], shape, scale.dtype, axis=axis, epsilon=epsilon
    )
    if len(node.outputs) == 1:
        return result
    axes = build.integers(range(axis % len(shape), len(shape)))
    squares = build.infer("ReduceMean", build.infer("Mul", value, value), axes, keepdims=1)
    root = build.infer("Sqrt", build.infer("Add", squares, build.scalar(epsilon, value)))
    return [result, build.infer("Reciprocal", root)]


@rule_for("EmbedLayerNormalization")
def embed_layer_normalization(node: onnx_ir.Node, build: Builder) -> Replacement:
    """EmbedLayerNormalization: the normalised sum of two or three embeddings.

    Its second result is the number of tokens where the mask is 1.
    """
    return normalized_embedding(node, build, [operand(node, position) for position in range(9)])


def normalized_embedding(
    node: onnx_ir.Node, build: Builder, inputs: Sequence[onnx_ir.Value | None]
) -> Replacement:
    """The results of EmbedLayerNormalization, of its nine inputs in floating point."""
    tokens, segments, words, places, kinds, scale, shift, mask, positions = inputs
    if not has_shape(tokens, words, places, scale, shift):
        return None
    if not _absent_or_known(segments, kinds, mask, positions):
        return None
    assert tokens is not None
    assert places is not None
    assert scale is not None
    batch, length = shape_of(tokens)
    if positions is None:
        place = build.piece(places, 0, 0, length)
    else:
        place = build.infer("Gather", places, positions, axis=0)
    total = build.infer("Add", build.infer("Gather", words, tokens, axis=0), place)
    if segments is not None and kinds is not None:
        total = build.infer("Add", total, build.infer("Gather", kinds, segments, axis=0))
    result = _normalised(build, total, scale, shift, number(node, "epsilon", 1e-12), False)
    if mask is None:
        count = build.constant(np.zeros(batch, np.int32))
    else:
        kept = build.infer("Equal", mask, build.scalar(1, mask))
        kept = build.infer("Cast", kept, to=int(onnx_ir.DataType.INT32))
        count = build.infer("ReduceSum", kept, build.integers([1]), keepdims=0)
    return [result, count, total][: len(node.outputs)]


CONTRIB_RULES: tuple[Rule, ...] = (
    activation,
    fused_matmul,
    fused_convolution,
    fused_gemm,
    skip_layer_normalization,
    simplified_layer_normalization,
    embed_layer_normalization,
)
