"""The option `--tune_ops_file`: which operators to tune, by name and by type, and how deeply. The
parameter `aoe_config_file` of training scripts names a file of the same form.

The file is JSON, `{"tune_ops_name": [...], "tune_ops_type": [...]}`, with one key or both. An
operator that matches is tuned, or its subgraph, where subgraphs are tuned. A fused operator matches
by the names and ONNX types of everything fused into it, by those of the model's nodes that these
were made of (`aoe.graph.prepare.provenance`), and by its own type. Names must match completely.
AOE's keys `tune_optimization_level` and `feature` say what the options of the search say.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from aoe.errors import UsageError
from aoe.graph.pipeline import PreparedGraph
from aoe.graph.precision.mixed_precision import names_of
from aoe.operators.operator_graph import OperatorGraph, OperatorNode
from aoe.option_file import option_text
from aoe.tuning.search.search_limits import LEVELS

NAMES, TYPES = "tune_ops_name", "tune_ops_type"
LEVEL, FEATURE = "tune_optimization_level", "feature"
_KEYS = (NAMES, TYPES, LEVEL, FEATURE)
DEEPER, UNEQUAL = "deeper_opat", "nonhomo_split"
#: What `feature` takes, and the type of job that it needs; None for what every job does.
_FEATURES: Mapping[str, int | None] = MappingProxyType({DEEPER: 2, UNEQUAL: 1, "op_format": None})
#: What a file may be.
_EXAMPLE = f'{{"{TYPES}": ["Conv"]}}'
#: The option of the command that names the file.
OPTION = "--tune_ops_file"


@dataclass(frozen=True, slots=True)
class OperatorSelection:
    """The operators with one of some names or types.

    Attributes:
        names: Names of operators or nodes.
        types: Types of operators or nodes.
        file: The file that lists them.
        option: What named the file, for messages.
    """

    names: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    file: Path | None = None
    option: str = field(default=OPTION, compare=False)

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


@dataclass(frozen=True, slots=True)
class TuneOpsFile:
    """What a file says.

    Attributes:
        operators: The operators to tune; None for all.
        level: "O1" or "O2"; None where it does not say.
        features: Ways to search: those of `feature`.
    """

    operators: OperatorSelection | None = None
    level: str | None = None
    features: frozenset[str] = frozenset()


def read_tune_ops_file(
    text: str, working_directory: Path, job_types: Sequence[int], option: str = OPTION
) -> TuneOpsFile:
    """Reads the file of `--tune_ops_file` or `aoe_config_file`.

    Args:
        text: Its path.
        working_directory: What a relative path starts from.
        job_types: 1 for subgraphs, 2 for operators; none if nothing is tuned.
        option: What named the file.

    Raises:
        UsageError: The file cannot be read, is not JSON, has other keys or values, says nothing, or
            has a feature that these jobs do not have.
    """
    label, path = f"{option}={text}", working_directory / text
    try:
        data = json.loads(option_text(label, path, OPTION.lstrip("-")))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{label}: is not JSON ({error}); write e.g. {_EXAMPLE}") from None
    if not isinstance(data, dict):
        raise UsageError(f"{label}: must be a JSON object, e.g. {_EXAMPLE}")
    unknown = sorted(set(data) - set(_KEYS))
    if unknown:
        raise UsageError(f"{label}: the key {unknown[0]!r} is none of {', '.join(_KEYS)}")
    lists = {key: _texts(label, data, key) for key in (NAMES, TYPES, FEATURE)}
    if not any(lists.values()) and LEVEL not in data:
        raise UsageError(f"{label}: names no operator; list some under {NAMES} or {TYPES}")
    named = lists[NAMES] or lists[TYPES]
    return TuneOpsFile(
        OperatorSelection(lists[NAMES], lists[TYPES], path, option) if named else None,
        _level(label, data),
        _checked_features(label, lists[FEATURE], job_types),
    )


def _texts(label: str, data: Mapping[str, Any], key: str) -> frozenset[str]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(x, str) and x for x in value):
        raise UsageError(f"{label}: {key} must be a list of texts that are not empty")
    return frozenset(value)


def _level(label: str, data: Mapping[str, Any]) -> str | None:
    if LEVEL not in data:
        return None
    level = str(data[LEVEL]).upper()
    if level not in LEVELS:
        raise UsageError(f"{label}: {LEVEL} must be O1 or O2")
    return level


def _checked_features(
    label: str, features: frozenset[str], job_types: Sequence[int]
) -> frozenset[str]:
    for name in sorted(features):
        if name not in _FEATURES:
            raise UsageError(f"{label}: {FEATURE} {name!r} is none of {', '.join(_FEATURES)}")
        wanted = _FEATURES[name]
        if job_types and wanted not in (None, *job_types):
            raise UsageError(
                f"{label}: {FEATURE} {name!r} is for tuning of "
                f"{'operators' if wanted == 2 else 'subgraphs'} ({wanted}); leave it out"
            )
    return features


def _types(node: OperatorNode) -> set[str]:
    return {node.operator.type, *(kind for _, kind in node.sources)}
