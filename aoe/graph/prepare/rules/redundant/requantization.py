"""A dequantised value that is quantised again by the same scale and zero point is what it was.

Tools that quantise models put such a pair behind every Reshape and Transpose. A number n of at most
16 bits times a scale is off by a rounding, and so is the quotient: together by far less than the
half that would make it another whole number. That holds for scales for which no product is denormal
or infinite.
"""

from __future__ import annotations

import numpy as np
import onnx_ir
from onnx_ir import DataType

from aoe.graph.prepare.rewriting import Builder, Rule, constant_of, integer, operand, producer
from aoe.graph.prepare.rule_application import rule_for

_WHOLE = (DataType.INT8, DataType.UINT8, DataType.INT16, DataType.UINT16)
#: The scales between which products with numbers of 17 bits are normal numbers of float32.
_LEAST, _LARGEST = float(np.finfo(np.float32).tiny), float(np.finfo(np.float32).max) / 2**17


@rule_for("QuantizeLinear")
def drop_requantization(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """QuantizeLinear behind DequantizeLinear with equal constants gives the bytes before both."""
    source = producer(operand(node, 0), "DequantizeLinear")
    if source is None or source.domain or node.domain:
        return None
    value = operand(source, 0)
    if value is None or value.dtype not in _WHOLE or node.outputs[0].dtype != value.dtype:
        return None
    scale, again = constant_of(operand(source, 1)), constant_of(operand(node, 1))
    if scale is None or again is None or scale.dtype != np.float32 or not _equal(scale, again):
        return None
    if not ((scale >= _LEAST) & (scale <= _LARGEST)).all():
        return None
    if scale.size > 1 and _layout(source) != _layout(node):
        return None
    zeros = [_zero_point(operand(item, 2)) for item in (source, node)]
    if zeros[0] is None or zeros[1] is None or not _equal(zeros[0], zeros[1]):
        return None
    return value


def _layout(node: onnx_ir.Node) -> tuple[int, int]:
    """The axis that scales lie along, and the elements that share one."""
    return integer(node, "axis", 1), integer(node, "block_size", 0)


def _zero_point(value: onnx_ir.Value | None) -> np.ndarray | None:
    """A zero point, 0 where none is given; None if it is not known."""
    return np.zeros(1, np.int32) if value is None else constant_of(value)


def _equal(one: np.ndarray, other: np.ndarray) -> bool:
    """Whether constants are equal, one number to many, too."""
    sizes = {one.size, other.size} - {1}
    return len(sizes) < 2 and bool((one.reshape(-1) == other.reshape(-1)).all())


RULES: tuple[Rule, ...] = (drop_requantization,)
