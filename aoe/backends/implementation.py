"""What one way to compute an operator type on a device provides; found by `aoe.backends.registry`.

A module of a backend's `implementations` defines `IMPLEMENTATION`, or `IMPLEMENTATIONS` where a
family shares its code. A new implementation is one new file and no edit elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any, Generic, TypeAlias

from aoe.errors import PolicyError
from aoe.loops.loop_nest import LoweredOperator
from aoe.operators.operator import Operator, View
from aoe.operators.registry import modules_below
from aoe.policy import Policy
from aoe.target import AnyTarget, Target

#: How many times as many policies as usual a space has at most: what deeper searches choose from.
MAX_BREADTH = 8


def no_lower_bound(operator: Operator, policy: Policy, target: Target) -> float:
    """Nothing is known of how fast it cannot be."""
    return 0.0


def no_loops(
    operator: Operator, inputs: Sequence[View], output: View, policy: Policy, target: Target
) -> LoweredOperator:
    """For backends that compute operators otherwise than by loops."""
    raise PolicyError(f"{policy.impl} computes a {operator.type} without loops")


#: Lowers an operator on the views of its inputs and of its results.
LowerSeveral: TypeAlias = Callable[
    [Operator, Sequence[View], Sequence[View], Policy, AnyTarget], LoweredOperator
]


@dataclass(frozen=True, slots=True)
class Implementation(Generic[AnyTarget]):
    """One way to compute an operator type.

    Attributes:
        name: What policies call it.
        operator_type: The type of operator it computes.
        supports: Whether it computes an operator of its type on a device. Its space is then not
            empty.
        policies: All policies worth considering, the lowest `estimate` first. The last argument is
            the breadth: how many times as many policies as usual there may be.
        estimate: Seconds that a policy should take, for ranking only.
        lower: The loops of an operator under a policy, for backends that compile loops. Raises
            `PolicyError` where the policy is not in the space.
        tolerance: The largest allowed |error| relative to the largest |reference| value.
        lower_bound: Seconds below which a policy cannot be, never too high
            (`aoe.backends.cpu.cost.lower_bound`).
        packed_by: The decisions of a policy, formats and schedule, that how it packs constants
            depends on; none where that is not known.
        description: What it does, as one sentence without the full stop. A module leaves it out
            where the first sentence of its docstring says that (`implementations_below`).
        lower_several: The same as `lower` of an operator with several results, from the views of
            all of them; None: it computes no such operator.
        adds_factors: Whether it adds numbers before it multiplies them, as Winograd's and
            Strassen's algorithms do. It computes no operator whose precision is "direct".
        points_are_independent: Whether no point of its loop nests needs what another one computed:
            a device may share out all of them, whatever the outer loops are.
        reduction_nests: Its loop nests that reduce the same elements one after the other, each of
            which needs what the one before computed; 0 if it reduces nothing in such nests.
    """

    name: str
    operator_type: str
    supports: Callable[[Operator, AnyTarget], bool]
    policies: Callable[[Operator, AnyTarget, int], Sequence[Policy]]
    estimate: Callable[[Operator, Policy, AnyTarget], float]
    lower: Callable[[Operator, Sequence[View], View, Policy, AnyTarget], LoweredOperator] = no_loops
    tolerance: float = 1e-5
    lower_bound: Callable[[Operator, Policy, AnyTarget], float] = no_lower_bound
    packed_by: tuple[str, ...] = ()
    description: str = ""
    adds_factors: bool = False
    lower_several: LowerSeveral[AnyTarget] | None = None
    points_are_independent: bool = False
    reduction_nests: int = 0

    def computes(self, operator: Operator, target: AnyTarget) -> bool:
        """Whether it computes an operator, of any type, on a device."""
        if operator.type != self.operator_type:
            return False
        if self.adds_factors and operator.precision == "direct":
            return False
        if operator.further and self.lower_several is None:
            return False
        return self.supports(operator, target)

    def lowered(
        self,
        operator: Operator,
        inputs: Sequence[View],
        outputs: Sequence[View],
        policy: Policy,
        target: AnyTarget,
    ) -> LoweredOperator:
        """The loops of an operator under a policy. `outputs`: how its results lie. Raises
        `PolicyError` where the policy is not in the space.
        """
        if self.lower_several is not None:
            return self.lower_several(operator, inputs, outputs, policy, target)
        return self.lower(operator, inputs, outputs[0], policy, target)

    def space(self, operator: Operator, target: AnyTarget, breadth: int = 1) -> Sequence[Policy]:
        """All policies worth considering; up to `breadth`, at most `MAX_BREADTH`, times as many.
        They do not depend on the measured speed of a device. So what is in a repository stays in
        the space when a machine is measured again, or when the policy comes from another machine of
        its kind.
        """
        return self.policies(operator, target.at_common_speed, breadth)

    def default(self, operator: Operator, target: AnyTarget) -> Policy:
        """The best analytic guess at the speed of the device. Raises `PolicyError` if the space is
        empty.
        """
        known = self.space(operator, target)
        if not known:
            raise PolicyError(
                f"the space of {self.name} for {operator.type} {operator.key} on {target.model} is "
                "empty; choose another implementation"
            )
        if target == target.at_common_speed:
            return known[0]
        return min(known, key=lambda policy: self.estimate(operator, policy, target))


def implementations_below(package: str) -> Iterator[Implementation[Any]]:
    """Every implementation that a module of the package, or of one inside it, defines as
    `IMPLEMENTATION` or among its `IMPLEMENTATIONS`. One without a description is described by the
    first sentence of its module's docstring.
    """
    for module in modules_below(package):
        own = (module.IMPLEMENTATION,) if hasattr(module, "IMPLEMENTATION") else ()
        for item in (*own, *getattr(module, "IMPLEMENTATIONS", ())):
            yield item if item.description else replace(item, description=_first_sentence(module))


def _first_sentence(module: ModuleType) -> str:
    text = " ".join((module.__doc__ or "").split())
    return re.sub(r" \(`[^)]*`\)", "", text).partition(". ")[0].rstrip(".")
