"""The policy database of subgraphs: the best policy known for each, in a graph repository.

As with operators (`aoe.tuning.policy_database`), a policy may come from another machine or version.
It is used only if it applies to its subgraph and all operators that it forms can be computed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from aoe.backends.registry import require_computable
from aoe.errors import AoeError
from aoe.graph.subgraph.subgraph import Subgraph
from aoe.operators.earlier_signatures import lost_mark
from aoe.policy import SubgraphPolicy
from aoe.repository.entry import Entry
from aoe.repository.repository import EarlierForm, Repository
from aoe.repository.search_record import SearchDepth
from aoe.target import Target
from aoe.tuning.policy_database import SubgraphWinner, entry_of, record_of, search_of


@dataclass(frozen=True, slots=True)
class RepositorySubgraphs:
    """The policies of subgraphs in a repository on disk.

    Attributes:
        repository: As of `RepositoryPolicies`.
        target: Likewise.
        hardware: Likewise.
        package: Likewise.
    """

    repository: Repository
    target: Target
    hardware: tuple[tuple[str, str], ...]
    package: str

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
            subgraph.signature, subgraph.key, objection, self._earlier(subgraph)
        )

    def origin(self, subgraph: Subgraph) -> str:
        """Which repository has the policy that `lookup` finds: "custom" or "built-in"."""
        earlier = self._earlier(subgraph)
        return self.repository.origin(subgraph.signature, subgraph.key, earlier)

    def _earlier(self, subgraph: Subgraph) -> EarlierForm:
        """How earlier versions described a subgraph. Without a mark of one of its operators, it is
        how this version may describe another subgraph.
        """
        ambiguous = any(lost_mark(node.operator) for node in subgraph.operator_nodes)
        return EarlierForm(subgraph.earlier_signature, self.package if ambiguous else None)

    def store(self, subgraph: Subgraph, winner: SubgraphWinner) -> None:
        """Writes a winner to the custom repository at once.

        Raises:
            RepositoryError: It cannot be written.
        """
        self.repository.store(
            entry_of(subgraph.signature, winner, self.repository, self.hardware, self.package)
        )

    def withdraw(self, subgraph: Subgraph) -> None:
        """Restores what the custom repository had for the subgraph before."""
        self.repository.withdraw(subgraph.signature, subgraph.key)

    def default_stands(
        self,
        subgraph: Subgraph,
        default: Callable[[], SubgraphPolicy],
        depth: SearchDepth,
        model: str,
    ) -> bool:
        """See `aoe.tuning.policy_database.WinnerStore.default_stands`."""
        signature, key = subgraph.signature, subgraph.key
        return self.repository.default_stands(signature, key, default, depth, model)

    def remember(
        self,
        subgraph: Subgraph,
        default: SubgraphPolicy,
        depth: SearchDepth,
        candidates: int,
        model: str,
    ) -> None:
        """Writes to the custom repository that the default policy stands."""
        search = search_of(default, depth, candidates, self.repository, self.hardware, self.package)
        self.repository.remember(record_of(subgraph.signature, search, model))


def _objection(subgraph: Subgraph, policy: SubgraphPolicy, target: Target) -> str | None:
    try:
        require_computable(subgraph.in_reduced_precision(policy), target)
    except AoeError as error:
        return f"its policy is not one of the subgraph: {error}"
    return None
