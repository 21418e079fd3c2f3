"""Finds backends by name, and asks them what is asked of every device: whether it computes a graph,
the default policy of an operator, its whole space.

A backend is a folder of `aoe.backends` whose module `backend` defines `BACKEND`, or an entry point
of the group `open_aoe.backends` in an installed package, which names such an object.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from aoe import backends
from aoe.backends.backend import Backend
from aoe.backends.implementation import Implementation, no_loops
from aoe.errors import PolicyError, UnsupportedModelError, UsageError, quoted
from aoe.loops.loop_nest import LoweredOperator
from aoe.near_names import ending
from aoe.operators.operator import Operator, View
from aoe.operators.operator_graph import OperatorGraph
from aoe.policy import Policy
from aoe.target import Target

#: The group of entry points by which installed packages offer backends.
GROUP = "open_aoe.backends"
#: The backend that is used where none is named.
DEFAULT = "cpu"


class UnknownBackendError(UsageError):
    """No backend of this name is installed."""


def backend_names() -> tuple[str, ...]:
    """The names of all backends, this package's own first."""
    return tuple(dict.fromkeys((*_own(), *(item.name for item in entry_points(group=GROUP)))))


@cache
def backend_named(device: str) -> Backend:
    """The backend of a name, or that of one of its devices: `cuda:1`. Raises `UnknownBackendError`
    if there is none, or if the package that offers it cannot be imported; `UsageError` if it cannot
    have a device of that number.
    """
    name, colon, number = device.partition(":")
    if colon and not (number.isascii() and number.isdigit()):
        raise UsageError(
            f"device {quoted(device)}: {quoted(number)} is not the number of a device; "
            f"give {name} or {name}:0"
        )
    if name in _own():
        point = EntryPoint(name, f"{backends.__name__}.{name}.backend:BACKEND", GROUP)
    else:
        offered = list(entry_points(group=GROUP, name=name))
        if not offered:
            raise UnknownBackendError(
                f"no backend {quoted(name)} is installed; there is {', '.join(backend_names())}"
                f"{ending(name, backend_names())}"
            )
        point = offered[0]
    try:
        found: Backend = point.load()
    except (ImportError, AttributeError) as error:
        raise UnknownBackendError(
            f"the backend {name} cannot be loaded from {point.value}: {quoted(error)}"
        ) from error
    return found.at(int(number)) if number and int(number) else found


def backend_of(target: Target) -> Backend:
    """The backend that compiles for a target. Raises `UnknownBackendError`."""
    return backend_named(target.device)


def default_backend() -> Backend:
    """The backend that is used where none is named."""
    return backend_named(DEFAULT)


def target_from_json(data: Mapping[str, Any]) -> Target:
    """The target that an offline model describes. What was written before there were backends is
    for CPUs. A target of a backend that is not installed is described, but cannot be used.
    """
    name = str(data.get("backend", DEFAULT))
    try:
        backend = backend_named(name)
    except UnknownBackendError:
        return Target.from_json({"model": name, "threads": 1, **data, "backend": name})
    made: Target = backend.machine.target_from_json(data)
    return made


def target_of(soc_version: str) -> Target | None:
    """This machine's device of that model, of whatever backend; None if there is none."""
    _, _, units = soc_version.rpartition("_")
    count = units.removesuffix("c")
    if not count.isdecimal() or int(count) < 1:
        return None
    for name in backend_names():
        try:
            machine = backend_named(name).machine
            all_units, target = machine.target(), machine.target(int(count))
        except UsageError:  # it cannot be loaded, or there is no such device
            continue
        if target.threads <= all_units.threads and target.soc_version == soc_version:
            found: Target = target
            return found
    return None


def implementations_of(operator: Operator, target: Target) -> tuple[Implementation, ...]:
    """The implementations that can compute an operator on a device."""
    own = operator.target(target)
    return tuple(
        item
        for item in backend_of(target).implementations().values()
        if item.computes(operator, own)
    )


def implementation_of(policy: Policy, target: Target) -> Implementation:
    """The implementation that a policy names. Raises `PolicyError` if the backend has none."""
    item = backend_of(target).implementations().get(policy.impl)
    if item is None:
        raise PolicyError(f"the backend {target.backend} has no implementation {policy.impl!r}")
    return item


def description_of(impl: str) -> str | None:
    """What the implementation of that name does, in one sentence; `None` if none has it."""
    for name in backend_names():
        try:
            backend = backend_named(name)
        except UnknownBackendError:  # it cannot be loaded
            continue
        found = backend.implementations().get(impl)
        if found is not None:
            return found.description
    return None


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
        raise UnsupportedModelError.listing(graph.name, problems, is_step=graph.trains)


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
        if item.space(operator, own):
            policy = item.default(operator, own)
            found.append((item.estimate(operator, policy, own), policy))
    if not found:
        raise PolicyError(
            f"no implementation computes {operator.signature[:200]} on {target.model}"
        )
    return found


def complete_policies(
    graph: OperatorGraph, policies: Mapping[str, Policy], target: Target
) -> dict[str, Policy]:
    """A policy for every operator of the graph: the given one, else its default."""
    return dict(policy_choices(graph, policies, target))


def policy_choices(
    graph: OperatorGraph, policies: Mapping[str, Policy], target: Target
) -> Iterator[tuple[str, Policy]]:
    """The same, by operator key, one after the other."""
    operators = {node.operator.key: node.operator for node in graph.operator_nodes}
    for key, operator in operators.items():
        yield key, policies[key] if key in policies else default_policy(operator, target)


def space(operator: Operator, target: Target) -> Iterator[Policy]:
    """Every policy worth considering, by implementation, each most promising first."""
    for item in implementations_of(operator, target):
        yield from item.space(operator, operator.target(target))


def lower(
    operator: Operator,
    inputs: Sequence[View],
    output: View,
    policy: Policy,
    target: Target,
    further: Sequence[View] = (),
) -> LoweredOperator:
    """The loops of an operator under a policy. `further`: how its further results lie. Raises
    `PolicyError` if the policy is not in the operator's space.
    """
    own, outputs = operator.target(target), (output, *further)
    return _implementation(operator, policy, target).lowered(operator, inputs, outputs, policy, own)


def require_usable(operator: Operator, policy: Policy, target: Target) -> Implementation:
    """The implementation of a policy. Raises `PolicyError` if it does not compute the operator, or
    not under this policy.
    """
    item = _implementation(operator, policy, target)
    if item.lower is not no_loops or item.lower_several is not None:
        inputs = [View.dense(operand) for operand in operator.inputs]
        outputs = [View.dense(operand) for operand in operator.outputs]
        item.lowered(operator, inputs, outputs, policy, operator.target(target))
    return item


def _implementation(operator: Operator, policy: Policy, target: Target) -> Implementation:
    item = implementation_of(policy, target)
    if not item.computes(operator, operator.target(target)):
        names = ", ".join(item.name for item in implementations_of(operator, target)) or "none"
        raise PolicyError(
            f"no implementation {policy.impl!r} computes a {operator.type} like {operator.key}; "
            f"there is {names}"
        )
    return item


@cache
def _own() -> tuple[str, ...]:
    """The names of this package's own backends: its folders that have a module `backend`."""
    roots = backends.__path__
    folders = {item.name for item in pkgutil.iter_modules(roots) if item.ispkg}
    return tuple(
        name
        for name in sorted(folders)
        if "backend" in {item.name for item in pkgutil.iter_modules(f"{at}/{name}" for at in roots)}
    )
