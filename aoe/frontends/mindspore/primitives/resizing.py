"""Resizing and sampling of images."""

from __future__ import annotations

import math

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.mindspore.arguments import choice, flag, known, operand, wholes
from aoe.frontends.mindspore.emitter import Emitter, ints, is_real
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives
from aoe.frontends.shared_operators.resizing import (
    coordinate_transformation,
    cubic_weights,
    nearest_pixels,
)

PRIMITIVES = Primitives()


@PRIMITIVES.reads("ResizeBilinearV2", "ResizeBilinear")
def _bilinear(
    emit: Emitter,
    image: Item,
    size: Item,
    align_corners: Item = False,
    half_pixel_centers: Item = False,
) -> Item:
    mode = coordinate_transformation(
        flag(align_corners, "align_corners"), flag(half_pixel_centers, "half_pixel_centers")
    )
    return _linear(emit, operand(image), wholes(size, "size"), mode)


@PRIMITIVES.reads("ResizeLinear1D")
def _linear_of_one(
    emit: Emitter,
    images: Item,
    size: Item,
    coordinate_transformation_mode: Item = "align_corners",
) -> Item:
    """Linear interpolation along the last axis."""
    rules = ("asymmetric", "align_corners", "half_pixel")
    rule = choice(coordinate_transformation_mode, "coordinate transformation", rules)
    return _linear(emit, operand(images), wholes(size, "size"), rule)


@PRIMITIVES.reads("ResizeBicubic")
def _bicubic(
    emit: Emitter,
    image: Item,
    size: Item,
    align_corners: Item = False,
    half_pixel_centers: Item = False,
) -> Item:
    """By a matrix of weights for each axis."""
    value, (height, width) = operand(image), wholes(size, "size")
    rule = (
        flag(align_corners, "align_corners"),
        flag(half_pixel_centers, "half_pixel_centers"),
    )
    rows, columns = _resized_shape(value, (height, width))[2:]
    if not is_real(dtype_of(value)):
        value = emit.cast(value, np.float32)
    old = shape_of(value)[2:]
    value = emit.node("MatMul", cubic_weights(rows, old[0], *rule), value)
    return emit.node("MatMul", value, np.ascontiguousarray(cubic_weights(columns, old[1], *rule).T))


def _linear(emit: Emitter, value: Operand, size: tuple[int, ...], mode: str) -> Operand:
    shape = _resized_shape(value, size)
    return emit.node(
        "Resize",
        value,
        None,
        None,
        ints(shape),
        mode="linear",
        coordinate_transformation_mode=mode,
    )


def _resized_shape(value: Operand, size: tuple[int, ...]) -> tuple[int, ...]:
    shape = shape_of(value)
    if len(shape) != len(size) + 2 or min((*size, *shape)) < 1:
        raise UnsupportedNodeError(f"it resizes {shape} to {size}")
    return (*shape[:2], *size)


@PRIMITIVES.reads("ResizeNearestNeighborV2", "ResizeNearestNeighbor")
def _nearest(
    emit: Emitter,
    image: Item,
    size: Item,
    align_corners: Item = False,
    half_pixel_centers: Item = False,
) -> Item:
    value, sizes = operand(image), wholes(size, "size")
    _resized_shape(value, sizes)
    aligned = flag(align_corners, "align_corners")
    centers = flag(half_pixel_centers, "half_pixel_centers")
    for place, (old, new) in enumerate(zip(shape_of(value)[2:], sizes, strict=True), 2):
        corners = aligned and new > 1  # one element is where it is without alignment
        indices = nearest_pixels(new, old, corners, centers and not corners)
        value = _picked(emit, value, place, indices)
    return value


def _picked(emit: Emitter, value: Operand, place: int, indices: np.ndarray) -> Operand:
    if np.array_equal(indices, np.arange(shape_of(value)[place])):
        return value
    return emit.node("Gather", value, indices, axis=place)


@PRIMITIVES.reads("UpsampleNearest1D", "UpsampleNearest2D", "UpsampleNearest3D")
def _upsample_nearest(
    emit: Emitter, x: Item, output_size: Item = None, scales: Item = None
) -> Item:
    value = operand(x)
    return _nearest(emit, value, _new_sizes(value, output_size, scales))


@PRIMITIVES.reads("UpsampleBilinear2D", "UpsampleTrilinear3D", "UpsampleLinear1D")
def _upsample_linear(
    emit: Emitter,
    x: Item,
    output_size: Item = None,
    scales: Item = None,
    align_corners: Item = False,
) -> Item:
    value = operand(x)
    mode = coordinate_transformation(flag(align_corners, "align_corners"), half=True)
    return _linear(emit, value, _new_sizes(value, output_size, scales), mode)


def _new_sizes(value: Operand, output_size: Item, scales: Item) -> tuple[int, ...]:
    if output_size is not None:
        return wholes(output_size, "output_size")
    factors = known(scales, "scales")
    spatial = shape_of(value)[2:]
    if not isinstance(factors, tuple) or len(factors) != len(spatial):
        raise UnsupportedNodeError(f"its scales are {factors!r}")
    sizes = [size * float(str(factor)) for size, factor in zip(spatial, factors, strict=True)]
    if not all(math.isfinite(size) and size.is_integer() for size in sizes):
        raise UnsupportedNodeError(f"its scales {factors!r} give no whole size")
    return tuple(int(size) for size in sizes)


@PRIMITIVES.reads("GridSampler2D", "GridSampler3D")
def _grid_sample(
    emit: Emitter,
    x: Item,
    grid: Item,
    interpolation_mode: Item = "bilinear",
    padding_mode: Item = "zeros",
    align_corners: Item = False,
) -> Item:
    mode = choice(interpolation_mode, "interpolation_mode", ("bilinear", "nearest"))
    return emit.node(
        "GridSample",
        operand(x),
        operand(grid),
        mode="linear" if mode == "bilinear" else "nearest",
        padding_mode=choice(padding_mode, "padding_mode", ("zeros", "border", "reflection")),
        align_corners=int(flag(align_corners, "align_corners")),
    )


@PRIMITIVES.reads("AffineGrid")
def _affine_grid(emit: Emitter, theta: Item, size: Item, align_corners: Item = False) -> Item:
    """Where the pixels of an image are before an affine transform."""
    return emit.node(
        "AffineGrid",
        operand(theta),
        ints(wholes(size, "output_size")),
        align_corners=int(flag(align_corners, "align_corners")),
    )
