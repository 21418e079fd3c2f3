"""A subgraph as a workload: a small model whose operators have policies, known or default, and
whose time is estimated from theirs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import ceil, sqrt
from typing import TypeAlias

from typing_extensions import TypeVar

from aoe.backends.registry import backend_of, default_policy, implementation_of
from aoe.element_types import STORAGE, unit_roundoff
from aoe.graph.subgraph.strips import Strip
from aoe.graph.subgraph.subgraph import STRIPS, Subgraph
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy, SubgraphPolicy
from aoe.target import Target

#: The error allowed of one operator that reads or writes 16 bits, in units of their rounding. In
#: subgraphs of six models 0.3 to 1.0 were seen.
ROUNDINGS = 3.0


@dataclass(frozen=True, slots=True)
class KnownPolicy:
    """What is known of an operator.

    Attributes:
        policy: Its policy.
        seconds: Its measured time. None if it was not measured.
    """

    policy: Policy
    seconds: float | None = None


#: Looks up what is known of an operator, such as in a repository.
OperatorLookup: TypeAlias = Callable[[Operator], KnownPolicy | None]


def unknown(operator: Operator) -> None:
    """The lookup without a repository of operators."""


@dataclass(slots=True)
class KnownOperators:
    """The policies and times of operators while subgraphs are tuned; results are cached.

    Attributes:
        target: What is tuned for.
        lookup: Finds known policies. Other operators have their default ones.
    """

    target: Target
    lookup: OperatorLookup = unknown
    _found: dict[str, KnownPolicy] = field(default_factory=dict)
    _seconds: dict[str, float] = field(default_factory=dict)

    def policies(self, graph: OperatorGraph) -> dict[str, Policy]:
        """A policy for every operator of a graph, by key.

        Raises:
            PolicyError: An operator has none.
        """
        return {
            node.operator.key: self.known(node.operator).policy for node in graph.operator_nodes
        }

    def known(self, operator: Operator) -> KnownPolicy:
        """What is known of an operator.

        Raises:
            PolicyError: No implementation computes it.
        """
        if operator.key not in self._found:
            known = self.lookup(operator)
            self._found[operator.key] = known or KnownPolicy(default_policy(operator, self.target))
        return self._found[operator.key]

    def seconds(self, graph: OperatorGraph) -> float:
        """The time of all operators of a graph, measured where it is known, else estimated.

        Raises:
            PolicyError: An operator cannot be computed.
        """
        each = {node.output: self.operator_seconds(node.operator) for node in graph.operator_nodes}
        return backend_of(self.target).cost.graph_seconds(graph, each, self.target)

    def alone_seconds(self, operator: Operator) -> float:
        """As `operator_seconds`, single-threaded, while other threads compute other operators."""
        return self.operator_seconds(replace(operator, inter_op=True))

    def operator_seconds(self, operator: Operator) -> float:
        """The time of one operator; see `seconds`."""
        if operator.key not in self._seconds:
            known = self.known(operator)
            item = implementation_of(known.policy, self.target)
            self._seconds[operator.key] = known.seconds or item.estimate(
                operator, known.policy, operator.target(self.target)
            )
        return self._seconds[operator.key]


@dataclass(frozen=True, slots=True)
class SubgraphModel:
    """A subgraph with the policies of its operators.

    Attributes:
        subgraph: The subgraph.
        operators: Has the policies and times of operators.
    """

    subgraph: Subgraph
    operators: KnownOperators

    @property
    def key(self) -> str:
        """The subgraph's key."""
        return self.subgraph.key

    def formed(self, policy: SubgraphPolicy) -> OperatorGraph:
        """Its operators under a policy.

        Raises:
            PolicyError: The policy does not apply to it.
        """
        return self.subgraph.in_reduced_precision(policy)

    def seconds(self, policy: SubgraphPolicy) -> float:
        """Its estimated time under a policy.

        Raises:
            PolicyError: The policy does not apply, or an operator cannot be computed.
        """
        made = self.formed(policy)
        strips = self.subgraph.decisions(policy).strips
        if not strips:
            return self.operators.seconds(made)
        whole = [item for item in policy.decisions if not item[0].startswith(tuple(STRIPS))]
        seconds = self.operators.seconds(self.formed(SubgraphPolicy.of(dict(whole))))
        return max(0.0, seconds + sum(self._strip_seconds(strip) for strip in strips))

    def _strip_seconds(self, strip: Strip) -> float:
        """Seconds that strips cost, or save if negative."""
        target, tensors = self.operators.target, self.subgraph.model.tensors
        count = ceil(tensors[strip.values[-1]].shape[strip.dimension] / strip.height)
        values = [tensors[name] for name in strip.values]
        sizes = [tensor.bytes for tensor in values]
        return backend_of(target).cost.strip_seconds(count, sizes, target)

    def tolerance(self, policy: SubgraphPolicy) -> float:
        """The error allowed of results, relative to the largest. The errors of operators add up.
        Those of rounding to 16 bits are larger and independent, so their squares add up.
        """
        made = self.formed(policy)
        known = self.operators.policies(made)
        target = self.operators.target
        roundings = (
            unit_roundoff(dtype) ** 2
            for node in made.operator_nodes
            for dtype in STORAGE
            if _has_type(node.operator, dtype)
        )
        rounding = ROUNDINGS * sqrt(sum(roundings))
        return rounding + sum(implementation_of(item, target).tolerance for item in known.values())


def _has_type(operator: Operator, dtype: str) -> bool:
    return any(operand.dtype == dtype for operand in (*operator.inputs, operator.output))


AnyWorkload: TypeAlias = Operator | SubgraphModel
#: A workload, for which a policy is searched: by default an operator, or a subgraph.
Workload = TypeVar("Workload", bound=Operator | SubgraphModel, default=Operator)
