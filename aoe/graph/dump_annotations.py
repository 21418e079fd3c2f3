"""Notes in a dumped graph (`aoe.graph.dump`) what was decided about its nodes: metadata that Netron
shows beside each node.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import onnx

from aoe.errors import UsageError
from aoe.operators.operator_graph import OperatorGraph

#: What the metadata of a node are called: the operator it is computed by, that one's key, the key
#: of the subgraph that decided it, and the lane it is computed in if that is side by side.
OPERATOR, KEY, SUBGRAPH = "aoe.operator", "aoe.operator_key", "aoe.subgraph_key"
LANE = "aoe.lane"


def note_groups(path: Path, graph: OperatorGraph, owners: Mapping[str, str]) -> None:
    """Notes in a dumped model which operator of `graph` computes each of its nodes; where several
    do, because it is computed again where it is read, all of them. `owners`: keys of subgraphs, by
    an operator's name. Raises `UsageError` if the file cannot be written.
    """
    found: dict[str, dict[str, list[str]]] = {}
    lanes = {
        name: f"{number} of section {section}"
        for section, item in enumerate(graph.sections, 1)
        for number, lane in enumerate(item.lanes, 1)
        for name in lane
    }
    for node in graph.operator_nodes:
        facts = {
            OPERATOR: node.name,
            KEY: node.operator.key,
            SUBGRAPH: owners.get(node.name, ""),
        }
        if node.output in lanes:
            facts[LANE] = lanes[node.output]
        for source, _ in node.sources:
            for name, value in facts.items():
                values = found.setdefault(source, {}).setdefault(name, [])
                if value and value not in values:
                    values.append(value)
    try:
        model = onnx.load(path, load_external_data=False)
        for node_proto in model.graph.node:
            for name, values in found.get(node_proto.name, {}).items():
                node_proto.metadata_props.add(key=name, value=", ".join(values))
        onnx.save(model, path)
    except OSError as error:
        raise UsageError(
            f"--dump_graph: cannot write {path}: {error.strerror or error}; "
            "choose another directory"
        ) from error
