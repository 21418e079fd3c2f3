"""Computes both branches of an If on a computed condition, and selects the results of one.

onnxscript's folding has resolved If on a constant before. Branches whose results have equal shapes
are selected at once (`RULES`). Where shapes differ, both results are padded to the larger sizes,
and the condition decides how much of them counts. These sizes depend on data, which not every
reader can take (`aoe.graph.prepare.rules.data_dependent.sizes`). Hence `LAST_RULES` apply only
where no other rule does: the condition may become a constant until then.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
import onnx_ir

from aoe.graph.model_copy import detach
from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    constant_of,
    has_shape,
    integer,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import apply_rules, rule_for
from aoe.graph.prepare.rules.control_flow import scan_and_loop
from aoe.graph.prepare.rules.control_flow.scan_and_loop import MOST_NODES, nodes_in
from aoe.graph.prepare.rules.control_flow.untaken_branch import guarded
from aoe.graph.prepare.rules.data_dependent import operators
from aoe.graph.prepare.rules.data_dependent.row_wise import SELECTS_BRANCH
from aoe.graph.prepare.rules.data_dependent.sizes import data_dependent_sizes, follow
from aoe.graph.prepare.rules.simplification.simplify import BROADCASTING, UNARY
from aoe.graph.prepare.validation import graph_problems

_Pairs = Sequence[tuple[onnx_ir.Value, onnx_ir.Value]]
#: A size: a number, or the value that holds it.
_Size = int | onnx_ir.Value


def equal_branches(node: onnx_ir.Node, build: Builder) -> Replacement:
    """If whose branches give values of equal shapes."""
    pairs = _both_branches(node, build)
    condition = operand(node, 0)
    if pairs is None or any(shape_of(first) != shape_of(second) for first, second in pairs):
        return None
    assert condition is not None
    return [_chosen(build, condition, first, second) for first, second in pairs]


@rule_for("If")
def unequal_branches(node: onnx_ir.Node, build: Builder) -> Replacement:
    """If whose branches give values of equal rank and unequal shapes, which data may decide."""
    return _unequal_branches(node, build, ())


@rule_for("If")
def nested_branches(node: onnx_ir.Node, build: Builder) -> Replacement:
    """If whose branches give what another If in them gives, or what a Shape in them decides: shapes
    are not known before that is computed.
    """
    rules: tuple[Rule, ...] = (*RULES, unequal_branches, nested_branches, _known_shape)
    return _unequal_branches(node, build, rules)


def _unequal_branches(node: onnx_ir.Node, build: Builder, rules: Sequence[Rule]) -> Replacement:
    """See `unequal_branches`. `rules`: what applies in branches, too."""
    condition = operand(node, 0)
    if condition is None or not has_shape(condition):
        return None
    graphs = [_with_largest_sizes(graph, build.version, rules) for graph in _branches(node)]
    # What an inner If gives is checked nowhere else, now that both of its branches are computed.
    fits = not rules or not any(graph_problems(graph, build.version) for graph in graphs)
    both = _inlined(node, build, graphs) if fits else None
    sizes = [] if both is None else list(map(_sizes, graphs, both))
    for graph in graphs:
        detach(graph)
    if both is None:
        return None
    pairs = [(both[0][place], both[1][place]) for place in range(len(node.outputs))]
    if not _computable(pairs) or any(len(shape_of(a)) != len(shape_of(b)) for a, b in pairs):
        return None
    chosen: list[onnx_ir.Value] = []
    variable: dict[tuple[_Size, _Size], list[tuple[int, int]]] = {}
    for place, pair in enumerate(pairs):
        most = [max(own) for own in zip(*map(shape_of, pair), strict=True)]
        padded = [_padded(build, value, most) for value in pair]
        chosen.append(_chosen(build, condition, *padded))
        node.outputs[place].shape = onnx_ir.Shape(most)
        node.outputs[place].type = chosen[-1].type
        for dimension in range(len(most)):
            first, second = (
                known.get((place, dimension), shape_of(value)[dimension])
                for known, value in zip(sizes, pair, strict=True)
            )
            if first is not second and first != second:
                variable.setdefault((first, second), []).append((place, dimension))
    taken = build.reshape(condition, (1,))
    for (first, second), places in variable.items():
        numbers = (
            size if isinstance(size, onnx_ir.Value) else build.integers([size])
            for size in (first, second)
        )
        count = build.infer("Where", taken, *numbers)
        while places:
            together = dict(reversed(places))
            places = [item for item in places if item not in together.items()]
            most_of_all = max(shape_of(chosen[place])[axis] for place, axis in together.items())
            follow(node, together, most_of_all, count)
    return chosen


@rule_for("Shape")
def _known_shape(node: onnx_ir.Node, build: Builder) -> Replacement:
    """Shape of a value of known shape, which nothing else folds in a branch."""
    value = operand(node, 0)
    if value is None or not has_shape(value):
        return None
    end = node.attributes.get("end")
    return build.integers(
        shape_of(value)[integer(node, "start", 0) : None if end is None else end.as_int()]
    )


def single_elements(node: onnx_ir.Node, build: Builder) -> Replacement:
    """If whose branches give one element each, with unequal ranks, where nothing but the element is
    read of the result. It has the larger rank.
    """
    pairs = _both_branches(node, build)
    condition = operand(node, 0)
    if pairs is None or any(prod(shape_of(value)) != 1 for pair in pairs for value in pair):
        return None
    ranks = [max(len(shape_of(value)) for value in pair) for pair in pairs]
    if any(map(_rank_is_seen, node.outputs, ranks)):
        return None
    assert condition is not None
    chosen = []
    for first, second in pairs:
        shape = max(shape_of(first), shape_of(second), key=len)
        both = (build.reshape(value, shape) for value in (first, second))
        chosen.append(_chosen(build, condition, *both))
    return chosen


def _rank_is_seen(value: onnx_ir.Value, rank: int) -> bool:
    """Whether more than its element may be read of a value of one element. `rank`: its largest."""
    if value.is_graph_output():
        return True
    return any(_shows_rank(reader, place, rank) for reader, place in value.uses())


def _shows_rank(reader: onnx_ir.Node, place: int, rank: int) -> bool:
    """Whether what a node gives shows the rank of an input of one element."""
    if reader.domain:
        return True
    if reader.op_type in UNARY | {"Identity"} and place == 0:
        return _rank_is_seen(reader.outputs[0], rank)
    if reader.op_type in BROADCASTING:
        others = [item for other, item in enumerate(reader.inputs) if other != place]
        shapes = [shape_of(item) for item in others if item is not None and has_shape(item)]
        if any(len(shape) >= rank for shape in shapes):
            return False
        single = len(shapes) == len(others) and all(prod(shape) == 1 for shape in shapes)
        return not single or _rank_is_seen(reader.outputs[0], rank)
    if reader.op_type == "Reshape" and place == 0:
        shape = constant_of(operand(reader, 1))
        return shape is None or bool((shape == 0).any())  # 0 takes a size from the input
    return reader.op_type != "If" or place != 0


def _both_branches(node: onnx_ir.Node, build: Builder) -> _Pairs | None:
    """The results of both branches, which are computed; None unless their shapes are known."""
    if node.op_type != "If":
        return None
    both = _inlined(node, build, _branches(node))
    pairs = None if both is None else list(zip(*both, strict=True))
    return pairs if pairs is not None and _computable(pairs) else None


def _branches(node: onnx_ir.Node) -> list[onnx_ir.Graph]:
    return [node.attributes[name].as_graph() for name in ("then_branch", "else_branch")]


def _inlined(
    node: onnx_ir.Node, build: Builder, graphs: Sequence[onnx_ir.Graph]
) -> tuple[list[onnx_ir.Value], list[onnx_ir.Value]] | None:
    """The results of both branches, which are computed; None if there are too many nodes in them,
    or the condition is known.
    """
    condition = operand(node, 0)
    if condition is None or condition.const_value is not None:
        return None
    if sum(nodes_in(graph) for graph in graphs) > MOST_NODES:
        return None
    then = build.inline(graphs[0], [])
    guarded(build, condition, operand(node, 1), taken=True)
    inlined = len(build.nodes)
    otherwise = build.inline(graphs[1], [])
    guarded(build, condition, operand(node, 1), taken=False, first=inlined)
    return then, otherwise


def _computable(pairs: _Pairs) -> bool:
    values = [value for pair in pairs for value in pair]
    return has_shape(*values) and all(isinstance(v.type, onnx_ir.TensorType) for v in values)


def _with_largest_sizes(graph: onnx_ir.Graph, version: int, rules: Sequence[Rule]) -> onnx_ir.Graph:
    """A copy of a branch in which values whose size data decide have their largest shape. The
    numbers of their elements are further outputs. Loops in it are unrolled where they can be, since
    nothing else infers the shapes of their results. `rules`: what applies to it besides.
    """
    copy = graph.clone(allow_outer_scope_values=True)
    copy.opset_imports.setdefault("", version)
    apply_rules(copy, {"": (*operators.RULES, *scan_and_loop.RULES, *rules)}, version)
    return copy


def _sizes(
    graph: onnx_ir.Graph, values: Sequence[onnx_ir.Value]
) -> dict[tuple[int, int], onnx_ir.Value]:
    """The data-dependent sizes of a branch's results, by place and dimension."""
    places = {str(value.name): place for place, value in enumerate(graph.outputs)}
    return {
        (places[item.output], item.dimension): values[places[item.count]]
        for item in data_dependent_sizes(graph)
    }


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
LAST_RULES: tuple[Rule, ...] = (unequal_branches, single_elements, nested_branches)
