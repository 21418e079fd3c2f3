"""The trip count of a Loop whose condition depends only on constants and on its own counters.

The condition is computed at compile time, iteration by iteration.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import onnx
import onnx_ir
from onnx.reference import ReferenceEvaluator

from aoe.graph.prepare.rewriting import constant_of, operand


@dataclass
class _Counting:
    """What the condition after an iteration depends on.

    Attributes:
        nodes: Nodes of the body.
        constants: Constants by name.
        states: The positions of loop-carried values.
    """

    nodes: set[onnx_ir.Node] = field(default_factory=set)
    constants: dict[str, np.ndarray] = field(default_factory=dict)
    states: list[int] = field(default_factory=list)


def counted_iterations(node: onnx_ir.Node, version: int, most: int) -> int | None:
    """The trip count of a Loop whose condition holds at first; at most `most`.

    Returns None if the condition depends on a computed value. `version` is the operator set of the
    model.
    """
    body = node.attributes["body"].as_graph()
    counting = _counting(body)
    if counting is None:
        return None
    states: dict[str, np.ndarray] = {}
    for place in counting.states:
        first = constant_of(operand(node, place))
        if first is None:
            return None
        states[str(body.inputs[place].name)] = first
    handed_on = [body.outputs[place - 1] for place in counting.states]
    iterate = _iteration(body, counting, [body.outputs[0], *handed_on], version)
    for number in range(most):
        fixed = {str(body.inputs[0].name): np.asarray(number), **counting.constants}
        try:
            goes_on, *after = iterate({**fixed, **states})
        except Exception:  # whatever the evaluator meets: then nothing is known
            return None
        if not goes_on.all():
            return number + 1
        states = dict(zip(states, after, strict=True))
    return most


def _counting(body: onnx_ir.Graph) -> _Counting | None:
    """What the condition depends on; None if a computed value is among it."""
    found = _Counting()
    places = {value: place for place, value in enumerate(body.inputs)}
    pending: list[onnx_ir.Value | None] = [body.outputs[0]]
    while pending:
        value = pending.pop()
        if value is None or value in (body.inputs[0], body.inputs[1]):
            continue
        made = value.producer()
        if value in places:
            if places[value] not in found.states:
                found.states.append(places[value])
                pending.append(body.outputs[places[value] - 1])
        elif (array := constant_of(value)) is not None:
            found.constants[str(value.name)] = array
        elif made is None or made.graph is not body or _has_graphs(made):
            return None
        elif made not in found.nodes:
            found.nodes.add(made)
            pending += made.inputs
    return found


def _has_graphs(node: onnx_ir.Node) -> bool:
    return any(item.type == onnx_ir.AttributeType.GRAPH for item in node.attributes.values())


def _iteration(
    body: onnx_ir.Graph, counting: _Counting, results: Sequence[onnx_ir.Value], version: int
) -> Callable[[Mapping[str, np.ndarray]], list[np.ndarray]]:
    """A function from the values before an iteration, by name, to `results` after it."""
    nodes = [onnx_ir.serde.serialize_node(node) for node in body if node in counting.nodes]
    given = [
        *(str(body.inputs[place].name) for place in (0, *counting.states)),
        *counting.constants,
    ]
    condition = str(body.inputs[1].name)
    untyped = onnx.TypeProto()
    graph = onnx.helper.make_graph(
        nodes,
        "iteration",
        [onnx.helper.make_value_info(name, untyped) for name in (*given, *counting.constants)],
        [onnx.helper.make_value_info(str(value.name), untyped) for value in results],
    )
    sets = [onnx.helper.make_opsetid("", version)]
    evaluator = ReferenceEvaluator(onnx.helper.make_model(graph, opset_imports=sets))
    true = np.asarray(True)

    def computed(feed: Mapping[str, np.ndarray]) -> list[np.ndarray]:
        with np.errstate(all="ignore"):
            return [np.asarray(item) for item in evaluator.run(None, {**feed, condition: true})]

    return computed
