"""Finds operator definitions and implementations: every module beside this file that defines
`OPERATOR`, every module of `aoe.operators.implementations` that defines `IMPLEMENTATION`. Also what
is asked of them all together: whether they compute a graph, the default policy of an operator, its
whole space.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType, ModuleType

import aoe.operators
import aoe.operators.implementations
from aoe.device import Device
from aoe.errors import PolicyError, UnsupportedModelError
from aoe.loops.stage import Program
from aoe.operators.definition import Implementation, OperatorDefinition
from aoe.operators.operator import Operator, View
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy


def _modules(package: ModuleType) -> Iterator[ModuleType]:
    for info in pkgutil.iter_modules(package.__path__):
        if not info.ispkg:
            yield importlib.import_module(f"{package.__name__}.{info.name}")


@cache
def definitions() -> Mapping[str, OperatorDefinition]:
    """All operator types by name."""
    found = [module.OPERATOR for module in _modules(aoe.operators) if hasattr(module, "OPERATOR")]
    return MappingProxyType({definition.type: definition for definition in found})


@cache
def definitions_by_onnx_type() -> Mapping[str, OperatorDefinition]:
    """The operator type that imports each ONNX operator."""
    return MappingProxyType(
        {name: item for item in definitions().values() for name in item.onnx_types}
    )


@cache
def implementations() -> Mapping[str, Implementation]:
    """All implementations by name."""
    modules = _modules(aoe.operators.implementations)
    found = [module.IMPLEMENTATION for module in modules if hasattr(module, "IMPLEMENTATION")]
    return MappingProxyType({implementation.name: implementation for implementation in found})


def implementations_of(operator: Operator, device: Device) -> tuple[Implementation, ...]:
    """The implementations that can compute an operator on a device."""
    device = operator.device(device)
    return tuple(
        item
        for item in implementations().values()
        if item.operator_type == operator.type and item.supports(operator, device)
    )


def require_computable(graph: OperatorGraph, device: Device) -> None:
    """Raises `UnsupportedModelError` listing every operator that no implementation computes on a
    device.
    """
    problems = [
        f"{node.name} ({node.sources[0][1] if node.sources else node.operator.type}): no "
        f"implementation takes {_described(node.operator)}"
        for node in graph.operator_nodes
        if not implementations_of(node.operator, device)
    ]
    if problems:
        raise UnsupportedModelError.listing(graph.name, problems)


def _described(operator: Operator) -> str:
    return " and ".join(
        f"{'a constant' if operand.constant else 'a computed'} {operand.dtype}{list(operand.shape)}"
        for operand in operator.inputs[: operator.anchor_inputs]
    )


def default_policy(operator: Operator, device: Device) -> Policy:
    """The policy the analytic model picks with no measurement. Raises `PolicyError` if nothing
    computes the operator.
    """
    return min(_defaults(operator, device), key=lambda pair: pair[0])[1]


def default_estimate(operator: Operator, device: Device) -> float:
    """The seconds that the default policy should take, for comparison only. Raises `PolicyError` if
    nothing computes the operator.
    """
    return min(seconds for seconds, _ in _defaults(operator, device))


def _defaults(operator: Operator, device: Device) -> list[tuple[float, Policy]]:
    """The default policy of each implementation with its estimate."""
    found = []
    own = operator.device(device)
    for item in implementations_of(operator, device):
        policy = item.default(operator, own)
        found.append((item.estimate(operator, policy, own), policy))
    if not found:
        raise PolicyError(f"no implementation computes {operator.signature[:200]} on {device.cpu}")
    return found


def space(operator: Operator, device: Device) -> Iterator[Policy]:
    """Every policy worth considering, by implementation, each most promising first."""
    for item in implementations_of(operator, device):
        yield from item.space(operator, operator.device(device))


def lower(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, device: Device
) -> Program:
    """The loops of an operator under a policy. Raises `PolicyError` if the policy is not in the
    operator's space.
    """
    device = operator.device(device)
    item = implementations().get(policy.impl)
    if item is None or item.operator_type != operator.type or not item.supports(operator, device):
        raise PolicyError(
            f"no implementation {policy.impl!r} computes a {operator.type} like {operator.key}"
        )
    return item.lower(operator, inputs, output, policy, device)
