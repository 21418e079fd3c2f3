"""Takes declared sizes where a node reads its sizes as values that are not known beforehand.

A model may declare what a Reshape gives whose shape is fed, or computed from data. Inference knows
none there, so the declared shape is taken, and the node no longer reads its sizes. What they give
becomes a requirement (`aoe.graph.prepare.requirements`): an inference whose sizes give another
shape raises an error, and so do axes that the node does not have.

Only nodes of the main graph take declared sizes. Those of a branch or of a body are not computed
in every inference, so their requirement would be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import prod

import numpy as np
import onnx_ir

from aoe.graph.prepare.arithmetic_nodes import Formula
from aoe.graph.prepare.requirements import require_all
from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    has_shape,
    input_shape,
    integer,
    operand,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.shapes.shape_inference import broadcast_shape
from aoe.graph.prepare.shapes.size_inputs import declared_shape, is_sized_by_values

_SIZES = onnx_ir.DataType.INT64


@rule_for("Expand", "Reshape", "Squeeze", "Unsqueeze")
def taken(node: onnx_ir.Node, build: Builder) -> Replacement:
    """The node with the declared sizes, as a requirement of the values that it reads."""
    value, sizes, output = operand(node, 0), operand(node, 1), node.outputs[0]
    declared, graph = declared_shape(output), node.graph
    if declared is None or has_shape(output) or not is_sized_by_values(node):
        return None
    if not has_shape(value, sizes) or not isinstance(graph, onnx_ir.Graph):
        return None
    assert value is not None
    assert sizes is not None
    shape = tuple(int(size) for size in declared.numpy())
    if len(shape_of(sizes)) != 1 or not _may_be(node, shape):
        return None
    if node.op_type in _AXES_COUNT_IN and shape_of(sizes)[0]:
        _require_axes(node, graph, build)
    if shape:
        found = _SHAPES[node.op_type](node, Formula(build, _SIZES))
        equal = build.infer("Equal", found, build.integers(shape))
        met = build.infer("ReduceMin", build.cast(equal, _SIZES), build.integers([0]), keepdims=1)
        require_all(graph, build.cast(met, onnx_ir.DataType.BOOL), found, [_message(node, shape)])
    if node.op_type == "Expand":
        return build.make("Expand", [value, build.integers(shape)], shape)
    return build.make("Reshape", [value, build.integers(shape)], shape, allowzero=1)


def _may_be(node: onnx_ir.Node, shape: tuple[int, ...]) -> bool:
    """Whether a node may give a shape, as far as its inputs have shapes."""
    own, (count,) = input_shape(node, 0), input_shape(node, 1) or ()
    assert own is not None
    rank = {
        "Expand": max(len(own), count),
        "Reshape": count,
        "Squeeze": len(own) - count,
        "Unsqueeze": len(own) + count,
    }
    if len(shape) != rank[node.op_type] or (node.op_type == "Squeeze" and not count):
        return False  # without axes, a Squeeze leaves out all that it can
    if node.op_type != "Expand":
        return prod(shape) == prod(own)
    try:
        return broadcast_shape(own, shape) == shape
    except ValueError:
        return False


def _require_axes(node: onnx_ir.Node, graph: onnx_ir.Graph, build: Builder) -> None:
    """Demands of a node that its axes are there, and that each is named once."""
    formula, (count,) = Formula(build, _SIZES), shape_of(_sizes(node))
    rank = len(_own(node)) + _AXES_COUNT_IN[node.op_type] * count
    named = build.infer("ReduceSum", _named(node, rank, formula), build.integers([0]), keepdims=1)
    found = ", ".join(f"{{{place}}}" for place in range(count))
    message = (
        f"node {node.name!r} ({node.op_type}) reads the axes [{found}] in this inference, counted "
        f"from the first of {rank} dimensions; give axes that are there, each of them once"
    )
    require_all(graph, formula("Equal", named, count), _row(node, rank, formula), [message])


def _reshaped(node: onnx_ir.Node, formula: Formula) -> onnx_ir.Value:
    """The shape that a Reshape gives."""
    own, sizes = _own(node), _sizes(node)
    (rank,) = shape_of(sizes)
    if not integer(node, "allowzero", 0):
        kept = np.asarray((*own, *(0,) * rank)[:rank])
        sizes = formula.where(formula("Equal", sizes, 0), kept, sizes)
    rest = formula("Equal", sizes, -1)
    known = formula.where(rest, 1, sizes)
    others = formula.build.infer("ReduceProd", known, formula.build.integers([0]), keepdims=1)
    return formula.where(rest, formula("Div", prod(own), formula("Max", others, 1)), sizes)


def _expanded(node: onnx_ir.Node, formula: Formula) -> onnx_ir.Value:
    """The shape that an Expand gives."""
    own, sizes = _own(node), _sizes(node)
    missing = len(own) - shape_of(sizes)[0]
    if missing > 0:
        ones = formula.build.integers((1,) * missing)
        sizes = formula.build.infer("Concat", ones, sizes, axis=0)
    else:
        own = (1,) * -missing + own
    return formula.where(formula("Equal", sizes, 1), np.asarray(own), sizes)


def _squeezed(node: onnx_ir.Node, formula: Formula) -> onnx_ir.Value:
    """The shape that a Squeeze gives whose axes are those that `_require_axes` demands."""
    own = _own(node)
    gone = _named(node, len(own), formula)
    sizes = np.asarray(own)
    # An axis that has another size than 1 is not squeezed, so no declared shape is right.
    wrong = formula("Mul", gone, (sizes != 1).astype(np.int64))
    place = formula.where(formula("Equal", gone, 0), _places(formula, gone), -1)
    rank = len(own) - shape_of(_sizes(node))[0]
    found = _at_places(formula, place, sizes, rank)
    axes = formula.build.integers([0])
    return formula("Sub", found, formula.build.infer("ReduceSum", wrong, axes, keepdims=1))


def _unsqueezed(node: onnx_ir.Node, formula: Formula) -> onnx_ir.Value:
    """The shape that an Unsqueeze gives."""
    own = _own(node)
    rank = len(own) + shape_of(_sizes(node))[0]
    new = _named(node, rank, formula)
    build = formula.build
    column = build.reshape(_places(formula, new), (rank, 1))
    among = formula.number(formula("Equal", column, np.arange(len(own))))
    found = build.infer(
        "ReduceSum", formula("Mul", among, np.asarray(own)), build.integers([1]), keepdims=0
    )
    return formula.where(formula("Equal", new, 1), 1, found)


def _named(node: onnx_ir.Node, rank: int, formula: Formula) -> onnx_ir.Value:
    """Which of some axes a node names, as 1 or 0."""
    row = formula.build.reshape(_row(node, rank, formula), (1, *shape_of(_sizes(node))))
    named = formula.number(formula("Equal", row, np.arange(rank).reshape(rank, 1)))
    return formula.build.infer("ReduceMax", named, formula.build.integers([1]), keepdims=0)


def _row(node: onnx_ir.Node, rank: int, formula: Formula) -> onnx_ir.Value:
    """The axes that a node names, counted from the first dimension."""
    axes = _sizes(node)
    return formula.where(formula("Less", axes, 0), formula("Add", axes, rank), axes)


def _places(formula: Formula, left_out: onnx_ir.Value) -> onnx_ir.Value:
    """The number of each axis among those that are not left out, which are those in front of it."""
    (rank,) = shape_of(left_out)
    row = formula.build.reshape(formula("Sub", 1, left_out), (1, rank))
    before = np.tril(np.ones((rank, rank), np.int64), -1)
    counted = formula("Mul", row, before)
    return formula.build.infer("ReduceSum", counted, formula.build.integers([1]), keepdims=0)


def _at_places(
    formula: Formula, place: onnx_ir.Value, sizes: np.ndarray, rank: int
) -> onnx_ir.Value:
    """A vector with sizes at their places; those at no place are left out."""
    row = formula.build.reshape(place, (1, len(sizes)))
    there = formula.number(formula("Equal", row, np.arange(rank).reshape(rank, 1)))
    chosen = formula("Mul", there, sizes)
    return formula.build.infer("ReduceSum", chosen, formula.build.integers([1]), keepdims=0)


def _own(node: onnx_ir.Node) -> tuple[int, ...]:
    shape = input_shape(node, 0)
    assert shape is not None
    return shape


def _sizes(node: onnx_ir.Node) -> onnx_ir.Value:
    value = operand(node, 1)
    assert value is not None
    return value


def _message(node: onnx_ir.Node, declared: tuple[int, ...]) -> str:
    found = ", ".join(f"{{{place}}}" for place in range(len(declared)))
    return (
        f"node {node.name!r} ({node.op_type}) gives the shape [{found}] for the sizes of this "
        f"inference, but {str(node.outputs[0].name)!r} is declared as {list(declared)}; correct "
        "what the model declares for it, or remove that"
    )


_SHAPES: Mapping[str, Callable[[onnx_ir.Node, Formula], onnx_ir.Value]] = {
    "Expand": _expanded,
    "Reshape": _reshaped,
    "Squeeze": _squeezed,
    "Unsqueeze": _unsqueezed,
}
#: How many dimensions each axis adds to those that it is counted in, by operator.
_AXES_COUNT_IN: Mapping[str, int] = {"Squeeze": 0, "Unsqueeze": 1}
RULES: tuple[Rule, ...] = (taken,)
