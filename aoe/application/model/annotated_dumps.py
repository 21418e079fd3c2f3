"""Notes in the graphs that `--dump_graph` writes which operator computes each node."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from aoe.graph.dump import dumped_path
from aoe.graph.dump_annotations import annotate_dump
from aoe.graph.pipeline import PreparedGraph
from aoe.policy import SubgraphPolicy
from aoe.tuning.subgraph.subgraph_tuning import owners


def annotate_dumps(
    directory: Path | None,
    name: str,
    profiles: Sequence[PreparedGraph],
    grouping: Mapping[str, SubgraphPolicy],
) -> None:
    """Annotates the graphs of a model, one for each of its shapes.

    Args:
        directory: Their folder; `None` if no graphs were written.
        name: What the model is called.
        profiles: The prepared model at each of its shapes.
        grouping: The policies of its subgraphs, by key.
    """
    if directory is None:
        return
    for number, item in enumerate(profiles, 1):
        ending = "" if number == 1 else f"@{number}"
        path = dumped_path(directory, f"{name}{ending}")
        annotate_dump(path, item.formed(grouping), owners([item], grouping))
