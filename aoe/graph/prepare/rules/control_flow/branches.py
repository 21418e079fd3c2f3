"""Computes both branches of an If on a computed condition, and selects the results of one.

onnxscript's folding has resolved If on a constant before. Branches whose results have equal shapes
are selected at once (`RULES`). Where shapes differ, both results are padded to the larger sizes,
and the condition decides how much of them counts. These sizes depend on data, which not every
reader can take (`aoe.graph.prepare.rules.data_dependent_sizes`). Hence `LAST_RULES` apply only
where no other rule does: the condition may become a constant until then.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    has_shape,
    operand,
    shape_of,
)
from aoe.graph.prepare.rules.control_flow.scan_and_loop import MOST_NODES, nodes_in
from aoe.graph.prepare.rules.control_flow.untaken_branch import guarded
from aoe.graph.prepare.rules.data_dependent_sizes import SELECTS_BRANCH, follow

_Pairs = Sequence[tuple[onnx_ir.Value, onnx_ir.Value]]


def equal_branches(node: onnx_ir.Node, build: Builder) -> Replacement:
    """If whose branches give values of equal shapes."""
    pairs = _both_branches(node, build)
    condition = operand(node, 0)
    if pairs is None or any(shape_of(first) != shape_of(second) for first, second in pairs):
        return None
    assert condition is not None
    return [_chosen(build, condition, first, second) for first, second in pairs]


def unequal_branches(node: onnx_ir.Node, build: Builder) -> Replacement:
    """If whose branches give values of equal rank and unequal shapes."""
    pairs = _both_branches(node, build)
    condition = operand(node, 0)
    if pairs is None or condition is None or not has_shape(condition):
        return None
    if any(len(shape_of(first)) != len(shape_of(second)) for first, second in pairs):
        return None
    chosen: list[onnx_ir.Value] = []
    variable: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for place, (first, second) in enumerate(pairs):
        sizes = list(zip(shape_of(first), shape_of(second), strict=True))
        most = [max(pair) for pair in sizes]
        padded = [_padded(build, value, most) for value in (first, second)]
        chosen.append(_chosen(build, condition, *padded))
        node.outputs[place].shape = onnx_ir.Shape(most)
        node.outputs[place].type = chosen[-1].type
        for dimension, pair in enumerate(sizes):
            if pair[0] != pair[1]:
                variable.setdefault(pair, []).append((place, dimension))
    taken = build.reshape(condition, (1,))
    for (then, otherwise), places in variable.items():
        while places:
            together = dict(reversed(places))
            places = [item for item in places if item not in together.items()]
            count = build.infer("Where", taken, build.integers([then]), build.integers([otherwise]))
            follow(node, together, max(then, otherwise), count)
    return chosen


def single_elements(node: onnx_ir.Node, build: Builder) -> Replacement:
    """If whose branches give one element each, with unequal ranks. The result has the larger rank.
    That is seen by nobody but the reader of an output of the model, so no such output is computed.
    """
    pairs = _both_branches(node, build)
    condition = operand(node, 0)
    if pairs is None or any(value.is_graph_output() for value in node.outputs):
        return None
    if any(prod(shape_of(value)) != 1 for pair in pairs for value in pair):
        return None
    assert condition is not None
    chosen = []
    for first, second in pairs:
        shape = max(shape_of(first), shape_of(second), key=len)
        both = (build.reshape(value, shape) for value in (first, second))
        chosen.append(_chosen(build, condition, *both))
    return chosen


def _both_branches(node: onnx_ir.Node, build: Builder) -> _Pairs | None:
    """The results of both branches, which are computed; None unless their shapes are known."""
    condition = operand(node, 0)
    if node.op_type != "If" or condition is None or condition.const_value is not None:
        return None
    graphs = [node.attributes[name].as_graph() for name in ("then_branch", "else_branch")]
    if sum(nodes_in(graph) for graph in graphs) > MOST_NODES:
        return None
    then = build.inline(graphs[0], [])
    guarded(build, condition, operand(node, 1), taken=True)
    inlined = len(build.nodes)
    otherwise = build.inline(graphs[1], [])
    guarded(build, condition, operand(node, 1), taken=False, first=inlined)
    pairs = list(zip(then, otherwise, strict=True))
    for first, second in pairs:
        if not has_shape(first, second):
            return None
        if not all(isinstance(value.type, onnx_ir.TensorType) for value in (first, second)):
            return None
    return pairs


def _chosen(
    build: Builder, condition: onnx_ir.Value, first: onnx_ir.Value, second: onnx_ir.Value
) -> onnx_ir.Value:
    """One of two values of equal shape, which that of the condition does not change."""
    if has_shape(condition):
        condition = build.reshape(condition, ())
    value = build.infer("Where", condition, first, second)
    build.nodes[-1].meta[SELECTS_BRANCH] = True
    return value


def _padded(build: Builder, value: onnx_ir.Value, shape: Sequence[int]) -> onnx_ir.Value:
    """`value` with zeros behind it in each dimension that is smaller than in `shape`."""
    assert value.dtype is not None
    for axis, size in enumerate(shape):
        own = list(shape_of(value))
        missing = [*own[:axis], size - own[axis], *own[axis + 1 :]]
        if prod(own) == 0:
            return build.constant(np.zeros(shape, value.dtype.numpy()))
        if missing[axis]:
            zeros = build.constant(np.zeros(missing, value.dtype.numpy()))
            value = build.infer("Concat", value, zeros, axis=axis)
    return value


RULES: tuple[Rule, ...] = (equal_branches,)
LAST_RULES: tuple[Rule, ...] = (unequal_branches, single_elements)
