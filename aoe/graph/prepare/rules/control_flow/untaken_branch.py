"""Keeps the branch of an If that fits, where the other one cannot be computed for these shapes.

Models for several kinds of input have a branch for each, such as one per sample rate. With the
shapes of one kind, the nodes of the other branch do not fit each other. Such a branch is an error
only if it is taken: it becomes a requirement (`aoe.graph.prepare.requirements`).

An If inside a branch matters only if that branch is taken. `guarded` gives it the condition of the
branch as a second input, which ONNX does not know, before it becomes a node of the main graph. A
Loop gets it as the condition of its first iteration: without that it might never end.
"""

from __future__ import annotations

from collections.abc import Sequence

import onnx_ir

from aoe.graph.prepare.requirements import require
from aoe.graph.prepare.rewriting import (
    Builder,
    Replacement,
    Rule,
    has_shape,
    operand,
    scalar_of,
    shape_of,
)
from aoe.graph.prepare.rule_application import rule_for
from aoe.graph.prepare.validation import graph_problems

#: The key of the metadata of a Loop that is entered wherever its branch is taken.
ALWAYS_ENTERED = "aoe.always_entered"
_BRANCHES = ("then_branch", "else_branch")
#: Problems named in a message.
_LISTED = 2


@rule_for("If")
def only_branch(node: onnx_ir.Node, build: Builder) -> Replacement:
    """If with one branch that cannot be computed becomes the other, which must be taken."""
    condition = operand(node, 0)
    if condition is None or condition.const_value is not None:
        return None
    graphs = [node.attributes[name].as_graph() for name in _BRANCHES]
    problems = [graph_problems(graph, build.version) for graph in graphs]
    if bool(problems[0]) == bool(problems[1]):
        return None
    taken = bool(problems[1])  # what the condition must be
    guard = operand(node, 1)
    if guard is None:
        flag = build.infer("Identity", condition)
    elif taken:
        flag = build.infer("Or", condition, build.infer("Not", guard))
    else:
        flag = build.infer("And", condition, guard)
    results = build.inline(graphs[not taken], [])
    guarded(build, condition, guard, taken)
    graph = node.graph
    assert isinstance(graph, onnx_ir.Graph)
    # The rule applies from here on, so the graph may get an output more.
    require(graph, flag, taken, _message(node, taken, problems[taken]))
    return results


def guarded(
    build: Builder,
    condition: onnx_ir.Value,
    guard: onnx_ir.Value | None,
    taken: bool,
    first: int = 0,
) -> None:
    """Tells each If and each Loop that was inlined from a branch when that branch is taken.

    Args:
        build: Has the inlined nodes.
        condition: The condition of the branch.
        guard: When the If of the branch matters itself; `None` for always.
        taken: What the condition is in the branch.
        first: Number of the first inlined node.
    """
    inner = [
        item
        for item in build.nodes[first:]
        if item.op_type in ("If", "Loop") and not item.domain and scalar_of(operand(item, 1)) != 0.0
    ]
    if not inner:
        return
    place = build.nodes.index(inner[0])
    after = build.nodes[place:]
    del build.nodes[place:]
    when = condition if taken else build.infer("Not", condition)
    if guard is not None:
        when = build.infer("And", guard, when)
    for item in after:
        if item in inner:
            own = operand(item, 1)
            if item.op_type == "Loop" and (own is None or scalar_of(own) is not None):
                item.meta[ALWAYS_ENTERED] = True
                own = None
            elif own is not None:
                own = _both(build, own, when)
            item.resize_inputs(max(2, len(item.inputs)))
            item.replace_input_with(1, when if own is None else own)
        build.nodes.append(item)


def _both(build: Builder, own: onnx_ir.Value, when: onnx_ir.Value) -> onnx_ir.Value:
    """Whether both conditions hold, in the shape of the first one if that is known."""
    shaped = build.reshape(when, shape_of(own)) if has_shape(own, when) else when
    return build.infer("And", own, shaped)


def _message(node: onnx_ir.Node, taken: bool, problems: Sequence[str]) -> str:
    left = "else" if taken else "then"
    return (
        f"node {node.name!r} (If) takes its {left} branch, which cannot be computed for inputs of "
        f"these shapes: {'; '.join(problems[:_LISTED])}"
    )


RULES: tuple[Rule, ...] = (only_branch,)
