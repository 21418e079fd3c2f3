"""CropAndResize: parts of images, resized to one size with corners aligned.

Pixels are gathered from the images as rows of channels. A row or column between two pixels is
mixed of both; one outside of the image has the extrapolation value.

Source: ONNX Runtime's documentation of the domain com.microsoft, and what its operator computes.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    has_shape,
    integers_of,
    number,
    operand,
    shape_of,
    text,
)
from aoe.graph.prepare.rule_application import rule_for

_INT64, _FLOAT = onnx_ir.DataType.INT64, onnx_ir.DataType.FLOAT


@rule_for("CropAndResize")
def crops(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """CropAndResize to a constant size."""
    images, regions, owners = (operand(node, place) for place in range(3))
    size, mode = integers_of(operand(node, 3)), text(node, "mode", "bilinear")
    if images is None or regions is None or owners is None or size is None:
        return None
    if not has_shape(images, regions, owners) or len(size) != 2 or min(size) < 1:
        return None
    if mode not in ("bilinear", "nearest") or images.dtype != _FLOAT or regions.dtype != _FLOAT:
        return None
    if len(shape_of(images)) != 4 or shape_of(regions) != (*shape_of(owners), 4):
        return None
    count, channels, height, width = shape_of(images)
    if not (height and width):
        return None
    last = build.infer("Transpose", images, perm=(0, 2, 3, 1))
    pixels = build.reshape(last, (count * height * width, channels))
    start = build.infer(
        "Mul", build.cast(owners, _INT64), build.constant(np.asarray(height * width))
    )
    down = _Axis(build, regions, 0, size[0], height)
    across = _Axis(build, regions, 1, size[1], width)
    number_of_regions = shape_of(owners)[0]

    def at(row: onnx_ir.Value, column: onnx_ir.Value) -> onnx_ir.Value:
        """Pixels: regions × rows × columns × channels."""
        line = build.infer("Mul", row, build.constant(np.asarray(width)))
        line = build.infer("Add", line, build.reshape(start, (number_of_regions, 1)))
        place = build.infer(
            "Add",
            build.reshape(line, (number_of_regions, size[0], 1)),
            build.reshape(column, (number_of_regions, 1, size[1])),
        )
        return build.infer("Gather", pixels, place, axis=0)

    if mode == "nearest":
        found = at(down.nearest(), across.nearest())
    else:
        (top, bottom, part_down), (left, right, part_across) = down.between(), across.between()
        part_across = build.reshape(part_across, (number_of_regions, 1, size[1], 1))
        upper = _mixed(build, at(top, left), at(top, right), part_across)
        lower = _mixed(build, at(bottom, left), at(bottom, right), part_across)
        part_down = build.reshape(part_down, (number_of_regions, size[0], 1, 1))
        found = _mixed(build, upper, lower, part_down)
    inside = build.infer(
        "And",
        build.reshape(down.inside(), (number_of_regions, size[0], 1, 1)),
        build.reshape(across.inside(), (number_of_regions, 1, size[1], 1)),
    )
    outside = build.scalar(number(node, "extrapolation_value", 0.0), images)
    kept = build.infer("Where", inside, found, outside)
    return build.infer("Transpose", kept, perm=(0, 3, 1, 2))


class _Axis:
    """Where the pixels of the crops are along an axis of the images."""

    def __init__(
        self, build: Builder, regions: onnx_ir.Value, axis: int, size: int, length: int
    ) -> None:
        """Computes the places, regions × pixels.

        Args:
            build: Takes the nodes.
            regions: Corners y1, x1, y2, x2 in parts of the image.
            axis: 0 for rows, 1 for columns.
            size: Pixels of a crop along it.
            length: Pixels of an image along it.
        """
        self._build, self._length = build, length
        start, end = (build.piece(regions, 1, axis + side, axis + side + 1) for side in (0, 2))
        last = build.scalar(length - 1, regions)
        if size == 1:
            half = build.infer("Mul", build.infer("Add", start, end), build.scalar(0.5, regions))
            self._places = build.infer("Mul", half, last)
            return
        whole = build.infer("Mul", build.infer("Sub", end, start), last)
        step = build.infer("Div", whole, build.scalar(size - 1, regions))
        moved = build.infer("Mul", step, build.constant(np.arange(size - 1, dtype=np.float32)))
        places = build.infer("Add", build.infer("Mul", start, last), moved)
        # Rounded steps could end outside of the image where the region ends at its border.
        self._places = build.infer("Concat", places, build.infer("Mul", end, last), axis=1)

    def inside(self) -> onnx_ir.Value:
        """Which places are within the image."""
        build, places = self._build, self._places
        low = build.infer("GreaterOrEqual", places, build.scalar(0, places))
        high = build.infer("LessOrEqual", places, build.scalar(self._length - 1, places))
        return build.infer("And", low, high)

    def nearest(self) -> onnx_ir.Value:
        """The nearest pixels; a half is rounded up."""
        build, places = self._build, self._clipped()
        floor = build.infer("Floor", places)
        rest = build.infer("Sub", places, floor)
        up = build.infer("GreaterOrEqual", rest, build.scalar(0.5, places))
        return build.cast(build.infer("Add", floor, build.cast(up, _FLOAT)), _INT64)

    def between(self) -> tuple[onnx_ir.Value, onnx_ir.Value, onnx_ir.Value]:
        """The pixels before and behind places, and how far places are from the former."""
        build, places = self._build, self._clipped()
        floor, ceiling = build.infer("Floor", places), build.infer("Ceil", places)
        part = build.infer("Sub", places, floor)
        return build.cast(floor, _INT64), build.cast(ceiling, _INT64), part

    def _clipped(self) -> onnx_ir.Value:
        build, places = self._build, self._places
        limits = (build.scalar(limit, places) for limit in (0, self._length - 1))
        return build.infer("Clip", places, *limits)


def _mixed(
    build: Builder, one: onnx_ir.Value, other: onnx_ir.Value, part: onnx_ir.Value
) -> onnx_ir.Value:
    change = build.infer("Mul", build.infer("Sub", other, one), part)
    return build.infer("Add", one, change)


CONTRIB_RULES: tuple[Rule, ...] = (crops,)
