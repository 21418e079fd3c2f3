"""Layers that move elements, and layers that do nothing in inference."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.layout import NchwView
from aoe.frontends.tensorflow.context import Context, integers
from aoe.frontends.tensorflow.keras.layer import Call, Layer, LayerTable
from aoe.frontends.tensorflow.values import Held

TABLE = LayerTable()


@TABLE.add(
    *("Dropout", "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D", "AlphaDropout"),
    *("GaussianDropout", "GaussianNoise", "ActivityRegularization", "Identity"),
    *("RandomFlip", "RandomRotation", "RandomZoom", "RandomTranslation", "RandomContrast"),
    *("RandomBrightness",),
)
def _nothing(context: Context, layer: Layer, call: Call) -> Held:
    return call.only()


@TABLE.add("Flatten")
def _flatten(context: Context, layer: Layer, call: Call) -> Held:
    layer.channels_last()
    value = context.plain(call.only())
    batch, *sizes = shape_of(value)
    return context.reshaped(value, (batch, int(np.prod(sizes))))


@TABLE.add("Reshape")
def _reshape(context: Context, layer: Layer, call: Call) -> Held:
    value = context.plain(call.only())
    target = [int(size) for size in layer.config["target_shape"]]
    return context.node("Reshape", value, integers([shape_of(value)[0], *target]))


@TABLE.add("Permute")
def _permute(context: Context, layer: Layer, call: Call) -> Held:
    order = [0, *map(int, layer.config["dims"])]
    return context.node("Transpose", context.plain(call.only()), perm=order)


@TABLE.add("RepeatVector")
def _repeat(context: Context, layer: Layer, call: Call) -> Held:
    value = context.plain(call.only())
    batch, size = shape_of(value)
    wide = context.reshaped(value, (batch, 1, size))
    return context.node("Expand", wide, integers([batch, layer.integer("n"), size]))


def _sides(layer: Layer, key: str, count: int) -> list[list[int]]:
    """How much each axis gets or loses before and behind."""
    given = layer.config[key]
    if isinstance(given, int):
        return [[given, given]] * count
    if count == 1:
        return [[int(item) for item in given]]
    pairs = [[item, item] if isinstance(item, int) else list(map(int, item)) for item in given]
    if len(pairs) != count or any(len(pair) != 2 for pair in pairs):
        raise ValueError(f"its {key} is {given}")
    return pairs


@TABLE.add("ZeroPadding1D", "ZeroPadding2D", "ZeroPadding3D")
def _pad(context: Context, layer: Layer, call: Call) -> Held:
    layer.channels_last()
    value = context.first(call.only())
    sides = _sides(layer, "padding", len(shape_of(value)) - 2)
    both = np.asarray([[0, 0], [0, 0], *sides], np.int64).T.reshape(-1)
    return NchwView(context.node("Pad", value, both))


@TABLE.add("Cropping1D", "Cropping2D", "Cropping3D")
def _crop(context: Context, layer: Layer, call: Call) -> Held:
    layer.channels_last()
    value = context.first(call.only())
    sizes = shape_of(value)[2:]
    sides = _sides(layer, "cropping", len(sizes))
    ends = [size - behind for size, (_, behind) in zip(sizes, sides, strict=True)]
    starts = [before for before, _ in sides]
    axes = range(2, 2 + len(sizes))
    return NchwView(context.node("Slice", value, integers(starts), integers(ends), integers(axes)))


@TABLE.add("UpSampling1D", "UpSampling2D", "UpSampling3D")
def _enlarge(context: Context, layer: Layer, call: Call) -> Held:
    layer.channels_last()
    value = context.first(call.only())
    batch, channels, *sizes = shape_of(value)
    factors = layer.each("size", len(sizes))
    method = layer.text("interpolation", "nearest")
    if method not in ("nearest", "bilinear"):
        raise UnsupportedNodeError(f"its interpolation is {method}")
    target = [size * factor for size, factor in zip(sizes, factors, strict=True)]
    return _resized(context, value, [batch, channels, *target], method)


@TABLE.add("Resizing")
def _resize(context: Context, layer: Layer, call: Call) -> Held:
    layer.channels_last()
    layer.refuse("crop_to_aspect_ratio", "pad_to_aspect_ratio", "antialias")
    method = layer.text("interpolation", "bilinear")
    if method not in ("nearest", "bilinear"):
        raise UnsupportedNodeError(f"its interpolation is {method}")
    value = context.first(call.only("training"))
    if dtype_of(value).kind != "f":
        raise UnsupportedNodeError(f"it resizes an image of {dtype_of(value)}")
    target = [*shape_of(value)[:2], layer.integer("height"), layer.integer("width")]
    return _resized(context, value, target, method)


def _resized(context: Context, value: Operand, target: Sequence[int], method: str) -> Held:
    """Positions are those of pixels' middles, as in TensorFlow 2."""
    nearest = method == "nearest"
    made = context.node(
        "Resize",
        value,
        None,
        None,
        integers(target),
        mode="nearest" if nearest else "linear",
        coordinate_transformation_mode="half_pixel",
        nearest_mode="round_prefer_ceil" if nearest else None,
    )
    return NchwView(made)
