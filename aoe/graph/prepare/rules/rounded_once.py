"""Operators of 16 bits that become several others are computed in float32 and rounded once.

Each of the others would round its result, and constants of 16 bits, such as sines, are off in the
third or fourth digit. It has to happen before functions are expanded.
"""

from __future__ import annotations

import onnx_ir

from aoe.graph.prepare.rewriting import Builder, Rule, has_shape, shape_of
from aoe.graph.prepare.rule_application import rule_for

_SHORT = (onnx_ir.DataType.FLOAT16, onnx_ir.DataType.BFLOAT16)
#: Operators that rules or their functions make of several others.
_COMPOSED = ("AffineGrid", "DFT", "Det", "LpNormalization", "MeanVarianceNormalization", "STFT")
#: Those that make numbers of a size. An attribute has the type.
_WINDOWS = ("BlackmanWindow", "HammingWindow", "HannWindow")


def is_rounded_several_times(node: onnx_ir.Node) -> bool:
    """Whether a node still has 16 bits, so that it cannot be folded: ONNX's reference
    implementation rounds each step, too.
    """
    known = not node.domain and node.op_type in (*_COMPOSED, *_WINDOWS)
    return known and node.outputs[0].dtype in _SHORT


@rule_for(*_COMPOSED)
def in_single_precision(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """An operator reads float32, and its result is converted."""
    result, given = node.outputs[0], [item for item in node.inputs if item is not None]
    if not has_shape(*given, result) or result.dtype not in _SHORT:
        return None
    assert result.dtype is not None
    single = onnx_ir.DataType.FLOAT
    inputs = [
        build.cast(item, single) if item is not None and item.dtype in _SHORT else item
        for item in node.inputs
    ]
    found = build.again(node, inputs, shape_of(result), dtype=single)
    return build.cast(found, result.dtype)


@rule_for(*_WINDOWS)
def window_in_single_precision(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """A window is made in float32, the default, and converted."""
    result = node.outputs[0]
    if not has_shape(*node.inputs, result) or result.dtype not in _SHORT:
        return None
    assert result.dtype is not None
    single, shape = onnx_ir.DataType.FLOAT, shape_of(result)
    found = build.again(node, node.inputs, shape, dtype=single, drop=("output_datatype",))
    return build.cast(found, result.dtype)


RULES: tuple[Rule, ...] = (in_single_precision, window_in_single_precision)
