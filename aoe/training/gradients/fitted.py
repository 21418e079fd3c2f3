"""The link of a backward pass, fitted to the steps that gradient tuning has seen."""

from __future__ import annotations

from aoe.gradient_tuning.backward import Backward, Plan
from aoe.gradient_tuning.fitting import Measured, fitted
from aoe.gradient_tuning.link import Link
from aoe.gradient_tuning.rules import one_segment
from aoe.training.gradients.findings import DEFAULT, Race, Seen, Taken


def fitted_link(seen: Seen, race: Race | None, sends: str | None) -> tuple[Link, float]:
    """The link that explains what steps took, and the largest share by which the end of one of
    their plans is predicted off.

    Args:
        seen: The steps before the race.
        race: The race; None before it.
        sends: The element type in which a plan may send gradients.
    """
    alone, arranged = seen.profile.backward(seen.link), seen.arranged(seen.link)
    taken: list[tuple[Backward, Plan, Taken]] = [
        (arranged, seen.plan, seen.default),
        (alone, one_segment(alone.count), seen.single),
    ]
    if race is not None:
        for name, found in race.taken.items():
            if name == DEFAULT:
                taken.append((arranged, seen.plan, found))
                continue
            item = race.plans[name]
            backward = seen.profile.backward(seen.link, sends=sends if item.sends else None)
            taken.append((backward, item.plan, found))
    measured = [
        Measured(backward, plan, item.end, item.ready)
        for backward, plan, item in taken
        if item.end is not None
    ]
    fit = fitted(seen.link, measured)
    return fit.link, max(map(abs, fit.residuals), default=0.0)
