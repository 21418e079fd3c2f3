"""The requirements of a plan, looked at after each inference (`aoe.runtime.plan.Requirement`).

There may be dozens, so what their outputs are if all hold is compared first, as bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import numpy as np

from aoe.errors import AoeError, CapacityError
from aoe.runtime.plan import Plan, Requirement


@dataclass(frozen=True, slots=True)
class Conditions:
    """The requirements of a plan.

    Attributes:
        requirements: All of them.
        met: The bytes of outputs, by their numbers, with which all hold. None where an element is
            of no requirement, or of two that contradict each other.
    """

    requirements: tuple[Requirement, ...]
    met: tuple[tuple[int, bytes], ...] | None

    def check(self, outputs: Sequence[np.ndarray]) -> None:
        """Raises `AoeError` for the first requirement that outputs do not meet, its subclass
        `CapacityError` if more capacity would help.
        """
        if self.met is not None and all(
            outputs[number].tobytes() == wanted for number, wanted in self.met
        ):
            return
        for item in self.requirements:
            if not item.is_met(outputs):
                raise (CapacityError if item.grows else AoeError)(item.fault(outputs))


def conditions_of(plan: Plan) -> Conditions:
    """The requirements of a plan."""
    wanted: dict[int, dict[int, bool]] = {}
    for item in plan.requirements:
        elements = wanted.setdefault(item.output, {})
        if elements.setdefault(item.element, item.holds) != item.holds:
            return Conditions(plan.requirements, None)
    sizes = {number: prod(plan.outputs[number].shape) for number in wanted}
    if any(len(elements) < sizes[number] for number, elements in wanted.items()):
        return Conditions(plan.requirements, None)
    met = (
        (number, bytes(elements[place] for place in range(sizes[number])))
        for number, elements in wanted.items()
    )
    return Conditions(plan.requirements, tuple(met))
