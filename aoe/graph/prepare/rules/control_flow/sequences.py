"""Sequences of tensors whose elements are known: readers of a sequence read its elements.

Unrolled loops and SplitToSequence build such sequences. A compiled model has a fixed number of
tensors, so other sequences are refused.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Rule,
    constant_of,
    has_shape,
    integer,
    integers_of,
    operand,
    producer,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for

#: The operators that make sequences.
_MAKING = frozenset({"SequenceEmpty", "SequenceConstruct", "SequenceInsert", "SequenceErase"})


def forget_types_of_optionals(model: onnx_ir.Model) -> None:
    """Removes the attribute of nodes Optional that says what they may hold.

    Their outputs have this type, and passes of onnx_ir need attributes that can be hashed.
    """
    for node in onnx_ir.traversal.RecursiveGraphIterator(model.graph):
        if node.op_type == "Optional" and not node.domain:
            node.attributes.pop("type", None)


@rule_for("ConcatFromSequence")
def concatenated(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """ConcatFromSequence becomes Concat, along a new axis where the node asks for one."""
    pieces = _elements(operand(node, 0))
    if not pieces:
        return None
    axis = integer(node, "axis", 0)
    if integer(node, "new_axis", 0):
        axes = build.integers([axis])
        pieces = [build.infer("Unsqueeze", piece, axes) for piece in pieces]
    return build.infer("Concat", *pieces, axis=axis)


@rule_for("SplitToSequence")
def split(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """SplitToSequence into parts of known sizes becomes a sequence of its parts.

    `keepdims` counts where the parts have size 1 by default or by a scalar, as in ONNX Runtime. A
    list of sizes keeps the dimension.
    """
    value = operand(node, 0)
    if value is None or not has_shape(value):
        return None
    shape = shape_of(value)
    axis = integer(node, "axis", 0)
    if not -len(shape) <= axis < len(shape):
        return None
    given = operand(node, 1)
    sizes = _part_sizes(given, shape[axis])
    if sizes is None:
        return None
    axis %= len(shape)
    single = given is None or (not shape_of(given) and integers_of(given) == (1,))
    squeezed = single and not integer(node, "keepdims", 1)
    kept = (*shape[:axis], *shape[axis + 1 :])
    parts, start = [], 0
    for size in sizes:
        part = build.piece(value, axis, start, start + size)
        parts.append(build.reshape(part, kept) if squeezed else part)
        start += size
    return build.infer("SequenceConstruct", *parts) if parts else None


def _part_sizes(given: onnx_ir.Value | None, size: int) -> list[int] | None:
    """How long the parts of a dimension are; None where that is computed or does not fit."""
    if given is None:
        return [1] * size
    sizes = constant_of(given)
    if sizes is None or sizes.dtype.kind not in "iu":
        return None
    if sizes.ndim == 0:
        step = int(sizes)
        return [min(step, size - at) for at in range(0, size, step)] if step > 0 else None
    parts = [int(part) for part in sizes.reshape(-1)]
    return parts if sum(parts) == size and min(parts, default=0) >= 0 else None


@rule_for("SequenceAt")
def element(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """SequenceAt at a constant position becomes the element."""
    place = integers_of(operand(node, 1))
    if place is None:
        return None
    found = _elements(operand(node, 0))
    inside = found is not None and -len(found) <= place[0] < len(found)
    return found[place[0]] if found is not None and inside else None


def length(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """SequenceLength becomes a constant."""
    found = _elements(operand(node, 0)) if node.op_type == "SequenceLength" else None
    return None if found is None else build.constant(np.asarray(len(found), np.int64))


def _elements(sequence: onnx_ir.Value | None) -> list[onnx_ir.Value] | None:
    """The elements of a sequence that is built from single ones at constant positions."""
    steps: list[onnx_ir.Node] = []
    while sequence is not None and (made := sequence.producer()) is not None:
        if made.op_type not in _MAKING or made.domain:
            return None
        steps.append(made)
        if made.op_type in ("SequenceEmpty", "SequenceConstruct"):
            return _put_together(steps)
        sequence = made.inputs[0]
    return None


def _put_together(steps: Sequence[onnx_ir.Node]) -> list[onnx_ir.Value] | None:
    """The elements after these nodes, of which the last one comes first."""
    found = [value for value in steps[-1].inputs if value is not None]
    for step in reversed(steps[:-1]):
        inserts = step.op_type == "SequenceInsert"
        given = operand(step, 2 if inserts else 1)
        place = (len(found) if inserts else -1,) if given is None else integers_of(given)
        if place is None or not -len(found) <= place[0] < len(found) + inserts:
            return None
        at = place[0] + len(found) if place[0] < 0 else place[0]
        if not inserts:
            del found[at]
        elif (value := step.inputs[1]) is not None:
            found.insert(at, value)
    return found


@rule_for("OptionalGetElement")
def given_tensor(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """OptionalGetElement of a tensor, which is there, is the tensor. Of an Optional it is what that
    holds.
    """
    value = _held(operand(node, 0))
    if value is None:
        return None
    if isinstance(value.type, onnx_ir.SequenceType):
        return value
    return value if isinstance(value.type, onnx_ir.TensorType) else None


@rule_for("OptionalHasElement")
def has_element(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """OptionalHasElement of a tensor, of an Optional, or of nothing."""
    value = _held(operand(node, 0))
    if value is not None and not isinstance(value.type, onnx_ir.TensorType | onnx_ir.SequenceType):
        return None
    return build.constant(np.asarray(value is not None))


def _held(value: onnx_ir.Value | None) -> onnx_ir.Value | None:
    """What an Optional holds; any other value itself."""
    made = producer(value, "Optional")
    return value if made is None else operand(made, 0)


RULES: tuple[Rule, ...] = (split, concatenated, element, given_tensor, has_element, length)
