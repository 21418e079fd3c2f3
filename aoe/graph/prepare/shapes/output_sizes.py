"""Sizes of outputs that follow from a formula on which ONNX's own inference differs from runtimes.

These are convolution, pooling, resizing, STFT, Range and others; `runtime_domain` reads some of
them, too.
The formulas are those of the operator definitions, `aoe.operators.window` and `conv_transposed`,
and of ONNX Runtime. What a model declares does not count: exporters write what inference told them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
import onnx_ir

from aoe.graph.graph_values import constant_tensor
from aoe.operators.types.conv.conv_transposed import placement
from aoe.operators.window import Window, explicit_window, outputs_along

Shape: TypeAlias = tuple[int, ...]


def set_output_sizes(node: onnx_ir.Node) -> None:
    """Gives the outputs of a node their shape where `output_shape` knows it."""
    shape = output_shape(node)
    if shape is not None:
        for value in node.outputs:
            value.shape = onnx_ir.Shape(shape)


def output_shape(node: onnx_ir.Node) -> Shape | None:
    """The shape of all outputs of a node.

    None for other operators, and while a shape or a constant that decides is unknown. Attributes
    that do not fit the inputs give None, too: inference and the operator definitions refuse them.
    """
    sizes = _SIZES.get(node.op_type) if node.domain == "" else None
    shape = None if sizes is None else static_input(node, 0)
    if sizes is None or shape is None:
        return None
    try:
        return sizes(node, shape)
    except (ValueError, IndexError, ArithmeticError):  # numbers of dimensions that differ
        return None


def static_input(node: onnx_ir.Node, position: int) -> Shape | None:
    """The shape of an input; None if it is absent or not known."""
    value = node.inputs[position] if position < len(node.inputs) else None
    if value is None or value.shape is None or not value.shape.is_static():
        return None
    return tuple(int(size) for size in value.shape.numpy())


def constant_input(node: onnx_ir.Node, position: int) -> np.ndarray | None:
    """The elements of a constant input, if there are any."""
    tensor = constant_tensor(node.inputs[position]) if position < len(node.inputs) else None
    if tensor is None:
        return None
    array = np.asarray(tensor.numpy()).reshape(-1)
    return array if array.size else None


def ints(node: onnx_ir.Node, name: str, default: Sequence[int]) -> Shape:
    """An attribute that is a list of integers."""
    given = node.attributes.get(name)
    return tuple(default if given is None else given.as_ints())


def _text(node: onnx_ir.Node, name: str, default: str) -> str:
    given = node.attributes.get(name)
    return default if given is None else given.as_string()


def _window(node: onnx_ir.Node, kernel: Shape, pads: Sequence[int] | None = None) -> Window:
    rank = len(kernel)
    return Window(
        kernel,
        ints(node, "strides", (1,) * rank),
        ints(node, "dilations", (1,) * rank),
        ints(node, "pads", (0,) * 2 * rank) if pads is None else tuple(pads),
    )


def pooled(node: onnx_ir.Node, shape: Shape) -> Shape | None:
    """The sizes of pooling."""
    kernel, spatial = ints(node, "kernel_shape", ()), shape[2:]
    if not kernel:
        return None
    mode = _text(node, "auto_pad", "NOTSET")
    window = explicit_window(_window(node, kernel), spatial, mode, pools=True)
    ceil = node.attributes.get("ceil_mode")
    return (*shape[:2], *outputs_along(window, spatial, ceil is not None and bool(ceil.as_int())))


def convolved(weights: int) -> Callable[[onnx_ir.Node, Shape], Shape | None]:
    """The sizes of a convolution whose weights are the input at position `weights`."""

    def sizes(node: onnx_ir.Node, shape: Shape) -> Shape | None:
        filters = static_input(node, weights)
        if filters is None:
            return None
        spatial = shape[2:]
        mode = _text(node, "auto_pad", "NOTSET")
        window = explicit_window(_window(node, filters[2:]), spatial, mode)
        return (shape[0], filters[0], *outputs_along(window, spatial))

    return sizes


def transposed_convolution(
    node: onnx_ir.Node, shape: Shape, pads: Sequence[int] | None = None
) -> Shape | None:
    """The sizes of ConvTranspose. `pads`: its padding; None if that is an attribute."""
    filters = static_input(node, 1)
    if filters is None:
        return None
    spatial, group = shape[2:], node.attributes.get("group")
    wanted = node.attributes.get("output_shape")
    _, outputs = placement(
        _window(node, filters[2:], pads),
        spatial,
        ints(node, "output_padding", (0,) * len(spatial)),
        _text(node, "auto_pad", "NOTSET"),
        None if wanted is None else wanted.as_ints(),
    )
    channels = filters[1] * (1 if group is None else group.as_int())
    return (shape[0], channels, *outputs)


def _resized(node: onnx_ir.Node, shape: Shape) -> Shape | None:
    if len(node.inputs) == 2:
        return _scaled_before_opset_11(node, shape)
    axes = [axis % len(shape) for axis in ints(node, "axes", range(len(shape)))]
    scales, sizes = constant_input(node, 2), constant_input(node, 3)
    new = list(shape)
    if scales is not None and len(scales) == len(axes):
        for axis, scale in zip(axes, scales, strict=True):
            new[axis] = _scaled(shape[axis], scale)
        return tuple(new)
    if sizes is None or len(sizes) != len(axes):
        return None
    for axis, size in zip(axes, _kept_aspect(node, shape, axes, sizes), strict=True):
        new[axis] = size
    return tuple(new)


def _scaled(size: int, scale: float) -> int:
    """A size times a scale, in float32 and rounded down."""
    return int(np.floor(np.float32(scale) * np.float32(size)))


def _scaled_before_opset_11(node: onnx_ir.Node, shape: Shape) -> Shape | None:
    """The sizes of Upsample, and of Resize with two inputs: by scales, an input or an attribute."""
    given = node.attributes.get("scales")
    scales = constant_input(node, 1) if given is None else np.asarray(given.as_floats())
    if scales is None or len(scales) != len(shape):
        return None
    return tuple(_scaled(size, scale) for size, scale in zip(shape, scales, strict=True))


def _kept_aspect(
    node: onnx_ir.Node, shape: Shape, axes: Sequence[int], sizes: np.ndarray
) -> list[int]:
    """The sizes, changed so that they have one scale where the node asks for it."""
    policy = _text(node, "keep_aspect_ratio_policy", "stretch")
    if policy == "stretch":
        return [int(size) for size in sizes]
    old = np.asarray([shape[axis] for axis in axes], np.float32)
    scales = sizes.astype(np.float32) / old
    scale = scales.min() if policy == "not_larger" else scales.max()
    return [int(size) for size in np.floor(scale * old + np.float32(0.5))]


def _transformed(node: onnx_ir.Node, shape: Shape) -> Shape | None:
    """The sizes of STFT. Inference takes the whole spectrum where `onesided` is left out, though
    half of it is the default.
    """
    step, window = constant_input(node, 1), static_input(node, 2)
    present = len(node.inputs) > 3 and node.inputs[3] is not None
    size = constant_input(node, 3) if present else window
    if step is None or size is None:
        return None
    length, stride = int(size[0]), int(step[0])
    if stride < 1 or not 1 <= length <= shape[1]:
        return None
    onesided = node.attributes.get("onesided")
    half = onesided is None or bool(onesided.as_int())
    frames = (shape[1] - length) // stride + 1
    return (shape[0], frames, length // 2 + 1 if half else length, 2)


def _range(node: onnx_ir.Node, _shape: Shape) -> Shape | None:
    """The size of Range. Inference rounds in float32 what runtimes compute in float64."""
    ends = [constant_input(node, place) for place in range(3)]
    known = [end[0] for end in ends if end is not None]
    return counted(*known) if len(known) == len(ends) else None


def counted(start: np.generic, limit: np.generic, step: np.generic | int = 1) -> Shape:
    """The size of a Range."""
    if start.dtype.kind in "iu":
        return (max(-((int(start) - int(limit)) // int(step)), 0),)
    return (max(math.ceil((float(limit) - float(start)) / float(step)), 0),)


def _unchanged(_node: onnx_ir.Node, shape: Shape) -> Shape:
    """The sizes of a function of ONNX of which inference knows none."""
    return shape


def _unpooled(node: onnx_ir.Node, _shape: Shape) -> Shape | None:
    """The sizes of MaxUnpool that it is given. Inference reads none."""
    given = constant_input(node, 2)
    return None if given is None else tuple(given.tolist())


def _picked(node: onnx_ir.Node, shape: Shape) -> Shape | None:
    """The sizes of GatherND. Inference knows none where it gives a scalar."""
    indices, batch = static_input(node, 1), node.attributes.get("batch_dims")
    if not indices:
        return None
    depth = indices[-1] + (0 if batch is None else batch.as_int())
    return (*indices[:-1], *shape[depth:]) if depth <= len(shape) else None


_SIZES: Mapping[str, Callable[[onnx_ir.Node, Shape], Shape | None]] = MappingProxyType(
    {
        "AveragePool": pooled,
        "LpPool": pooled,
        "MaxPool": pooled,
        "Conv": convolved(1),
        "ConvInteger": convolved(1),
        "QLinearConv": convolved(3),
        "ConvTranspose": transposed_convolution,
        "GatherND": _picked,
        **dict.fromkeys(("GroupNormalization", "MeanVarianceNormalization"), _unchanged),
        "MaxUnpool": _unpooled,
        "Range": _range,
        "Resize": _resized,
        "STFT": _transformed,
        "Upsample": _scaled_before_opset_11,
    }
)
