"""Checks of the scales and zero points of quantised operators.

One stands for a whole tensor or, where the operator has that, for each row or column of matrices,
or for each output channel of filters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from types import MappingProxyType

import onnx_ir

from aoe.graph.prepare.checks.check import Check
from aoe.graph.prepare.rewriting import input_shape, integer

_NONE: Mapping[int, int] = MappingProxyType({})


def facts_fit(
    single: Sequence[int] = (),
    rows: Mapping[int, int] = _NONE,
    columns: Mapping[int, int] = _NONE,
    channels: Mapping[int, int] = _NONE,
) -> Check:
    """A check of scales and zero points, by their positions.

    Args:
        single: Those of whole tensors.
        rows: Those that may be for each row of a matrix, with the position of the matrix.
        columns: Those that may be for each column of one.
        channels: Those that may be for each output channel of filters.
    """

    def check(node: onnx_ir.Node) -> str | None:
        parts: list[tuple[int, tuple[int, ...] | None]] = [(place, None) for place in single]
        parts += [(place, _lengths(node, data, -2)) for place, data in rows.items()]
        parts += [(place, _lengths(node, data, -1)) for place, data in columns.items()]
        parts += [(place, _lengths(node, data, 0)) for place, data in channels.items()]
        for place, wanted in parts:
            shape = input_shape(node, place)
            if shape is None or prod(shape) == 1 or (wanted and _is_along(shape, wanted)):
                continue
            along = "" if wanted is None else f" or of shape [{prod(wanted[-2:])}]"
            return (
                f"its input {place} has the shape {list(shape)}, but has to be a single number"
                f"{along}"
            )
        return None

    return check


def _lengths(node: onnx_ir.Node, data: int, axis: int) -> tuple[int, ...] | None:
    """The shape of numbers for each row, column or channel of an input; None for a vector, which
    has only one.
    """
    shape = input_shape(node, data)
    if shape is None or len(shape) < 2:
        return None
    if axis == 0:
        return (shape[0],)
    transposed = {"QGemm": {0: "transA", 3: "transB"}}.get(node.op_type, {}).get(data)
    if transposed is not None and integer(node, transposed, 0):
        shape = shape[::-1]
    return (*shape[:-1], 1) if axis == -2 else (*shape[:-2], 1, shape[-1])


def _is_along(shape: Sequence[int], wanted: Sequence[int]) -> bool:
    """Whether a shape has the numbers of `wanted`, or is a vector of those of one matrix."""
    if len(shape) == 1:
        return shape[0] == prod(wanted[-2:])
    pairs = zip(shape[::-1], wanted[::-1], strict=False)
    return len(shape) <= len(wanted) and all(size in (1, most) for size, most in pairs)


def zero_point_fits(node: onnx_ir.Node) -> str | None:
    """Checks that a zero point has the shape of its scale."""
    scale, zero = input_shape(node, 1), input_shape(node, 2)
    if scale is None or zero is None or zero == scale or prod(scale) == prod(zero) == 1:
        return None
    return f"its zero point has the shape {list(zero)}, but its scale {list(scale)}"


def _parts_fit(node: onnx_ir.Node) -> str | None:
    """Checks scales and zero points of QLinearConcat: those of the result, and behind each part."""
    behind = [place for place in range(2, len(node.inputs)) if place % 3 != 2]
    return facts_fit(single=(0, 1, *behind))(node)


FACTS_OF_CONVOLUTION = facts_fit(single=(1, 2, 6, 7), channels={4: 3, 5: 3})

#: The checks of operators of ONNX Runtime's domain.
RUNTIME_CHECKS: Mapping[str, Check] = MappingProxyType(
    {
        **dict.fromkeys(("QLinearAdd", "QLinearMul"), facts_fit(single=(1, 2, 4, 5, 6, 7))),
        **dict.fromkeys(
            (
                *("QLinearSigmoid", "QLinearLeakyRelu", "QLinearSoftmax", "QLinearReduceMean"),
                *("QLinearAveragePool", "QLinearGlobalAveragePool"),
            ),
            facts_fit(single=(1, 2, 3, 4)),
        ),
        "QLinearWhere": facts_fit(single=(2, 3, 5, 6, 7, 8)),
        "QLinearConcat": _parts_fit,
        "QLinearConv": FACTS_OF_CONVOLUTION,
        "QGemm": facts_fit(single=(1, 2, 7, 8), columns={4: 3, 5: 3}),
        "MatMulIntegerToFloat": facts_fit(single=(2, 4), columns={3: 1, 5: 1}),
        "DynamicQuantizeMatMul": facts_fit(columns={2: 1, 3: 1}),
        "QAttention": facts_fit(single=(3, 6), columns={4: 1, 7: 1}),
        "QEmbedLayerNormalization": facts_fit(single=range(8, 18)),
        "QuantizeLinear": zero_point_fits,
        "DequantizeLinear": zero_point_fits,
    }
)
