"""Candidates: policies of operators and subgraphs on their way from idea to machine code that
can be timed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

import numpy as np

from aoe.backends.cpu.compile.compile_pool import CompilePool
from aoe.backends.cpu.compile.compiler import CompiledPlan, compile_plans
from aoe.backends.cpu.memory.planner import PlannedGraph, plan_graph
from aoe.backends.registry import implementations
from aoe.operators.operator import Operator
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import AnyPolicy, Policy, SubgraphPolicy
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.workload.single_operator import single_operator_graph
from aoe.tuning.workload.subgraph_model import SubgraphModel, Subject


@dataclass(frozen=True, slots=True)
class Candidate(Generic[AnyPolicy]):
    """A policy, compiled. `tolerance`: the largest error allowed, relative to the largest value.
    `constants`: by name, those that it reads beside what it is a candidate for.
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
    requests: Sequence[tuple[Subject, AnyPolicy]], pool: CompilePool
) -> list[Candidate[AnyPolicy] | CandidateFailure[AnyPolicy]]:
    """The candidates of several operators or subgraphs, compiled together."""
    planned = [_planned(subject, policy, pool) for subject, policy in requests]
    ready = [item for item in planned if isinstance(item, PlannedGraph)]
    compiled = iter(compile_plans(ready, pool, for_tuning=True))
    results: list[Candidate[AnyPolicy] | CandidateFailure[AnyPolicy]] = []
    for (subject, policy), item in zip(requests, planned, strict=True):
        result = next(compiled) if isinstance(item, PlannedGraph) else item
        if isinstance(result, CompiledPlan):
            tolerance, constants = _tolerance(subject, policy), _constants(subject, policy)
            results.append(Candidate(policy, result, tolerance, constants))
        else:
            results.append(CandidateFailure(policy, "compile", str(result) or repr(result)))
    return results


def added_constants(graph: OperatorGraph, whole: OperatorGraph) -> dict[str, np.ndarray]:
    """The constants of a graph that another one of the same model has not: a variant's own."""
    return {name: item for name, item in graph.constants.items() if name not in whole.constants}


def _planned(
    subject: Operator | SubgraphModel, policy: Policy | SubgraphPolicy, pool: CompilePool
) -> PlannedGraph | Exception:
    try:
        if isinstance(subject, SubgraphModel):
            assert isinstance(policy, SubgraphPolicy), "subgraphs have policies of subgraphs"
            graph = subject.formed(policy)
            return plan_graph(graph, subject.operators.policies(graph), pool.target)
        assert isinstance(policy, Policy), "operators have policies of operators"
        return plan_graph(single_operator_graph(subject), {subject.key: policy}, pool.target)
    except Exception as error:  # whatever an implementation does to a policy costs that policy only
        return error


def _tolerance(subject: Operator | SubgraphModel, policy: Policy | SubgraphPolicy) -> float:
    if isinstance(policy, Policy):
        return implementations()[policy.impl].tolerance
    assert isinstance(subject, SubgraphModel), "only subgraphs have policies of subgraphs"
    return subject.tolerance(policy)


def _constants(
    subject: Operator | SubgraphModel, policy: Policy | SubgraphPolicy
) -> dict[str, np.ndarray]:
    if isinstance(subject, SubgraphModel) and isinstance(policy, SubgraphPolicy):
        return added_constants(subject.formed(policy), subject.subgraph.alone)
    return {}
