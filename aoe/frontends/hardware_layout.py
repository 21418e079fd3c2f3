"""Ascend's layout of images, NC1HWC0 in float16: `--is_input_adjust_hw_layout` and
`--is_output_adjust_hw_layout`.

Channels are cut into groups of 16, `[N, C1, H, W, 16]`. Channels beyond those of the model are 0 in
an output, and have no effect in an input.
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.errors import UsageError, counted
from aoe.frontends.inserted_nodes import InsertedNodes
from aoe.graph.prepare.folding import fold_constants

#: Channels in a group (C0): 32 bytes of float16.
GROUP = 16
INPUT, OUTPUT = "is_input_adjust_hw_layout", "is_output_adjust_hw_layout"
#: Elements of the largest constant to compute where shapes are inferred.
_LARGEST = 1 << 10


def parse_switches(option: str, text: str | None) -> tuple[bool, ...]:
    """The values of an option, `"true,false"`; none if it is not given. Raises `UsageError` for
    other words.
    """
    if text is None:
        return ()
    words = [word.strip().lower() for word in text.split(",")]
    wrong = next((word for word in words if word not in ("true", "false")), None)
    if wrong is not None:
        raise UsageError(
            f'--{option}="{text}": {wrong!r} is neither true nor false; write e.g. "true,false"'
        )
    return tuple(word == "true" for word in words)


def check_count(
    option: str, switches: tuple[bool, ...], named_by: str, names: tuple[str, ...]
) -> None:
    """Raises `UsageError` if there is not one switch for each name that another option gives."""
    if switches and names and len(switches) != len(names):
        raise UsageError(
            f"--{option} has {len(switches)} of true or false, but --{named_by} names "
            f"{len(names)}: {', '.join(names)}; give one for each"
        )


def take_in_groups(model: onnx_ir.Model, value: onnx_ir.Value, image_format: str) -> None:
    """Lets an input be given in groups of channels, in place.

    Args:
        model: The model.
        value: The input, with a known shape.
        image_format: `NCHW` or `NHWC`, its own layout.

    Raises:
        UsageError: Its shape is not that of images.
    """
    last = image_format == "NHWC"
    batch, sizes = _sizes(value, INPUT)
    channels, height, width = (sizes[2], *sizes[:2]) if last else sizes
    groups = -(-channels // GROUP)
    nodes = InsertedNodes(model, f"{value.name}_hw_layout")
    own = value.dtype
    assert own is not None, "an input has a type"
    value.type = onnx_ir.TensorType(onnx_ir.DataType.FLOAT16)
    value.shape = onnx_ir.Shape([batch, groups, height, width, GROUP])
    if last:
        moved = nodes.node("Transpose", value, perm=[0, 2, 3, 1, 4])
        result = nodes.reshape(moved, 0, height, width, groups * GROUP)
    else:
        moved = nodes.node("Transpose", value, perm=[0, 1, 4, 2, 3])
        result = nodes.reshape(moved, 0, groups * GROUP, height, width)
    if channels % GROUP:
        result = nodes.cut(result, [(3 if last else 1, 0, channels, 1)])
    nodes.put_before(value, nodes.cast(result, own))


def give_in_groups(model: onnx_ir.Model, number: int, image_format: str) -> None:
    """Lets an output be given in groups of channels, in place.

    Args:
        model: The model.
        number: Which output.
        image_format: `NCHW` or `NHWC`, its own layout.

    Raises:
        UsageError: Its shape is not that of images.
    """
    value = model.graph.outputs[number]
    last = image_format == "NHWC"
    nodes = InsertedNodes(model, f"{value.name}_hw_layout")
    value = model.graph.outputs[number]
    if value.shape is None or not value.shape.is_static():
        fold_constants(model, _LARGEST, lambda node: None)
        value = model.graph.outputs[number]
    _, sizes = _sizes(value, OUTPUT)
    channels, height, width = (sizes[2], *sizes[:2]) if last else sizes
    groups = -(-channels // GROUP)
    if value.dtype is None or not value.dtype.is_floating_point():
        raise UsageError(
            f"--{OUTPUT}: the output {value.name!r} holds {value.dtype}; only floating-point "
            "numbers can be given in Ascend's layout"
        )
    result = nodes.cast(value, onnx_ir.DataType.FLOAT16)
    if channels % GROUP:
        behind = np.zeros(8, np.int64)
        behind[7 if last else 5] = groups * GROUP - channels
        result = nodes.node("Pad", result, behind)
    if last:
        result = nodes.reshape(result, 0, height, width, groups, GROUP)
        result = nodes.node("Transpose", result, perm=[0, 3, 1, 2, 4])
    else:
        result = nodes.reshape(result, 0, groups, GROUP, height, width)
        result = nodes.node("Transpose", result, perm=[0, 1, 3, 4, 2])
    nodes.put_behind(number, result)


def _sizes(
    value: onnx_ir.Value, option: str
) -> tuple[int | onnx_ir.SymbolicDim, tuple[int, int, int]]:
    """Batch size and the other sizes of a value that holds images."""
    shape = value.shape
    if shape is None or len(shape) != 4:
        found = "an unknown shape" if shape is None else counted(len(shape), "dimension")
        raise UsageError(
            f"--{option}: {value.name!r} has {found}, but only images, with four, can be in "
            "Ascend's layout NC1HWC0; write false for it"
        )
    batch, *rest = shape
    sizes = [size for size in rest if isinstance(size, int)]
    if len(sizes) < 3:
        raise UsageError(
            f"--{option}: {value.name!r} has open dimensions; give its shape with --input_shape"
        )
    return batch, (sizes[0], sizes[1], sizes[2])
