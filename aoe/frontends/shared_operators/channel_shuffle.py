"""The shuffle of channels of ShuffleNet, which Caffe, MindSpore and Ascend each have as a layer."""

from __future__ import annotations

from math import prod

import onnx_ir

from aoe.errors import counted
from aoe.frontends.graph_builder import GraphBuilder, Operand, UnsupportedNodeError, shape_of
from aoe.frontends.node_writer import reshaped


def shuffled_channels(builder: GraphBuilder, x: Operand, groups: int) -> onnx_ir.Value:
    """The first channel of each group, then the second of each, and so on.

    Channel c of group g becomes channel c * groups + g.

    Args:
        builder: Takes the nodes.
        x: batch × channels × any sizes.
        groups: How many groups the channels are in.

    Raises:
        UnsupportedNodeError: The channels do not consist of so many groups.
    """
    shape = shape_of(x)
    if len(shape) < 2:
        raise UnsupportedNodeError(f"its operand has the shape {list(shape)}, without channels")
    batch, channels, *sizes = shape
    if groups < 1 or channels % groups:
        raise UnsupportedNodeError(f"it has {counted(channels, 'channel')} in {groups} groups")
    split = reshaped(builder, x, (batch, groups, channels // groups, prod(sizes)))
    moved = builder.node("Transpose", split, perm=[0, 2, 1, 3])
    return reshaped(builder, moved, shape)
