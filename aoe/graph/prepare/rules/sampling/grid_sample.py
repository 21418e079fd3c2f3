"""GridSample, RoiAlign and DeformConv become operators of type "Sample".

Pointwise nodes compute the indices and weights from the coordinates of the model: a pair of tables
for each axis of the image (`aoe.operators.types.elementwise.sample`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.arithmetic_nodes import Formula, interpolated_in, reshaped
from aoe.graph.prepare.rewriting import (
    FLOATING,
    Builder,
    Rule,
    has_shape,
    integer,
    integers,
    number,
    operand,
    shape_of,
    text,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.rules.sampling.adaptive_regions import adaptive_regions

_FLOAT, _INDEX = onnx_ir.DataType.FLOAT, onnx_ir.DataType.INT32
#: The coefficient of Keys' kernel in GridSample.
_CUBIC = -0.75


@rule_for("GridSample")
def grid_sample(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """GridSample in any number of dimensions."""
    image, grid = operand(node, 0), operand(node, 1)
    if not has_shape(image, grid, node.outputs[0]):
        return None
    assert image is not None
    assert grid is not None
    mode = text(node, "mode", "linear").removeprefix("bi")
    padding, aligned = text(node, "padding_mode", "zeros"), integer(node, "align_corners", 0)
    chosen = mode == "nearest" and image.dtype not in FLOATING
    work, sizes = _FLOAT if chosen else _computed(image), shape_of(image)[2:]
    formula = Formula(build, work)
    axes = {}
    for position, size in enumerate(sizes):
        last = len(sizes) - 1 - position
        place = build.cast(build.piece(grid, len(sizes) + 1, last, last + 1), work)
        place = reshaped(build, place, shape_of(grid)[0], 1, *shape_of(grid)[1:-1], 1)
        axes[2 + position] = _grid_axis(formula, place, size, mode, padding, bool(aligned))
    shape = shape_of(node.outputs[0])
    if chosen:
        return _chosen(formula, image, axes, shape)
    return _back(build, image, _sample(build, build.cast(image, work), axes, shape))


def _chosen(
    formula: Formula, image: onnx_ir.Value, axes: Mapping[int, _Axis], shape: Sequence[int]
) -> onnx_ir.Value:
    """Whole numbers of an image, which not every float has; 0 where a weight of an axis is 0."""
    assert image.dtype is not None
    build, nothing = formula.build, np.zeros((), image.dtype.numpy())
    places: dict[int, _Axis] = {axis: (where, None) for axis, (where, _) in axes.items()}
    result = _sample(build, image, places, shape)
    for _, weight in axes.values():
        if weight is not None:
            weight = reshaped(build, weight, shape[0], 1, *shape[2:])
            inside = formula("Greater", weight, 0.0)
            result = build.infer("Where", inside, result, build.constant(nothing))
    return result


#: The table of indices of an axis and the table of weights; None if every weight is 1.
_Axis = tuple[onnx_ir.Value, "onnx_ir.Value | None"]


def _grid_axis(
    formula: Formula, place: onnx_ir.Value, size: int, mode: str, padding: str, aligned: bool
) -> _Axis:
    """The tables of an axis for coordinates from −1 to 1."""
    ahead = formula("Add", place, 1.0)
    low, high = (0.0, size - 1.0) if aligned else (-0.5, size - 0.5)
    if aligned:
        place = formula("Mul", ahead, (size - 1) / 2)
    else:
        place = formula("Mul", formula("Sub", formula("Mul", ahead, float(size)), 1.0), 0.5)
    if mode == "nearest":
        place = formula("Round", place)
    if padding == "border" and mode != "cubic":  # cubic clamps each neighbour instead
        place = formula.clip(place, 0.0, size - 1.0)
    elif padding == "reflection":
        place = _reflected(formula, place, low, high)
    if mode == "nearest":
        inside = formula.number(formula.inside(place, 0.0, size - 1.0))
        return _indices(formula, place, size), inside if padding == "zeros" else None
    first = formula("Floor", place)
    taps = np.arange(0.0, 2.0) if mode == "linear" else np.arange(-1.0, 3.0)
    distance = formula("Abs", formula("Sub", formula("Sub", place, first), taps))
    weights = _hat(formula, distance) if mode == "linear" else _cubic(formula, distance)
    near = formula("Add", first, taps)
    if padding == "reflection":
        near = _reflected(formula, near, *((0.0, size - 1.0) if aligned else (-0.5, size - 0.5)))
    elif padding == "zeros":
        inside = formula.inside(near, 0.0, size - 1.0)
        weights = formula("Mul", weights, formula.number(inside))
    return _indices(formula, near, size), weights


def _reflected(formula: Formula, place: onnx_ir.Value, low: float, high: float) -> onnx_ir.Value:
    """A coordinate reflected at two ends until it lies between them."""
    span = high - low
    if span <= 0:
        return formula("Mul", place, 0.0)
    ahead = formula("Sub", place, low)
    periods = formula("Floor", formula("Mul", ahead, 1 / (2 * span)))
    rest = formula("Sub", ahead, formula("Mul", periods, 2 * span))
    return formula("Sub", low + span, formula("Abs", formula("Sub", rest, span)))


def _hat(formula: Formula, distance: onnx_ir.Value) -> onnx_ir.Value:
    return formula("Sub", 1.0, distance)


def _cubic(formula: Formula, d: onnx_ir.Value) -> onnx_ir.Value:
    """Keys' cubic convolution kernel at distances below 2."""
    square = formula("Mul", d, d)
    line = formula("Sub", formula("Mul", d, _CUBIC + 2), _CUBIC + 3)
    near = formula("Add", formula("Mul", line, square), 1.0)
    line = formula("Add", formula("Mul", formula("Sub", d, 5.0), d), 8.0)
    far = formula("Mul", formula("Sub", formula("Mul", line, d), 4.0), _CUBIC)
    return formula.where(formula("LessOrEqual", d, 1.0), near, far)


