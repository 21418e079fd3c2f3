"""How windows move over the axes of a tensor: strides, dilations and padding of TensorFlow.

SAME puts the odd element of the padding at the end, so pads are always written out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import onnx_ir

from aoe.errors import counted
from aoe.frontends.graph_builder import UnsupportedNodeError, shape_of
from aoe.frontends.layout import NchwView
from aoe.frontends.shared_operators.windows import same_pads
from aoe.frontends.tensorflow.context import Context
from aoe.frontends.tensorflow.node import Node
from aoe.frontends.tensorflow.values import Held, Tensor


def channels_last(node: Node) -> bool:
    """Whether the channels are the last axis."""
    return not node.text("data_format", "NHWC").startswith("NC")


def layout(context: Context, node: Node, value: Held) -> onnx_ir.Value:
    """A value with channels first."""
    held = context.first(value) if channels_last(node) else context.plain(value)
    return context.builder.value(held)


def result(node: Node, value: onnx_ir.Value) -> Tensor:
    """What was computed channels first, in the layout of the node."""
    return NchwView(value) if channels_last(node) else value


def in_layout(
    context: Context, node: Node, value: Held, compute: Callable[[onnx_ir.Value], onnx_ir.Value]
) -> Tensor:
    """What is computed of a value channels first."""
    return result(node, compute(layout(context, node, value)))


def spatial(node: Node, key: str, count: int) -> list[int]:
    """The numbers of an attribute for each of `count` axes. Raises `UnsupportedNodeError` if
    those for batch or channels are not 1.
    """
    given = node.integers(key) or [1] * (count + 2)
    if len(given) != count + 2:
        raise ValueError(f"{key} has {counted(len(given), 'number')} instead of {count + 2}")
    first = 1 if channels_last(node) else 2
    others = [given[0], given[-1] if channels_last(node) else given[1]]
    if others != [1, 1]:
        raise UnsupportedNodeError(f"its {key} are {given}; those of batch and channels must be 1")
    return given[first : first + count]


def pads(
    node: Node, sizes: Sequence[int], window: Sequence[int], strides: Sequence[int]
) -> list[int]:
    """Zeros before and behind each axis, in ONNX's order. `window`: the size of a window with the
    gaps of its dilations.
    """
    padding = node.text("padding")
    if padding == "VALID":
        return [0] * 2 * len(sizes)
    if padding == "EXPLICIT":
        given = node.integers("explicit_paddings")
        first = 2 if channels_last(node) else 4
        own = given[first : first + 2 * len(sizes)]
        if len(given) != 2 * len(sizes) + 4 or sum(given) != sum(own):
            raise UnsupportedNodeError(f"its explicit paddings are {given}")
        return own[::2] + own[1::2]
    if padding != "SAME":
        raise ValueError(f"its padding is {padding!r}")
    return same_pads(sizes, window, strides)


def reach(window: Sequence[int], dilations: Sequence[int]) -> list[int]:
    """The sizes of windows with gaps."""
    return [(size - 1) * step + 1 for size, step in zip(window, dilations, strict=True)]


def sizes_of(value: onnx_ir.Value) -> tuple[int, ...]:
    """Sizes of the axes behind batch and channels of a value with channels first."""
    return shape_of(value)[2:]
