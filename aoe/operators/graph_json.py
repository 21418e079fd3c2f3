"""An operator graph as JSON, without its constants. An offline model keeps it, so that it can be
compiled again for another machine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from aoe.errors import MALFORMED, ModelError, PolicyError, quoted
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import (
    DataDependentSize,
    InterOpRegion,
    Node,
    OperatorGraph,
    OperatorNode,
    Requirement,
    Tensor,
    Texts,
    ViewNode,
)
from aoe.policy import Policy
from aoe.runtime.requirement_json import (
    RequirementFields,
    requirement_from_json,
    requirement_to_json,
)


def graph_to_json(graph: OperatorGraph) -> dict[str, Any]:
    """The graph as a JSON object, for `graph_from_json`. Each distinct operator is listed once."""
    operators = {node.operator.key: node.operator for node in graph.operator_nodes}
    data: dict[str, Any] = {
        "name": graph.name,
        "inputs": list(graph.inputs),
        "outputs": list(graph.outputs),
        "tensors": {
            name: [tensor.dtype, list(tensor.shape), list(tensor.order)]
            for name, tensor in graph.tensors.items()
        },
        "operators": {key: operator.to_json() for key, operator in operators.items()},
        "nodes": [_node_to_json(node) for node in graph.nodes],
        "variable_extents": [
            [item.output, item.dimension, item.count] for item in graph.data_dependent_sizes
        ],
        "sections": [
            [list(branch) for branch in region.branches] for region in graph.inter_op_regions
        ],
    }
    if graph.requirements:
        data["requirements"] = [_requirement_to_json(item) for item in graph.requirements]
    if graph.texts.values:
        data["texts"] = [list(graph.texts.vocabulary), list(graph.texts.values)]
    if graph.aliases:
        data["aliases"] = dict(graph.aliases)
    return data


def graph_from_json(data: Any, constants: Mapping[str, np.ndarray]) -> OperatorGraph:
    """The graph that `graph_to_json` wrote, with its constants. Raises `ModelError` for anything
    else.
    """
    try:
        operators = {key: Operator.from_json(item) for key, item in data["operators"].items()}
        return OperatorGraph(
            name=str(data["name"]),
            inputs=tuple(str(name) for name in data["inputs"]),
            outputs=tuple(str(name) for name in data["outputs"]),
            tensors={
                str(name): Tensor(str(dtype), tuple(map(int, shape)), tuple(map(int, order)))
                for name, (dtype, shape, order) in data["tensors"].items()
            },
            constants=constants,
            nodes=tuple(_node_from_json(item, operators) for item in data["nodes"]),
            data_dependent_sizes=tuple(
                DataDependentSize(str(output), int(dimension), str(count))
                for output, dimension, count in data["variable_extents"]
            ),
            inter_op_regions=tuple(
                InterOpRegion(tuple(tuple(str(name) for name in branch) for branch in branches))
                for branches in data["sections"]
            ),
            requirements=tuple(
                _requirement_from_json(item) for item in data.get("requirements", ())
            ),
            texts=Texts(*(tuple(map(str, item)) for item in data.get("texts", ()))),
            aliases={str(k): str(v) for k, v in data.get("aliases", {}).items()},
        )
    except MALFORMED as error:
        raise ModelError(f"not an operator graph: {quoted(repr(error))}") from error


def _requirement_to_json(item: Requirement) -> list[Any]:
    return requirement_to_json(
        RequirementFields(
            item.output, item.holds, item.message, item.grows, item.element, item.details
        )
    )


def _requirement_from_json(data: Any) -> Requirement:
    found = requirement_from_json(data)
    return Requirement(
        str(found.output),
        found.holds,
        found.message,
        found.grows,
        found.element,
        str(found.details or ""),
    )


def policies_from_json(data: Any, policies: Any) -> dict[str, Policy]:
    """The policies of the operators of a graph in an offline model, by key. An earlier version may
    have written other keys. Raises `ModelError` for anything else.

    Args:
        data: The graph as `graph_to_json` wrote it.
        policies: The policies as JSON, by the keys in that graph.
    """
    try:
        operators = data["operators"].items()
        return {
            Operator.from_json(item).key: Policy.from_json(policies[key]) for key, item in operators
        }
    except (*MALFORMED, PolicyError) as error:
        raise ModelError(f"not the policies of a graph: {quoted(repr(error))}") from error


def _node_to_json(node: Node) -> dict[str, Any]:
    if isinstance(node, ViewNode):
        return {
            "view": node.kind,
            "arguments": list(node.arguments),
            "input": node.input,
            "output": node.output,
        }
    return {
        "operator": node.operator.key,
        "name": node.name,
        "inputs": list(node.inputs),
        "output": node.output,
        "sources": [list(source) for source in node.sources],
        **({"further": list(node.further)} if node.further else {}),
    }


def _node_from_json(data: Mapping[str, Any], operators: Mapping[str, Operator]) -> Node:
    if "view" in data:
        arguments = tuple(int(item) for item in data["arguments"])
        return ViewNode(str(data["view"]), arguments, str(data["input"]), str(data["output"]))
    return OperatorNode(
        name=str(data["name"]),
        operator=operators[data["operator"]],
        inputs=tuple(str(name) for name in data["inputs"]),
        output=str(data["output"]),
        sources=tuple((str(name), str(kind)) for name, kind in data["sources"]),
        further=tuple(str(name) for name in data.get("further", ())),
    )
