"""Upsample, and Resize of operator set 10, which had one way to map coordinates.

Both are "asymmetric": element i of the result lies at i / scale. "nearest" rounds up where an axis
shrinks, and down where it grows, as ONNX Runtime and ONNX's own tests do.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.opset_adapters.adapter import NotConvertibleError, adapter, first, take
from aoe.graph.prepare.rewriting import Builder, Replacement, constant_of, operand, text


def _asymmetric(node: onnx_ir.Node, build: Builder) -> Replacement:
    value, scales = first(node), _scales(node, build)
    if text(node, "mode", "nearest") != "nearest":
        return _resize(build, value, scales, "linear", "floor")
    known = constant_of(scales)
    if known is None:
        one = build.constant(np.ones(1, np.float32))
        value = _resize(build, value, build.infer("Max", scales, one), "nearest", "floor")
        return _resize(build, value, build.infer("Min", scales, one), "nearest", "ceil")
    parts = (np.maximum(known, 1), "floor"), (np.minimum(known, 1), "ceil")
    needed = [part for part in parts if np.any(part[0] != 1)] or parts[:1]
    for factors, rounding in needed:
        constant = build.constant(factors.astype(np.float32))
        value = _resize(build, value, constant, "nearest", rounding)
    return value


def _scales(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value:
    """The factor of each axis: an input, an attribute, or two attributes for images."""
    given = operand(node, 1)
    if given is not None:
        return given
    scales = take(node, "scales")
    if scales is None:
        height, width = take(node, "height_scale"), take(node, "width_scale")
        if height is None or width is None:
            raise NotConvertibleError("its scales are missing")
        scales = [1.0, 1.0, height, width]
    return build.constant(np.asarray(scales, np.float32))


def _resize(
    build: Builder, value: onnx_ir.Value, scales: onnx_ir.Value, mode: str, rounding: str
) -> onnx_ir.Value:
    return build.infer(
        "Resize",
        value,
        None,
        scales,
        mode=mode,
        coordinate_transformation_mode="asymmetric",
        nearest_mode=rounding,
    )


ADAPTERS = (adapter(11, _asymmetric, "Resize", "Upsample"),)
