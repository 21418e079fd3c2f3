"""Candidates: an operator's policies on their way from idea to machine code ready to be timed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from aoe.execute.compile_pool import CompilePool
from aoe.execute.compiler import CompiledPlan, compile_plans
from aoe.execute.planner import PlannedGraph, plan_graph
from aoe.operators.operator import Operator
from aoe.operators.registry import implementations
from aoe.policy import Policy
from aoe.tuning.observer import CandidateFailure
from aoe.tuning.single_operator import single_operator_graph


@dataclass(frozen=True, slots=True)
class Candidate:
    """A policy, compiled. `tolerance`: the largest error allowed, relative to the largest value."""

    policy: Policy
    compiled: CompiledPlan
    tolerance: float

    @property
    def code(self) -> str:
        """What the candidate does, as a hash: equal for policies with the same plan and code."""
        digest = hashlib.sha256(repr(self.compiled.plan).encode())
        for name, data in sorted(self.compiled.objects.items()):
            digest.update(f"{name} {len(data)}".encode() + data)
        return digest.hexdigest()


def compile_candidates(
    requests: Sequence[tuple[Operator, Policy]], pool: CompilePool
) -> list[Candidate | CandidateFailure]:
    """The candidates of several operators, compiled together."""
    planned = [_planned(operator, policy, pool) for operator, policy in requests]
    ready = [item for item in planned if isinstance(item, PlannedGraph)]
    compiled = iter(compile_plans(ready, pool))
    results: list[Candidate | CandidateFailure] = []
    for (_, policy), item in zip(requests, planned, strict=True):
        result = next(compiled) if isinstance(item, PlannedGraph) else item
        if isinstance(result, CompiledPlan):
            tolerance = implementations()[policy.impl].tolerance
            results.append(Candidate(policy, result, tolerance))
        else:
            results.append(CandidateFailure(policy, "compile", str(result) or repr(result)))
    return results


def _planned(operator: Operator, policy: Policy, pool: CompilePool) -> PlannedGraph | Exception:
    try:
        graph = single_operator_graph(operator)
        return plan_graph(graph, {operator.key: policy}, pool.device)
    except Exception as error:  # whatever an implementation does to a policy costs that policy only
        return error
