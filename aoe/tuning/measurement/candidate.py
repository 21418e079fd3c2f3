"""Candidates: policies of operators and subgraphs on their way from idea to machine code that
can be timed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

import numpy as np

from aoe.backends.backend import BuildRequest, CompiledPlan, Compiler
from aoe.backends.registry import implementation_of
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import AnyPolicy, Policy, SubgraphPolicy
from aoe.target import Target
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.workload.single_operator import single_operator_graph
from aoe.tuning.workload.subgraph_model import SubgraphModel, Workload


@dataclass(frozen=True, slots=True)
class Candidate(Generic[AnyPolicy]):
    """A policy, compiled.

    Attributes:
        policy: The policy.
        compiled: The program.
        tolerance: The largest error allowed, relative to the largest value.
        constants: Constants by name that it reads beside those of what it is a candidate for.
    """

    policy: AnyPolicy
    compiled: CompiledPlan
    tolerance: float
    constants: Mapping[str, np.ndarray] = field(default_factory=dict, compare=False)

    @property
    def code(self) -> str:
        """What the candidate does, as a hash: equal for policies with the same plan and code."""
        digest = hashlib.sha256(repr(self.compiled.plan).encode())
        for name, data in sorted(self.compiled.objects.items()):
            digest.update(f"{name} {len(data)}".encode() + data)
        return digest.hexdigest()

    @property
    def bytes(self) -> int:
        """What it needs of memory when loaded, copies of constants not counted."""
        return self.constant_bytes + self.compiled.plan.arena_bytes

    @property
    def constant_bytes(self) -> int:
        """Constants, as they are and packed."""
        return self.compiled.plan.packed_bytes + self.compiled.plan.constant_bytes


def compile_candidates(
    requests: Sequence[tuple[Workload, AnyPolicy]], pool: Compiler
) -> list[Candidate[AnyPolicy] | CandidateFailure[AnyPolicy]]:
    """The candidates of several operators or subgraphs, compiled together."""
    formed = [_formed(workload, policy) for workload, policy in requests]
    built = iter(pool.build([item for item in formed if isinstance(item, tuple)], for_tuning=True))
    results: list[Candidate[AnyPolicy] | CandidateFailure[AnyPolicy]] = []
    for (workload, policy), item in zip(requests, formed, strict=True):
        result = next(built) if isinstance(item, tuple) else item
        if isinstance(result, CompiledPlan):
            tolerance = _tolerance(workload, policy, pool.target)
            constants = _constants(workload, policy)
            results.append(Candidate(policy, result, tolerance, constants))
        else:
            results.append(CandidateFailure(policy, "compile", str(result) or repr(result)))
    return results


def added_constants(graph: OperatorGraph, whole: OperatorGraph) -> dict[str, np.ndarray]:
    """The constants of a graph that another one of the same model has not: a variant's own."""
    return {name: item for name, item in graph.constants.items() if name not in whole.constants}


def _formed(
    workload: Operator | SubgraphModel, policy: Policy | SubgraphPolicy
) -> BuildRequest | Exception:
    """The graph of a candidate, with policies of its operators; why there is none, if so."""
    try:
        if isinstance(workload, SubgraphModel):
            assert isinstance(policy, SubgraphPolicy), "subgraphs have policies of subgraphs"
            graph = workload.formed(policy)
            return graph, workload.operators.policies(graph)
        assert isinstance(policy, Policy), "operators have policies of operators"
        return single_operator_graph(workload), {workload.key: policy}
    except Exception as error:  # whatever an implementation does to a policy costs that policy only
        return error


def _tolerance(
    workload: Operator | SubgraphModel, policy: Policy | SubgraphPolicy, target: Target
) -> float:
    if isinstance(policy, Policy):
        return implementation_of(policy, target).tolerance
    assert isinstance(workload, SubgraphModel), "only subgraphs have policies of subgraphs"
    return workload.tolerance(policy)


def _constants(
    workload: Operator | SubgraphModel, policy: Policy | SubgraphPolicy
) -> dict[str, np.ndarray]:
    if isinstance(workload, SubgraphModel) and isinstance(policy, SubgraphPolicy):
        return added_constants(workload.formed(policy), workload.subgraph.alone)
    return {}
