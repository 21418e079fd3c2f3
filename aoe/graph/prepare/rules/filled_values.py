"""Values that are made of few numbers and are too large to store: they are computed where they are
read. Folding has made constants of smaller ones before (`aoe.graph.prepare.prepare`).
"""

from __future__ import annotations

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for


@rule_for("ConstantOfShape")
def filled(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ConstantOfShape of a known shape becomes a broadcast of its number."""
    if constant_of(operand(node, 0)) is None or not has_shape(node.outputs[0]):
        return None
    given = node.attributes.get("value")
    number = np.zeros(1, np.float32) if given is None else given.as_tensor().numpy()
    shape = shape_of(node.outputs[0])
    value = build.constant(number.reshape(()))
    return build.make("Expand", [value, build.integers(shape)], shape)


@rule_for("Range")
def numbered(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Range of known numbers becomes a count that is scaled and shifted. Runtimes add fractions up,
    so that rounding errors grow; such a Range stays a loop that adds.
    """
    first, last, step = (constant_of(operand(node, place)) for place in range(3))
    start, dtype = operand(node, 0), node.outputs[0].dtype
    if first is None or last is None or step is None or start is None or dtype is None:
        return None
    if not has_shape(node.outputs[0]) or not all(map(_is_whole, (first, last, step))):
        return None
    shape = shape_of(node.outputs[0])
    ones = build.make("Expand", [build.integers([1]), build.integers(shape)], shape)
    axis = build.constant(np.array(0))
    count = build.make("CumSum", [ones, axis], shape, exclusive=1)
    # In int64: a product may need more digits than the numbers of the Range have.
    scaled = build.infer("Mul", count, build.integers([int(step.item())]))
    moved = build.infer("Add", scaled, build.integers([int(first.item())]))
    return build.cast(moved, dtype)


def _is_whole(number: np.ndarray) -> bool:
    """Whether a number is an integer that a type of 24 digits or more adds to without rounding."""
    return bool(number.dtype.kind in "iu" or (number == np.round(number) and abs(number) < 2**24))


RULES: tuple[Rule, ...] = (filled, numbered)
