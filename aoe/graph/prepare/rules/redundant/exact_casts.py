"""A Cast to a type that holds every number of the type before it is skipped.

Only such a Cast changes nothing. Through a narrower type numbers would be rounded twice, as double
is on its way to float16 through float. What a number becomes that an integer type does not hold is
defined for casts between integers only.
"""

from __future__ import annotations

from types import MappingProxyType

import onnx_ir
from onnx_ir import DataType

from aoe.graph.prepare.rewriting import (
    FLOATING,
    Builder,
    Rule,
    has_shape,
    producer,
    shape_of,
    used_once,
)
from aoe.graph.prepare.rule_application import rule_for

#: The bits of the largest number of each integer type, and whether it has negative numbers.
_INTEGERS = MappingProxyType(
    {
        DataType.BOOL: (1, False),
        DataType.UINT8: (8, False),
        DataType.UINT16: (16, False),
        DataType.UINT32: (32, False),
        DataType.UINT64: (64, False),
        DataType.INT8: (7, True),
        DataType.INT16: (15, True),
        DataType.INT32: (31, True),
        DataType.INT64: (63, True),
    }
)
#: The bits up to which each floating-point type has all integers.
_PRECISION = MappingProxyType(
    {DataType.FLOAT16: 11, DataType.BFLOAT16: 8, DataType.FLOAT: 24, DataType.DOUBLE: 53}
)


@rule_for("Cast")
def skip_exact_cast(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A Cast reads the input of an exact Cast."""
    if not has_shape(node.inputs[0], node.outputs[0]):
        return None
    value = node.inputs[0]
    before = producer(value, "Cast")
    if value is None or before is None or not used_once(value) or not has_shape(before.inputs[0]):
        return None
    source = before.inputs[0]
    assert source is not None
    first, middle, last = source.dtype, value.dtype, node.outputs[0].dtype
    if first is None or middle is None or last is None:
        return None
    if not {first, middle, last} <= _INTEGERS.keys() | _PRECISION.keys():
        return None
    if not _is_skipped(first, middle, last):
        return None
    return build.again(node, [source], shape_of(node.outputs[0]))


def _is_skipped(first: DataType, middle: DataType, last: DataType) -> bool:
    """Whether a Cast from `first` to `last` gives what two Casts by way of `middle` give."""
    if not _holds(middle, first):
        return False
    if middle in _INTEGERS:
        return True
    if last in _INTEGERS and last != DataType.BOOL:
        return False
    # runtimes convert to 16 bits by way of float
    return last not in (DataType.FLOAT16, DataType.BFLOAT16) or _holds(DataType.FLOAT, first)


def _holds(wide: DataType, narrow: DataType) -> bool:
    """Whether one type has every number of another one."""
    if wide == narrow:
        return True
    if narrow in _INTEGERS:
        bits, negative = _INTEGERS[narrow]
        if wide in _INTEGERS:
            room, below_zero = _INTEGERS[wide]
            return bits <= room and below_zero >= negative
        return wide in _PRECISION and bits <= _PRECISION[wide]
    if wide in FLOATING and narrow in FLOATING:
        return wide == DataType.DOUBLE or (wide == DataType.FLOAT and narrow != DataType.DOUBLE)
    return False


RULES: tuple[Rule, ...] = (skip_exact_cast,)
