"""A convolution with max pooling of 2×2 as one operator.

Anchor inputs as those of `conv.py`, with two spatial dimensions and with strides and dilations of
1. The anchor's result is the largest in each 2×2 window of the convolution; the last row or column
of an odd size is dropped. The epilogue is applied to the maxima.

No ONNX node is imported as this type: `aoe.graph.subgraph.variants.pooled_convolution` makes it.
Implementation: `pooled_winograd`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from aoe.loops.expression import Accumulator
from aoe.operators.definition import ImportedOperator, OperatorDefinition, SourceNode
from aoe.operators.importing import refuse
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.conv import conv

TYPE = "PooledConv"
#: The size of the pooling window along each dimension.
WINDOW = 2


def convolution_of(operator: Operator) -> Operator:
    """The convolution alone, without pooling and epilogue."""
    x, w = operator.inputs[:2]
    pads = operator.integers("pads")
    result = [
        x.shape[2 + i] + pads[i] + pads[2 + i] - w.shape[2 + i] + 1 for i in range(len(pads) // 2)
    ]
    output = Operand(x.dtype, (*operator.output.shape[:2], *result), operator.output.order)
    return replace(operator, type="Conv", inputs=(x, w), output=output, epilogue=Accumulator())


def _import_node(node: SourceNode) -> ImportedOperator:
    raise refuse(node, "pooled convolutions are made of convolutions and poolings")


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    whole = conv.OPERATOR.reference(convolution_of(operator), inputs)
    batch, filters, height, width = operator.output.shape
    used = whole[:, :, : WINDOW * height, : WINDOW * width]
    return np.asarray(used.reshape(batch, filters, height, WINDOW, width, WINDOW).max(axis=(3, 5)))


def _multiply_adds(operator: Operator) -> int:
    return conv.multiply_adds(convolution_of(operator))


OPERATOR = OperatorDefinition(
    type=TYPE,
    onnx_types=(),
    import_node=_import_node,
    reference=_reference,
    output_order=conv.OPERATOR.output_order,
    multiply_adds=_multiply_adds,
)
