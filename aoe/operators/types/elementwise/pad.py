"""Padding with a constant: Pad in mode "constant".

Attributes: `pads` are the elements added before each dimension, then those added behind each.
Negative ones are cut off. `value` is the constant. Implementation: `pad`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from aoe.operators.definition import (
    ImportedOperator,
    OperatorDefinition,
    SourceNode,
    order_of_first_input,
)
from aoe.operators.importing import (
    axis_in,
    checked,
    float_attribute,
    integers_attribute,
    integers_input,
    optional_input,
    refuse,
    required_input,
    scalar_constant,
    text_attribute,
)
from aoe.operators.operator import Operator


def _import_node(node: SourceNode) -> ImportedOperator:
    x = required_input(node, 0)
    mode = text_attribute(node, "mode", "constant")
    if mode != "constant":
        raise refuse(node, f"mode {mode!r} is not computed, only 'constant'")
    attributes = (("pads", _pads(node, len(x.shape))), ("value", _value(node)))
    output = checked(node, node.output)
    return ImportedOperator(Operator("Pad", attributes, (x,), output, 1), (0,))


def _pads(node: SourceNode, rank: int) -> tuple[int, ...]:
    given = integers_attribute(node, "pads")
    if given is None:
        given = integers_input(node, 1) or ()
    axes = tuple(range(rank))
    if len(node.inputs) > 3:
        axes = tuple(axis_in(node, a, rank) for a in integers_input(node, 3) or axes)
    if len(given) != 2 * len(axes):
        raise refuse(node, f"pads {given} must be {2 * len(axes)} numbers")
    pads = [0] * (2 * rank)
    for number, axis in enumerate(axes):
        pads[axis], pads[rank + axis] = given[number], given[len(axes) + number]
    return tuple(pads)


def _value(node: SourceNode) -> int | float:
    if optional_input(node, 2) is None:
        return float_attribute(node, "value", 0.0)
    constant = scalar_constant(node, 2)
    if constant is None:
        raise refuse(node, "the value to pad with must be constant")
    return constant.value


def _reference(operator: Operator, inputs: Sequence[np.ndarray]) -> np.ndarray:
    pads, value = operator.integers("pads"), operator.attribute["value"]
    rank = len(pads) // 2
    widths = [(max(pads[i], 0), max(pads[rank + i], 0)) for i in range(rank)]
    padded = np.pad(inputs[0], widths, constant_values=value)
    cuts = tuple(
        slice(max(-pads[i], 0), n - max(-pads[rank + i], 0)) for i, n in enumerate(padded.shape)
    )
    return padded[cuts]


OPERATOR = OperatorDefinition(
    type="Pad",
    onnx_types=("Pad",),
    import_node=_import_node,
    reference=_reference,
    output_order=order_of_first_input,
)
