"""The place of the largest element of each pooling window: the second output of MaxPool.

`aoe.graph.prepare.rules.pooling` makes it an operator of its own. Anchor inputs: x (N, C, spatial…)
and its maxima (N, C, outputs…). The result is int64, the number of an element of x in row-major
order; with `column_major` 1 the spatial dimensions are counted column-major. Of equal elements the
first one in row-major order is named, of several NaN the last one, as in PyTorch. Padding is
negative where `auto_pad` of a stride that exceeds the kernel leaves out elements. Implementation:
`pool_indices`.

With `in_window` 1, which `MaxPoolPlaces` has, the result is uint8: the number of a tap of the
window in row-major order. Training saves it for `aoe.operators.types.window.pool_gradient`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod

import numpy as np

from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    order_of_first_input,
)
from aoe.operators.importing import integer_attribute, refuse, required_input
from aoe.operators.operator import Operator
from aoe.operators.types.window.pool import lowest, pooling_window, window_of
from aoe.operators.window import taps

#: The node whose places are taps of windows.
PLACES = "MaxPoolPlaces"
#: The attribute of such operators.
IN_WINDOW = "in_window"
#: Most taps of a window whose places are bytes.
MOST_TAPS = 256


def is_in_window(operator: Operator) -> bool:
    """Whether places are taps of windows."""
    return IN_WINDOW in operator.attribute


def _import_node(node: SourceNode) -> ImportedOperator:
    x, largest = required_input(node, 0), required_input(node, 1)
    kernel, window = pooling_window(node, x, inside=True)
    if node.op_type == PLACES:
        if prod(kernel) > MOST_TAPS:
            raise refuse(node, f"places in a window of {kernel} are no bytes")
        attributes = (*window.attributes(), ("kernel", kernel), (IN_WINDOW, 1))
        output = replace(node.output, dtype="uint8")
        operator = Operator("PoolIndices", tuple(sorted(attributes)), (x, largest), output, 2)
        return ImportedOperator(operator, (0, 1))
    attributes = (
        *window.attributes(),
        ("kernel", kernel),
        ("column_major", integer_attribute(node, "storage_order", 0)),
    )
    output = replace(node.output, dtype="int64")
    operator = Operator("PoolIndices", tuple(sorted(attributes)), (x, largest), output, 2)
    return ImportedOperator(operator, (0, 1))


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    """The smallest number, row-major, of an element in the window that equals the maximum; the
    largest of one that is NaN.
    """
    x, largest = inputs
    window, spatial = window_of(operator), x.shape[2:]
    if is_in_window(operator):
        return _indices(operator, x, largest)
    reach = (k * d for k, d in zip(window.kernel, window.dilations, strict=True))
    each = zip(window.before, window.pads[window.rank :], reach, strict=True)
    padding = [(max(low, 0), max(low + high + size, 0)) for low, high, size in each]
    places = np.pad(
        np.arange(prod(spatial)).reshape(spatial), padding, constant_values=prod(spatial)
    )
    values = np.pad(x, [(0, 0), (0, 0), *padding])
    found, odd = (np.full(largest.shape, number) for number in (prod(spatial) - 1, -1))
    for tap in np.ndindex(*window.kernel):
        cut = tuple(
            slice(t * d - min(low, 0), t * d - min(low, 0) + (o - 1) * s + 1, s)
            for t, d, o, s, low in zip(
                tap, window.dilations, largest.shape[2:], window.strides, window.before, strict=True
            )
        )
        part = values[(slice(None), slice(None), *cut)]
        found = np.minimum(found, np.where(part == largest, places[cut], prod(spatial) - 1))
        odd = np.where(np.isnan(part), places[cut], odd)
    found = np.where(odd < 0, found, odd)
    if operator.integer("column_major"):
        found = np.ravel_multi_index(np.unravel_index(found, spatial), spatial, order="F")
    maps = np.arange(prod(x.shape[:2])).reshape((*x.shape[:2], *(1 for _ in spatial)))
    return np.asarray(found + maps * prod(spatial))


def _indices(operator: Operator, x: np.ndarray, largest: np.ndarray) -> np.ndarray:
    window = window_of(operator)
    last = prod(window.kernel) - 1
    found, odd = np.full(largest.shape, last, np.uint8), np.full(largest.shape, -1)
    inside = taps(np.ones_like(x, bool), window, largest.shape[2:], False)
    seen = zip(inside, taps(x, window, largest.shape[2:], 0.0), strict=True)
    for number, ((_, real), (_, values)) in enumerate(seen):
        found[(values == largest) & real & (found == last)] = number
        odd[np.isnan(values)] = number
    return np.where(odd < 0, found, odd).astype(np.uint8)


def _fitted(operator: Operator, inputs: Sequence[np.ndarray]) -> Mapping[int, np.ndarray]:
    """The maxima are elements of the windows."""
    x, largest = inputs[:2]
    seen = taps(x, window_of(operator), largest.shape[2:], lowest(str(x.dtype)))
    return {1: np.maximum.reduce([part for _, part in seen]).astype(largest.dtype)}


OPERATOR = OperatorDefinition(
    type="PoolIndices",
    onnx_types=("MaxPoolIndices", PLACES),
    import_node=_import_node,
    reference=_reference,
    output_order=order_of_first_input,
    fitted=_fitted,
)
