"""Convolution in any number of spatial dimensions, grouped, dilated, strided, padded.

Anchor inputs: x (N, C, spatial…) and w (K, C/group, kernel…). The bias is an operand of the
epilogue, of shape (1, K, 1, …). `aoe.graph.prepare.rules.float8_products` makes ConvFloat8.
Implementations: `conv_*`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import ceil, prod

import numpy as np

from aoe.element_types import is_floating
from aoe.loops.expression import Accumulator, Expression, Load, apply
from aoe.operators.access import Access, Attributes, InputSlice, Range
from aoe.operators.definition import (
    Contraction,
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    SummedWeights,
)
from aoe.operators.importing import integer_attribute, optional_input, refuse, required_input
from aoe.operators.operator import Operand, Operator
from aoe.operators.reference import product_type
from aoe.operators.window import (
    CHANNELS,
    Window,
    check_kernel_shape,
    import_window,
    taps,
    window_access,
)

#: Terms of each sum up to which the reference gathers all taps for one matmul.
_FEW_TERMS = 256
#: Elements of the gathered taps at a time: 2 MiB of float64.
_GATHERED = 2**18


def window_of(operator: Operator) -> Window:
    """The window of a convolution."""
    return Window.of(operator, operator.inputs[1].shape[2:])


def is_depthwise(operator: Operator) -> bool:
    """Whether every group has one input channel, so that no sum runs over channels."""
    return operator.integer("group") > 1 and operator.inputs[1].shape[1] == 1


def _import_node(node: SourceNode) -> ImportedOperator:
    x, w = required_input(node, 0), required_input(node, 1)
    rank = len(x.shape) - 2
    group = integer_attribute(node, "group", 1)
    if rank < 1 or len(w.shape) != rank + 2:
        raise refuse(node, f"input {x.shape} and weights {w.shape} do not fit")
    if x.shape[1] != w.shape[1] * group or w.shape[0] % group:
        raise refuse(node, f"{x.shape[1]} channels, weights {w.shape} and {group} groups differ")
    check_kernel_shape(node, w.shape[2:])
    window = import_window(node, w.shape[2:], x.shape[2:])
    attributes = (*window.attributes(), ("group", group))
    inputs, positions = [x, w], [0, 1]
    epilogue: Expression = Accumulator()
    bias = None if node.op_type == "ConvInteger" else optional_input(node, 2)
    if bias is not None:
        shape = (1, w.shape[0], *(1 for _ in range(rank)))
        inputs.append(Operand.row_major(bias.dtype, shape, bias.constant))
        positions.append(2)
        epilogue = apply("add", epilogue, Load(2))
    operator = Operator(
        "Conv", tuple(sorted(attributes)), tuple(inputs), node.output, 2, epilogue=epilogue
    )
    return ImportedOperator(operator, tuple(positions))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    """A matmul for each tap, or one for all taps where sums are short."""
    x, w = inputs
    groups = operator.integer("group")
    outputs = operator.output.shape[2:]
    batch, points, filters = x.shape[0], prod(outputs), w.shape[0]
    macs = batch * points * w.size
    dtype: type = product_type(operator, macs, 0)
    if not is_floating(x.dtype):
        dtype = np.int32 if x.dtype.itemsize < 4 else x.dtype.type
    x, w = x.astype(dtype, copy=False), w.astype(dtype, copy=False)
    grouped = w.reshape(groups, filters // groups, w.shape[1], -1)
    seen = taps(x, window_of(operator), outputs, 0.0)
    if grouped.shape[2] * grouped.shape[3] <= _FEW_TERMS and groups == 1:
        weights = grouped[0].swapaxes(1, 2).reshape(filters, -1)
        return _by_gathered_taps(weights, [part for _, part in seen])
    result = np.zeros((batch, groups, filters // groups, points), dtype)
    for tap, (_, part) in enumerate(seen):
        patch = part.reshape(batch, groups, w.shape[1], points)
        weights = np.asarray(grouped[:, :, :, tap], order="C")
        result += patch * weights if w.shape[1] == 1 else np.matmul(weights, patch)
    return result.reshape(batch, filters, *outputs)


def _by_gathered_taps(weights: np.ndarray, seen: Sequence[np.ndarray]) -> np.ndarray:
    """One matmul for all taps, of some rows of an image at a time: all taps of all rows may be many
    times as large as the image.

    Args:
        weights: The filters, with a column for each tap and channel.
        seen: What each tap meets.
    """
    batch, _, *outputs = seen[0].shape
    filters, terms = weights.shape
    result = np.empty((batch, filters, *outputs), weights.dtype)
    row = max(1, terms * prod(outputs[1:]))
    rows = max(1, _GATHERED // row)
    for image, begin in product(range(batch), range(0, outputs[0], rows)):
        part = np.s_[image, :, begin : begin + rows]
        gathered = np.concatenate([tap[part] for tap in seen]).reshape(terms, -1)
        result[part] = np.matmul(weights, gathered).reshape(result[part].shape)
    return result


def channels_last(rank: int) -> tuple[int, ...]:
    """The order of (N, C, spatial…) with channels contiguous."""
    return (0, *range(2, rank), 1)


def _output_order(operator: Operator) -> tuple[int, ...]:
    return channels_last(len(operator.output.shape))


def _access(operator: Operator, dimension: int) -> Access | None:
    if dimension == CHANNELS:
        return _access_by_filters(operator)
    return window_access(operator, window_of(operator), dimension)


def _access_by_filters(operator: Operator) -> Access:
    """Some filters are applied: to all channels or, in a grouped convolution, to those of their
    groups.
    """
    groups, filters = operator.integer("group"), operator.output.shape[CHANNELS]
    weights = InputSlice(0)
    if groups == 1:
        return Access((None, weights), of_channels=True)
    channels = operator.inputs[0].shape[CHANNELS]

    def channels_read(begin: int, end: int) -> Range:
        first, last = begin * groups // filters, ceil(end * groups / filters)
        return first * channels // groups, last * channels // groups

    def attributes(begin: int, end: int) -> Attributes:
        return {"group": max(1, groups * (end - begin) // filters)}

    image = InputSlice(CHANNELS, channels_read)
    return Access((image, weights), attributes, filters // groups, of_channels=True)


def multiply_adds(operator: Operator) -> int:
    """One for each result and weight of a filter."""
    return prod(operator.output.shape) * prod(operator.inputs[1].shape[1:])


def _summed(operator: Operator) -> int:
    """The weights of a filter; none of a depthwise convolution."""
    weights = operator.inputs[1].shape
    return prod(weights[1:]) if weights[1] > 1 else 0


def _columns(operator: Operator, weights: np.ndarray) -> Iterable[np.ndarray]:
    return [weights.reshape(weights.shape[0], -1).T]


def _summed_weights(
    operator: Operator, weights: np.ndarray, means: np.ndarray
) -> SummedWeights | None:
    """Each filter is a sum. The means are those of the channels of the image."""
    filters, channels, *window = weights.shape
    groups = max(1, len(means) // channels)
    each = np.repeat(means.reshape(groups, -1), filters // groups if groups > 1 else 1, axis=0)
    inputs = each.reshape(*each.shape, *(1 for _ in window))
    return SummedWeights(weights, tuple(range(1, weights.ndim)), inputs)


OPERATOR = OperatorDefinition(
    type="Conv",
    onnx_types=("Conv", "ConvInteger", "ConvFloat8"),
    import_node=_import_node,
    reference=_reference,
    output_order=_output_order,
    access=_access,
    multiply_adds=multiply_adds,
    contraction=Contraction(
        kinds=("Conv",),
        kind=lambda operator: "Conv",
        factors=range(2),
        summed=_summed,
        columns=_columns,
        summed_weights=_summed_weights,
        mean_axis=lambda operator: CHANNELS,
    ),
    accepts_reduced_precision=True,
    of_images=True,
)
