"""To which operator of the graph each kernel call of a plan belongs.

A call has the name of its operator, or that of a value that is copied. The calls of a loop have
names of operators of its body, which the graph does not show: they belong to the loop.
"""

from __future__ import annotations

from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.operators.registry import definition_of
from aoe.runtime.loop_region import LoopRegion
from aoe.runtime.plan import Plan

#: What a plan writes behind the name of what is copied.
_COPY = " (copy)"


def call_owners(graph: OperatorGraph, plan: Plan) -> tuple[str, ...]:
    """The name of an operator for each call; that of the call where it belongs to none."""
    nodes = {node.name for node in graph.operator_nodes}
    found = []
    for call in plan.calls:
        copied = call.operator.removesuffix(_COPY)
        found.append(copied if copied in nodes else call.operator)
    for name, loop in zip(_loop_names(graph), _outermost(plan), strict=False):
        found[loop.first : loop.end] = [name] * (loop.end - loop.first)
    return tuple(found)


def _loop_names(graph: OperatorGraph) -> list[str]:
    """The name of the first result of each loop, in the order of the graph."""
    first: dict[object, str] = {}
    for node in graph.operator_nodes:
        if definition_of(node.operator).repeats:
            first.setdefault(_loop_of(node), node.name)
    return [*first.values()]


def _loop_of(node: OperatorNode) -> object:
    """What all results of a loop have in common."""
    attributes = tuple(item for item in node.operator.attributes if item[0] != "result")
    return attributes, node.inputs


def _outermost(plan: Plan) -> list[LoopRegion]:
    """The loops that no other one contains."""
    found: list[LoopRegion] = []
    for loop in plan.loops:
        if not found or loop.first >= found[-1].end:
            found.append(loop)
    return found
