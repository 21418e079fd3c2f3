"""Normalisation over axes: LayerNormalization, RMSNormalization, InstanceNormalization.

The anchor is (x − mean) / sqrt(variance + epsilon). With `center` 0 it is x / sqrt(mean of squares
+ epsilon). Scale and bias are the epilogue. Attributes: `axes`, `epsilon`, `center`.
Implementation: `layer_normalization`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.loops.expression import Accumulator, Expression, Load, apply
from aoe.operators.access import aligned_beside_axes
from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    order_of_first_input,
)
from aoe.operators.importing import (
    axis_in,
    float_attribute,
    floating_input,
    integer_attribute,
    optional_input,
)
from aoe.operators.operator import Operand, Operator


def normalization(
    operand: Operand,
    axes: Sequence[int],
    epsilon: float,
    scale: Operand | None = None,
    bias: Operand | None = None,
    center: bool = True,
) -> Operator:
    """The operator that normalises `operand` over `axes`, which are not negative. `scale` and
    `bias` broadcast to its shape.
    """
    attributes = (("axes", tuple(sorted(axes))), ("center", int(center)), ("epsilon", epsilon))
    inputs = [operand]
    epilogue: Expression = Accumulator()
    for item, function in ((scale, "mul"), (bias, "add")):
        if item is not None:
            epilogue = apply(function, epilogue, Load(len(inputs)))
            inputs.append(item)
    output = Operand(operand.dtype, operand.shape, operand.order)
    return Operator("LayerNormalization", attributes, tuple(inputs), output, 1, epilogue=epilogue)


def _import_node(node: SourceNode) -> ImportedOperator:
    x = floating_input(node)
    rank = len(x.shape)
    scale, bias = optional_input(node, 1), optional_input(node, 2)
    if node.op_type == "InstanceNormalization":
        axes = tuple(range(2, rank))
        scale, bias = (_per_channel(item, rank) for item in (scale, bias))
    else:
        axes = tuple(range(axis_in(node, integer_attribute(node, "axis", -1), rank), rank))
    operator = normalization(
        x,
        axes,
        float_attribute(node, "epsilon", 1e-5),
        scale,
        bias,
        center=node.op_type not in ("RMSNormalization", "SimplifiedLayerNormalization"),
    )
    present = (0, *(i for i, item in ((1, scale), (2, bias)) if item is not None))
    return ImportedOperator(operator, present)


def _per_channel(operand: Operand | None, rank: int) -> Operand | None:
    if operand is None:
        return None
    shape = (*operand.shape, *(1 for _ in range(rank - 2)))
    return Operand.row_major(operand.dtype, shape, operand.constant)


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    axes, epsilon = operator.integers("axes"), operator.number("epsilon")
    x = inputs[0]
    if operator.integer("center"):
        x = x - x.mean(axis=axes, keepdims=True)
    variance = (x * x).mean(axis=axes, keepdims=True)
    return np.asarray(x / np.sqrt(variance + epsilon))


OPERATOR = OperatorDefinition(
    type="LayerNormalization",
    onnx_types=(
        "LayerNormalization",
        "RMSNormalization",
        "SimplifiedLayerNormalization",
        "InstanceNormalization",
    ),
    import_node=_import_node,
    reference=_reference,
    output_order=order_of_first_input,
    fuses_prologue=True,
    access=aligned_beside_axes,
    accepts_reduced_precision=True,
)
