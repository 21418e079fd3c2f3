"""Parts of images, resized to one size: CropAndResize of TensorFlow and MindSpore."""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import GraphBuilder, Operand, dtype_of, shape_of
from aoe.frontends.node_writer import reshaped

_FLOAT, _INT64 = int(onnx_ir.DataType.FLOAT), int(onnx_ir.DataType.INT64)


def crops(
    builder: GraphBuilder,
    image: Operand,
    boxes: Operand,
    owners: Operand,
    size: tuple[int, int],
    *,
    nearest: bool,
    fill: float,
) -> onnx_ir.Value:
    """Crops of images, boxes × rows × columns × channels of float32.

    Args:
        builder: Takes the nodes.
        image: The images, channels last.
        boxes: Corners y1, x1, y2, x2 in parts of the image, boxes × 4 of float32.
        owners: The number of the image of each box.
        size: Rows and columns of a crop.
        nearest: Whether a pixel is the nearest one, where a half is rounded up, and not one between
            its neighbours.
        fill: The value of what is outside of the image.
    """
    images, height, width, channels = shape_of(image)
    count = shape_of(boxes)[0]
    if dtype_of(image) != np.float32:
        image = builder.node("Cast", image, to=_FLOAT)
    rows_of_image = reshaped(builder, image, (images * height * width, channels))
    y1, x1, y2, x2 = builder.nodes("Split", 4, boxes, np.ones(4, np.int64), axis=1)
    y = _places(builder, y1, y2, size[0], height)
    x = _places(builder, x1, x2, size[1], width)
    first = builder.node(
        "Mul", builder.node("Cast", owners, to=_INT64), np.asarray(height * width, np.int64)
    )

    def pixels(row: Operand, column: Operand) -> onnx_ir.Value:
        """Values of pixels: boxes × rows × columns × channels."""
        line = builder.node("Mul", row, np.asarray(width, np.int64))
        line = builder.node("Add", line, reshaped(builder, first, (count, 1)))
        place = builder.node(
            "Add",
            reshaped(builder, line, (count, size[0], 1)),
            reshaped(builder, column, (count, 1, size[1])),
        )
        return builder.node("Gather", rows_of_image, place, axis=0)

    if nearest:
        found = pixels(_nearest(builder, y, height), _nearest(builder, x, width))
    else:
        top, bottom, down = _neighbours(builder, y, height)
        left, right, across = _neighbours(builder, x, width)
        across = reshaped(builder, across, (count, 1, size[1], 1))
        upper = _between(builder, pixels(top, left), pixels(top, right), across)
        lower = _between(builder, pixels(bottom, left), pixels(bottom, right), across)
        found = _between(builder, upper, lower, reshaped(builder, down, (count, size[0], 1, 1)))
    inside = builder.node(
        "And",
        reshaped(builder, _inside(builder, y, height), (count, size[0], 1, 1)),
        reshaped(builder, _inside(builder, x, width), (count, 1, size[1], 1)),
    )
    return builder.node("Where", inside, found, np.asarray(fill, np.float32))


def _places(
    builder: GraphBuilder, start: Operand, end: Operand, size: int, length: int
) -> onnx_ir.Value:
    """Where each pixel of the crops is along an axis of the image: boxes × pixels."""
    last = np.asarray(length - 1, np.float32)
    if size == 1:
        half = builder.node("Mul", builder.node("Add", start, end), np.asarray(0.5, np.float32))
        return builder.node("Mul", half, last)
    whole = builder.node("Mul", builder.node("Sub", end, start), last)
    step = builder.node("Div", whole, np.asarray(size - 1, np.float32))
    moved = builder.node("Mul", step, np.arange(size, dtype=np.float32))
    return builder.node("Add", builder.node("Mul", start, last), moved)


def _inside(builder: GraphBuilder, places: Operand, length: int) -> onnx_ir.Value:
    low = builder.node("GreaterOrEqual", places, np.asarray(0, np.float32))
    high = builder.node("LessOrEqual", places, np.asarray(length - 1, np.float32))
    return builder.node("And", low, high)


def _clipped(builder: GraphBuilder, places: Operand, length: int) -> onnx_ir.Value:
    limits = (np.asarray(limit, np.float32) for limit in (0, length - 1))
    return builder.node("Clip", places, *limits)


def _nearest(builder: GraphBuilder, places: Operand, length: int) -> onnx_ir.Value:
    """The nearest pixels; a half is rounded up."""
    places = _clipped(builder, places, length)
    floor = builder.node("Floor", places)
    rest = builder.node("Sub", places, floor)
    up = builder.node("GreaterOrEqual", rest, np.asarray(0.5, np.float32))
    rounded = builder.node("Add", floor, builder.node("Cast", up, to=_FLOAT))
    return builder.node("Cast", rounded, to=_INT64)


def _neighbours(
    builder: GraphBuilder, places: Operand, length: int
) -> tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value]:
    """The pixels before and behind places, and how far places are from the former."""
    places = _clipped(builder, places, length)
    floor, ceiling = builder.node("Floor", places), builder.node("Ceil", places)
    pixels = [builder.node("Cast", item, to=_INT64) for item in (floor, ceiling)]
    return pixels[0], pixels[1], builder.node("Sub", places, floor)


def _between(builder: GraphBuilder, one: Operand, other: Operand, part: Operand) -> onnx_ir.Value:
    change = builder.node("Mul", builder.node("Sub", other, one), part)
    return builder.node("Add", one, change)
