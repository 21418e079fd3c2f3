"""Finds the implementations of a backend: every module of its `implementations` that defines
`IMPLEMENTATION` or `IMPLEMENTATIONS`. Also what is asked of them all together: whether they compute
a graph, the default policy of an operator, its whole space.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType, ModuleType

from aoe.backends.implementation import Implementation
from aoe.errors import PolicyError, UnsupportedModelError
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.operator_graph import OperatorGraph
from aoe.operators.registry import modules_below
from aoe.policy import Policy
from aoe.target import Target


@cache
def implementations() -> Mapping[str, Implementation]:
    """All implementations by name."""
    found = [item for module, own in _registered() for item in own]
    found.sort(key=lambda implementation: implementation.name)
    return MappingProxyType({implementation.name: implementation for implementation in found})


@cache
def implementation_modules() -> Mapping[str, ModuleType]:
    """The module of each implementation by name: its docstring describes the implementation."""
    return MappingProxyType({item.name: module for module, own in _registered() for item in own})


def _registered() -> Iterator[tuple[ModuleType, tuple[Implementation, ...]]]:
    for module in modules_below("aoe.backends.cpu.implementations"):
        own = (module.IMPLEMENTATION,) if hasattr(module, "IMPLEMENTATION") else ()
        yield module, (*own, *getattr(module, "IMPLEMENTATIONS", ()))


def implementations_of(operator: Operator, target: Target) -> tuple[Implementation, ...]:
    """The implementations that can compute an operator on a device."""
    target = operator.target(target)
    return tuple(
        item
        for item in implementations().values()
        if item.operator_type == operator.type and item.supports(operator, target)
    )


def require_computable(graph: OperatorGraph, target: Target) -> None:
    """Raises `UnsupportedModelError` listing every operator that no implementation computes on a
    device.
    """
    problems = [
        f"{node.name} ({node.sources[0][1] if node.sources else node.operator.type}): no "
        f"implementation takes {_described(node.operator)}"
        for node in graph.operator_nodes
        if not implementations_of(node.operator, target)
    ]
    if problems:
        raise UnsupportedModelError.listing(graph.name, problems)


def _described(operator: Operator) -> str:
    return " and ".join(
        f"{'a constant' if operand.constant else 'a computed'} {operand.dtype}{list(operand.shape)}"
        for operand in operator.inputs[: operator.anchor_inputs]
    )


def default_policy(operator: Operator, target: Target) -> Policy:
    """The policy the analytic model picks with no measurement. Raises `PolicyError` if nothing
    computes the operator.
    """
    return min(_defaults(operator, target), key=lambda pair: pair[0])[1]


def default_estimate(operator: Operator, target: Target) -> float:
    """The seconds that the default policy should take, for comparison only. Raises `PolicyError` if
    nothing computes the operator.
    """
    return min(seconds for seconds, _ in _defaults(operator, target))


def _defaults(operator: Operator, target: Target) -> list[tuple[float, Policy]]:
    """The default policy of each implementation with its estimate."""
    found = []
    own = operator.target(target)
    for item in implementations_of(operator, target):
        policy = item.default(operator, own)
        found.append((item.estimate(operator, policy, own), policy))
    if not found:
        raise PolicyError(f"no implementation computes {operator.signature[:200]} on {target.cpu}")
    return found


def space(operator: Operator, target: Target) -> Iterator[Policy]:
    """Every policy worth considering, by implementation, each most promising first."""
    for item in implementations_of(operator, target):
        yield from item.space(operator, operator.target(target))


def lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: Target
) -> LoweredOperator:
    """The loops of an operator under a policy. Raises `PolicyError` if the policy is not in the
    operator's space.
    """
    target = operator.target(target)
    item = implementations().get(policy.impl)
    if item is None or item.operator_type != operator.type or not item.supports(operator, target):
        raise PolicyError(
            f"no implementation {policy.impl!r} computes a {operator.type} like {operator.key}"
        )
    return item.lower(operator, inputs, output, policy, target)
