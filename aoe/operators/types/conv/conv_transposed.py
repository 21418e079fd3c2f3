"""Transposed convolution in any number of spatial dimensions: the transpose of a convolution as a
linear map.

Anchor inputs: x (N, C, spatial…) and w (C, K/group, kernel…). Element i of x adds x[i]·w[t] to
element i·stride + t·dilation − pad of the result. `auto_pad`, `output_padding` and `output_shape`
are resolved to the attribute `pads`, the padding in front, and to the output's shape. The bias is
an operand of the epilogue, of shape (1, K, 1, …).

`phases` cuts a transposed convolution into plain convolutions. Implementations:
`conv_transposed*`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import gcd, prod

import numpy as np

from aoe.loops.expression import Accumulator, Expression, Load, apply
from aoe.operators.definition import (
    Contraction,
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    SummedWeights,
)
from aoe.operators.importing import (
    floating_input,
    integer_attribute,
    integers_attribute,
    optional_input,
    refuse,
    text_attribute,
)
from aoe.operators.operator import Operand, Operator
from aoe.operators.types.conv.conv import channels_last
from aoe.operators.window import CHANNELS, Window, check_kernel_shape


@dataclass(frozen=True, slots=True)
class PhaseDimension:
    """One dimension of a phase. Output m and tap j of the phase meet element
    m + `start` − j·`reach` of the input.

    Attributes:
        first: The first output. The others follow in steps of the stride.
        outputs: How many outputs there are.
        tap: The first tap of the kernel.
        tap_step: The distance of two taps in the kernel.
        taps: How many taps there are.
        start: The element of the input that output 0 and tap 0 meet.
        reach: The distance of the elements of the input that two taps meet.
    """

    first: int
    outputs: int
    tap: int
    tap_step: int
    taps: int
    start: int
    reach: int


def phases(operator: Operator) -> Iterator[tuple[PhaseDimension, ...]]:
    """The phases of a transposed convolution. The outputs whose coordinates are equal modulo the
    strides are a convolution of stride 1 with some of the taps. So nothing is multiplied by the
    zeros that a stride puts between the elements of the input.
    """
    return product(*phases_of_dimensions(operator))


def phases_of_dimensions(operator: Operator) -> list[list[PhaseDimension]]:
    """The phases along each spatial dimension. `phases` combines them."""
    w = operator.inputs[1]
    each = zip(
        operator.integers("strides"),
        operator.integers("dilations"),
        operator.integers("pads"),
        w.shape[2:],
        operator.output.shape[2:],
        strict=True,
    )
    return [[*_phases(*sizes)] for sizes in each]


def phase_weights(operator: Operator, weights: np.ndarray) -> Iterator[np.ndarray]:
    """The weights of each phase: (groups, terms of a sum, filters of a group). Phases without taps
    are left out.
    """
    groups, filters = operator.integer("group"), weights.shape[1]
    for phase in phases(operator):
        chosen = weights
        for i, part in enumerate(phase):
            places = part.tap + part.tap_step * np.arange(part.taps)
            chosen = chosen.take(places, axis=2 + i)
        if chosen.size:
            grouped = chosen.reshape(groups, len(weights) // groups, filters, -1)
            yield grouped.swapaxes(-1, -2).reshape(groups, -1, filters)


def _phases(
    stride: int, dilation: int, before: int, kernel: int, outputs: int
) -> Iterator[PhaseDimension]:
    common = gcd(stride, dilation)
    step = stride // common
    for first in range(min(stride, outputs)):
        place = first + before
        tap = next((t for t in range(step) if (place - t * dilation) % stride == 0), kernel)
        taps = len(range(tap, kernel, step))
        start = (place - tap * dilation) // stride
        count = len(range(first, outputs, stride))
        yield PhaseDimension(first, count, tap, step, taps, start, dilation // common)


def _import_node(node: SourceNode) -> ImportedOperator:
    x, w = floating_input(node, 0), floating_input(node, 1)
    rank, group = len(x.shape) - 2, integer_attribute(node, "group", 1)
    if rank < 1 or len(w.shape) != rank + 2:
        raise refuse(node, f"input {x.shape} and weights {w.shape} do not fit")
    if x.shape[1] != w.shape[0] or group < 1 or w.shape[0] % group:
        raise refuse(node, f"{x.shape[1]} channels, weights {w.shape} and {group} groups differ")
    strides, dilations = (
        integers_attribute(node, name, (1,) * rank) or () for name in ("strides", "dilations")
    )
    if len(strides) != rank or len(dilations) != rank:
        raise refuse(node, f"strides {strides} or dilations {dilations} do not fit {x.shape}")
    if min((*strides, *dilations)) < 1:
        raise refuse(node, f"strides {strides} or dilations {dilations} below 1")
    check_kernel_shape(node, w.shape[2:])
    begins, outputs = _placed(node, x.shape[2:], w.shape[2:], strides, dilations)
    output = node.output
    if output.shape != (x.shape[0], w.shape[1] * group, *outputs):
        raise refuse(node, f"its result has {outputs} pixels, declared as {output.shape}")
    attributes = (
        ("dilations", dilations),
        ("group", group),
        ("pads", begins),
        ("strides", strides),
    )
    inputs, positions = [x, w], [0, 1]
    epilogue: Expression = Accumulator()
    bias = optional_input(node, 2)
    if bias is not None:
        shape = (1, output.shape[1], *(1 for _ in range(rank)))
        inputs.append(Operand.row_major(bias.dtype, shape, bias.constant))
        positions.append(2)
        epilogue = apply("add", epilogue, Load(2))
    operator = Operator("ConvTranspose", attributes, tuple(inputs), output, 2, epilogue=epilogue)
    return ImportedOperator(operator, tuple(positions))


def _placed(
    node: SourceNode,
    spatial: Sequence[int],
    kernel: Sequence[int],
    strides: Sequence[int],
    dilations: Sequence[int],
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The padding in front and the spatial sizes of the output (`placement`)."""
    rank = len(spatial)
    pads = integers_attribute(node, "pads", (0,) * 2 * rank) or ()
    extra = integers_attribute(node, "output_padding", (0,) * rank) or ()
    if len(pads) != 2 * rank or len(extra) != rank:
        raise refuse(node, f"pads {pads} or output_padding {extra} do not fit {rank} dimensions")
    window = Window(tuple(kernel), tuple(strides), tuple(dilations), pads)
    return placement(
        window,
        spatial,
        extra,
        text_attribute(node, "auto_pad", "NOTSET"),
        integers_attribute(node, "output_shape"),
    )


