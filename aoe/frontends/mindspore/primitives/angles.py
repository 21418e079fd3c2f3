"""Angles of points."""

from __future__ import annotations

import numpy as np

from aoe.frontends.graph_builder import dtype_of
from aoe.frontends.mindspore.emitter import Emitter, is_real
from aoe.frontends.mindspore.items import Item
from aoe.frontends.mindspore.table import Primitives
from aoe.frontends.shared_operators.angles import angle_of

PRIMITIVES = Primitives()


@PRIMITIVES.reads("Atan2", "Atan2Ext")
def _angle(emit: Emitter, x: Item, y: Item) -> Item:
    """The angle of the point (y, x): MindSpore calls the ordinate x. Whole numbers become
    float32.
    """
    operands = emit.pair(x, y)
    if not is_real(dtype_of(operands[0])):
        operands = emit.cast(operands[0], np.float32), emit.cast(operands[1], np.float32)
    dtype = dtype_of(operands[0])
    return angle_of(emit.node, lambda number: np.asarray(number, dtype), *operands)
