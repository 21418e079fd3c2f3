"""Resize and Pad with copies become operators of type "Sample".

Their tables of indices and weights are known at compile time
(`aoe.graph.prepare.rules.sampling.interpolation`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.arithmetic_nodes import interpolated_in
from aoe.graph.prepare.rewriting import (
    WIDE,
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    integers,
    number,
    operand,
    shape_of,
    text,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.sampling.interpolation import AxisTable, Interpolation, padded, resized

#: Most taps of several axes that are summed in one pass. More take one pass for each axis.
_MOST_TAPS = 2


@rule_for("Resize")
def resize_to_sample(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Resize to a known size becomes a weighted sum of neighbours."""
    value = operand(node, 0)
    if value is None or not has_shape(value, node.outputs[0]):
        return None
    shape, axes = shape_of(value), _axes(node, shape_of(value))
    scales = _scales(node, shape, axes)
    if scales is None:
        return None
    how = Interpolation(
        mode=text(node, "mode", "nearest"),
        coordinates=text(node, "coordinate_transformation_mode", "half_pixel"),
        nearest=text(node, "nearest_mode", "round_prefer_floor"),
        coefficient=number(node, "cubic_coeff_a", -0.75),
        antialias=bool(integer(node, "antialias", 0)),
        exclude_outside=bool(integer(node, "exclude_outside", 0)),
    )
    region = constant_of(operand(node, 1))
    cropped = how.coordinates == "tf_crop_and_resize"
    if cropped and (region is None or region.size != 2 * len(axes)):
        return None
    kept_ends = [] if region is None else [float(end) for end in region.reshape(-1)]
    if not cropped and shape_of(node.outputs[0]) == shape:
        return build.make("Identity", [value], shape)  # as ONNX Runtime, whatever the scales are
    tables = {}
    for position, axis in enumerate(axes):
        kept = (0.0, 1.0)
        if cropped:
            kept = (kept_ends[position], kept_ends[len(axes) + position])
        new = shape_of(node.outputs[0])[axis]
        table = resized(how, shape[axis], new, scales[position], kept)
        if table is not None:
            tables[axis] = table
    is_weighted = any(table.weights is not None for table in tables.values())
    if is_weighted and value.dtype == onnx_ir.DataType.BOOL:
        return None
    result = sampled(build, value, tables)
    return _extrapolated(build, result, tables, number(node, "extrapolation_value", 0.0))


@rule_for("Pad")
def pad_to_sample(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Pad in a mode that repeats elements becomes copies of them."""
    value, pads = operand(node, 0), constant_of(operand(node, 1))
    mode = text(node, "mode", "constant")
    if mode not in ("reflect", "edge", "wrap") or pads is None:
        return None
    if value is None or not has_shape(value, node.outputs[0]):
        return None
    shape = shape_of(value)
    chosen = constant_of(operand(node, 3))
    axes = list(range(len(shape))) if chosen is None else [a % len(shape) for a in chosen.tolist()]
    ends = [int(width) for width in pads.reshape(-1)]
    pairs = zip(ends[: len(axes)], ends[len(axes) :], strict=True)
    widths = {axis: pair for axis, pair in zip(axes, pairs, strict=True) if any(pair)}
    if not all(shape[axis] for axis in widths):
        return None  # there is nothing to repeat
    tables = {axis: padded(mode, shape[axis], *pair) for axis, pair in widths.items()}
    return sampled(build, value, tables)


def sampled(build: Builder, value: onnx_ir.Value, tables: Mapping[int, AxisTable]) -> onnx_ir.Value:
    """`value` with each axis computed from its table.

    What is weighted is rounded once, to the type of `value`; integers are clamped to their range.
    """
    if not tables:
        return build.make("Identity", [value], shape_of(value))
    dtype = value.dtype
    assert dtype is not None
    weighted = {axis for axis, table in tables.items() if table.weights is not None}
    if weighted and dtype not in WIDE:
        result = build.cast(value, interpolated_in(dtype))
        result = sampled(build, result, tables)
        if dtype.is_floating_point():
            return build.cast(result, dtype)
        limits = np.iinfo(dtype.numpy())
        ends = [build.scalar(float(end), result) for end in (limits.min, limits.max)]
        result = build.make("Round", [result], shape_of(result))
        return build.cast(build.make("Clip", [result, *ends], shape_of(result)), dtype)
    result = value
    copied = [axis for axis in tables if axis not in weighted]
    if copied:
        result = _sample(build, result, {axis: tables[axis] for axis in copied})
    together = prod(tables[axis].indices.shape[1] for axis in weighted) <= _MOST_TAPS
    for axes in [sorted(weighted)] if together else [[axis] for axis in sorted(weighted)]:
        if axes:
            result = _sample(build, result, {axis: tables[axis] for axis in axes})
    return result


def _sample(build: Builder, value: onnx_ir.Value, tables: Mapping[int, AxisTable]) -> onnx_ir.Value:
    shape, inputs = list(shape_of(value)), [value]
    assert value.dtype is not None
    for axis, table in tables.items():
        size, taps = table.indices.shape
        shape[axis] = size
        broad = [1] * len(shape) + [taps]
        broad[axis] = size
        inputs.append(build.constant(table.indices.reshape(broad)))
        if table.weights is not None:
            weights = table.weights.astype(value.dtype.numpy()).reshape(broad)
            inputs.append(build.constant(weights))
    weighted = int(any(table.weights is not None for table in tables.values()))
    return build.make("Sample", inputs, shape, axes=tuple(tables), weighted=weighted)


def _extrapolated(
    build: Builder, value: onnx_ir.Value, tables: Mapping[int, AxisTable], filler: float
) -> onnx_ir.Value:
    """`value` with `filler` where a table says outside."""
    for axis, table in tables.items():
        if table.outside is not None and table.outside.any():
            mask = table.outside.reshape([-1] + [1] * (len(shape_of(value)) - axis - 1))
            inputs = [build.constant(mask), build.scalar(filler, value), value]
            value = build.infer("Where", *inputs)
    return value


def _axes(node: onnx_ir.Node, shape: Sequence[int]) -> list[int]:
    given = integers(node, "axes")
    return list(range(len(shape))) if given is None else [axis % len(shape) for axis in given]


def _scales(node: onnx_ir.Node, shape: Sequence[int], axes: Sequence[int]) -> list[float] | None:
    """The scale of each axis; None if it is unknown or does not fit."""
    scales, sizes = constant_of(operand(node, 2)), constant_of(operand(node, 3))
    if scales is not None and scales.size == len(axes):
        return [float(scale) for scale in scales.reshape(-1)]
    if sizes is None or sizes.size != len(axes):
        return None
    found = [int(size) / shape[axis] for size, axis in zip(sizes.reshape(-1), axes, strict=True)]
    policy = text(node, "keep_aspect_ratio_policy", "stretch")
    if policy == "stretch":
        return found
    return [min(found) if policy == "not_larger" else max(found)] * len(axes)


RULES: tuple[Rule, ...] = (resize_to_sample, pad_to_sample)
