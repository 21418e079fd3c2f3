"""Operators of networks that threads of a GPU compute without matrix instructions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aoe.operators.operator import Operand, Operator

#: Depthwise convolutions and others of small groups, of MobileNet v2, EfficientNet-B0 and ResNeXt.
GROUPED = (
    # images, channels, groups, size, window, stride
    (1, 32, 32, 112, 3, 1),
    (1, 96, 96, 112, 3, 2),
    (1, 144, 144, 56, 3, 1),
    (1, 576, 576, 14, 3, 1),
    (1, 672, 672, 14, 5, 1),
    (1, 960, 960, 7, 3, 1),
    (32, 144, 144, 56, 3, 1),
    (32, 384, 384, 14, 3, 1),
    (1, 128, 32, 56, 3, 1),
)
_LAST = (0, 2, 3, 1)


def simt_operators(dtype: str) -> Mapping[str, Operator]:
    """The operators by name."""
    return {
        f"grouped {'x'.join(map(str, sizes))} {dtype}": grouped(sizes, dtype) for sizes in GROUPED
    }


def grouped(sizes: Sequence[int], dtype: str) -> Operator:
    """A convolution of groups, channels last, with constant weights."""
    images, channels, group, size, window, stride = sizes
    pad = window // 2
    attributes = (
        ("dilations", (1, 1)),
        ("group", group),
        ("pads", (pad,) * 4),
        ("strides", (stride, stride)),
    )
    result = (size + 2 * pad - window) // stride + 1
    weights = (channels, channels // group, window, window)
    inputs = (
        Operand(dtype, (images, channels, size, size), _LAST),
        Operand.row_major(dtype, weights, constant=True),
    )
    return Operator(
        "Conv", attributes, inputs, Operand("float32", (images, channels, result, result), _LAST), 2
    )
