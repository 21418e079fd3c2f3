"""Subgraphs of the same structure, such as a network's blocks of several widths: a policy that beat
the default of one is the first to try for the others.

Values have numbers that depend on the structure alone (`aoe.graph.subgraph.subgraph`), so decisions
that differ from the default can be transferred to another subgraph. `aoe.tuning.search.similarity`
is the counterpart for operators.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from itertools import islice
from math import log

from aoe.errors import AoeError
from aoe.graph.subgraph.mutations import completed
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.operator_graph import ViewNode
from aoe.policy import SubgraphPolicy
from aoe.tuning.tuning_task import TuningTask
from aoe.tuning.workload.subgraph_model import SubgraphModel


def structure(subgraph: Subgraph) -> Hashable:
    """A key that is equal for subgraphs that differ in sizes, layouts and attributes only."""
    made = {node.output: node for node in subgraph.nodes}
    nodes: list[Hashable] = []
    for name in subgraph.values:
        node = made.get(name)
        if node is None:
            nodes.append(len(subgraph.model.tensors[name].shape))
        elif isinstance(node, ViewNode):
            nodes.append((node.kind, subgraph.numbers[node.input]))
        else:
            reads = tuple(subgraph.numbers[read] for read in node.inputs)
            nodes.append((node.operator.type, reads))
    return tuple(nodes), tuple(subgraph.numbers[name] for name in subgraph.outputs)


def similar_subgraph_policies(
    task: TuningTask[SubgraphModel, SubgraphPolicy],
    tasks: Sequence[TuningTask[SubgraphModel, SubgraphPolicy]],
) -> list[SubgraphPolicy]:
    """Policies that beat the default of the most similar other subgraphs, transferred to this one.
    Impossible ones are left out.
    """
    assert task.search is not None, "only searches have seeds"
    own = structure(task.workload.subgraph)
    near: list[tuple[float, SubgraphPolicy]] = []
    for other in tasks:
        search = other.search
        if other is task or search is None or search.incumbent is None or not search.improved:
            continue
        if structure(other.workload.subgraph) == own:
            default = search.space.default
            moved = transferred(default, search.incumbent, task.search.space.default)
            near.append((_distance(task.workload.subgraph, other.workload.subgraph), moved))
    near.sort(key=lambda pair: pair[0])
    possible = (_possible(task.workload, policy) for _, policy in near)
    found = dict.fromkeys(policy for policy in possible if policy is not None)
    return list(islice(found, task.search.limits.similar))


def transferred(
    default: SubgraphPolicy, policy: SubgraphPolicy, other: SubgraphPolicy
) -> SubgraphPolicy:
    """`other` with the decisions in which a policy differs from a default."""
    before, after = dict(default.decisions), dict(policy.decisions)
    changed = {name: item for name, item in after.items() if before.get(name) != item}
    kept = {name: item for name, item in other.decisions if name in after or name not in before}
    return SubgraphPolicy.of({**kept, **changed})


def _possible(model: SubgraphModel, policy: SubgraphPolicy) -> SubgraphPolicy | None:
    try:
        found = completed(model.subgraph, policy)
        model.seconds(found)
    except AoeError:
        return None
    return found


def _distance(one: Subgraph, other: Subgraph) -> float:
    """The distance of the sizes of inputs: 1 for each size that is e times as large."""
    pairs = zip(_sizes(one), _sizes(other), strict=True)
    return sum(abs(log(mine / others)) for mine, others in pairs)


def _sizes(subgraph: Subgraph) -> list[int]:
    tensors, inputs = subgraph.model.tensors, set(subgraph.inputs)
    read = (tensors[name] for name in subgraph.values if name in inputs)
    return [max(1, size) for tensor in read for size in tensor.shape]
