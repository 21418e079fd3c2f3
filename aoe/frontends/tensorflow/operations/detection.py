"""Boxes that are chosen by their scores.

The number of boxes depends on data. Rows of other tensors can be chosen by their numbers, and both
can be outputs.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.frontends.graph_builder import shape_of
from aoe.frontends.tensorflow.context import Context, integers, required, whole_number
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.operations.table import OperationTable
from aoe.frontends.tensorflow.values import Held, Refusal, Rows

TABLE = OperationTable()


@TABLE.add("NonMaxSuppression", "NonMaxSuppressionV2", "NonMaxSuppressionV3")
def _chosen_boxes(context: Context, node: Node, values: Sequence[Held]) -> Held:
    boxes, scores = context.plain(values[0]), context.plain(values[1])
    count = shape_of(scores)[0]
    most = min(whole_number(values[2], "number of boxes"), count)
    overlap, least = np.asarray(node.number("iou_threshold", 0.5), np.float32), None
    if len(values) > 3:
        overlap = required(values[3], "threshold").astype(np.float32).reshape(())
    if len(values) > 4:
        least = required(values[4], "threshold").astype(np.float32).reshape(1)
    if most < 1 or not 0 <= overlap <= 1:
        raise Refusal(f"it chooses {most} boxes that overlap by {overlap}")
    found = context.builder.data_dependent(
        "NonMaxSuppression",
        (most, 3),
        context.reshaped(boxes, (1, count, 4)),
        context.reshaped(scores, (1, 1, count)),
        integers([most]),
        overlap.reshape(1),
        least,
    )
    column = context.node("Slice", found, integers([2]), integers([3]), integers([1]))
    numbers = context.node("Squeeze", column, integers([1]))
    return Rows(context.node("Cast", numbers, to=int(onnx_ir.DataType.INT32)))
