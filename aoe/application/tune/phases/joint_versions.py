"""The versions of a model between the one before a job and the one with all winners, where a job
tunes subgraphs and operators. `joint_check.py` compares them, and so does a worker of a fleet.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from aoe.backends.registry import complete_policies
from aoe.graph.pipeline import PreparedGraph
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy, SubgraphPolicy
from aoe.tuning.model_check.model_versions import Version
from aoe.tuning.policy_database import RepositoryPolicies, known_policies
from aoe.tuning.subgraph.subgraph_tuning import model_of, owners


@dataclass(frozen=True, slots=True)
class Side:
    """The policies on one side of the joint check, by key.

    Attributes:
        grouping: Policies of subgraphs.
        policies: Policies of operators.
    """

    grouping: Mapping[str, SubgraphPolicy]
    policies: Mapping[str, Policy]


@dataclass(frozen=True, slots=True)
class JointVersions:
    """The versions of a model between the one before the job and the one with all winners.

    Attributes:
        profiles: The prepared model at each of its shapes.
        store: Policies of operators.
        graph: The model with all groupings that were found.
        before: Policies before the job.
        after: Policies after tuning.
        old: Policies before the job of the operators of `graph`, by key.
    """

    profiles: Sequence[PreparedGraph]
    store: RepositoryPolicies
    graph: OperatorGraph
    before: Side
    after: Side
    old: Mapping[str, Policy]

    @property
    def regrouped(self) -> frozenset[str]:
        """Keys of the subgraphs with a new grouping."""
        old, new = self.before.grouping, self.after.grouping
        return frozenset(key for key in new if new[key] != old[key])

    @property
    def changed(self) -> frozenset[str]:
        """Keys of the subgraphs and operators with a new policy."""
        tuned = self.after.policies
        return self.regrouped | {key for key, old in self.old.items() if tuned[key] != old}

    def first(self) -> Version:
        """The model before the job."""
        graph = model_of(self.profiles, self.before.grouping)
        return self._version(graph, self.before.grouping, self.before.policies)

    def without(self, keys: frozenset[str]) -> Version:
        """The model with all winners except those of some keys. Operators of a grouping that is
        taken back have the policies that were found for them before.
        """
        regrouped = self.regrouped
        back = {key: self.before.grouping[key] for key in keys & regrouped}
        grouping = {**self.after.grouping, **back}
        graph = model_of(self.profiles, grouping)
        policies = {
            **known_policies(graph, self.store),
            **self.after.policies,
            **{key: self.old[key] for key in keys - regrouped},
        }
        return self._version(graph, grouping, policies)

    def _version(
        self,
        graph: OperatorGraph,
        grouping: Mapping[str, SubgraphPolicy],
        policies: Mapping[str, Policy],
    ) -> Version:
        complete = complete_policies(graph, policies, self.store.target)
        return Version(graph, complete, _owners(self.profiles, grouping, graph, self.regrouped))


def _owners(
    profiles: Sequence[PreparedGraph],
    grouping: Mapping[str, SubgraphPolicy],
    graph: OperatorGraph,
    regrouped: Collection[str],
) -> dict[str, str]:
    """The owner of each operator, by the operator's name (`Version.owners`): the key of its
    subgraph where that has a new grouping, else its own key.
    """
    subgraph_of = owners(profiles, grouping)
    found = {}
    for node in graph.operator_nodes:
        subgraph = subgraph_of.get(node.name, "")
        found[node.name] = subgraph if subgraph in regrouped else node.operator.key
    return found
