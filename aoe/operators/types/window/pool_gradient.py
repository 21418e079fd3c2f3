"""The gradient of pooling, pulled: each element of an image adds what windows over it pass on.

Anchor inputs: the gradient of the result (N, C, outputs…), and with `combine` "max" the places of
the maxima in their windows (`aoe.operators.types.window.pool_indices`, `in_window`), uint8 of the
same shape. With "sum" each window passes its gradient on to all of its elements; an average is
scaled apart. The output is (N, C, spatial…). Attributes: those of the window, `kernel` and
`combine`.

Nothing is scattered, so the order of additions is that of the windows, whatever the threads.
Implementation: `pool_gradient`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np

from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    order_of_first_input,
)
from aoe.operators.importing import (
    floating_input,
    integers_attribute,
    optional_input,
    refuse,
)
from aoe.operators.input_numbers import InputNumbers, indices_below
from aoe.operators.operator import Operand, Operator
from aoe.operators.window import Window, import_window

#: The name of the type, and of its node.
TYPE = "PoolGradient"


@dataclass(frozen=True, slots=True)
class PullPhase:
    """Elements along one dimension that the same taps reach: every stride-th one.

    Attributes:
        first: The first of them.
        count: How many there are.
        taps: Pairs of a tap's number and the window that has it over the first element. The window
            may lie before the first or behind the last one.
    """

    first: int
    count: int
    taps: tuple[tuple[int, int], ...]


def pull_phases(window: Window, axis: int, size: int) -> tuple[PullPhase, ...]:
    """The phases of a spatial dimension of so many elements."""
    stride, dilation = window.strides[axis], window.dilations[axis]
    before = window.before[axis]
    found = []
    for first in range(min(stride, size)):
        place = first + before
        taps = tuple(
            (tap, (place - tap * dilation) // stride)
            for tap in range(window.kernel[axis])
            if (place - tap * dilation) % stride == 0
        )
        found.append(PullPhase(first, -(-(size - first) // stride), taps))
    return tuple(found)


def pool_gradient(
    gradient: Operand,
    places: Operand | None,
    kernel: Sequence[int],
    window: Window,
    spatial: Sequence[int],
) -> Operator:
    """The operator.

    Args:
        gradient: The gradient of the pools' result.
        places: Where the maxima are; None for sums.
        kernel: The taps of the window along each dimension.
        window: The window.
        spatial: The sizes of the image.
    """
    combine = "sum" if places is None else "max"
    attributes = (*window.attributes(), ("kernel", tuple(kernel)), ("combine", combine))
    inputs = (gradient, *(() if places is None else (places,)))
    output = Operand.row_major(gradient.dtype, (*gradient.shape[:2], *spatial))
    return Operator(TYPE, tuple(sorted(attributes)), inputs, output, len(inputs))


def window_of(operator: Operator) -> Window:
    """The pooling window."""
    return Window.of(operator, operator.integers("kernel"))


def phases_of(operator: Operator) -> tuple[tuple[PullPhase, ...], ...]:
    """Combinations of the phases of all spatial dimensions."""
    window, spatial = window_of(operator), operator.output.shape[2:]
    each = [pull_phases(window, axis, size) for axis, size in enumerate(spatial)]
    return tuple(product(*each))


def _import_node(node: SourceNode) -> ImportedOperator:
    gradient, places = floating_input(node), optional_input(node, 1)
    kernel = integers_attribute(node, "kernel_shape")
    spatial = node.output.shape[2:]
    if kernel is None or len(kernel) != len(spatial) or len(gradient.shape) != len(spatial) + 2:
        raise refuse(node, f"kernel_shape {kernel} does not fit the gradient {gradient.shape}")
    window = import_window(node, kernel, spatial)
    if places is not None and (places.shape, places.dtype) != (gradient.shape, "uint8"):
        raise refuse(node, f"places {list(places.shape)} of {places.dtype} are not its own")
    operator = pool_gradient(gradient, places, kernel, window, spatial)
    if node.output.shape != operator.output.shape:
        raise refuse(node, f"its result must have the shape {list(operator.output.shape)}")
    return ImportedOperator(operator, tuple(range(len(operator.inputs))))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    gradient, window = inputs[0], window_of(operator)
    result = np.zeros(operator.output.shape, gradient.dtype)
    spatial = operator.output.shape[2:]
    for number, tap in enumerate(np.ndindex(*window.kernel)):
        passed = gradient
        if len(inputs) > 1:
            passed = np.where(inputs[1] == number, gradient, 0)
        for pixel in np.ndindex(*gradient.shape[2:]):
            place = tuple(
                p * s + t * d - b
                for p, s, t, d, b in zip(
                    pixel, window.strides, tap, window.dilations, window.before, strict=True
                )
            )
            if all(0 <= at < size for at, size in zip(place, spatial, strict=True)):
                result[(slice(None), slice(None), *place)] += passed[(..., *pixel)]
    return result


def _numbers(operator: Operator) -> Mapping[int, InputNumbers]:
    """Places are taps."""
    count = prod(operator.integers("kernel"))
    return {1: indices_below(count)} if len(operator.inputs) > 1 else {}


def terms(operator: Operator) -> int:
    """The most windows over one element."""
    return max(prod(len(part.taps) for part in phase) for phase in phases_of(operator))


OPERATOR = OperatorDefinition(
    type=TYPE,
    onnx_types=(TYPE,),
    import_node=_import_node,
    reference=_reference,
    output_order=order_of_first_input,
    numbers=_numbers,
    of_images=True,
    accepts_reduced_precision=True,
)
