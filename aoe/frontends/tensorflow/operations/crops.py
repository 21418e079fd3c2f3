"""Parts of images, resized to one size."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import Operand, UnsupportedNodeError, dtype_of, shape_of
from aoe.frontends.tensorflow.context import Context, bounded, integers, whole_numbers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.table import OperationTable
from aoe.frontends.tensorflow.values import Held

TABLE = OperationTable()

_FLOAT, _INT64 = int(onnx_ir.DataType.FLOAT), int(onnx_ir.DataType.INT64)


@TABLE.add("CropAndResize")
def _crop(context: Context, node: Node, values: Sequence[Held]) -> Held:
    """Boxes have the corners y1, x1, y2, x2 in parts of the image. What is outside of the image has
    one value.
    """
    image, boxes, owners = (context.plain(value) for value in values[:3])
    sizes = whole_numbers(values[3], "size")
    images, height, width, channels = shape_of(image)
    count = shape_of(boxes)[0]
    method = node.text("method", "bilinear")
    if method not in ("bilinear", "nearest"):
        raise UnsupportedNodeError(f"its method is {method}")
    if len(sizes) != 2 or min(sizes) < 1:
        raise ValueError(f"crops of the size {sizes}")
    bounded([count, *sizes])
    if dtype_of(image) != np.float32:
        image = context.node("Cast", image, to=_FLOAT)
    rows_of_image = context.reshaped(image, (images * height * width, channels))
    y1, x1, y2, x2 = context.builder.nodes("Split", 4, boxes, integers([1] * 4), axis=1)
    y = _places(context, y1, y2, sizes[0], height)
    x = _places(context, x1, x2, sizes[1], width)
    first = context.node(
        "Mul", context.node("Cast", owners, to=_INT64), np.asarray(height * width, np.int64)
    )

    def pixels(row: Operand, column: Operand) -> onnx_ir.Value:
        """Values of pixels: boxes × rows × columns × channels."""
        line = context.node("Mul", row, np.asarray(width, np.int64))
        line = context.node("Add", line, context.reshaped(first, (count, 1)))
        place = context.node(
            "Add",
            context.reshaped(line, (count, sizes[0], 1)),
            context.reshaped(column, (count, 1, sizes[1])),
        )
        return context.node("Gather", rows_of_image, place, axis=0)

    if method == "nearest":
        found = pixels(_nearest(context, y, height), _nearest(context, x, width))
    else:
        top, bottom, down = _neighbours(context, y, height)
        left, right, across = _neighbours(context, x, width)
        across = context.reshaped(across, (count, 1, sizes[1], 1))
        upper = _between(context, pixels(top, left), pixels(top, right), across)
        lower = _between(context, pixels(bottom, left), pixels(bottom, right), across)
        found = _between(context, upper, lower, context.reshaped(down, (count, sizes[0], 1, 1)))
    inside = context.node(
        "And",
        context.reshaped(_inside(context, y, height), (count, sizes[0], 1, 1)),
        context.reshaped(_inside(context, x, width), (count, 1, sizes[1], 1)),
    )
    fill = np.asarray(node.number("extrapolation_value"), np.float32)
    return context.node("Where", inside, found, fill)


def _places(
    context: Context, start: Operand, end: Operand, size: int, length: int
) -> onnx_ir.Value:
    """Where each pixel of the crops is along an axis of the image: boxes × pixels."""
    last = np.asarray(length - 1, np.float32)
    if size == 1:
        half = context.node("Mul", context.node("Add", start, end), np.asarray(0.5, np.float32))
        return context.node("Mul", half, last)
    whole = context.node("Mul", context.node("Sub", end, start), last)
    step = context.node("Div", whole, np.asarray(size - 1, np.float32))
    moved = context.node("Mul", step, np.arange(size, dtype=np.float32))
    return context.node("Add", context.node("Mul", start, last), moved)


def _inside(context: Context, places: Operand, length: int) -> onnx_ir.Value:
    low = context.node("GreaterOrEqual", places, np.asarray(0, np.float32))
    high = context.node("LessOrEqual", places, np.asarray(length - 1, np.float32))
    return context.node("And", low, high)


def _clipped(context: Context, places: Operand, length: int) -> onnx_ir.Value:
    limits = (np.asarray(limit, np.float32) for limit in (0, length - 1))
    return context.node("Clip", places, *limits)


def _nearest(context: Context, places: Operand, length: int) -> Operand:
    """The nearest pixels; a half is rounded up."""
    places = _clipped(context, places, length)
    floor = context.node("Floor", places)
    rest = context.node("Sub", places, floor)
    up = context.node("GreaterOrEqual", rest, np.asarray(0.5, np.float32))
    rounded = context.node("Add", floor, context.node("Cast", up, to=_FLOAT))
    return context.node("Cast", rounded, to=_INT64)


def _neighbours(context: Context, places: Operand, length: int) -> tuple[Operand, Operand, Operand]:
    """The pixels before and behind places, and how far places are from the former."""
    places = _clipped(context, places, length)
    floor, ceiling = context.node("Floor", places), context.node("Ceil", places)
    pixels = [context.node("Cast", item, to=_INT64) for item in (floor, ceiling)]
    return pixels[0], pixels[1], context.node("Sub", places, floor)


def _between(context: Context, one: Operand, other: Operand, part: Operand) -> onnx_ir.Value:
    change = context.node("Mul", context.node("Sub", other, one), part)
    return context.node("Add", one, change)
