"""The policy database of subgraphs: the best policy known for each, in a graph repository.

As with operators (`aoe.tuning.policy_database`), a policy may come from another machine or version.
It is used only if it applies to its subgraph and all operators that it forms can be computed.
"""

from __future__ import annotations

from dataclasses import dataclass

from aoe.backends.registry import require_computable
from aoe.errors import AoeError
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.earlier_signatures import lost_mark
from aoe.policy import SubgraphPolicy
from aoe.repository.entry import Entry
from aoe.repository.repository import EarlierForm
from aoe.target import Target
from aoe.tuning.policy_database import RepositoryWinners


@dataclass(frozen=True, slots=True)
class RepositorySubgraphs(RepositoryWinners[Subgraph, SubgraphPolicy]):
    """The policies of subgraphs in a repository on disk."""

    def lookup(self, subgraph: Subgraph) -> SubgraphPolicy | None:
        """The policy stored for a subgraph, if it applies to it on this target."""
        entry = self.entry(subgraph)
        found = None if entry is None else entry.policy
        return found if isinstance(found, SubgraphPolicy) else None

    def entry(self, subgraph: Subgraph) -> Entry | None:
        """The entry with this policy and its measured times."""

        def objection(entry: Entry) -> str | None:
            if not isinstance(entry.policy, SubgraphPolicy):
                return "its policy is not one of a subgraph"
            return _objection(subgraph, entry.policy, self.target)

        return self.repository.lookup(
            subgraph.signature, subgraph.key, objection, self.earlier(subgraph)
        )

    def earlier(self, workload: Subgraph) -> EarlierForm:
        """How earlier versions described a subgraph. Without a mark of one of its operators, it is
        how this version may describe another subgraph.
        """
        ambiguous = any(lost_mark(node.operator) for node in workload.operator_nodes)
        return EarlierForm(workload.earlier_signature, self.package if ambiguous else None)


def _objection(subgraph: Subgraph, policy: SubgraphPolicy, target: Target) -> str | None:
    try:
        require_computable(subgraph.in_reduced_precision(policy), target)
    except AoeError as error:
        return f"its policy is not one of the subgraph: {error}"
    return None