def placement(
    window: Window,
    spatial: Sequence[int],
    extra: Sequence[int],
    auto_pad: str,
    wanted: Sequence[int] | None,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The padding in front and the spatial sizes of the output, as ONNX Runtime computes them.

    The modes SAME give stride times the size of the input, but no output behind the last one that
    the kernel or the `output_padding` reaches.

    Args:
        window: The kernel as a window. Its padding counts only where nothing else gives it.
        spatial: The spatial sizes of the input.
        extra: ONNX's `output_padding`.
        auto_pad: ONNX's attribute.
        wanted: ONNX's `output_shape`, which overrides the padding.
    """
    rank, strides = window.rank, window.strides
    each = zip(spatial, strides, window.kernel, window.dilations, extra, strict=True)
    full = [(n - 1) * s + (k - 1) * d + 1 + more for n, s, k, d, more in each]
    if wanted is not None:
        outputs = tuple(wanted[-rank:])
    elif auto_pad in ("SAME_UPPER", "SAME_LOWER"):
        outputs = tuple(min(n * s, most) for n, s, most in zip(spatial, strides, full, strict=True))
    else:
        pads = (0,) * 2 * rank if auto_pad == "VALID" else window.pads
        sizes = zip(full, pads[:rank], pads[rank:], strict=True)
        return pads[:rank], tuple(size - low - high for size, low, high in sizes)
    totals = [max(size - out, 0) for size, out in zip(full, outputs, strict=True)]
    upper = auto_pad == "SAME_UPPER"
    return tuple(total // 2 if upper else total - total // 2 for total in totals), outputs


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    """Adds the matmul of each tap at its place in a result without padding."""
    x, w = (array.astype(np.float64) for array in inputs)
    strides, dilations = operator.integers("strides"), operator.integers("dilations")
    groups, begins = operator.integer("group"), operator.integers("pads")
    batch, spatial, kernel = x.shape[0], x.shape[2:], w.shape[2:]
    shape = operator.output.shape
    each = zip(spatial, strides, kernel, dilations, begins, shape[2:], strict=True)
    sizes = [max((n - 1) * s + (k - 1) * d + 1, b + o) for n, s, k, d, b, o in each]
    total = np.zeros((*shape[:2], *sizes))
    grouped = x.reshape(batch, groups, -1, int(np.prod(spatial)))
    weights = w.reshape(groups, w.shape[0] // groups, w.shape[1], -1)
    for number, tap in enumerate(product(*(range(k) for k in kernel))):
        chosen = weights[..., number].swapaxes(1, 2)
        seen = np.matmul(chosen, grouped).reshape(*shape[:2], *spatial)
        places = tuple(
            slice(t * d, t * d + (n - 1) * s + 1, s)
            for t, d, n, s in zip(tap, dilations, spatial, strides, strict=True)
        )
        total[(slice(None), slice(None), *places)] += seen
    kept = tuple(slice(b, b + o) for b, o in zip(begins, shape[2:], strict=True))
    return total[(slice(None), slice(None), *kept)]


def _output_order(operator: Operator) -> tuple[int, ...]:
    return channels_last(len(operator.output.shape))


def _multiply_adds(operator: Operator) -> int:
    """One for each element of the input and weight that it meets."""
    return prod(operator.inputs[0].shape) * prod(operator.inputs[1].shape[1:])


def _summed(operator: Operator) -> int:
    """Those of the phase with the most positions of the kernel."""
    taps = prod(max(part.taps for part in parts) for parts in phases_of_dimensions(operator))
    return operator.inputs[1].shape[0] // operator.integer("group") * taps


def _columns(operator: Operator, weights: np.ndarray) -> Iterable[np.ndarray]:
    return phase_weights(operator, weights)


def _summed_weights(
    operator: Operator, weights: np.ndarray, means: np.ndarray
) -> SummedWeights | None:
    """The sums of a group run along its input channels."""
    groups, ones = operator.integer("group"), (1,) * (weights.ndim - 1)
    grouped = weights.reshape(groups, -1, *weights.shape[1:])
    inputs = np.broadcast_to(means, weights.shape[:1]).reshape(groups, -1, *ones)
    return SummedWeights(grouped, (1,), inputs)


OPERATOR = OperatorDefinition(
    type="ConvTranspose",
    onnx_types=("ConvTranspose",),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    multiply_adds=_multiply_adds,
    contraction=Contraction(
        kinds=("ConvTranspose",),
        kind=lambda operator: "ConvTranspose",
        factors=range(2),
        summed=_summed,
        columns=_columns,
        summed_weights=_summed_weights,
        mean_axis=lambda operator: CHANNELS,
    ),
    accepts_reduced_precision=True,
    of_images=True,
)
