"""Adds to every policy where its kernels let the next one start (`release`), on GPUs that start one
before the kernel in front of it has ended (`aoe.backends.cuda.codegen.handover`).

A contraction releases late, behind its main loop: released early, the next kernel's copies compete
with it, which cost ResNet-50 34 % on an H100, where late gained 7 to 16 %. A kernel of loop nests
is short and has no main loop: it releases early. So does attention, which has few blocks and no
weights: that gained 0.3 of 3 µs. Other choices are in the space.

It also says which arguments are constants, so that kernels may read these before they wait.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import cast

from aoe.backends.cuda.cost.profile import profile_of
from aoe.backends.cuda.implementations.loop_nests import PREFIX
from aoe.backends.cuda.kernels.simt_kernel import Release, SimtKernel
from aoe.backends.cuda.target.cuda_target import CudaTarget
from aoe.backends.implementation import Implementation
from aoe.element_types import ITEM_BYTES
from aoe.errors import PolicyError
from aoe.loops.loop_nest import Kernel, LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.types.attention import attention, attention_gradient
from aoe.policy import Policy

#: The decision.
RELEASE = "release"
#: The places that kernels of loop nests, of attention and of others release at, the usual ones
#: first.
OF_LOOP_NESTS: tuple[Release, ...] = ("early", "none")
OF_ATTENTION: tuple[Release, ...] = ("early", "late", "none")
OF_OTHERS: tuple[Release, ...] = ("late", "early", "none")
#: For how many of the best policies other places than the usual one are in the space, times the
#: breadth of the search. Others differ in more than that.
_VARIED = 24


def with_release(own: Implementation[CudaTarget]) -> Implementation[CudaTarget]:
    """An implementation whose policies also decide where kernels release the next one."""
    is_attention = own.operator_type in (attention.OPERATOR.type, attention_gradient.TYPE)
    others = OF_ATTENTION if is_attention else OF_OTHERS
    places = OF_LOOP_NESTS if own.name.startswith(PREFIX) else others

    @lru_cache(maxsize=256)
    def policies(operator: Operator, target: CudaTarget, breadth: int) -> Sequence[Policy]:
        found = own.policies(operator, target, breadth)
        if not target.limits.starts_early:
            return found
        unusual = profile_of(target).release.unusual
        ranked = [(own.estimate(operator, policy, target), policy) for policy in found]
        every = [(seconds, _decided(policy, places[0])) for seconds, policy in ranked]
        every += [
            (seconds * unusual, _decided(policy, place))
            for seconds, policy in ranked[: _VARIED * breadth]
            for place in places[1:]
        ]
        return tuple(policy for _, policy in sorted(every, key=lambda pair: pair[0]))

    def estimate(operator: Operator, policy: Policy, target: CudaTarget) -> float:
        base, place = split(policy, places)
        seconds = own.estimate(operator, base, target)
        return seconds if place == places[0] else seconds * profile_of(target).release.unusual

    def lower_bound(operator: Operator, policy: Policy, target: CudaTarget) -> float:
        return own.lower_bound(operator, split(policy, places)[0], target)

    def lower(
        operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: CudaTarget
    ) -> LoweredOperator:
        base, place = split(policy, places)
        made = own.lower(operator, inputs, output, base, target)
        return _following(operator, made, place, target)

    def lower_several(
        operator: Operator,
        inputs: Sequence[View],
        outputs: Sequence[View],
        policy: Policy,
        target: CudaTarget,
    ) -> LoweredOperator:
        base, place = split(policy, places)
        assert own.lower_several is not None, "it is not called for others"
        made = own.lower_several(operator, inputs, outputs, base, target)
        return _following(operator, made, place, target)

    return replace(
        own,
        policies=policies,
        estimate=estimate,
        lower=lower,
        lower_bound=lower_bound,
        lower_several=None if own.lower_several is None else lower_several,
    )


def split(policy: Policy, places: Sequence[Release]) -> tuple[Policy, Release]:
    """A policy without the decision, and the place; the usual one if it does not say. Raises
    `PolicyError` for a place that is none of these.
    """
    place = next((value for name, value in policy.schedule if name == RELEASE), places[0])
    if place not in places:
        raise PolicyError(
            f"policy {policy.to_json()} releases the next kernel at {place!r}; give one of {places}"
        )
    schedule = tuple(pair for pair in policy.schedule if pair[0] != RELEASE)
    return Policy(policy.impl, policy.format, schedule), cast(Release, place)


def _decided(policy: Policy, place: Release) -> Policy:
    return Policy.of(policy.impl, dict(policy.format), {**dict(policy.schedule), RELEASE: place})


def _following(
    operator: Operator, lowered: LoweredOperator, place: Release, target: CudaTarget
) -> LoweredOperator:
    """A lowered operator whose kernels follow each other."""
    if not target.limits.starts_early:
        return lowered
    held = {f"input{number}" for number, item in enumerate(operator.inputs) if item.constant}
    packed = {item.name: item.elements * ITEM_BYTES[item.dtype] for item in lowered.packed}
    found = _follows(lowered.kernels, held | {*packed}, packed, place)
    return replace(lowered, kernels=tuple(found))


def _follows(
    kernels: Iterable[Kernel], held: set[str], packed: Mapping[str, int], place: Release
) -> Iterable[SimtKernel]:
    for kernel in kernels:
        assert isinstance(kernel, SimtKernel), "implementations of a GPU make its kernels"
        written = {store.access.buffer for nest in kernel.nests for store in nest.stores}
        constants = tuple(name for name in kernel.arguments if name in held - written)
        sizes = tuple((name, packed[name]) for name in constants if name in packed)
        yield replace(kernel, release=place, constants=constants, packed=sizes)
