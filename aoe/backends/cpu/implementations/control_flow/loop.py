"""Loop as calls of the plan itself that native code repeats: its body's operators are lowered one
by one, under their own default policies.

Memory planning takes a loop apart (`aoe.backends.cpu.memory.loop_placement`), so that nothing is
lowered here. Schedule: none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aoe.backends.cpu.implementations.scheduling import Schedule, ranked_implementation
from aoe.backends.cpu.target.cpu_target import CpuTarget
from aoe.backends.registry import default_estimate, implementations_of
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.control_flow.loop import EXPECTED_TRIPS, body_of
from aoe.policy import Policy


def _supports(operator: Operator, target: CpuTarget) -> bool:
    nodes = body_of(operator).graph.operator_nodes
    return all(implementations_of(node.operator, target) for node in nodes)


def _policies(name: str, operator: Operator, target: CpuTarget) -> Iterator[Policy]:
    yield Policy.of(name)


def _estimate(operator: Operator, policy: Policy, target: CpuTarget) -> float:
    nodes = body_of(operator).graph.operator_nodes
    once = sum(default_estimate(node.operator, target) for node in nodes)
    return once * (operator.integer("trips") or EXPECTED_TRIPS)


def _lower(
    operator: Operator, inputs: Sequence[View], output: View, schedule: Schedule, target: CpuTarget
) -> LoweredOperator:
    return LoweredOperator(())


IMPLEMENTATION = ranked_implementation(
    "loop", "LoopResult", _policies, _estimate, _lower, supports=_supports
)
