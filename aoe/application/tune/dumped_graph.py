"""`--dump_graph` of a tuning job: once it is decided, the grouping is noted in the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from aoe.graph.dump import dumped_path
from aoe.graph.dump_annotations import note_groups
from aoe.graph.pipeline import PreparedGraph
from aoe.policy import SubgraphPolicy
from aoe.tuning.subgraph.subgraph_tuning import owners


def note_grouping(
    directory: Path | None,
    name: str,
    profiles: Sequence[PreparedGraph],
    policies: Mapping[str, SubgraphPolicy],
) -> None:
    """Notes in the graphs dumped for a model, one for each of its shapes, by which operators their
    nodes are computed. `directory`: None if they were not wanted; `policies`: of subgraphs, by key.
    """
    if directory is None:
        return
    for number, item in enumerate(profiles, 1):
        ending = "" if number == 1 else f"@{number}"
        path = dumped_path(directory, f"{name}{ending}")
        note_groups(path, item.formed(policies), owners([item], policies))