def _indices(formula: Formula, place: onnx_ir.Value, size: int) -> onnx_ir.Value:
    return formula.build.cast(formula.clip(place, 0.0, size - 1.0), _INDEX)


@rule_for("RoiAlign")
def roi_align(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """RoiAlign. Without a number of samples in each bin, the regions decide it."""
    image, regions, batch = (operand(node, position) for position in range(3))
    if not has_shape(image, regions, batch, node.outputs[0]):
        return None
    assert image is not None
    assert regions is not None
    assert batch is not None
    work, count, samples = (
        _computed(image),
        shape_of(regions)[0],
        integer(node, "sampling_ratio", 0),
    )
    formula, (rows, columns) = Formula(build, work), shape_of(image)[2:]
    mean = text(node, "mode", "avg") == "avg"
    height, width = (integer(node, f"output_{name}", 1) for name in ("height", "width"))
    scaled = formula("Mul", build.cast(regions, work), number(node, "spatial_scale", 1.0))
    if samples <= 0:
        source = build.cast(image, work)
        return _back(build, image, adaptive_regions(node, build, source, scaled, batch))
    half = text(node, "coordinate_transformation_mode", "half_pixel") == "half_pixel"
    ends = formula("Sub", scaled, 0.5 if half else 0.0)
    y = _bins(formula, ends, 1, height, samples, rows, half)
    x = _bins(formula, ends, 0, width, samples, columns, half)
    shape: tuple[int, ...] = (count, shape_of(image)[1], height, width)
    up: tuple[int, ...] = (count, 1, height, 1, 2 * samples)
    across: tuple[int, ...] = (count, 1, 1, width, 2 * samples)
    source = build.cast(image, work)
    if mean:
        y, x = ((where, formula("Mul", weight, 1 / samples)) for where, weight in (y, x))
    else:  # the largest of all weighted neighbours of all samples
        shape = (*shape, 2 * samples, 2 * samples)
        up, across = (*up, 1, 1), (count, 1, 1, width, 1, 2 * samples, 1)
        source = reshaped(build, source, *shape_of(image), 1, 1)
    ones = build.constant(np.ones((1,) * (len(shape) + 1), work.numpy()))
    first = reshaped(build, build.cast(batch, _INDEX), count, *(1,) * len(shape))
    rows_of, columns_of = (
        (reshaped(build, where, *to), reshaped(build, weight, *to))
        for (where, weight), to in ((y, up), (x, across))
    )
    axes = {0: (first, ones), 2: rows_of, 3: columns_of}
    result = _sample(build, source, axes, shape)
    if not mean:
        result = build.infer("ReduceMax", result, build.integers([4, 5]), keepdims=0)
    return _back(build, image, result)


def _bins(
    formula: Formula,
    ends: onnx_ir.Value,
    first: int,
    bins: int,
    samples: int,
    pixels: int,
    half: bool,
) -> tuple[onnx_ir.Value, onnx_ir.Value]:
    """Indices and weights along an axis, regions × bins × 2·samples.

    Column `first` of `ends` has the start of a region, column `first + 2` its end.
    """
    build = formula.build
    start = build.piece(ends, 1, first, first + 1)
    size = formula("Sub", build.piece(ends, 1, first + 2, first + 3), start)
    if not half:
        size = formula("Max", size, 1.0)
    steps = (np.arange(bins)[:, None] + (np.arange(samples) + 0.5) / samples) / bins
    count = shape_of(ends)[0]
    place = formula("Add", formula("Mul", size, steps.reshape(1, -1)), start)
    place = reshaped(build, place, count, bins, samples, 1)
    valid = formula.number(formula.inside(place, -1.0, float(pixels)))
    place = formula.clip(place, 0.0, pixels - 1.0)
    low = formula("Floor", place)
    taps = np.arange(0.0, 2.0)
    distance = formula("Abs", formula("Sub", formula("Sub", place, low), taps))
    weights = formula("Mul", _hat(formula, distance), valid)
    indices = _indices(formula, formula("Add", low, taps), pixels)
    return indices, weights


@rule_for("DeformConv")
def deformable_convolution(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """DeformConv becomes samples at computed positions and a matmul for each group."""
    image, filters, offsets = (operand(node, position) for position in range(3))
    if not has_shape(image, filters, offsets, node.outputs[0]):
        return None
    if image is None or filters is None or offsets is None or len(shape_of(image)) != 4:
        return None
    work, result = _computed(image), shape_of(node.outputs[0])
    batch, channels, *sizes = shape_of(image)
    pixels, kernel = result[2:], shape_of(filters)[2:]
    groups, taps = integer(node, "offset_group", 1), prod(kernel)
    formula = Formula(build, work)
    moved = reshaped(build, build.cast(offsets, work), batch, groups, 1, taps, 2, *pixels)
    axes = {}
    for axis, size in enumerate(sizes):
        base = _tap_places(node, axis, kernel, pixels).reshape(1, 1, 1, taps, *_one(axis, pixels))
        offset = reshaped(
            build, build.piece(moved, 4, axis, axis + 1), batch, groups, 1, taps, *pixels
        )
        place = reshaped(build, formula("Add", offset, base), batch, groups, 1, taps, *pixels, 1)
        low, near = formula("Floor", place), np.arange(0.0, 2.0)
        distance = formula("Abs", formula("Sub", formula("Sub", place, low), near))
        where = formula("Add", low, near)
        # An infinite offset is outside, too, and its distance is no number.
        inside = formula.inside(where, 0.0, size - 1.0)
        weights = formula.where(inside, _hat(formula, distance), 0.0)
        axes[4 + axis] = (_indices(formula, where, size), weights)
    source = reshaped(build, build.cast(image, work), batch, groups, channels // groups, 1, *sizes)
    columns = _sample(build, source, axes, (batch, groups, channels // groups, taps, *pixels))
    mask = operand(node, 4)
    if mask is not None:
        factors = reshaped(build, build.cast(mask, work), batch, groups, 1, taps, *pixels)
        columns = formula("Mul", columns, factors)
    groups = integer(node, "group", 1)
    columns = reshaped(build, columns, batch, groups, channels // groups * taps, prod(pixels))
    rows = reshaped(build, build.cast(filters, work), 1, groups, result[1] // groups, -1)
    value = reshaped(build, build.infer("MatMul", rows, columns), *result)
    bias = operand(node, 3)
    if bias is not None:
        bias = reshaped(build, build.cast(bias, work), result[1], 1, 1)
        value = formula("Add", value, bias)
    return _back(build, image, value)


def _tap_places(
    node: onnx_ir.Node, axis: int, kernel: Sequence[int], pixels: Sequence[int]
) -> np.ndarray:
    """The positions of the taps of a kernel along an axis without offsets, taps × pixels."""
    strides = integers(node, "strides") or (1, 1)
    dilations, pads = integers(node, "dilations") or (1, 1), integers(node, "pads") or (0,) * 4
    taps = np.indices(kernel)[axis].reshape(-1, 1) * dilations[axis]
    places = np.arange(pixels[axis]) * strides[axis] - pads[axis]
    return np.asarray(taps + places)


def _one(axis: int, pixels: Sequence[int]) -> tuple[int, ...]:
    return tuple(size if number == axis else 1 for number, size in enumerate(pixels))


def _sample(
    build: Builder, source: onnx_ir.Value, axes: Mapping[int, _Axis], shape: Sequence[int]
) -> onnx_ir.Value:
    inputs = [source]
    for indices, weights in axes.values():
        inputs += [indices] if weights is None else [indices, weights]
    weighted = int(len(inputs) > 1 + len(axes))
    return build.make("Sample", inputs, shape, axes=tuple(axes), weighted=weighted)


def _computed(image: onnx_ir.Value) -> onnx_ir.DataType:
    assert image.dtype is not None
    return interpolated_in(image.dtype)


def _back(build: Builder, image: onnx_ir.Value, result: onnx_ir.Value) -> onnx_ir.Value:
    assert image.dtype is not None
    return build.cast(result, image.dtype)


RULES: tuple[Rule, ...] = (grid_sample, roi_align, deformable_convolution)
