"""Annotates a dumped graph (`aoe.graph.dump`) with the decisions about its nodes.

The annotations are node metadata, which Netron shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import onnx

from aoe.errors import UsageError
from aoe.operators.operator_graph import OperatorGraph

#: Metadata keys of a node: its operator, the operator's key, the key of the subgraph that decided
#: it, and the branch of an inter-op region.
OPERATOR, KEY, SUBGRAPH = "aoe.operator", "aoe.operator_key", "aoe.subgraph_key"
BRANCH = "aoe.branch"


def annotate_dump(path: Path, graph: OperatorGraph, owners: Mapping[str, str]) -> None:
    """Records for each node of a dumped model which operators of `graph` compute it.

    Several operators compute a node that is recomputed at its readers.

    Args:
        path: The dumped model.
        graph: The operators.
        owners: The key of the subgraph that an operator belongs to, by operator name.

    Raises:
        UsageError: The file cannot be read or written.
    """
    found: dict[str, dict[str, list[str]]] = {}
    branches = {
        name: f"{number} of region {region}"
        for region, item in enumerate(graph.inter_op_regions, 1)
        for number, branch in enumerate(item.branches, 1)
        for name in branch
    }
    for node in graph.operator_nodes:
        facts = {
            OPERATOR: node.name,
            KEY: node.operator.key,
            SUBGRAPH: owners.get(node.name, ""),
        }
        if node.output in branches:
            facts[BRANCH] = branches[node.output]
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
