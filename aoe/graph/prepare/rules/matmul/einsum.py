"""Einsum becomes views, matmuls, products and sums.

Operands are taken from the left, two at a time. Labels of both that are needed later are batch
dimensions. Labels of both that are not needed are summed by a matmul. A label that occurs twice in
one operand selects its diagonal, which is a view.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import reduce
from math import prod

import onnx_ir

from aoe.graph.prepare.rewriting import Builder, Rule, has_shape, is_floating, shape_of
from aoe.graph.prepare.rule_application import rule_for


@dataclass(frozen=True, slots=True)
class _Term:
    """A value with a label for each dimension.

    Attributes:
        value: The value.
        labels: The labels, each once.
    """

    value: onnx_ir.Value
    labels: tuple[str, ...]

    def size(self, label: str) -> int:
        """The size along a label; 1 without it."""
        if label not in self.labels:
            return 1
        return shape_of(self.value)[self.labels.index(label)]


@rule_for("Einsum")
def einsum(node: onnx_ir.Node, build: Builder) -> onnx_ir.Value | None:
    """Einsum becomes views, matmuls, products and sums."""
    if not has_shape(*node.inputs, node.outputs[0]):
        return None
    values = [value for value in node.inputs if value is not None]
    equation = node.attributes["equation"].as_string().replace(" ", "")
    inputs, result = labels_of(equation, [len(shape_of(value)) for value in values])
    terms = [_diagonals(build, value, labels) for value, labels in zip(values, inputs, strict=True)]

    def needed_after(position: int) -> set[str]:
        return {label for term in terms[position + 1 :] for label in term.labels} | set(result)

    total = _summed(build, terms[0], needed_after(0))
    for position, term in enumerate(terms[1:], 1):
        needed = needed_after(position)
        total = _joined(build, total, _summed(build, term, needed | set(total.labels)), needed)
    arranged = _arranged(build, total, result)
    return build.reshape(arranged, shape_of(node.outputs[0]))


def labels_of(equation: str, ranks: Sequence[int]) -> tuple[list[tuple[str, ...]], tuple[str, ...]]:
    """The labels of every dimension of the operands and of the result.

    The labels that an ellipsis stands for are numbers, aligned at the right.
    """
    left, arrow, right = equation.partition("->")
    terms = left.split(",")
    hidden = [rank - len(term.replace("...", "")) for term, rank in zip(terms, ranks, strict=True)]
    most = max((n for n, term in zip(hidden, terms, strict=True) if "..." in term), default=0)

    def spelled(term: str, count: int) -> tuple[str, ...]:
        before, dots, after = term.partition("...")
        numbers = [str(number) for number in range(most - count, most)] if dots else []
        return (*before, *numbers, *after)

    inputs = [spelled(term, count) for term, count in zip(terms, hidden, strict=True)]
    if arrow:
        return inputs, spelled(right, most)
    letters = left.replace("...", "").replace(",", "")
    once = sorted(letter for letter in set(letters) if letters.count(letter) == 1)
    return inputs, (*(str(number) for number in range(most)), *once)


def _diagonals(build: Builder, value: onnx_ir.Value, labels: Sequence[str]) -> _Term:
    """A value without repeated labels.

    The two dimensions of a repeated label are joined, and a Slice takes the elements one row and
    one column apart.
    """
    left = list(labels)
    while len(set(left)) < len(left):
        label = next(item for item in left if left.count(item) > 1)
        first, second = [axis for axis, item in enumerate(left) if item == label][:2]
        others = [axis for axis in range(len(left)) if axis not in (first, second)]
        shape = shape_of(value)
        outside, size = [shape[axis] for axis in others], shape[first]
        perm = (*others, first, second)
        value = build.make("Transpose", [value], [*outside, size, size], perm=perm)
        value = build.reshape(value, [*outside, size * size])
        bounds = [build.integers([n]) for n in (0, size * size, len(others), size + 1)]
        value = build.make("Slice", [value, *bounds], [*outside, size])
        left = [*(left[axis] for axis in others), label]
    return _Term(value, tuple(left))


def _summed(build: Builder, term: _Term, needed: Set[str]) -> _Term:
    """The term summed over labels that are not needed."""
    axes = [axis for axis, label in enumerate(term.labels) if label not in needed]
    if not axes:
        return term
    kept = tuple(label for label in term.labels if label in needed)
    shape = [term.size(label) for label in kept]
    inputs = [term.value, build.integers(axes)]
    return _Term(build.make("ReduceSum", inputs, shape, keepdims=0), kept)


def _arranged(build: Builder, term: _Term, labels: Sequence[str]) -> onnx_ir.Value:
    """The term's value with its dimensions in the order of `labels`; size 1 for missing ones."""
    present = [label for label in labels if label in term.labels]
    value = term.value
    if tuple(present) != term.labels:
        perm = [term.labels.index(label) for label in present]
        shape = [term.size(label) for label in present]
        value = build.make("Transpose", [value], shape, perm=perm)
    return build.reshape(value, [term.size(label) for label in labels])


def _joined(build: Builder, left: _Term, right: _Term, needed: Set[str]) -> _Term:
    """The product of two terms, summed over labels of both that are not needed."""
    both = [label for label in left.labels if label in right.labels]
    over = [label for label in both if label not in needed]
    broadcast = any(left.size(label) != right.size(label) for label in over)
    labels = tuple(dict.fromkeys((*left.labels, *right.labels)))
    if not over or broadcast or not is_floating(left.value):
        factors = [_arranged(build, term, labels) for term in (left, right)]
        return _summed(build, _Term(build.infer("Mul", *factors), labels), needed)
    batch = [label for label in both if label in needed]
    rows = [label for label in left.labels if label not in both]
    columns = [label for label in right.labels if label not in both]
    first = _merged(build, left, batch, [rows, over])
    second = _merged(build, right, batch, [over, columns])
    result = build.infer("MatMul", first, second)
    shape = [
        *(max(left.size(label), right.size(label)) for label in batch),
        *(left.size(label) for label in rows),
        *(right.size(label) for label in columns),
    ]
    return _Term(build.reshape(result, shape), (*batch, *rows, *columns))


def _merged(
    build: Builder, term: _Term, batch: Sequence[str], groups: Sequence[Sequence[str]]
) -> onnx_ir.Value:
    """The term's value with a dimension for each label of `batch`, then one for each group of
    labels.
    """
    labels = reduce(lambda all_labels, group: [*all_labels, *group], groups, list(batch))
    value = _arranged(build, term, labels)
    sizes = [prod(term.size(label) for label in group) for group in groups]
    return build.reshape(value, [*(term.size(label) for label in batch), *sizes])


RULES: tuple[Rule, ...] = (einsum,)
