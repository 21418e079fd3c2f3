"""The option `--tune_ops_file`: which operators to tune, by name and by type.

The file is JSON, `{"tune_ops_name": [...], "tune_ops_type": [...]}`, with one key or both. An
operator that matches is tuned, or its subgraph, where subgraphs are tuned. A fused operator matches
by the names and ONNX types of everything fused into it, by those of the model's nodes that these
were made of (`aoe.graph.prepare.provenance`), and by its own type. Names must match completely.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from aoe.errors import UsageError
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.mixed_precision import names_of
from aoe.operators.operator_graph import OperatorGraph, OperatorNode

NAMES, TYPES = "tune_ops_name", "tune_ops_type"


@dataclass(frozen=True, slots=True)
class OperatorSelection:
    """The operators with one of some names or types.

    Attributes:
        names: Names of operators or nodes.
        types: Types of operators or nodes.
        file: The file that lists them.
    """

    names: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    file: Path | None = None

    def keys(self, graph: OperatorGraph) -> frozenset[str]:
        """Keys of the selected operators of a graph."""
        return frozenset(node.operator.key for node in graph.operator_nodes if self.selects(node))

    def selects(self, node: OperatorNode) -> bool:
        """Whether an operator is selected."""
        return bool(self.names & names_of(node) or self.types & _types(node))

    def with_made(self, profiles: Sequence[PreparedGraph]) -> OperatorSelection:
        """The selection with the names of all nodes made from selected nodes of the model.
        `profiles` are the prepared model at each of its shapes.
        """
        made = [item.nodes_made_from(self.names, self.types) for item in profiles]
        return replace(self, names=self.names.union(*made))

    def unmatched(
        self, graph: OperatorGraph, profiles: Sequence[PreparedGraph] = ()
    ) -> tuple[str, ...]:
        """The names and types that fit no operator of the graph and no node that one was made of,
        sorted.
        """
        names = {name for node in graph.operator_nodes for name in names_of(node)}
        types = {kind for node in graph.operator_nodes for kind in _types(node)}
        origins = [origin for item in profiles for origin in item.provenance_of_nodes(names)]
        names.update(origin.name for origin in origins)
        types.update(origin.type for origin in origins)
        return (*sorted(self.names - names), *sorted(self.types - types))


def read_tune_ops_file(text: str, working_directory: Path) -> OperatorSelection:
    """The selection in the file of `--tune_ops_file`. Raises `UsageError` if the file cannot be
    read, is not JSON, has other keys or values than lists of texts, or selects nothing.
    """
    label, path = f"--tune_ops_file={text}", working_directory / text
    try:
        data = json.loads(path.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{label}: cannot read it: {error.strerror or error}") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{label}: is not JSON ({error}); see the documentation") from None
    if not isinstance(data, dict):
        raise UsageError(f'{label}: must be a JSON object, e.g. {{"{TYPES}": ["Conv"]}}')
    unknown = sorted(set(data) - {NAMES, TYPES})
    if unknown:
        raise UsageError(f"{label}: the key {unknown[0]!r} is none of {NAMES} and {TYPES}")
    lists = {key: data.get(key, []) for key in (NAMES, TYPES)}
    for key, value in lists.items():
        if not isinstance(value, list) or not all(isinstance(x, str) and x for x in value):
            raise UsageError(f"{label}: {key} must be a list of texts that are not empty")
    if not any(lists.values()):
        raise UsageError(f"{label}: names no operator; list some under {NAMES} or {TYPES}")
    return OperatorSelection(frozenset(lists[NAMES]), frozenset(lists[TYPES]), path)


def _types(node: OperatorNode) -> set[str]:
    return {node.operator.type, *(kind for _, kind in node.sources)}
