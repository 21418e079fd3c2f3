"""Parts of images, resized to one size."""

from __future__ import annotations

from collections.abc import Sequence

from aoe.frontends.graph_builder import UnsupportedNodeError, shape_of
from aoe.frontends.shared_operators.crops import crops
from aoe.frontends.tensorflow.context import Context, bounded, whole_numbers
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.operation_table import OperationTable
from aoe.frontends.tensorflow.values import Held

TABLE = OperationTable()


@TABLE.add("CropAndResize")
def _crop(context: Context, node: Node, values: Sequence[Held]) -> Held:
    image, boxes, owners = (context.plain(value) for value in values[:3])
    sizes = whole_numbers(values[3], "size")
    method = node.text("method", "bilinear")
    if method not in ("bilinear", "nearest"):
        raise UnsupportedNodeError(f"its method is {method}")
    if len(sizes) != 2 or min(sizes) < 1:
        raise ValueError(f"crops of the size {sizes}")
    bounded([shape_of(boxes)[0], *sizes])
    fill = node.number("extrapolation_value")
    size = sizes[0], sizes[1]
    return crops(
        context.builder, image, boxes, owners, size, nearest=method == "nearest", fill=fill
    )
